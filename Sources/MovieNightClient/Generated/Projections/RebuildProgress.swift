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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    position = try object.decode(Int.self, forKey: "position")
    head = try object.decode(Int.self, forKey: "head")
    eventsPerSecond = try object.decode(Int.self, forKey: "events_per_second")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(position, forKey: "position")
    try object.encode(head, forKey: "head")
    try object.encode(eventsPerSecond, forKey: "events_per_second")
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
