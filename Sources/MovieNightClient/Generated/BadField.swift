// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A parameter that is not what it must be.
public struct BadField: Hashable, Sendable {
  /// Which: `movies[1].title`.
  public var field: String
  /// What is wrong with it.
  public var message: String

  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}

extension BadField: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    field = try object.decode(String.self, forKey: "field")
    message = try object.decode(String.self, forKey: "message")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(field, forKey: "field")
    try object.encode(message, forKey: "message")
  }
}

extension BadField: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    field = try json.read("field")
    message = try json.read("message")
  }
}
