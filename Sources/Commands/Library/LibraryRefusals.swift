import Domain

extension Refusal {
  static let watchlistFull = Refusal(
    .againstRule, "watchlist_full", "A watchlist has at most \(LibraryLimits.watchlist) movies. Take one off first.",
    .limit(LibraryLimits.watchlist))
  static func alreadyOnWatchlist(_ movie: Movie) -> Refusal {
    Refusal(
      .conflict, "already_on_watchlist", "\(movie.title) is on the watchlist already.", .movies([movie.tmdbMovieID]))
  }
  /// On the watched list already, where marking it again is what is asked.
  static func markedAlready(_ movie: Movie) -> Refusal {
    Refusal(
      .conflict, "already_watched", "\(movie.title) is on the watched list already.", .movies([movie.tmdbMovieID]))
  }
  static func notOnWatchlist(_ id: MovieID) -> Refusal {
    Refusal(.unknown, "not_on_watchlist", "The movie \(id) is not on the watchlist.", .movies([id]))
  }
  static let adderOrCreatorOnly = Refusal(
    .notAllowed, "adder_or_creator_only", "Only who put the movie on the watchlist or the creator can take it off.")
  static func notWatched(_ id: MovieID) -> Refusal {
    Refusal(.unknown, "not_watched", "The movie \(id) is not on the watched list.", .movies([id]))
  }
  static let markerOrCreatorOnly = Refusal(
    .notAllowed, "marker_or_creator_only", "Only who marked the movie or the creator can undo it.")
  static let tooLate = Refusal(.conflict, "too_late", "A mark can be undone for 24 hours.")
  static let watchedInRound = Refusal(
    .againstRule, "watched_in_round", "The household watched this movie in a round, which cannot be undone.")
}
