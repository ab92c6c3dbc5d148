// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Some households.
public struct HouseholdPage: Hashable, Sendable {
  /// As in `households.get`.
  public var households: [Household]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: HouseholdID?

  public init(households: [Household], nextCursor: HouseholdID? = nil) {
    self.households = households
    self.nextCursor = nextCursor
  }
}

extension HouseholdPage: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    households = try object.decode([Household].self, forKey: "households")
    nextCursor = try object.decodeIfPresent(HouseholdID.self, forKey: "next_cursor")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(households, forKey: "households")
    try object.encode(nextCursor, forKey: "next_cursor")
  }
}

extension HouseholdPage: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    households = try json.read("households")
    nextCursor = try json.readIfPresent("next_cursor")
  }
}
