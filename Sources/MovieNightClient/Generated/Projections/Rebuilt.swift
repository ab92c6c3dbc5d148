// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What was folded.
public struct Rebuilt: Hashable, Sendable {
  /// The read models.
  public var names: [String]
  /// How many were folded.
  public var events: Int
  /// How long it took. In seconds.
  public var seconds: Double

  public init(names: [String], events: Int, seconds: Double) {
    self.names = names
    self.events = events
    self.seconds = seconds
  }
}

extension Rebuilt: Codable {
  private enum CodingKeys: String, CodingKey {
    case names
    case events
    case seconds
  }
}

extension Rebuilt: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    names = try json.read("names")
    events = try json.read("events")
    seconds = try json.read("seconds")
  }
}
