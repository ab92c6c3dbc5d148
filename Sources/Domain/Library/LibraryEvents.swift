import MovieNightPrimitives

/// A movie was added to the watched list by the round that picked it. This removes it from the watchlist.
public struct MovieWatched: EventPayload {
  public static let type = "MovieWatched"
  public static let version = 2
  public var movie: Movie
  public var roundID: RoundID
  /// The event's time if it differs from the recording: the deadline, or when an imported round's movie was watched.
  public var dueAt: Timestamp?

  public init(movie: Movie, roundID: RoundID, dueAt: Timestamp? = nil) {
    self.movie = movie
    self.roundID = roundID
    self.dueAt = dueAt
  }

  public static let fields = Fields(
    Self.init(movie:roundID:dueAt:), Field("movie", \.movie), Field("round_id", \.roundID), Field("due_at", \.dueAt))
}

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

/// A member added a movie to the watched list directly. This removes it from the watchlist.
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

/// A member's `MovieMarkedWatched` was undone, so the movie leaves the watched list.
public struct MovieUnmarkedWatched: EventPayload {
  public static let type = "MovieUnmarkedWatched"
  public static let version = 2
  public var tmdbMovieID: MovieID
  public var unmarkedBy: MemberID
  /// The entry that returns to the watchlist; nil if the movie was not on it when it was marked.
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
