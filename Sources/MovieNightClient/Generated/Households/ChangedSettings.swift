// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Settings that change.
public struct ChangedSettings: Hashable, Sendable {
  /// How long voting is open, in hours; it stays where it is nil.
  public var votingExpiryHours: Int?
  /// How long a pick waits to be watched, in days; it stays where it is nil.
  public var selectedExpiryDays: Int?
  /// How long ratings are waited for, in days; it stays where it is nil.
  public var ratingDays: Int?
  /// Where the household watches: the code in ISO 3166-1, as `DE`; it stays where it is nil.
  public var country: String?

  public init(
    votingExpiryHours: Int? = nil, selectedExpiryDays: Int? = nil, ratingDays: Int? = nil, country: String? = nil
  ) {
    self.votingExpiryHours = votingExpiryHours
    self.selectedExpiryDays = selectedExpiryDays
    self.ratingDays = ratingDays
    self.country = country
  }
}

extension ChangedSettings: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    votingExpiryHours = try object.decodeIfPresent(Int.self, forKey: "voting_expiry_hours")
    selectedExpiryDays = try object.decodeIfPresent(Int.self, forKey: "selected_expiry_days")
    ratingDays = try object.decodeIfPresent(Int.self, forKey: "rating_days")
    country = try object.decodeIfPresent(String.self, forKey: "country")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encodeIfPresent(votingExpiryHours, forKey: "voting_expiry_hours")
    try object.encodeIfPresent(selectedExpiryDays, forKey: "selected_expiry_days")
    try object.encodeIfPresent(ratingDays, forKey: "rating_days")
    try object.encodeIfPresent(country, forKey: "country")
  }
}

extension ChangedSettings: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    votingExpiryHours = try json.readIfPresent("voting_expiry_hours")
    selectedExpiryDays = try json.readIfPresent("selected_expiry_days")
    ratingDays = try json.readIfPresent("rating_days")
    country = try json.readIfPresent("country")
  }
}

extension ChangedSettings: JSONWritable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.fieldIfPresent("voting_expiry_hours", votingExpiryHours)
      json.fieldIfPresent("selected_expiry_days", selectedExpiryDays)
      json.fieldIfPresent("rating_days", ratingDays)
      json.fieldIfPresent("country", country)
    }
  }
}
