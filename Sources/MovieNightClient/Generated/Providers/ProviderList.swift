// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The services of a country.
public struct ProviderList: Hashable, Sendable {
  /// Which country.
  public var country: String
  /// In the country's order of display.
  public var providers: [ListedProvider]
  /// The household's `streaming_services`; none for administrators.
  public var services: [HouseholdService]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  public init(
    country: String, providers: [ListedProvider], services: [HouseholdService], source: FactSource? = nil,
    fetchedAt: Timestamp? = nil, stale: Bool
  ) {
    self.country = country
    self.providers = providers
    self.services = services
    self.source = source
    self.fetchedAt = fetchedAt
    self.stale = stale
  }
}

extension ProviderList: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    country = try object.decode(String.self, forKey: "country")
    providers = try object.decode([ListedProvider].self, forKey: "providers")
    services = try object.decode([HouseholdService].self, forKey: "services")
    source = try object.decodeIfPresent(FactSource.self, forKey: "source")
    fetchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "fetched_at")
    stale = try object.decode(Bool.self, forKey: "stale")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(country, forKey: "country")
    try object.encode(providers, forKey: "providers")
    try object.encode(services, forKey: "services")
    try object.encode(source, forKey: "source")
    try object.encode(fetchedAt, forKey: "fetched_at")
    try object.encode(stale, forKey: "stale")
  }
}

extension ProviderList: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    country = try json.read("country")
    providers = try json.read("providers")
    services = try json.read("services")
    source = try json.readIfPresent("source")
    fetchedAt = try json.readIfPresent("fetched_at")
    stale = try json.read("stale")
  }
}
