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
  private enum CodingKeys: String, CodingKey {
    case position
  }
}

extension ImportedEvents: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    position = try json.read("position")
  }
}
