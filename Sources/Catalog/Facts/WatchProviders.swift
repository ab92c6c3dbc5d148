import MovieNightPrimitives

/// A service that streams, rents out or sells movies and series.
public struct Provider: FieldObject, Hashable, Sendable {
  /// The id at TMDb.
  public var id: Int
  public var name: String
  public var logoPath: String?

  public static let fields = Fields(
    Self.init(id:name:logoPath:), Field("id", \.id, Bounds.id), Field("name", \.name, Bounds.name),
    Field("logo_path", \.logoPath, .orNull(Bounds.imagePath)))
}

/// The providers of a movie or series in one country, each list in display order.
public struct CountryProviders: FieldObject, Hashable, Sendable {
  /// The ISO 3166-1 alpha-2 code.
  public var country: String
  /// The address of a page that lists all these providers.
  public var link: String?
  public var flatrate: [Provider] = []
  public var free: [Provider] = []
  public var ads: [Provider] = []
  public var rent: [Provider] = []
  public var buy: [Provider] = []

  public static let fields = Fields(
    Self.init(country:link:flatrate:free:ads:rent:buy:), Field("country", \.country, Bounds.country),
    Field("link", \.link, .orNull(Bounds.address)), Field("flatrate", \.flatrate, absent: [], Bounds.providers),
    Field("free", \.free, absent: [], Bounds.providers), Field("ads", \.ads, absent: [], Bounds.providers),
    Field("rent", \.rent, absent: [], Bounds.providers), Field("buy", \.buy, absent: [], Bounds.providers))

  /// The providers that show the movie or series at no extra cost, in display order and without duplicates.
  public var streaming: [Provider] {
    var seen: Set<Int> = []
    return (flatrate + free + ads).filter { seen.insert($0.id).inserted }
  }
}

/// A provider with its display priority in each country.
public struct ListedProvider: FieldObject, Equatable, Sendable {
  public var provider: Provider
  public var priorities: [Priority]
  /// The display priority in every country; nil if the source gives priorities by country.
  public var commonPriority: Int?

  /// A display priority in a country. The provider with the lowest priority comes first.
  public struct Priority: FieldObject, Hashable, Sendable {
    /// The ISO 3166-1 alpha-2 code.
    public var country: String
    public var priority: Int

    public static let fields = Fields(
      Self.init(country:priority:), Field("country", \.country, Bounds.country),
      Field("priority", \.priority, Bounds.priority))
  }

  public static let fields = Fields(
    Self.init(provider:priorities:commonPriority:), Field(members: \.provider),
    Field("priorities", \.priorities, .list(atMost: Bounds.countries, eachOnceBy: \.country)),
    Field("common_priority", \.commonPriority, .orNull(Bounds.priority)))

  func priority(in country: String) -> Int? {
    commonPriority ?? priorities.first { $0.country == country }?.priority
  }
}

/// All providers of movies or of series.
public struct ProviderList: FieldObject, Equatable, Sendable {
  public var providers: [ListedProvider]

  public static let fields = Fields(
    Self.init(providers:),
    Field("providers", \.providers, .list(atMost: Bounds.listedProviders, eachOnceBy: \.provider.id)))

  /// Returns the providers of a country, sorted by display priority, then by name.
  public func providers(in country: String) -> [Provider] {
    providers
      .compactMap { listed in
        listed.priority(in: country).map { (priority: $0, provider: listed.provider) }
      }
      .sorted { ($0.priority, $0.provider.name, $0.provider.id) < ($1.priority, $1.provider.name, $1.provider.id) }
      .map(\.provider)
  }
}
