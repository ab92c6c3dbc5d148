// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Some events.
public struct EventPage: Hashable, Sendable {
  /// In their order; also none.
  public var events: [Event]
  /// To be sent as `after` for the next page; the same as was sent at the end.
  public var nextAfter: Int

  public init(events: [Event], nextAfter: Int) {
    self.events = events
    self.nextAfter = nextAfter
  }
}

extension EventPage: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    events = try object.decode([Event].self, forKey: "events")
    nextAfter = try object.decode(Int.self, forKey: "next_after")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(events, forKey: "events")
    try object.encode(nextAfter, forKey: "next_after")
  }
}

extension EventPage: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    events = try json.read("events")
    nextAfter = try json.read("next_after")
  }
}
