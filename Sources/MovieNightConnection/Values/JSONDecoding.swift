import Primitives

extension JSONValue {
  /// This value as a type; members that the type does not have are ignored.
  ///
  /// - Throws: `missing` or `wrongType`, with the path of the member that it is about: `suggestions[0].title`.
  package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws(JSONError) -> Value {
    do {
      return try JSONValueDecoder(json: self, codingPath: []).decode(type)
    } catch let error as DecodingError {
      throw JSONError(error)
    } catch {
      throw JSONError(.wrongType(expected: "\(type): \(error)"))
    }
  }
}

extension Decodable {
  /// - Throws: `protocolViolation` where the result is no such value.
  package init(result: JSONValue, of method: String) throws(ClientError) {
    do throws(JSONError) {
      self = try result.decoded()
    } catch {
      throw .protocolViolation("the result of \(method): \(error)")
    }
  }
}

/// Decodes from a parsed JSON text, without making another text of it.
private struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
  let json: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try require(json.kind == .object ? true : nil, "an object")
    return KeyedDecodingContainer(JSONMembersContainer<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try require(json.kind == .array ? true : nil, "a list")
    return JSONElementsContainer(codingPath: codingPath, elements: Array(json.elements))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { json.isNull }

  /// Of every type that the protocols of containers name: they have one method for each.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch type {
    case is Bool.Type: try require(json.bool as? Value, "true or false")
    case is String.Type: try require(json.string as? Value, "a string")
    case is Double.Type: try require(json.double as? Value, "a number")
    case is Float.Type: try require(json.double.map { Float($0) } as? Value, "a number")
    case let integer as any FixedWidthInteger.Type:
      try require(
        json.integer.flatMap { integer.init(exactly: $0) } as? Value,
        type == Int.self ? "a whole number" : "a whole number that fits \(type)")
    case is JSONObject.Type: try require((try? JSONObject(json: json)) as? Value, "an object")
    default: try Value(from: self)
    }
  }

  @discardableResult
  private func require<Value>(_ value: Value?, _ expected: String) throws -> Value {
    if let value { return value }
    throw DecodingError.dataCorrupted(.init(codingPath, expected: expected))
  }
}

private struct JSONMembersContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: JSONValueDecoder
  private let members: [String: JSONValue]

  init(_ decoder: JSONValueDecoder) {
    self.decoder = decoder
    members = Dictionary(decoder.json.members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try member(key).decode(type) }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let json = members[key.stringValue], !json.isNull else { return nil }
    return try JSONValueDecoder(json: json, codingPath: codingPath + [key]).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: Key) throws -> JSONValueDecoder {
    guard let json = members[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "There is no such member."))
    }
    return JSONValueDecoder(json: json, codingPath: codingPath + [key])
  }
}

private struct JSONElementsContainer: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey]
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try element().decodeNil() else { return false }
    currentIndex += 1
    return true
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
    let value = try decode(element())
    currentIndex += 1
    return value
  }

  private func element() throws -> JSONValueDecoder {
    let path = codingPath + [IndexKey(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(Any.self, .init(codingPath: path, debugDescription: "The list ends here."))
    }
    return JSONValueDecoder(json: elements[currentIndex], codingPath: path)
  }
}

private struct IndexKey: CodingKey {
  let intValue: Int?
  var stringValue: String { "[\(intValue ?? 0)]" }

  init(_ index: Int) { intValue = index }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }
}

// MARK: - Errors

extension DecodingError.Context {
  /// - Parameter expected: what the value is not: `an id`.
  init(_ codingPath: [any CodingKey], expected: String) {
    self.init(
      codingPath: codingPath, debugDescription: "This is not \(expected).",
      underlyingError: JSONError(.wrongType(expected: expected)))
  }
}

extension JSONError {
  fileprivate init(_ error: DecodingError) {
    let (path, reason): ([any CodingKey], Reason) =
      switch error {
      case .keyNotFound(let key, let context): (context.codingPath + [key], .missing)
      case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
        (context.codingPath, .wrongType(expected: "\(type)"))
      case .dataCorrupted(let context):
        (
          context.codingPath,
          (context.underlyingError as? JSONError)?.reason ?? .wrongType(expected: context.debugDescription)
        )
      @unknown default: ([], .wrongType(expected: "\(error)"))
      }
    self = path.reversed().reduce(JSONError(reason)) { $0.within($1.stringValue) }
  }
}
