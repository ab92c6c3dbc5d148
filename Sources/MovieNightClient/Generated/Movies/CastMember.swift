// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who plays in it.
public struct CastMember: Hashable, Sendable {
  /// Who.
  public var name: String
  /// Whom they play.
  public var character: String?

  public init(name: String, character: String? = nil) {
    self.name = name
    self.character = character
  }
}

extension CastMember: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    name = try object.decode(String.self, forKey: "name")
    character = try object.decodeIfPresent(String.self, forKey: "character")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(name, forKey: "name")
    try object.encode(character, forKey: "character")
  }
}

extension CastMember: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    name = try json.read("name")
    character = try json.readIfPresent("character")
  }
}
