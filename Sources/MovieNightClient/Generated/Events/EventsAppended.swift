// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Events of a subscription.
public struct EventsAppended: Hashable, Sendable {
  /// Which subscription.
  public var subscriptionID: SubscriptionID
  /// One at least, as `events.read` has them.
  public var events: [Event]
  /// Of the last of them.
  public var position: Int

  public init(subscriptionID: SubscriptionID, events: [Event], position: Int) {
    self.subscriptionID = subscriptionID
    self.events = events
    self.position = position
  }
}

extension EventsAppended: Codable {
  private enum CodingKeys: String, CodingKey {
    case subscriptionID = "subscription_id"
    case events
    case position
  }
}

extension EventsAppended: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    subscriptionID = try json.read("subscription_id")
    events = try json.read("events")
    position = try json.read("position")
  }
}
