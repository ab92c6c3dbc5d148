import MovieNightPrimitives

/// A service that shows, lends or sells.
public struct Provider: FieldObject, Hashable, Sendable {
  /// TMDb's.
  public var id: Int
  public var name: String
  public var logoPath: String?

  public init(id: Int, name: String, logoPath: String? = nil) {
    self.id = id
    self.name = name
    self.logoPath = logoPath
  }

  public static let fields = Fields(
    Self.init(id:name:logoPath:), Field("id", \.id), Field("name", \.name), Field("logo_path", \.logoPath))
}

/// Where a movie or series can be watched in one country, each list in its order of display.
public struct CountryProviders: FieldObject, Hashable, Sendable {
  /// ISO 3166-1 alpha-2.
  public var country: String
  /// A page with all of them.
  public var link: String?
  public var flatrate: [Provider]
  public var free: [Provider]
  public var ads: [Provider]
  public var rent: [Provider]
  public var buy: [Provider]

  public init(
    country: String, link: String? = nil, flatrate: [Provider] = [], free: [Provider] = [], ads: [Provider] = [],
    rent: [Provider] = [], buy: [Provider] = []
  ) {
    self.country = country
    self.link = link
    self.flatrate = flatrate
    self.free = free
    self.ads = ads
    self.rent = rent
    self.buy = buy
  }

  public static let fields = Fields(
    Self.init(country:link:flatrate:free:ads:rent:buy:), Field("country", \.country), Field("link", \.link),
    Field("flatrate", \.flatrate, absent: []), Field("free", \.free, absent: []), Field("ads", \.ads, absent: []),
    Field("rent", \.rent, absent: []), Field("buy", \.buy, absent: []))

  /// Those at which it costs nothing more to watch it: each once, in their order.
  public var streaming: [Provider] {
    var seen: Set<Int> = []
    return (flatrate + free + ads).filter { seen.insert($0.id).inserted }
  }
}

/// A provider as a list of providers has it: with its place in each country.
public struct ListedProvider: FieldObject, Equatable, Sendable {
  public var provider: Provider
  /// By country, each once.
  public var priorities: [Priority]

  /// The least is shown first.
  public struct Priority: FieldObject, Hashable, Sendable {
    /// ISO 3166-1 alpha-2.
    public var country: String
    public var priority: Int

    public init(country: String, priority: Int) {
      self.country = country
      self.priority = priority
    }

    public static let fields = Fields(
      Self.init(country:priority:), Field("country", \.country), Field("priority", \.priority))
  }

  public init(provider: Provider, priorities: [Priority]) {
    self.provider = provider
    self.priorities = priorities
  }

  public static let fields = Fields(
    Self.init(provider:priorities:), Field(members: \.provider), Field("priorities", \.priorities))
}

/// All providers of movies or of series.
public struct ProviderList: FieldObject, Equatable, Sendable {
  public var providers: [ListedProvider]

  public init(providers: [ListedProvider]) { self.providers = providers }

  public static let fields = Fields(Self.init(providers:), Field("providers", \.providers))

  /// Those of a country, by its order of display, then by name.
  public func providers(in country: String) -> [Provider] {
    providers
      .compactMap { listed in
        listed.priorities.first { $0.country == country }.map { (priority: $0.priority, provider: listed.provider) }
      }
      .sorted { ($0.priority, $0.provider.name, $0.provider.id) < ($1.priority, $1.provider.name, $1.provider.id) }
      .map(\.provider)
  }
}
