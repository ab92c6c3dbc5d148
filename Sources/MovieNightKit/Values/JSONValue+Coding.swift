import MovieNightPrimitives

/// Objects with the same members in any order are equal. Numbers are equal if their texts are.
extension JSONValue: Hashable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    guard left.kind == right.kind else { return false }
    return switch left.kind {
    case .null: true
    case .bool, .number: left.rawBytes == right.rawBytes
    case .string: left.utf8 == right.utf8
    case .array: left.elements.elementsEqual(right.elements)
    case .object: left.valuesByName == right.valuesByName
    }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }

  // Like the fingerprint, the comparison distinguishes canonically equivalent texts, which Swift's strings do not.
  private var utf8: [UInt8] { Array((string ?? "").utf8) }

  private var valuesByName: [[UInt8]: [JSONValue]] {
    Dictionary(grouping: members) { Array($0.name.utf8) }.mapValues { $0.map { $0.value } }
  }
}

// A value is coded as standard Swift values, so that it works with every encoder and decoder.
extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    var writer = JSONWriter()
    if let object = try? decoder.container(keyedBy: WireKey.self) {
      writer.beginObject()
      for key in object.allKeys {
        writer.key(key.stringValue)
        writer.raw(try object.decode(JSONValue.self, forKey: key).encoded)
      }
      writer.endObject()
    } else if var list = try? decoder.unkeyedContainer() {
      writer.beginArray()
      while !list.isAtEnd { writer.raw(try list.decode(JSONValue.self).encoded) }
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
    self = try JSONDocument(writer.bytes).root
  }

  public func encode(to encoder: any Encoder) throws {
    switch kind {
    case .object:
      var object = encoder.container(keyedBy: WireKey.self)
      for (name, value) in members { try object.encode(value, forKey: WireKey(stringValue: name)) }
    case .array:
      var list = encoder.unkeyedContainer()
      for element in elements { try list.encode(element) }
    case .null, .bool, .number, .string:
      var container = encoder.singleValueContainer()
      if let string {
        try container.encode(string)
      } else if let integer {
        try container.encode(integer)
      } else if let double {
        try container.encode(double)
      } else if let bool {
        try container.encode(bool)
      } else {
        try container.encodeNil()
      }
    }
  }
}
