import Primitives

/// What can be read from JSON as the protocol has it. What the JSON has besides is left aside.
public protocol JSONReadable {
  /// - Throws: `missing` or `wrongType`, with the path of the member that it is about: `suggestions[0].title`.
  init(json: JSONValue) throws(JSONError)
}

/// What can be written as JSON as the protocol has it.
public protocol JSONWritable {
  /// Writes this value, where one is due.
  func write(to json: inout JSONWriter)
}

extension JSONValue {
  /// The member of that name.
  package func read<Value: JSONReadable>(_ name: StaticString) throws(JSONError) -> Value {
    guard let member = self[name] else { throw JSONError(.missing, field: "\(name)") }
    do throws(JSONError) { return try Value(json: member) } catch { throw error.within("\(name)") }
  }

  /// The member of that name; nil where it is null, or missing.
  package func readIfPresent<Value: JSONReadable>(_ name: StaticString) throws(JSONError) -> Value? {
    guard let member = self[name], !member.isNull else { return nil }
    do throws(JSONError) { return try Value(json: member) } catch { throw error.within("\(name)") }
  }

  package func requireObject() throws(JSONError) {
    if kind != .object { throw JSONError(.wrongType(expected: "an object")) }
  }

  fileprivate func require<Value>(_ value: Value?, _ expected: String) throws(JSONError) -> Value {
    guard let value else { throw JSONError(.wrongType(expected: expected)) }
    return value
  }
}

extension JSONWriter {
  package mutating func field<Value: JSONWritable>(_ name: StaticString, _ value: Value) {
    key(name)
    value.write(to: &self)
  }

  /// Null where it is nil.
  package mutating func field<Value: JSONWritable>(_ name: StaticString, _ value: Value?) {
    if let value { field(name, value) } else { nullField(name) }
  }

  /// Nothing where it is nil.
  package mutating func fieldIfPresent<Value: JSONWritable>(_ name: StaticString, _ value: Value?) {
    if let value { field(name, value) }
  }
}

// MARK: - Values

extension Bool: JSONReadable, JSONWritable {
  public init(json: JSONValue) throws(JSONError) { self = try json.require(json.bool, "true or false") }
  public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Int: JSONReadable, JSONWritable {
  public init(json: JSONValue) throws(JSONError) { self = try json.require(json.integer, "a whole number") }
  public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Double: JSONReadable, JSONWritable {
  public init(json: JSONValue) throws(JSONError) { self = try json.require(json.double, "a number") }
  public func write(to json: inout JSONWriter) { json.double(self) }
}

extension String: JSONReadable, JSONWritable {
  public init(json: JSONValue) throws(JSONError) { self = try json.require(json.string, "a string") }
  public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Identifier: JSONReadable, JSONWritable {
  public init(json: JSONValue) throws(JSONError) { self = try json.require(json.identifier(), "an id") }
  public func write(to json: inout JSONWriter) { json.identifier(self) }
}

/// In whole seconds.
extension Timestamp: JSONReadable, JSONWritable {
  public init(json: JSONValue) throws(JSONError) { self = try json.require(json.timestamp, "a time") }
  public func write(to json: inout JSONWriter) { json.timestamp(self) }
}

extension CalendarDate: JSONReadable, JSONWritable {
  public init(json: JSONValue) throws(JSONError) {
    self = try json.require(json.string.flatMap { CalendarDate(text: $0) }, "a date")
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    if json.kind != .array { throw JSONError(.wrongType(expected: "a list")) }
    self.init()
    for value in json.elements {
      do throws(JSONError) { append(try Element(json: value)) } catch { throw error.within("[\(count)]") }
    }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  public func write(to json: inout JSONWriter) { json.array(self) { $1.write(to: &$0) } }
}

extension JSONReadable {
  /// - Throws: `protocolViolation` where the result is no such value.
  package init(result: JSONValue, of method: String) throws(ClientError) {
    do throws(JSONError) {
      self = try Self(json: result)
    } catch {
      throw .protocolViolation("the result of \(method): \(error)")
    }
  }
}
