import Domain

extension Refusal {
  package static let watchlistFull = Refusal(
    422, "watchlist_full", "it has 50 movies",
    "A watchlist has at most \(LibraryLimits.watchlist) movies. Take one off first.", .limit(LibraryLimits.watchlist))
  package static let alreadyOnWatchlist = Refusal(
    409, "already_on_watchlist", "the movie is on the watchlist", "% is on the watchlist already.", .movies)
  package static let markedAlready = Refusal(
    409, "already_watched", "the movie is on the watched list, where it would be added or marked",
    "% is on the watched list already.", .movies)
  package static let notOnWatchlist = Refusal(
    404, "not_on_watchlist", "the movie is not on the watchlist", "The movie % is not on the watchlist.", .movies)
  package static let adderOrCreatorOnly = Refusal(
    403, "adder_or_creator_only", "only who put the movie on the watchlist, or the creator",
    "Only who put the movie on the watchlist or the creator can take it off.")
  package static let notWatched = Refusal(
    404, "not_watched", "the movie is not on the watched list", "The movie % is not on the watched list.", .movies)
  package static let markerOrCreatorOnly = Refusal(
    403, "marker_or_creator_only", "only who marked the movie, or the creator",
    "Only who marked the movie or the creator can undo it.")
  package static let tooLate = Refusal(
    409, "too_late", "the mark is 24 hours old or older", "A mark can be undone for 24 hours.")
  package static let watchedInRound = Refusal(
    422, "watched_in_round", "what was watched in a round cannot be undone",
    "The household watched this movie in a round, which cannot be undone.")
}
