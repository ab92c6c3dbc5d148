/// A JSON object whose members the protocol does not specify.
///
/// Objects with the same members in any order are equal. A received object shares the storage of its message.
public struct JSONObject: Sendable {
  /// The object's JSON, unchanged.
  public let json: JSONValue

  /// The member with that name; nil if there is none.
  public subscript(name: StaticString) -> JSONValue? { json[name] }

  /// Wraps a JSON object. Throws `wrongType` for any other value.
  public init(json: JSONValue) throws(JSONError) {
    if json.kind != .object { throw JSONError(.wrongType(expected: "an object")) }
    self.json = json
  }

  /// Creates an object with these members: `JSONObject { $0.field("round_id", round) }`.
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
  /// The object's JSON text, unchanged.
  public var description: String { String(decoding: json.encoded, as: UTF8.self) }
}

// MARK: - Codable

extension JSONObject: Codable {
  public init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: WireKey.self)
    json = try JSONPart(from: decoder).json
  }

  public func encode(to encoder: any Encoder) throws { try JSONPart(json: json).encode(to: encoder) }
}

/// A JSON value of any kind. It is coded as standard Swift values, so that it works with every encoder and decoder.
private struct JSONPart: Codable {
  let json: JSONValue

  init(json: JSONValue) { self.json = json }

  init(from decoder: any Decoder) throws {
    var writer = JSONWriter()
    if let object = try? decoder.container(keyedBy: WireKey.self) {
      writer.beginObject()
      for key in object.allKeys {
        writer.key(key.stringValue)
        writer.raw(try object.decode(JSONPart.self, forKey: key).json.encoded)
      }
      writer.endObject()
    } else if var list = try? decoder.unkeyedContainer() {
      writer.beginArray()
      while !list.isAtEnd { writer.raw(try list.decode(JSONPart.self).json.encoded) }
      writer.endArray()
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        writer.null()
      } else if let text = try? value.decode(String.self) {
        writer.string(text)
      } else if let number = try? value.decode(Int.self) {
        writer.integer(number)
      } else if let number = try? value.decode(Double.self) {
        writer.double(number)
      } else {
        writer.bool(try value.decode(Bool.self))
      }
    }
    json = try JSONDocument(writer.bytes).root
  }

  func encode(to encoder: any Encoder) throws {
    switch json.kind {
    case .object:
      var object = encoder.container(keyedBy: WireKey.self)
      for (name, value) in json.members {
        try object.encode(JSONPart(json: value), forKey: WireKey(stringValue: name))
      }
    case .array:
      var list = encoder.unkeyedContainer()
      for element in json.elements { try list.encode(JSONPart(json: element)) }
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
