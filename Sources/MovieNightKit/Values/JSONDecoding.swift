import MovieNightPrimitives

extension JSONValue {
  /// Decodes this value, ignoring unknown members. An error contains the path of the member: `suggestions[0].title`.
  func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws(JSONError) -> Value {
    do {
      return try JSONValueDecoder(json: self).decode(type)
    } catch {
      throw JSONError(error)
    }
  }
}

extension Decodable {
  /// Decodes the result of a method; throws `protocolViolation` if the result has another type.
  init(result: JSONValue, of method: String) throws(ClientError) {
    do throws(JSONError) {
      self = try result.decoded()
    } catch {
      throw .protocolViolation("the result of \(method): \(error)")
    }
  }
}

/// A decoder for parsed JSON, which does not copy the text. Coding paths are empty. An error gets its path as it
/// propagates, so that successful decoding does not pay for paths.
private struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
  let json: JSONValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try require(json.kind == .object ? true : nil, "an object")
    return KeyedDecodingContainer(JSONMembersContainer<Key>(json))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try require(json.kind == .array ? true : nil, "a list")
    return JSONElementsContainer(json)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { json.isNull }

  /// Implements all `decode` methods of the container protocols, including those for `Bool`, `String` and numbers.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let basic = try basicValue(of: type) else { return try Value(from: self) }
    guard let value = basic as? Value else { throw JSONError(.wrongType(expected: "\(type)")) }
    return value
  }

  /// Returns the value if `type` is one that JSON represents directly; nil for others. Not generic, because the
  /// compiler would repeat the code for each of the 100 types of results.
  private func basicValue(of type: any Decodable.Type) throws -> Any? {
    switch type {
    case is Bool.Type: try require(json.bool, "true or false")
    case is String.Type: try require(json.string, "a string")
    case is Double.Type: try require(json.double, "a number")
    case is Float.Type: try require(json.double.map { Float($0) }, "a number")
    case let integer as any FixedWidthInteger.Type:
      try require(
        json.integer.flatMap { integer.init(exactly: $0) },
        type == Int.self ? "a whole number" : "a whole number that fits \(type)")
    case is JSONValue.Type: json
    case is JSONObject.Type: try require(try? JSONObject(json: json), "an object")
    default: nil
    }
  }

  @discardableResult
  private func require(_ value: Any?, _ expected: @autoclosure () -> String) throws -> Any {
    if let value { return value }
    throw JSONError(.wrongType(expected: expected()))
  }
}

/// A class, because its methods are not mutating, but remember the place of the last member that they found.
private final class JSONMembersContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let json: JSONValue
  private var place = 0

  init(_ json: JSONValue) { self.json = json }

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { json.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { member(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try at(key) { $0.decodeNil() } }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try at(key) { try $0.decode(type) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let json = member(key), !json.isNull else { return nil }
    return try within(key.stringValue) { try JSONValueDecoder(json: json).decode(type) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try at(key) { try $0.container(keyedBy: type) }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try at(key) { try $0.unkeyedContainer() }
  }

  func superDecoder() -> any Decoder { JSONValueDecoder(json: json) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try at(key) { $0 } }

  private func member(_ key: Key) -> JSONValue? { json.member(named: key.stringValue, near: &place) }

  private func at<Value>(_ key: Key, _ decode: (JSONValueDecoder) throws -> Value) throws -> Value {
    guard let json = member(key) else { throw JSONError(.missing, field: key.stringValue) }
    return try within(key.stringValue) { try decode(JSONValueDecoder(json: json)) }
  }
}

private struct JSONElementsContainer: UnkeyedDecodingContainer {
  private var elements: JSONElements
  private var element: JSONValue?
  private(set) var currentIndex = 0

  init(_ json: JSONValue) {
    elements = json.elements
    element = elements.next()
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { element == nil }

  mutating func decodeNil() throws -> Bool {
    guard element?.isNull == true else { return false }
    return try next { $0.decodeNil() }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.decode(type) } }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }

  private mutating func next<Value>(_ decode: (JSONValueDecoder) throws -> Value) throws -> Value {
    let value = try within("[\(currentIndex)]") {
      guard let element else { throw JSONError(.missing) }
      return try decode(JSONValueDecoder(json: element))
    }
    element = elements.next()
    currentIndex += 1
    return value
  }
}

// MARK: - Errors

extension DecodingError.Context {
  init(_ codingPath: [any CodingKey], expected: String) {
    self.init(
      codingPath: codingPath, debugDescription: "This is not \(expected).",
      underlyingError: JSONError(.wrongType(expected: expected)))
  }
}

private func within<Value>(_ step: @autoclosure () -> String, _ body: () throws -> Value) throws -> Value {
  do { return try body() } catch { throw JSONError(error).within(step()) }
}

extension JSONError {
  /// Converts an error of this decoder or of a type's own initializer.
  fileprivate init(_ error: any Error) {
    if let error = error as? JSONError {
      self = error
      return
    }
    let (path, reason): ([any CodingKey], Reason) =
      switch error {
      case DecodingError.keyNotFound(let key, let context): (context.codingPath + [key], .missing)
      case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
        (context.codingPath, .wrongType(expected: "\(type)"))
      case DecodingError.dataCorrupted(let context):
        (
          context.codingPath,
          (context.underlyingError as? JSONError)?.reason ?? .wrongType(expected: context.debugDescription)
        )
      default: ([], .wrongType(expected: "\(error)"))
      }
    self = path.reversed().reduce(JSONError(reason)) { $0.within($1.stringValue) }
  }
}
