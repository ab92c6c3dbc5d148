import MovieNightPrimitives

extension BodyCleaner {
  mutating func countryProviders(_ json: JSONValue?) -> [CountryProviders] {
    guard let json else { return [] }
    var countries: [String: CountryProviders] = [:]
    for (name, value) in json.members {
      guard Bounds.country.contains(name), value.kind == .object, countries[name] == nil else {
        dropped += 1
        continue
      }
      countries[name] = CountryProviders(
        country: name, link: value.member("link", Bounds.address), flatrate: providers(value["flatrate"]?.elements),
        free: providers(value["free"]?.elements), ads: providers(value["ads"]?.elements),
        rent: providers(value["rent"]?.elements), buy: providers(value["buy"]?.elements))
    }
    return countries.values.sorted { $0.country < $1.country }
  }

  /// Cleans the list of all providers of movies or of series. Older bodies have one priority for all countries.
  mutating func providerList(_ json: JSONValue) throws(UnexpectedBody) -> ProviderList {
    let entries = try Self.requireList("results", of: json)
    let providers = list(entries, atMost: Bounds.listedProviders, eachOnceBy: \.provider.id) { entry in
      Self.provider(entry).map {
        ListedProvider(provider: $0, priorities: Self.priorities(entry), commonPriority: Self.commonPriority(entry))
      }
    }
    return ProviderList(providers: providers)
  }

  /// Cleans a list of providers, and sorts it by display priority. Providers without a display priority come last.
  private mutating func providers(_ entries: JSONElements?) -> [Provider] {
    let providers = list(entries, atMost: Bounds.providersPerOffer, eachOnceBy: \.provider.id) { entry in
      Self.provider(entry).map { provider in
        (provider: provider, priority: entry.member("display_priority", Bounds.priority) ?? .max)
      }
    }
    return providers.enumerated()
      .sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
      .map(\.element.provider)
  }

  private static func provider(_ json: JSONValue) -> Provider? {
    guard let id = json.id("provider_id"), let name = json.name("provider_name") else { return nil }
    return Provider(id: id, name: name, logoPath: json.imagePath("logo_path"))
  }

  private static func commonPriority(_ json: JSONValue) -> Int? {
    guard json["display_priorities"]?.kind != .object else { return nil }
    return json.member("display_priority", Bounds.priority) ?? Bounds.lastPriority
  }

  private static func priorities(_ json: JSONValue) -> [ListedProvider.Priority] {
    guard let members = json["display_priorities"]?.members else { return [] }
    var priorities: [String: Int] = [:]
    for (name, value) in members {
      guard Bounds.country.contains(name), let priority = value.integer, Bounds.priority.contains(priority),
        priorities[name] == nil
      else { continue }
      priorities[name] = priority
    }
    return priorities.sorted { $0.key < $1.key }.map { .init(country: $0.key, priority: $0.value) }
  }
}
