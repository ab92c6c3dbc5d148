// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `watched.…`.
  public var watched: WatchedArea { WatchedArea(scope: scope) }
}

/// The methods `watched.…`.
public struct WatchedArea: Sendable {
  let scope: ClientScope

  /// Says that the household has seen a movie, outside of any round.
  ///
  /// Sends `watched.mark`. Refused with ``RefusalReason/unknownMovie``, ``RefusalReason/alreadyWatched``,
  /// ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``, ``RefusalReason/noCatalog``, and with
  /// what refuses any command.
  ///
  /// - Parameters:
  ///   - movie: Which movie; its id suffices where the server has a catalog.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The movie's place on the watched list.
  @discardableResult
  public func mark(
    _ movie: SentMovie, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<WatchedPlace> {
    try await scope.send(WatchedRequests.mark(movie), options: options)
  }

  /// Undoes a mark; the movie is on the watchlist again, if it was there.
  ///
  /// Sends `watched.unmark`. Refused with ``RefusalReason/markerOrCreatorOnly``, ``RefusalReason/notWatched``,
  /// ``RefusalReason/tooLate``, ``RefusalReason/watchedInRound``, ``RefusalReason/watchlistFull``, and with what
  /// refuses any command.
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The movie's place on the watched list.
  @discardableResult
  public func unmark(
    _ movie: MovieID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<WatchedPlace> {
    try await scope.send(WatchedRequests.unmark(movie), options: options)
  }

  /// Lists what the household has seen, watched last first.
  ///
  /// Sends `watched.list`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``, and with what
  /// refuses any request.
  ///
  /// - Parameters:
  ///   - limit: How many come at most; 20 where it is nil. Must be a whole number from 1 to 100.
  ///   - cursor: What `next_cursor` said; the first page where it is nil.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Some of the watched list.
  public func list(
    limit: Int? = nil, cursor: String? = nil, household: HouseholdID? = nil
  ) async throws -> WatchedPage {
    try await scope.send(WatchedRequests.list(limit: limit, cursor: cursor, household: household))
  }

  /// All that `list` gives, asked for page by page.
  public func all(limit: Int? = nil, household: HouseholdID? = nil) -> AllItems<WatchedItem, String> {
    AllItems { cursor in
      let page = try await list(limit: limit, cursor: cursor, household: household)
      return (page.items, page.nextCursor)
    }
  }
}

/// The requests of the methods `watched.…`. An outbox keeps commands without secrets only.
public enum WatchedRequests {
  /// The request `watched.mark`: says that the household has seen a movie, outside of any round.
  public static func mark(_ movie: SentMovie) -> TypedRequest<CommandResult<WatchedPlace>> {
    TypedRequest("watched.mark") { $0.field("movie", movie) }
  }

  /// The request `watched.unmark`: undoes a mark; the movie is on the watchlist again, if it was there.
  public static func unmark(_ movie: MovieID) -> TypedRequest<CommandResult<WatchedPlace>> {
    TypedRequest("watched.unmark") { $0.field("tmdb_movie_id", movie) }
  }

  /// The request `watched.list`: lists what the household has seen, watched last first.
  public static func list(
    limit: Int? = nil, cursor: String? = nil, household: HouseholdID? = nil
  ) -> TypedRequest<WatchedPage> {
    TypedRequest("watched.list") { json in
      json.fieldIfPresent("limit", limit)
      json.fieldIfPresent("cursor", cursor)
      json.fieldIfPresent("household_id", household)
    }
  }
}

/// The movie's place on the watched list.
public struct WatchedPlace: Hashable, Codable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// When it was watched; nil where it is there no longer.
  public var watchedAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", watchedAt = "watched_at"
  }
}

/// Some of the watched list.
public struct WatchedPage: Hashable, Codable, Sendable {
  /// Watched last first, each movie once.
  public var items: [WatchedItem]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: String?

  private enum CodingKeys: String, CodingKey {
    case items, nextCursor = "next_cursor"
  }
}

/// A movie that the household has seen.
public struct WatchedItem: Identifiable, Hashable, Codable, Sendable {
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
  /// When the household saw it last.
  public var watchedAt: Timestamp
  /// Through a round, or marked.
  public var source: WatchedSource
  /// Who marked it; nil for `round`.
  public var markedBy: MemberID?
  /// Their name today; nil for `round`.
  public var markedByName: String?
  /// Until just before then the mark can be undone; nil for `round`.
  public var undoUntil: Timestamp?
  /// The round; nil for `direct`.
  public var roundID: RoundID?
  /// How the round was rated; nil for `direct`.
  public var ratingsSummary: RatingsSummary?

  public var id: MovieID { tmdbMovieID }

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, year, posterPath = "poster_path", contentRating = "content_rating",
      genres, genreIDs = "genre_ids", overview, runtime, popularity, voteAverage = "vote_average", streaming,
      watchedAt = "watched_at", source, markedBy = "marked_by", markedByName = "marked_by_name",
      undoUntil = "undo_until", roundID = "round_id", ratingsSummary = "ratings_summary"
  }
}

/// What ``WatchedItem/source`` says: through a round, or marked.
public struct WatchedSource: OpenEnum {
  public static let round = Self(rawValue: "round")
  public static let direct = Self(rawValue: "direct")

  public static let allCases: [Self] = [.round, .direct]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
