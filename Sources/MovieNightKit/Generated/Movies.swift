// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `movies.…`.
  public var movies: MoviesArea { MoviesArea(scope: scope) }
}

/// The methods `movies.…`.
public struct MoviesArea: Sendable {
  let scope: ClientScope

  /// Shows what is known of a movie, and what the household had to do with it.
  ///
  /// Sends `movies.get`. Refused with ``RefusalReason/unknownMovie``, ``RefusalReason/tooManyRefreshes``,
  /// ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``, ``RefusalReason/noCatalog``, and with
  /// what refuses any request.
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - refresh: `true`: the source is asked although a fresh copy is there.
  /// - Returns: What is known of a movie, and what the household had to do with it.
  public func get(_ movie: MovieID, refresh: Bool = false) async throws -> MovieDetails {
    try await scope.send(MoviesRequests.get(movie, refresh: refresh))
  }

  /// Finds movies.
  ///
  /// Sends `movies.search`. Refused with ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``,
  /// ``RefusalReason/noCatalog``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - query: What somebody typed: a title, an id (`tmdb:550`, `tt0137523`) or a link.
  ///   - year: Of release, or of the first episode; any where it is nil. Must be a whole number from 1 to 9999.
  ///   - page: Which page of the results; 1 where it is nil. Must be a whole number from 1 to 500.
  ///   - withinCeiling: `true`: without what the open round, or one for everybody, would refuse for its rating.
  /// - Returns: What a search has found.
  public func search(
    _ query: String, year: Int? = nil, page: Int? = nil, withinCeiling: Bool = false
  ) async throws -> MovieSearchPage {
    try await scope.send(MoviesRequests.search(query, year: year, page: page, withinCeiling: withinCeiling))
  }
}

/// The requests of the methods `movies.…`. An outbox keeps commands without secrets only.
public enum MoviesRequests {
  /// The request `movies.get`: shows what is known of a movie, and what the household had to do with it.
  public static func get(_ movie: MovieID, refresh: Bool = false) -> TypedRequest<MovieDetails> {
    TypedRequest("movies.get") { json in
      json.field("tmdb_movie_id", movie)
      json.fieldIfPresent("refresh", refresh ? true : nil)
    }
  }

  /// The request `movies.search`: finds movies.
  public static func search(
    _ query: String, year: Int? = nil, page: Int? = nil, withinCeiling: Bool = false
  ) -> TypedRequest<MovieSearchPage> {
    TypedRequest("movies.search") { json in
      json.field("query", query)
      json.fieldIfPresent("year", year)
      json.fieldIfPresent("page", page)
      json.fieldIfPresent("within_ceiling", withinCeiling ? true : nil)
    }
  }
}

/// What is known of a movie, and what the household had to do with it.
public struct MovieDetails: Identifiable, Hashable, Codable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// Its title, as of when it was recorded, or as the catalog has it.
  public var title: String
  /// The year of its release; nil where it was not released.
  public var year: Int?
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// Its American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as none.
  public var contentRating: ContentRating?
  /// The names of its genres.
  public var genres: [String]
  /// TMDb's ids of its genres.
  public var genreIDs: [GenreID]
  /// What it is about.
  public var overview: String?
  /// How long it is.
  @Minutes public var runtime: Duration?
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?
  /// Names of the services that have it.
  public var streaming: [String]
  /// Its title in its own language.
  public var originalTitle: String?
  /// When it first came out.
  public var releaseDate: CalendarDate?
  /// Its motto, as posters have it.
  public var tagline: String?
  /// IMDb's id.
  public var imdbID: String?
  /// How many rated it at the source.
  public var voteCount: Int?
  /// The rating of the household's country; nil where none is known.
  public var certification: Certification?
  /// The addresses of its poster; nil without one.
  public var posterURLs: ImageURLs?
  /// The part of its address behind the size; nil without an image.
  public var backdropPath: String?
  /// Its addresses; nil without an image.
  public var backdropURLs: ImageURLs?
  /// Who plays in it, five at most; nil where only the household knows the movie.
  public var cast: [CastMember]?
  /// The address of a trailer; nil where none is known.
  public var trailerURL: String?
  /// Where it can be watched; nil where nothing is known of the country.
  public var watchProviders: WatchProviders?
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool
  /// What the household had to do with it; nil for administrators.
  public var history: MovieHistory?

  public var id: MovieID { tmdbMovieID }

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, year, posterPath = "poster_path", contentRating = "content_rating",
      genres, genreIDs = "genre_ids", overview, runtime, popularity, voteAverage = "vote_average", streaming,
      originalTitle = "original_title", releaseDate = "release_date", tagline, imdbID = "imdb_id",
      voteCount = "vote_count", certification, posterURLs = "poster_urls", backdropPath = "backdrop_path",
      backdropURLs = "backdrop_urls", cast, trailerURL = "trailer_url", watchProviders = "watch_providers", source,
      fetchedAt = "fetched_at", stale, history
  }
}

/// A country's rating.
public struct Certification: Hashable, Codable, Sendable {
  /// Which country.
  public var country: String
  /// The rating, as it is written there.
  public var rating: String
}

/// The addresses of one image in different widths.
public struct ImageURLs: Hashable, Codable, Sendable {
  /// The smallest.
  public var thumbnail: String
  /// For lists.
  public var card: String
  /// For a page.
  public var detail: String
  /// The largest.
  public var full: String
}

/// Who plays in it.
public struct CastMember: Hashable, Codable, Sendable {
  /// Who.
  public var name: String
  /// Whom they play.
  public var character: String?
}

/// Where it can be watched in a country; name JustWatch beside it.
public struct WatchProviders: Hashable, Codable, Sendable {
  /// In which country.
  public var country: String
  /// A page that has all of them; nil where there is none.
  public var link: String?
  /// With a subscription.
  public var flatrate: [Provider]
  /// For nothing.
  public var free: [Provider]
  /// With advertisements.
  public var ads: [Provider]
  /// To rent.
  public var rent: [Provider]
  /// To buy.
  public var buy: [Provider]
}

/// A service that has it.
public struct Provider: Identifiable, Hashable, Codable, Sendable {
  /// TMDb's id.
  public var providerID: Int
  /// What it is called.
  public var name: String
  /// The addresses of its logo; nil without one.
  public var logoURLs: ImageURLs?

  public var id: Int { providerID }

  private enum CodingKeys: String, CodingKey {
    case providerID = "provider_id", name, logoURLs = "logo_urls"
  }
}

/// What a household had to do with a movie.
public struct MovieHistory: Hashable, Codable, Sendable {
  /// Who put it there; nil where it is not on it.
  public var onWatchlist: WatchlistEntry?
  /// How the household saw it; nil where it has not.
  public var watched: WatchedEntry?
  /// Whether the open round would refuse it for its rating; where none is open, a round for everybody.
  public var exceedsCeiling: Bool
  /// Those that it is in, of the newest 1,000, newest first.
  public var rounds: [MovieAppearance]

  private enum CodingKeys: String, CodingKey {
    case onWatchlist = "on_watchlist", watched, exceedsCeiling = "exceeds_ceiling", rounds
  }
}

/// Who put a movie on the watchlist.
public struct WatchlistEntry: Hashable, Codable, Sendable {
  /// Who put it there.
  public var addedBy: MemberID
  /// Their name today.
  public var addedByName: String
  /// When they did.
  public var addedAt: Timestamp

  private enum CodingKeys: String, CodingKey {
    case addedBy = "added_by", addedByName = "added_by_name", addedAt = "added_at"
  }
}

/// How the household saw a movie.
public struct WatchedEntry: Hashable, Codable, Sendable {
  /// When the household saw it last.
  public var watchedAt: Timestamp
  /// Through a round, or marked.
  public var source: WatchedSource
  /// Who marked it; nil for `round`.
  public var markedBy: MemberID?
  /// Their name today; nil for `round`.
  public var markedByName: String?
  /// The round; nil for `direct`.
  public var roundID: RoundID?

  private enum CodingKeys: String, CodingKey {
    case watchedAt = "watched_at", source, markedBy = "marked_by", markedByName = "marked_by_name", roundID = "round_id"
  }
}

/// What became of a movie in one round.
public struct MovieAppearance: Identifiable, Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is.
  public var status: RoundStatus
  /// When the round was started.
  public var createdAt: Timestamp
  /// How many were for it.
  public var votesUp: Int
  /// How many were against it.
  public var votesDown: Int
  /// The first less the second.
  public var netScore: Int
  /// The reader's own; nil without one.
  public var myVote: Vote?
  /// Whether the round chose it.
  public var picked: Bool
  /// How it was rated, where it was picked; else nil.
  public var ratingsSummary: RatingsSummary?

  public var id: RoundID { roundID }

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", status, createdAt = "created_at", votesUp = "votes_up", votesDown = "votes_down",
      netScore = "net_score", myVote = "my_vote", picked, ratingsSummary = "ratings_summary"
  }
}

/// What a search has found.
public struct MovieSearchPage: Hashable, Codable, Sendable {
  /// Which page this is, from 1 on.
  public var page: Int
  /// How many there are at the source.
  public var totalPages: Int
  /// How many there are at the source, also of what was left out.
  public var totalResults: Int
  /// In the source's order.
  public var results: [MovieSearchResult]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  private enum CodingKeys: String, CodingKey {
    case page, totalPages = "total_pages", totalResults = "total_results", results, source, fetchedAt = "fetched_at",
      stale
  }
}

/// A movie that a search has found.
public struct MovieSearchResult: Identifiable, Hashable, Codable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// Its title.
  public var title: String
  /// Its title in its own language.
  public var originalTitle: String?
  /// The year of its release.
  public var year: Int?
  /// When it first came out.
  public var releaseDate: CalendarDate?
  /// What it is about.
  public var overview: String?
  /// The part of its address behind the size; nil without an image.
  public var posterPath: String?
  /// Its addresses; nil without an image.
  public var posterURLs: ImageURLs?
  /// The names of its genres.
  public var genres: [String]
  /// TMDb's ids of them.
  public var genreIDs: [GenreID]
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?
  /// Its American rating; nil also where the movie's details are not at hand.
  public var contentRating: ContentRating?
  /// Whether it is on the household's watchlist; nil for administrators.
  public var onWatchlist: Bool?
  /// Whether the household has seen it; nil for administrators.
  public var watched: Bool?
  /// Whether the open round, or one for everybody, would refuse it for its rating; nil for administrators, and where
  /// its details are not at hand.
  public var exceedsCeiling: Bool?

  public var id: MovieID { tmdbMovieID }

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, originalTitle = "original_title", year, releaseDate = "release_date",
      overview, posterPath = "poster_path", posterURLs = "poster_urls", genres, genreIDs = "genre_ids", popularity,
      voteAverage = "vote_average", contentRating = "content_rating", onWatchlist = "on_watchlist", watched,
      exceedsCeiling = "exceeds_ceiling"
  }
}

/// What ``MovieDetails/source`` says: who says so; nil where nobody was asked.
public struct FactSource: OpenEnum {
  public static let tmdb = Self(rawValue: "tmdb")
  public static let file = Self(rawValue: "file")
  public static let household = Self(rawValue: "household")
  public static let builtin = Self(rawValue: "builtin")

  public static let allCases: [Self] = [.tmdb, .file, .household, .builtin]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
