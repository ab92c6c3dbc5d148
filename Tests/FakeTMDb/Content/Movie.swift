extension FakeTMDb {
  /// A movie in TMDb's catalog. Its texts are in English.
  public struct Movie: Sendable {
    public var id: Int
    public var title: String
    /// The original title; nil if it is the same as `title`.
    public var originalTitle: String?
    /// The date as "YYYY-MM-DD"; nil is written as "", as at TMDb.
    public var releaseDate: String?
    public var overview: String
    public var tagline: String
    public var imdbID: String?
    public var genres: [(id: Int, name: String)]
    public var popularity: Double
    public var voteAverage: Double
    public var voteCount: Int
    /// The runtime in minutes; 0 if it is unknown, as at TMDb.
    public var runtime: Int
    public var posterPath: String?
    public var backdropPath: String?
    public var adult: Bool
    /// The certifications by country, such as "R" in "US".
    public var certifications: [String: String]
    public var cast: [(name: String, character: String)]
    /// The key of the trailer on YouTube.
    public var trailerKey: String?
    /// The providers by country.
    public var providers: [String: Providers]
    /// The translations by language, such as "de-DE".
    public var translations: [String: Translation]

    public init(
      id: Int, title: String, originalTitle: String? = nil, releaseDate: String? = nil, overview: String = "",
      tagline: String = "", imdbID: String? = nil, genres: [(id: Int, name: String)] = [], popularity: Double = 1,
      voteAverage: Double = 0, voteCount: Int = 0, runtime: Int = 0, posterPath: String? = nil,
      backdropPath: String? = nil, adult: Bool = false, certifications: [String: String] = [:],
      cast: [(name: String, character: String)] = [], trailerKey: String? = nil, providers: [String: Providers] = [:],
      translations: [String: Translation] = [:]
    ) {
      self.id = id
      self.title = title
      self.originalTitle = originalTitle
      self.releaseDate = releaseDate
      self.overview = overview
      self.tagline = tagline
      self.imdbID = imdbID
      self.genres = genres
      self.popularity = popularity
      self.voteAverage = voteAverage
      self.voteCount = voteCount
      self.runtime = runtime
      self.posterPath = posterPath
      self.backdropPath = backdropPath
      self.adult = adult
      self.certifications = certifications
      self.cast = cast
      self.trailerKey = trailerKey
      self.providers = providers
      self.translations = translations
    }
  }

  /// A title and an overview in another language. A text that is not translated is "".
  public struct Translation: Sendable {
    public var title: String
    public var overview: String

    public init(title: String = "", overview: String = "") {
      self.title = title
      self.overview = overview
    }
  }

  /// The providers of a movie or series in one country. Each list is in display order.
  public struct Providers: Sendable {
    public typealias Listed = [(id: Int, name: String)]

    public var flatrate: Listed
    public var free: Listed
    public var ads: Listed
    public var rent: Listed
    public var buy: Listed

    public init(
      flatrate: Listed = [], free: Listed = [], ads: Listed = [], rent: Listed = [], buy: Listed = []
    ) {
      self.flatrate = flatrate
      self.free = free
      self.ads = ads
      self.rent = rent
      self.buy = buy
    }
  }

  /// A provider in the list of all providers.
  public struct ListedProvider: Sendable {
    public var id: Int
    public var name: String
    /// The display priority in each country that has the provider.
    public var priorities: [String: Int]

    public init(id: Int, name: String, priorities: [String: Int]) {
      self.id = id
      self.name = name
      self.priorities = priorities
    }
  }
}
