// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What a connection is told from now on.
public struct EventSubscription: Hashable, Sendable {
  /// To end it by.
  public var subscriptionID: SubscriptionID
  /// The position that it begins behind.
  public var position: Int

  public init(subscriptionID: SubscriptionID, position: Int) {
    self.subscriptionID = subscriptionID
    self.position = position
  }
}

extension EventSubscription: Codable {
  private enum CodingKeys: String, CodingKey {
    case subscriptionID = "subscription_id"
    case position
  }
}

extension EventSubscription: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    subscriptionID = try json.read("subscription_id")
    position = try json.read("position")
  }
}
