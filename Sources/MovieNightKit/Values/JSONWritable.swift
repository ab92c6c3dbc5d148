/// What can be written as JSON as the protocol has it.
public protocol JSONWritable {
  /// Writes this value, where one is due.
  func write(to json: inout JSONWriter)
}

extension JSONWriter {
  mutating func field<Value: JSONWritable>(_ name: StaticString, _ value: Value) {
    key(name)
    value.write(to: &self)
  }

  /// Null where it is nil.
  mutating func field<Value: JSONWritable>(_ name: StaticString, _ value: Value?) {
    if let value { field(name, value) } else { nullField(name) }
  }

  /// Nothing where it is nil.
  mutating func fieldIfPresent<Value: JSONWritable>(_ name: StaticString, _ value: Value?) {
    if let value { field(name, value) }
  }
}

extension Bool: JSONWritable {
  public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Int: JSONWritable {
  public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Double: JSONWritable {
  public func write(to json: inout JSONWriter) { json.double(self) }
}

extension String: JSONWritable {
  public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Identifier: JSONWritable {
  public func write(to json: inout JSONWriter) { json.identifier(self) }
}

/// In whole seconds.
extension Timestamp: JSONWritable {
  public func write(to json: inout JSONWriter) { json.timestamp(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  public func write(to json: inout JSONWriter) { json.array(self) { $1.write(to: &$0) } }
}
