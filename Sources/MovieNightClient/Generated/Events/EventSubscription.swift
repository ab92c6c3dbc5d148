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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    subscriptionID = try object.decode(SubscriptionID.self, forKey: "subscription_id")
    position = try object.decode(Int.self, forKey: "position")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(subscriptionID, forKey: "subscription_id")
    try object.encode(position, forKey: "position")
  }
}

extension EventSubscription: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    subscriptionID = try json.read("subscription_id")
    position = try json.read("position")
  }
}
