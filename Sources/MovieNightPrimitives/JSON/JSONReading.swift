/// Reading members of an object whose shape is known: what is missing or of another type is an error with its name.
extension JSONValue {
  /// Null is of another type here: what may be null is read by `optionalString` and its like.
  public func string(_ name: StaticString) throws(JSONError) -> String {
    try required(name, "a string", \.string)
  }
  /// The word of that name (`JSONValue.word`), to be compared with those of the protocol.
  public func word(_ name: StaticString, _ expected: String = "a known value") throws(JSONError) -> String {
    try required(name, expected, \.word)
  }
  /// The whole number of that name, of at most 64 bits; `1.0` is none.
  public func integer(_ name: StaticString) throws(JSONError) -> Int {
    try required(name, "a whole number", \.integer)
  }
  /// The number of that name, as it is nearest in binary.
  public func double(_ name: StaticString) throws(JSONError) -> Double {
    try required(name, "a number", \.double)
  }
  public func bool(_ name: StaticString) throws(JSONError) -> Bool {
    try required(name, "true or false", \.bool)
  }
  /// The time of that name, written as `Timestamp(text:)` reads it.
  public func timestamp(_ name: StaticString) throws(JSONError) -> Timestamp {
    try required(name, "a time", \.timestamp)
  }
  /// The id of that name, a UUID.
  public func identifier<Kind>(_ name: StaticString) throws(JSONError) -> Identifier<Kind> {
    guard let value = self[name] else { throw JSONError(.missing, field: "\(name)") }
    guard let id: Identifier<Kind> = value.identifier() else {
      throw JSONError(.wrongType(expected: "an id"), field: "\(name)")
    }
    return id
  }
  /// The elements of the list of that name.
  public func array(_ name: StaticString) throws(JSONError) -> JSONElements {
    guard let value = self[name] else { throw JSONError(.missing, field: "\(name)") }
    guard value.kind == .array else { throw JSONError(.wrongType(expected: "a list"), field: "\(name)") }
    return value.elements
  }
  public func object(_ name: StaticString) throws(JSONError) -> JSONValue {
    guard let value = self[name] else { throw JSONError(.missing, field: "\(name)") }
    guard value.kind == .object else { throw JSONError(.wrongType(expected: "an object"), field: "\(name)") }
    return value
  }

  /// The string of that name; nil where it is missing or null.
  public func optionalString(_ name: StaticString) throws(JSONError) -> String? {
    try optional(name, "a string", \.string)
  }
  /// The whole number of that name; nil where it is missing or null.
  public func optionalInteger(_ name: StaticString) throws(JSONError) -> Int? {
    try optional(name, "a whole number", \.integer)
  }
  /// The number of that name; nil where it is missing or null.
  public func optionalDouble(_ name: StaticString) throws(JSONError) -> Double? {
    try optional(name, "a number", \.double)
  }
  /// The `true` or `false` of that name; nil where it is missing or null.
  public func optionalBool(_ name: StaticString) throws(JSONError) -> Bool? {
    try optional(name, "true or false", \.bool)
  }
  /// The time of that name; nil where it is missing or null.
  public func optionalTimestamp(_ name: StaticString) throws(JSONError) -> Timestamp? {
    try optional(name, "a time", \.timestamp)
  }
  /// The id of that name; nil where it is missing or null.
  public func optionalIdentifier<Kind>(_ name: StaticString) throws(JSONError) -> Identifier<Kind>? {
    guard let value = self[name], !value.isNull else { return nil }
    return try identifier(name) as Identifier<Kind>
  }

  /// The strings of a list of strings.
  public func strings(_ name: StaticString) throws(JSONError) -> [String] {
    try list(name, "a list of strings", \.string)
  }

  /// The numbers of a list of whole numbers.
  public func integers(_ name: StaticString) throws(JSONError) -> [Int] {
    try list(name, "a list of whole numbers", \.integer)
  }

  /// The object of that name; nil where it is missing or null.
  public func optionalObject(_ name: StaticString) throws(JSONError) -> JSONValue? {
    guard let value = self[name], !value.isNull else { return nil }
    return try object(name)
  }

  private func list<Element>(_ name: StaticString, _ expected: String, _ read: (JSONValue) -> Element?)
    throws(JSONError) -> [Element]
  {
    var list: [Element] = []
    for value in try array(name) {
      guard let element = read(value) else { throw JSONError(.wrongType(expected: expected), field: "\(name)") }
      list.append(element)
    }
    return list
  }

  /// The ids of a list of ids.
  public func identifiers<Kind>(_ name: StaticString) throws(JSONError) -> [Identifier<Kind>] {
    var ids: [Identifier<Kind>] = []
    for element in try array(name) {
      guard let id: Identifier<Kind> = element.identifier() else {
        throw JSONError(.wrongType(expected: "a list of ids"), field: "\(name)")
      }
      ids.append(id)
    }
    return ids
  }

  /// A string as a time, nil for any other kind and text.
  public var timestamp: Timestamp? {
    guard kind == .string else { return nil }
    return Timestamp(utf8: Array(rawBytes))
  }

  private func required<Value>(_ name: StaticString, _ expected: String, _ read: (JSONValue) -> Value?)
    throws(JSONError) -> Value
  {
    guard let value = self[name] else { throw JSONError(.missing, field: "\(name)") }
    guard let result = read(value) else { throw JSONError(.wrongType(expected: expected), field: "\(name)") }
    return result
  }

  private func optional<Value>(_ name: StaticString, _ expected: String, _ read: (JSONValue) -> Value?)
    throws(JSONError) -> Value?
  {
    guard let value = self[name], !value.isNull else { return nil }
    guard let result = read(value) else { throw JSONError(.wrongType(expected: expected), field: "\(name)") }
    return result
  }
}
