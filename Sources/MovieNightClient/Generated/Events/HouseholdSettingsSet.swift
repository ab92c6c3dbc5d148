// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How long rounds rest in each state, also of the rounds that are open; and whose services and ratings count.
public struct HouseholdSettingsSet: Hashable, Sendable {
  /// A draft or a vote, after its last event.
  public var votingExpiryHours: Int
  /// A pick.
  public var selectedExpiryDays: Int
  /// A watched round.
  public var ratingDays: Int
  /// ISO 3166-1 alpha-2.
  public var country: String
  /// `set_by`.
  public var setBy: MemberID

  public init(votingExpiryHours: Int, selectedExpiryDays: Int, ratingDays: Int, country: String, setBy: MemberID) {
    self.votingExpiryHours = votingExpiryHours
    self.selectedExpiryDays = selectedExpiryDays
    self.ratingDays = ratingDays
    self.country = country
    self.setBy = setBy
  }
}

extension HouseholdSettingsSet: Codable {
  private enum CodingKeys: String, CodingKey {
    case votingExpiryHours = "voting_expiry_hours"
    case selectedExpiryDays = "selected_expiry_days"
    case ratingDays = "rating_days"
    case country
    case setBy = "set_by"
  }
}

extension HouseholdSettingsSet: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    votingExpiryHours = try json.read("voting_expiry_hours")
    selectedExpiryDays = try json.read("selected_expiry_days")
    ratingDays = try json.read("rating_days")
    country = try json.read("country")
    setBy = try json.read("set_by")
  }
}
