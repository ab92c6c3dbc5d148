// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A genre.
public struct Genre: Identifiable, Hashable, Sendable {
  /// TMDb's id.
  public var id: Int
  /// Its name.
  public var name: String

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

extension Genre: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    id = try object.decode(Int.self, forKey: "id")
    name = try object.decode(String.self, forKey: "name")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(id, forKey: "id")
    try object.encode(name, forKey: "name")
  }
}

extension Genre: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    id = try json.read("id")
    name = try json.read("name")
  }
}
