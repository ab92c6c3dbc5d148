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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    subscriptionID = try object.decode(SubscriptionID.self, forKey: "subscription_id")
    events = try object.decode([Event].self, forKey: "events")
    position = try object.decode(Int.self, forKey: "position")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(subscriptionID, forKey: "subscription_id")
    try object.encode(events, forKey: "events")
    try object.encode(position, forKey: "position")
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
