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
  private enum CodingKeys: String, CodingKey {
    case events
    case nextAfter = "next_after"
  }
}

extension EventPage: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    events = try json.read("events")
    nextAfter = try json.read("next_after")
  }
}
