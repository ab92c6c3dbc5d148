/// Functions that read members of an object of known shape. A missing or mistyped member is an error with its name.
extension JSONValue {
  /// Decodes the member with that name. If it is missing, returns the type's `whenMissing`, or throws if that is nil.
  @inlinable
  public func value<Value: FieldValue>(_ name: StaticString) throws(JSONError) -> Value {
    guard let json = self[name] else {
      guard let value = Value.whenMissing else { throw JSONError(.missing, field: "\(name)") }
      return value
    }
    do throws(JSONError) { return try Value.decode(json) } catch { throw error.within("\(name)") }
  }

  /// Returns the member with that name; nil if it is missing or null.
  @inlinable
  public func optional<Value: FieldValue>(_ name: StaticString) throws(JSONError) -> Value? { try value(name) }

  public func string(_ name: StaticString) throws(JSONError) -> String { try value(name) }
  /// Returns the whole number with that name, of at most 64 bits. `1.0` does not count as a whole number.
  public func integer(_ name: StaticString) throws(JSONError) -> Int { try value(name) }
  public func bool(_ name: StaticString) throws(JSONError) -> Bool { try value(name) }
  /// Returns the id with that name, a UUID.
  public func identifier<Kind>(_ name: StaticString) throws(JSONError) -> Identifier<Kind> { try value(name) }

  /// Returns the word with that name (`JSONValue.word`), to be compared with words of the protocol.
  public func word(_ name: StaticString, _ expected: String = "a known value") throws(JSONError) -> String {
    try member(name, expected, \.word)
  }
  /// Returns the time with that name, in the format of `Timestamp(text:)`.
  public func timestamp(_ name: StaticString) throws(JSONError) -> Timestamp {
    try member(name, "a time", \.timestamp)
  }
  /// Returns the elements of the list with that name.
  public func array(_ name: StaticString) throws(JSONError) -> JSONElements {
    try member(name, "a list") { $0.kind == .array ? $0.elements : nil }
  }
  public func object(_ name: StaticString) throws(JSONError) -> JSONValue {
    try member(name, "an object") { $0.kind == .object ? $0 : nil }
  }
  /// Returns the object with that name; nil if it is missing or null.
  public func optionalObject(_ name: StaticString) throws(JSONError) -> JSONValue? {
    guard let value = self[name], !value.isNull else { return nil }
    return try object(name)
  }

  private func member<Value>(_ name: StaticString, _ expected: String, _ read: (JSONValue) -> Value?)
    throws(JSONError) -> Value
  {
    guard let value = self[name] else { throw JSONError(.missing, field: "\(name)") }
    do throws(JSONError) { return try expect(read(value), expected) } catch { throw error.within("\(name)") }
  }

  /// Returns `value`, which was decoded from this JSON. Throws a `JSONError` without a field if it is nil.
  @inlinable
  func expect<Value>(_ value: Value?, _ expected: String) throws(JSONError) -> Value {
    guard let value else { throw JSONError(.wrongType(expected: expected)) }
    return value
  }

  /// The time that a string represents; nil for any other kind or text.
  public var timestamp: Timestamp? {
    guard kind == .string else { return nil }
    return Timestamp(utf8: Array(rawBytes))
  }
}
