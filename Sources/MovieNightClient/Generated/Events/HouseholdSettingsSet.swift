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
  /// ISO 3166-1 alpha-2; missing in events of an older version.
  public var country: String?
  /// `set_by`.
  public var setBy: MemberID

  public init(
    votingExpiryHours: Int, selectedExpiryDays: Int, ratingDays: Int, country: String? = nil, setBy: MemberID
  ) {
    self.votingExpiryHours = votingExpiryHours
    self.selectedExpiryDays = selectedExpiryDays
    self.ratingDays = ratingDays
    self.country = country
    self.setBy = setBy
  }
}

extension HouseholdSettingsSet: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    votingExpiryHours = try object.decode(Int.self, forKey: "voting_expiry_hours")
    selectedExpiryDays = try object.decode(Int.self, forKey: "selected_expiry_days")
    ratingDays = try object.decode(Int.self, forKey: "rating_days")
    country = try object.decodeIfPresent(String.self, forKey: "country")
    setBy = try object.decode(MemberID.self, forKey: "set_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(votingExpiryHours, forKey: "voting_expiry_hours")
    try object.encode(selectedExpiryDays, forKey: "selected_expiry_days")
    try object.encode(ratingDays, forKey: "rating_days")
    try object.encodeIfPresent(country, forKey: "country")
    try object.encode(setBy, forKey: "set_by")
  }
}

extension HouseholdSettingsSet: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    votingExpiryHours = try json.read("voting_expiry_hours")
    selectedExpiryDays = try json.read("selected_expiry_days")
    ratingDays = try json.read("rating_days")
    country = try json.readIfPresent("country")
    setBy = try json.read("set_by")
  }
}
