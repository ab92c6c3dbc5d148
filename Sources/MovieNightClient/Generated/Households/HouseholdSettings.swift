// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What goes for a household's rounds, and where it watches.
public struct HouseholdSettings: Hashable, Sendable {
  /// How long voting is open. In hours.
  public var votingExpiryHours: Int
  /// How long a pick waits to be watched. In days.
  public var selectedExpiryDays: Int
  /// How long ratings are waited for. In days.
  public var ratingDays: Int
  /// Where it watches: the code in ISO 3166-1, as `DE`.
  public var country: String

  public init(votingExpiryHours: Int, selectedExpiryDays: Int, ratingDays: Int, country: String) {
    self.votingExpiryHours = votingExpiryHours
    self.selectedExpiryDays = selectedExpiryDays
    self.ratingDays = ratingDays
    self.country = country
  }
}

extension HouseholdSettings: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    votingExpiryHours = try object.decode(Int.self, forKey: "voting_expiry_hours")
    selectedExpiryDays = try object.decode(Int.self, forKey: "selected_expiry_days")
    ratingDays = try object.decode(Int.self, forKey: "rating_days")
    country = try object.decode(String.self, forKey: "country")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(votingExpiryHours, forKey: "voting_expiry_hours")
    try object.encode(selectedExpiryDays, forKey: "selected_expiry_days")
    try object.encode(ratingDays, forKey: "rating_days")
    try object.encode(country, forKey: "country")
  }
}

extension HouseholdSettings: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    votingExpiryHours = try json.read("voting_expiry_hours")
    selectedExpiryDays = try json.read("selected_expiry_days")
    ratingDays = try json.read("rating_days")
    country = try json.read("country")
  }
}
