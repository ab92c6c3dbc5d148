import MovieNightPrimitives

/// Whom suggestions are for, and what they must not be.
public struct SuggestionWishes: Sendable {
  /// Genre ids that one of them likes.
  public var likes: Set<Int>
  /// Genre ids that all of them dislike.
  public var dislikes: Set<Int>
  /// The ceiling, or what overrides it.
  public var ceiling: ContentRating
  /// Whether a movie with such a content rating may enter the round: the rule of rounds, which is not kept here.
  public var passes: @Sendable (String?) -> Bool
  /// TMDb ids of movies that have been watched, are excluded, or are in the round.
  public var leftOut: Set<Int>
  /// The household's, in its order.
  public var services: [String]
  /// ISO 3166-1 alpha-2.
  public var country: String
  /// In UTC.
  public var today: CalendarDate

  public init(
    likes: Set<Int>, dislikes: Set<Int>, ceiling: ContentRating, passes: @escaping @Sendable (String?) -> Bool,
    leftOut: Set<Int>, services: [String], country: String, today: CalendarDate
  ) {
    self.likes = likes
    self.dislikes = dislikes
    self.ceiling = ceiling
    self.passes = passes
    self.leftOut = leftOut
    self.services = services
    self.country = country
    self.today = today
  }
}

/// What is given up, in this order, where too few movies are found. Its raw value is what answers call it.
public enum RelaxedConstraint: String, CaseIterable, Sendable {
  case expandedGenres = "expanded_genres"
  case loweredPopularityFloor = "lowered_popularity_floor"
  case includedOlderMovies = "included_older_movies"
}

extension SuggestionWishes {
  /// What to discover when so much has been given up.
  public func discovery(relaxed: [RelaxedConstraint]) -> Discovery {
    Discovery(
      highestCertification: ceiling,
      // TMDb puts what is not rated under G; from R on that may come, too.
      lowestCertification: ceiling < .r ? .g : nil,
      fewestVotes: relaxed.contains(.loweredPopularityFloor) ? 10 : 50,
      releasedFrom: CalendarDate(year: relaxed.contains(.includedOlderMovies) ? 1960 : 1980, month: 1, day: 1),
      releasedThrough: today, genres: relaxed.contains(.expandedGenres) ? [] : likes.sorted(),
      withoutGenres: dislikes.sorted())
  }

  /// Whether a movie of a list may be suggested, as far as a list tells.
  func mayBe(_ movie: MovieListing) -> Bool {
    !leftOut.contains(movie.id) && !movie.genreIDs.contains { dislikes.contains($0) }
  }
}
