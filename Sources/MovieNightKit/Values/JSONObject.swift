import MovieNightPrimitives

/// An object as it was written elsewhere, whose members the protocol leaves open.
///
/// Two are equal where they have the same members, in any order. It shares the answer that it came in.
public struct JSONObject: Sendable {
  /// As it was written.
  public let json: JSONValue

  /// The member of that name; nil where there is none.
  public subscript(name: StaticString) -> JSONValue? { json[name] }

  /// - Throws: `wrongType` for what is no object.
  public init(json: JSONValue) throws(JSONError) {
    if json.kind != .object { throw JSONError(.wrongType(expected: "an object")) }
    self.json = json
  }

  /// An object with these members: `JSONObject { $0.field("round_id", round) }`.
  public init(_ body: (inout JSONWriter) -> Void) throws(JSONError) {
    var writer = JSONWriter()
    writer.object(body)
    json = try JSONDocument(writer.bytes).root
  }
}

extension JSONObject: JSONWritable {
  public func write(to json: inout JSONWriter) { json.raw(self.json.encoded) }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool { areEqual(left.json, right.json) }

  public func hash(into hasher: inout Hasher) { hasher.combine(json.fingerprint(ignoring: [])) }

  private static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .null: return true
    case .bool, .number: return left.rawBytes == right.rawBytes
    case .string: return left.string == right.string
    case .array:
      let (left, right) = (Array(left.elements), Array(right.elements))
      return left.count == right.count && zip(left, right).allSatisfy(areEqual)
    case .object:
      let members = Dictionary(right.members.map { ($0.name, $0.value) }) { first, _ in first }
      var count = 0
      for (name, value) in left.members {
        guard let other = members[name], areEqual(value, other) else { return false }
        count += 1
      }
      return count == members.count
    }
  }
}

extension JSONObject: CustomStringConvertible {
  /// Its text, as it was written.
  public var description: String { String(decoding: json.encoded, as: UTF8.self) }
}

// MARK: - In every coder as it is

extension JSONObject: Codable {
  public init(from decoder: any Decoder) throws {
    var writer = JSONWriter()
    try writer.object(of: decoder.container(keyedBy: WireKey.self))
    json = try JSONDocument(writer.bytes).root
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    for (name, value) in json.members { try object.encode(JSONPart(value), forKey: WireKey(stringValue: name)) }
  }
}

/// Any value inside the object.
private struct JSONPart: Encodable {
  private let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  func encode(to encoder: any Encoder) throws {
    switch json.kind {
    case .object: try JSONObject(json: json).encode(to: encoder)
    case .array:
      var list = encoder.unkeyedContainer()
      for element in json.elements { try list.encode(JSONPart(element)) }
    case .null, .bool, .number, .string:
      var container = encoder.singleValueContainer()
      if let text = json.string {
        try container.encode(text)
      } else if let integer = json.integer {
        try container.encode(integer)
      } else if let number = json.double {
        try container.encode(number)
      } else if let flag = json.bool {
        try container.encode(flag)
      } else {
        try container.encodeNil()
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func object(of container: KeyedDecodingContainer<WireKey>) throws {
    beginObject()
    for key in container.allKeys {
      self.key(key.stringValue)
      if try container.decodeNil(forKey: key) {
        null()
      } else if let text = try? container.decode(String.self, forKey: key) {
        string(text)
      } else if let number = try? container.decode(Int.self, forKey: key) {
        integer(number)
      } else if let number = try? container.decode(Double.self, forKey: key) {
        double(number)
      } else if let flag = try? container.decode(Bool.self, forKey: key) {
        bool(flag)
      } else if let object = try? container.nestedContainer(keyedBy: WireKey.self, forKey: key) {
        try self.object(of: object)
      } else {
        try list(of: container.nestedUnkeyedContainer(forKey: key))
      }
    }
    endObject()
  }

  private mutating func list(of container: any UnkeyedDecodingContainer) throws {
    var container = container
    beginArray()
    while !container.isAtEnd {
      if try container.decodeNil() {
        null()
      } else if let text = try? container.decode(String.self) {
        string(text)
      } else if let number = try? container.decode(Int.self) {
        integer(number)
      } else if let number = try? container.decode(Double.self) {
        double(number)
      } else if let flag = try? container.decode(Bool.self) {
        bool(flag)
      } else if let object = try? container.nestedContainer(keyedBy: WireKey.self) {
        try self.object(of: object)
      } else {
        try list(of: container.nestedUnkeyedContainer())
      }
    }
    endArray()
  }
}
