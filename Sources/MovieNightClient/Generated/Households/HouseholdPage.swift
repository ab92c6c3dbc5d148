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
  private enum CodingKeys: String, CodingKey {
    case households
    case nextCursor = "next_cursor"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(households, forKey: .households)
    try object.encode(nextCursor, forKey: .nextCursor)
  }
}

extension HouseholdPage: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    households = try json.read("households")
    nextCursor = try json.readIfPresent("next_cursor")
  }
}
