import MovieNightPrimitives

/// A movie is on the watched list, through the round that picked it. It is on the watchlist no longer.
public struct MovieWatched: EventPayload {
  public static let type = "MovieWatched"
  public static let version = 2
  public var movie: Movie
  public var roundID: RoundID
  /// When it was due, where the clock made the round watched, and when it was watched in an imported round: it is the
  /// event's time.
  public var dueAt: Timestamp?

  public init(movie: Movie, roundID: RoundID, dueAt: Timestamp? = nil) {
    self.movie = movie
    self.roundID = roundID
    self.dueAt = dueAt
  }

  public static let fields = Fields(
    Self.init(movie:roundID:dueAt:), Field("movie", \.movie), Field("round_id", \.roundID), Field("due_at", \.dueAt))
}

/// A movie is on the watchlist.
public struct MovieAddedToWatchlist: EventPayload {
  public static let type = "MovieAddedToWatchlist"
  public static let version = 2
  public var movie: Movie
  public var addedBy: MemberID

  public init(movie: Movie, addedBy: MemberID) {
    self.movie = movie
    self.addedBy = addedBy
  }

  public static let fields = Fields(
    Self.init(movie:addedBy:), Field("movie", \.movie), Field("added_by", \.addedBy))
}

/// A movie was taken off the watchlist.
public struct MovieRemovedFromWatchlist: EventPayload {
  public static let type = "MovieRemovedFromWatchlist"
  public var tmdbMovieID: MovieID
  public var removedBy: MemberID

  public init(tmdbMovieID: MovieID, removedBy: MemberID) {
    self.tmdbMovieID = tmdbMovieID
    self.removedBy = removedBy
  }

  public static let fields = Fields(
    Self.init(tmdbMovieID:removedBy:), Field("tmdb_movie_id", \.tmdbMovieID, .movieID), Field("removed_by", \.removedBy)
  )
}

/// A movie is on the watched list, because a member said so. It is on the watchlist no longer.
public struct MovieMarkedWatched: EventPayload {
  public static let type = "MovieMarkedWatched"
  public static let version = 2
  public var movie: Movie
  public var markedBy: MemberID

  public init(movie: Movie, markedBy: MemberID) {
    self.movie = movie
    self.markedBy = markedBy
  }

  public static let fields = Fields(
    Self.init(movie:markedBy:), Field("movie", \.movie), Field("marked_by", \.markedBy))
}

/// A member's mark was undone: the movie is on the watched list no longer.
public struct MovieUnmarkedWatched: EventPayload {
  public static let type = "MovieUnmarkedWatched"
  public static let version = 2
  public var tmdbMovieID: MovieID
  public var unmarkedBy: MemberID
  /// What stands on the watchlist again, where it stood when the movie was marked.
  public var restored: WatchlistEntry?

  public init(tmdbMovieID: MovieID, unmarkedBy: MemberID, restored: WatchlistEntry? = nil) {
    self.tmdbMovieID = tmdbMovieID
    self.unmarkedBy = unmarkedBy
    self.restored = restored
  }

  public static let fields = Fields(
    Self.init(tmdbMovieID:unmarkedBy:restored:), Field("tmdb_movie_id", \.tmdbMovieID, .movieID),
    Field("unmarked_by", \.unmarkedBy), Field("restored", \.restored))
}
