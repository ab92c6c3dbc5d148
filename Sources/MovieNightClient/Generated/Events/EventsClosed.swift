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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    subscriptionID = try object.decode(SubscriptionID.self, forKey: "subscription_id")
    position = try object.decode(Int.self, forKey: "position")
    reason = try object.decode(SubscriptionEnd.self, forKey: "reason")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(subscriptionID, forKey: "subscription_id")
    try object.encode(position, forKey: "position")
    try object.encode(reason, forKey: "reason")
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
