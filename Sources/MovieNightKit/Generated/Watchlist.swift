// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `watchlist.…`.
  public var watchlist: WatchlistArea { WatchlistArea(scope: scope) }
}

/// The methods `watchlist.…`.
public struct WatchlistArea: Sendable {
  let scope: ClientScope

  /// Puts a movie on the watchlist.
  ///
  /// Sends `watchlist.add`. Refused with ``RefusalReason/unknownMovie``, ``RefusalReason/alreadyOnWatchlist``,
  /// ``RefusalReason/alreadyWatched``, ``RefusalReason/watchlistFull``, ``RefusalReason/catalogUnauthorised``,
  /// ``RefusalReason/catalogUnavailable``, ``RefusalReason/noCatalog``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - movie: Which movie; its id suffices where the server has a catalog.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The movie's place on the watchlist.
  @discardableResult
  public func add(
    _ movie: SentMovie, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<WatchlistPlace> {
    try await scope.send(WatchlistRequests.add(movie), options: options)
  }

  /// Takes a movie from the watchlist: who put it there, or the creator.
  ///
  /// Sends `watchlist.remove`. Refused with ``RefusalReason/adderOrCreatorOnly``, ``RefusalReason/notOnWatchlist``, and
  /// with what refuses any command.
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The movie's place on the watchlist.
  @discardableResult
  public func remove(
    _ movie: MovieID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<WatchlistPlace> {
    try await scope.send(WatchlistRequests.remove(movie), options: options)
  }

  /// Lists the watchlist, newest first.
  ///
  /// Sends `watchlist.list`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``, and with
  /// what refuses any request.
  ///
  /// - Parameters:
  ///   - limit: How many come at most; 20 where it is nil. Must be a whole number from 1 to 100.
  ///   - cursor: What `next_cursor` said; the first page where it is nil.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Some of the watchlist.
  public func list(
    limit: Int? = nil, cursor: String? = nil, household: HouseholdID? = nil
  ) async throws -> WatchlistPage {
    try await scope.send(WatchlistRequests.list(limit: limit, cursor: cursor, household: household))
  }

  /// All that `list` gives, asked for page by page.
  public func all(limit: Int? = nil, household: HouseholdID? = nil) -> AllItems<WatchlistItem, String> {
    AllItems { cursor in
      let page = try await list(limit: limit, cursor: cursor, household: household)
      return (page.items, page.nextCursor)
    }
  }
}

/// The requests of the methods `watchlist.…`. An outbox keeps commands without secrets only.
public enum WatchlistRequests {
  /// The request `watchlist.add`: puts a movie on the watchlist.
  public static func add(_ movie: SentMovie) -> TypedRequest<CommandResult<WatchlistPlace>> {
    TypedRequest("watchlist.add") { $0.field("movie", movie) }
  }

  /// The request `watchlist.remove`: takes a movie from the watchlist: who put it there, or the creator.
  public static func remove(_ movie: MovieID) -> TypedRequest<CommandResult<WatchlistPlace>> {
    TypedRequest("watchlist.remove") { $0.field("tmdb_movie_id", movie) }
  }

  /// The request `watchlist.list`: lists the watchlist, newest first.
  public static func list(
    limit: Int? = nil, cursor: String? = nil, household: HouseholdID? = nil
  ) -> TypedRequest<WatchlistPage> {
    TypedRequest("watchlist.list") { json in
      json.fieldIfPresent("limit", limit)
      json.fieldIfPresent("cursor", cursor)
      json.fieldIfPresent("household_id", household)
    }
  }
}

/// The movie's place on the watchlist.
public struct WatchlistPlace: Hashable, Codable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// Who put it there; nil where it is there no longer.
  public var addedBy: MemberID?
  /// When they did; nil where it is there no longer.
  public var addedAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", addedBy = "added_by", addedAt = "added_at"
  }
}

/// Some of the watchlist.
public struct WatchlistPage: Hashable, Codable, Sendable {
  /// Newest first.
  public var items: [WatchlistItem]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: String?

  private enum CodingKeys: String, CodingKey {
    case items, nextCursor = "next_cursor"
  }
}

/// A movie on the watchlist.
public struct WatchlistItem: Identifiable, Hashable, Codable, Sendable {
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
  /// Who put it there.
  public var addedBy: MemberID
  /// Their name today.
  public var addedByName: String
  /// When they did.
  public var addedAt: Timestamp

  public var id: MovieID { tmdbMovieID }

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, year, posterPath = "poster_path", contentRating = "content_rating",
      genres, genreIDs = "genre_ids", overview, runtime, popularity, voteAverage = "vote_average", streaming,
      addedBy = "added_by", addedByName = "added_by_name", addedAt = "added_at"
  }
}
