/// A JSON object whose members the protocol does not specify.
///
/// Objects with the same members in any order are equal. A received object shares the storage of its message.
public struct JSONObject: Hashable, Sendable {
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

extension JSONObject: CustomStringConvertible {
  /// The object's JSON text, unchanged.
  public var description: String { String(decoding: json.encoded, as: UTF8.self) }
}

extension JSONObject: Codable {
  public init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: WireKey.self)
    json = try JSONValue(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
