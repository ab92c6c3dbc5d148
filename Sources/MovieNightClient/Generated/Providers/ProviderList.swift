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
  private enum CodingKeys: String, CodingKey {
    case country
    case providers
    case services
    case source
    case fetchedAt = "fetched_at"
    case stale
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(country, forKey: .country)
    try object.encode(providers, forKey: .providers)
    try object.encode(services, forKey: .services)
    try object.encode(source, forKey: .source)
    try object.encode(fetchedAt, forKey: .fetchedAt)
    try object.encode(stale, forKey: .stale)
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
