import MovieNightPrimitives

/// What a catalog knows of a movie, cleaned (`docs/catalog.md`): all of it is within its bounds, and what was not known or not
/// fit is nil. Facts that differ by country are kept for all countries.
public struct MovieFacts: FieldObject, Equatable, Sendable {
  /// TMDb's.
  public var id: Int
  public var title: String
  public var originalTitle: String?
  public var releaseDate: CalendarDate?
  public var overview: String?
  public var tagline: String?
  /// `tt` and digits.
  public var imdbID: String?
  /// Minutes, 1-9999.
  public var runtime: Int?
  public var genres: [Genre]
  public var popularity: Double?
  /// 0-10; nil without votes.
  public var voteAverage: Double?
  public var voteCount: Int?
  public var posterPath: String?
  public var backdropPath: String?
  /// Not for children whatever its certifications say: it counts as NC-17.
  public var isAdult: Bool
  /// By country, each once.
  public var certifications: [Certification]
  /// The first five, in the order of the credits.
  public var cast: [CastMember]
  /// A video's key at YouTube.
  public var trailerKey: String?
  /// By country, each once.
  public var providers: [CountryProviders]

  public init(
    id: Int, title: String, originalTitle: String? = nil, releaseDate: CalendarDate? = nil, overview: String? = nil,
    tagline: String? = nil, imdbID: String? = nil, runtime: Int? = nil, genres: [Genre] = [],
    popularity: Double? = nil, voteAverage: Double? = nil, voteCount: Int? = nil, posterPath: String? = nil,
    backdropPath: String? = nil, isAdult: Bool = false, certifications: [Certification] = [],
    cast: [CastMember] = [], trailerKey: String? = nil, providers: [CountryProviders] = []
  ) {
    self.id = id
    self.title = title
    self.originalTitle = originalTitle
    self.releaseDate = releaseDate
    self.overview = overview
    self.tagline = tagline
    self.imdbID = imdbID
    self.runtime = runtime
    self.genres = genres
    self.popularity = popularity
    self.voteAverage = voteAverage
    self.voteCount = voteCount
    self.posterPath = posterPath
    self.backdropPath = backdropPath
    self.isAdult = isAdult
    self.certifications = certifications
    self.cast = cast
    self.trailerKey = trailerKey
    self.providers = providers
  }

  public static let fields = Fields(
    Self.init(
      id:title:originalTitle:releaseDate:overview:tagline:imdbID:runtime:genres:popularity:voteAverage:voteCount:
      posterPath:backdropPath:isAdult:certifications:cast:trailerKey:providers:),
    Field("id", \.id), Field("title", \.title), Field("original_title", \.originalTitle),
    Field("release_date", \.releaseDate), Field("overview", \.overview), Field("tagline", \.tagline),
    Field("imdb_id", \.imdbID), Field("runtime", \.runtime), Field("genres", \.genres, absent: []),
    Field("popularity", \.popularity), Field("vote_average", \.voteAverage), Field("vote_count", \.voteCount),
    Field("poster_path", \.posterPath), Field("backdrop_path", \.backdropPath),
    Field("adult", \.isAdult, absent: false), Field("certifications", \.certifications, absent: []),
    Field("cast", \.cast, absent: []), Field("trailer_key", \.trailerKey), Field("providers", \.providers, absent: []))

  /// The rating that ceilings compare: the American one (`docs/catalog.md`).
  public var contentRating: String? { isAdult ? "NC-17" : certification(in: "US") }

  public func certification(in country: String) -> String? {
    certifications.first { $0.country == country }?.rating
  }

  public func providers(in country: String) -> CountryProviders? { providers.first { $0.country == country } }
}

public struct Genre: FieldObject, Hashable, Sendable {
  /// TMDb's.
  public var id: Int
  public var name: String

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  public static let fields = Fields(Self.init(id:name:), Field("id", \.id), Field("name", \.name))
}

/// What a country's authority says for whom a movie or series is.
public struct Certification: FieldObject, Hashable, Sendable {
  /// ISO 3166-1 alpha-2.
  public var country: String
  public var rating: String

  public init(country: String, rating: String) {
    self.country = country
    self.rating = rating
  }

  public static let fields = Fields(
    Self.init(country:rating:), Field("country", \.country), Field("rating", \.rating))
}

/// Who plays whom.
public struct CastMember: FieldObject, Hashable, Sendable {
  public var name: String
  public var character: String?

  public init(name: String, character: String?) {
    self.name = name
    self.character = character
  }

  public static let fields = Fields(
    Self.init(name:character:), Field("name", \.name), Field("character", \.character))
}
