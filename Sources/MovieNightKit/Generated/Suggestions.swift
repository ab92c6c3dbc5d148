// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `suggestions.…`.
  public var suggestions: SuggestionsArea { SuggestionsArea(scope: scope) }
}

/// The methods `suggestions.…`.
public struct SuggestionsArea: Sendable {
  let scope: ClientScope

  /// Finds movies that suit some members; nothing enters a round by it.
  ///
  /// Sends `suggestions.generate`. Refused with ``RefusalReason/noMember``, ``RefusalReason/notMembers``,
  /// ``RefusalReason/tooFewPreferences``, ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``,
  /// ``RefusalReason/noCatalog``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - attendees: Whom they have to suit; everybody where it is nil. Must be a list of ids, at most 100.
  ///   - excludedMovies: TMDb's ids of movies that are not wanted; none where it is nil. Must be a list of whole
  ///     numbers, at most 100.
  /// - Returns: Movies that suit some members.
  public func generate(
    for attendees: [MemberID]? = nil, excluding excludedMovies: [MovieID]? = nil
  ) async throws -> Suggestions {
    try await scope.send(SuggestionsRequests.generate(for: attendees, excluding: excludedMovies))
  }
}

/// The requests of the methods `suggestions.…`. An outbox keeps commands without secrets only.
public enum SuggestionsRequests {
  /// The request `suggestions.generate`: finds movies that suit some members; nothing enters a round by it.
  public static func generate(
    for attendees: [MemberID]? = nil, excluding excludedMovies: [MovieID]? = nil
  ) -> TypedRequest<Suggestions> {
    TypedRequest("suggestions.generate") { json in
      json.fieldIfPresent("attendees", attendees)
      json.fieldIfPresent("exclude_movie_ids", excludedMovies)
    }
  }
}

/// Movies that suit some members.
public struct Suggestions: Hashable, Codable, Sendable {
  /// At most 8, the best first.
  public var suggestions: [SuggestedMovie]
  /// What was given up to find enough, in this order.
  public var relaxedConstraints: [RelaxedConstraint]
  /// How many movies of the watchlist the ceiling lets in.
  public var watchlistEligibleCount: Int
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  private enum CodingKeys: String, CodingKey {
    case suggestions, relaxedConstraints = "relaxed_constraints", watchlistEligibleCount = "watchlist_eligible_count",
      source, fetchedAt = "fetched_at", stale
  }
}

/// A movie that the algorithm found.
public struct SuggestedMovie: Identifiable, Hashable, Codable, Sendable {
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
  /// From 0 to 1.
  public var score: Double
  /// Why it was found, for people.
  public var reason: String

  public var id: MovieID { tmdbMovieID }

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, year, posterPath = "poster_path", contentRating = "content_rating",
      genres, genreIDs = "genre_ids", overview, runtime, popularity, voteAverage = "vote_average", streaming, score,
      reason
  }
}
