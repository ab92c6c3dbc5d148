extension FakeTMDb {
  /// A movie as TMDb knows it. Texts are in English.
  public struct Movie: Sendable {
    public var id: Int
    public var title: String
    /// Nil: as `title`.
    public var originalTitle: String?
    /// "YYYY-MM-DD"; "" is written where it is nil, as TMDb does.
    public var releaseDate: String?
    public var overview: String
    public var tagline: String
    public var imdbID: String?
    public var genres: [(id: Int, name: String)]
    public var popularity: Double
    public var voteAverage: Double
    public var voteCount: Int
    /// Minutes; TMDb has 0 where it does not know.
    public var runtime: Int
    public var posterPath: String?
    public var backdropPath: String?
    public var adult: Bool
    /// By country: "R" in "US".
    public var certifications: [String: String]
    public var cast: [(name: String, character: String)]
    /// At YouTube.
    public var trailerKey: String?
    /// By country.
    public var providers: [String: Providers]
    /// By language: "de-DE".
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

  /// What something is called and is about in another language; "" where nobody has translated that.
  public struct Translation: Sendable {
    public var title: String
    public var overview: String

    public init(title: String = "", overview: String = "") {
      self.title = title
      self.overview = overview
    }
  }

  /// Where something can be watched in one country. Each list is in the order of display.
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

  /// A provider in the list of all.
  public struct ListedProvider: Sendable {
    public var id: Int
    public var name: String
    /// Its place in each country that has it.
    public var priorities: [String: Int]

    public init(id: Int, name: String, priorities: [String: Int]) {
      self.id = id
      self.name = name
      self.priorities = priorities
    }
  }
}
