import MovieNightPrimitives

/// The cleaned facts of a movie (`docs/catalog.md`). All values are within bounds; unknown and unusable ones are nil.
/// Facts that differ by country are kept for all countries.
public struct MovieFacts: FieldObject, Equatable, Sendable {
  /// The id at TMDb.
  public var id: Int
  public var title: String
  public var originalTitle: String?
  public var releaseDate: CalendarDate?
  public var overview: String?
  public var tagline: String?
  /// The id at IMDb: `tt` and digits.
  public var imdbID: String?
  /// The running time in minutes.
  public var runtime: Int?
  public var genres: [Genre] = []
  public var popularity: Double?
  /// The average vote; nil without votes.
  public var voteAverage: Double?
  public var voteCount: Int?
  public var posterPath: String?
  public var backdropPath: String?
  /// Whether the movie is for adults. If so, it counts as NC-17, whatever its certifications say.
  public var isAdult = false
  public var certifications: [Certification] = []
  /// The first cast members, in the order of the credits.
  public var cast: [CastMember] = []
  /// The trailer's key at YouTube.
  public var trailerKey: String?
  public var providers: [CountryProviders] = []

  public static let fields = Fields(
    Self.init(
      id:title:originalTitle:releaseDate:overview:tagline:imdbID:runtime:genres:popularity:voteAverage:voteCount:
      posterPath:backdropPath:isAdult:certifications:cast:trailerKey:providers:),
    Field("id", \.id, Bounds.id), Field("title", \.title, Bounds.name),
    Field("original_title", \.originalTitle, .orNull(Bounds.name)),
    Field("release_date", \.releaseDate, .orNull(Bounds.date)),
    Field("overview", \.overview, .orNull(Bounds.overview)), Field("tagline", \.tagline, .orNull(Bounds.overview)),
    Field("imdb_id", \.imdbID, .orNull(Bounds.imdbID)), Field("runtime", \.runtime, .orNull(Bounds.runtime)),
    Field("genres", \.genres, absent: [], .list(atMost: Bounds.genresPerTitle, eachOnceBy: \.id)),
    Field("popularity", \.popularity, .orNull(Bounds.popularity)),
    Field("vote_average", \.voteAverage, .orNull(Bounds.voteAverage)),
    Field("vote_count", \.voteCount, .orNull(Bounds.count)),
    Field("poster_path", \.posterPath, .orNull(Bounds.imagePath)),
    Field("backdrop_path", \.backdropPath, .orNull(Bounds.imagePath)), Field("adult", \.isAdult, absent: false),
    Field("certifications", \.certifications, absent: [], .list(atMost: Bounds.countries, eachOnceBy: \.country)),
    Field("cast", \.cast, absent: [], .list(atMost: Bounds.castMembers)),
    Field("trailer_key", \.trailerKey, .orNull(Bounds.videoKey)),
    Field("providers", \.providers, absent: [], .list(atMost: Bounds.countries, eachOnceBy: \.country)))

  /// The American rating, which is compared with ceilings (`docs/catalog.md`).
  public var contentRating: String? { isAdult ? "NC-17" : certification(in: "US")?.rating }

  public func certification(in country: String) -> Certification? { certifications.first { $0.country == country } }

  public func providers(in country: String) -> CountryProviders? { providers.first { $0.country == country } }
}

public struct Genre: FieldObject, Hashable, Sendable {
  /// The id at TMDb.
  public var id: Int
  public var name: String

  public static let fields = Fields(
    Self.init(id:name:), Field("id", \.id, Bounds.id), Field("name", \.name, Bounds.name))
}

/// A country's official age rating.
public struct Certification: FieldObject, Hashable, Sendable {
  /// The ISO 3166-1 alpha-2 code.
  public var country: String
  public var rating: String

  public static let fields = Fields(
    Self.init(country:rating:), Field("country", \.country, Bounds.country), Field("rating", \.rating, Bounds.rating))
}

public struct CastMember: FieldObject, Hashable, Sendable {
  public var name: String
  public var character: String?

  public static let fields = Fields(
    Self.init(name:character:), Field("name", \.name, Bounds.name),
    Field("character", \.character, .orNull(Bounds.name)))
}
