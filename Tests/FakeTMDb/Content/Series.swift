extension FakeTMDb {
  /// A series in TMDb's catalog. Its texts are in English.
  public struct Series: Sendable {
    public var id: Int
    public var name: String
    /// The original name; nil if it is the same as `name`.
    public var originalName: String?
    /// The date as "YYYY-MM-DD"; nil is written as "", as at TMDb.
    public var firstAirDate: String?
    public var lastAirDate: String?
    public var overview: String
    public var status: String
    public var imdbID: String?
    public var tvdbID: Int?
    public var genres: [(id: Int, name: String)]
    public var popularity: Double
    public var voteAverage: Double
    public var voteCount: Int
    public var posterPath: String?
    public var backdropPath: String?
    public var adult: Bool
    /// The content ratings by country, such as "TV-MA" in "US".
    public var contentRatings: [String: String]
    /// The providers by country.
    public var providers: [String: Providers]
    public var nextEpisode: (season: Int, episode: Episode)?
    public var seasons: [Season]
    /// The translations by language, such as "de-DE".
    public var translations: [String: Translation]

    public init(
      id: Int, name: String, originalName: String? = nil, firstAirDate: String? = nil, lastAirDate: String? = nil,
      overview: String = "", status: String = "Ended", imdbID: String? = nil, tvdbID: Int? = nil,
      genres: [(id: Int, name: String)] = [], popularity: Double = 1, voteAverage: Double = 0, voteCount: Int = 0,
      posterPath: String? = nil, backdropPath: String? = nil, adult: Bool = false,
      contentRatings: [String: String] = [:], providers: [String: Providers] = [:],
      nextEpisode: (season: Int, episode: Episode)? = nil, seasons: [Season] = [],
      translations: [String: Translation] = [:]
    ) {
      self.id = id
      self.name = name
      self.originalName = originalName
      self.firstAirDate = firstAirDate
      self.lastAirDate = lastAirDate
      self.overview = overview
      self.status = status
      self.imdbID = imdbID
      self.tvdbID = tvdbID
      self.genres = genres
      self.popularity = popularity
      self.voteAverage = voteAverage
      self.voteCount = voteCount
      self.posterPath = posterPath
      self.backdropPath = backdropPath
      self.adult = adult
      self.contentRatings = contentRatings
      self.providers = providers
      self.nextEpisode = nextEpisode
      self.seasons = seasons
      self.translations = translations
    }
  }

  /// A season. Properties that are nil are written as null.
  public struct Season: Sendable {
    /// The number; 0 for the specials.
    public var number: Int
    public var name: String?
    public var overview: String?
    public var airDate: String?
    public var posterPath: String?
    public var episodes: [Episode]
    public var translations: [String: Translation]

    public init(
      number: Int, name: String?, overview: String? = nil, airDate: String? = nil, posterPath: String? = nil,
      episodes: [Episode] = [], translations: [String: Translation] = [:]
    ) {
      self.number = number
      self.name = name
      self.overview = overview
      self.airDate = airDate
      self.posterPath = posterPath
      self.episodes = episodes
      self.translations = translations
    }
  }

  /// An episode. Properties that are nil are written as null.
  public struct Episode: Sendable {
    public var number: Int
    public var id: Int
    public var name: String?
    public var overview: String?
    public var airDate: String?
    /// The runtime in minutes.
    public var runtime: Int?
    public var stillPath: String?
    public var type: String
    public var translations: [String: Translation]

    public init(
      number: Int, id: Int, name: String?, overview: String? = nil, airDate: String? = nil, runtime: Int? = nil,
      stillPath: String? = nil, type: String = "standard", translations: [String: Translation] = [:]
    ) {
      self.number = number
      self.id = id
      self.name = name
      self.overview = overview
      self.airDate = airDate
      self.runtime = runtime
      self.stillPath = stillPath
      self.type = type
      self.translations = translations
    }
  }
}
