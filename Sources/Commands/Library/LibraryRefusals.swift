import Domain

extension Refusal {
  package static let watchlistFull = Refusal(
    422, "watchlist_full", "the watchlist has 50 movies",
    "A watchlist can have at most \(LibraryLimits.watchlist) movies. Remove one first.",
    .limit(LibraryLimits.watchlist), hint: "Make room with: movienight watchlist remove MOVIE")
  package static let alreadyOnWatchlist = Refusal(
    409, "already_on_watchlist", "the movie is already on the watchlist", "% is already on the watchlist.", .movies)
  package static let markedAlready = Refusal(
    409, "already_watched", "the movie to add or mark is already on the watched list",
    "% is already on the watched list.", .movies)
  package static let notOnWatchlist = Refusal(
    404, "not_on_watchlist", "the movie is not on the watchlist", "The movie % is not on the watchlist.", .movies)
  package static let adderOrCreatorOnly = Refusal(
    403, "adder_or_creator_only", "only the creator or the member who added the movie can remove it",
    "Only the creator or the member who added the movie can remove it from the watchlist.")
  package static let notWatched = Refusal(
    404, "not_watched", "the movie is not on the watched list", "The movie % is not on the watched list.", .movies)
  package static let markerOrCreatorOnly = Refusal(
    403, "marker_or_creator_only", "only the creator or the member who marked the movie can undo it",
    "Only the creator or the member who marked the movie can undo it.")
  package static let tooLate = Refusal(
    409, "too_late", "the mark is at least 24 hours old",
    "It is too late to undo this. A mark can be undone for 24 hours.")
  package static let watchedInRound = Refusal(
    422, "watched_in_round", "the movie was watched in a round",
    "The household watched this movie in a round. Only a direct mark can be undone.")
}
