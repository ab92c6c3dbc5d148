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
  private enum CodingKeys: String, CodingKey {
    case id
    case name
  }
}

extension Genre: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    id = try json.read("id")
    name = try json.read("name")
  }
}
