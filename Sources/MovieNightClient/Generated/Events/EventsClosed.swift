// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The end of a subscription.
public struct EventsClosed: Hashable, Sendable {
  /// Which subscription.
  public var subscriptionID: SubscriptionID
  /// Everything was sent up to there.
  public var position: Int
  /// Why it ends.
  public var reason: SubscriptionEnd

  public init(subscriptionID: SubscriptionID, position: Int, reason: SubscriptionEnd) {
    self.subscriptionID = subscriptionID
    self.position = position
    self.reason = reason
  }
}

extension EventsClosed: Codable {
  private enum CodingKeys: String, CodingKey {
    case subscriptionID = "subscription_id"
    case position
    case reason
  }
}

extension EventsClosed: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    subscriptionID = try json.read("subscription_id")
    position = try json.read("position")
    reason = try json.read("reason")
  }
}
