import MovieNightPrimitives

public struct SuggestionCriteria: Sendable {
  /// The ids of genres that at least one member likes.
  public var likes: Set<Int>
  /// The ids of genres that all members dislike.
  public var dislikes: Set<Int>
  /// The ceiling in effect, which is the override if there is one.
  public var ceiling: ContentRating
  /// Returns whether a movie with this content rating may enter the round. The rule itself is defined by rounds.
  public var passes: @Sendable (String?) -> Bool
  /// The TMDb ids of movies that were watched, are excluded, or are in the round.
  public var excludedMovies: Set<Int>
  /// The household's services, in the household's order.
  public var services: [String]
  /// The country's ISO 3166-1 alpha-2 code.
  public var country: String
  /// The current date in UTC.
  public var today: CalendarDate

  public init(
    likes: Set<Int>, dislikes: Set<Int>, ceiling: ContentRating, passes: @escaping @Sendable (String?) -> Bool,
    excludedMovies: Set<Int>, services: [String], country: String, today: CalendarDate
  ) {
    self.likes = likes
    self.dislikes = dislikes
    self.ceiling = ceiling
    self.passes = passes
    self.excludedMovies = excludedMovies
    self.services = services
    self.country = country
    self.today = today
  }
}

/// A constraint that is relaxed if too few movies are found, in the order of the cases. Answers contain the raw values.
public enum RelaxedConstraint: String, CaseIterable, Sendable {
  case expandedGenres = "expanded_genres"
  case loweredPopularityFloor = "lowered_popularity_floor"
  case includedOlderMovies = "included_older_movies"
}

extension SuggestionCriteria {
  public func discovery(relaxed: [RelaxedConstraint]) -> Discovery {
    Discovery(
      highestCertification: ceiling,
      // TMDb ranks unrated movies below G. They are included if the ceiling is R or higher.
      lowestCertification: ceiling < .r ? .g : nil,
      fewestVotes: relaxed.contains(.loweredPopularityFloor) ? 10 : 50,
      releasedFrom: CalendarDate(year: relaxed.contains(.includedOlderMovies) ? 1960 : 1980, month: 1, day: 1),
      releasedThrough: today, genres: relaxed.contains(.expandedGenres) ? [] : likes.sorted(),
      withoutGenres: dislikes.sorted())
  }

  func isCandidate(_ movie: MovieListing) -> Bool {
    !excludedMovies.contains(movie.id) && !movie.genreIDs.contains { dislikes.contains($0) }
  }
}
