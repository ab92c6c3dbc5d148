// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How far the store goes.
public struct ImportedEvents: Hashable, Sendable {
  /// Of the last event.
  public var position: Int

  public init(position: Int) {
    self.position = position
  }
}

extension ImportedEvents: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    position = try object.decode(Int.self, forKey: "position")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(position, forKey: "position")
  }
}

extension ImportedEvents: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    position = try json.read("position")
  }
}
