import WireProtocol

extension Reason {
  private static let movies = WireField.field("tmdb_movie_ids", .list(of: .integer()), "which movies")

  static let adderOrCreatorOnly = Reason(
    403, "adder_or_creator_only", "only who put the movie on the watchlist, or the creator")
  static let markerOrCreatorOnly = Reason(
    403, "marker_or_creator_only", "only who marked the movie, or the creator")
  static let notOnWatchlist = Reason(404, "not_on_watchlist", "the movie is not on the watchlist", [movies])
  static let notWatched = Reason(404, "not_watched", "the movie is not on the watched list", [movies])
  static let alreadyOnWatchlist = Reason(409, "already_on_watchlist", "the movie is on the watchlist", [movies])
  static let alreadyWatched = Reason(
    409, "already_watched", "the movie is on the watched list, where it would be added or marked", [movies])
  static let tooLate = Reason(409, "too_late", "the mark is 24 hours old or older")
  static let watchlistFull = Reason(422, "watchlist_full", "it has 50 movies", [.limit])
  static let watchedInRound = Reason(422, "watched_in_round", "what was watched in a round cannot be undone")
}
