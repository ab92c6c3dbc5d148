// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How far a rebuild is.
public struct RebuildProgress: Hashable, Sendable {
  /// The last event that was folded.
  public var position: Int
  /// The last event.
  public var head: Int
  /// How fast it has been since it began.
  public var eventsPerSecond: Int

  public init(position: Int, head: Int, eventsPerSecond: Int) {
    self.position = position
    self.head = head
    self.eventsPerSecond = eventsPerSecond
  }
}

extension RebuildProgress: Codable {
  private enum CodingKeys: String, CodingKey {
    case position
    case head
    case eventsPerSecond = "events_per_second"
  }
}

extension RebuildProgress: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    position = try json.read("position")
    head = try json.read("head")
    eventsPerSecond = try json.read("events_per_second")
  }
}
