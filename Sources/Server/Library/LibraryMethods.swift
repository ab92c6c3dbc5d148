import Commands
import Domain
import ProtocolSchema

extension Method {
  /// The methods of `docs/protocol/library.md`.
  static let ofLibrary: [Method] = [
    .libraryCommand(
      "watchlist.add", "Adds a movie to the watchlist.", LibraryTypes.watchlistPlace,
      refuses: [.alreadyOnWatchlist, .markedAlready, .watchlistFull]
    ) { .addToWatchlist($0) },
    .libraryCommand(
      "watchlist.remove", "Removes a movie from the watchlist (creator, or the member who added it).",
      LibraryTypes.watchlistPlace,
      refuses: [.notOnWatchlist, .adderOrCreatorOnly], taking: { .removeFromWatchlist($0) }),
    .libraryCommand(
      "watched.mark", "Marks a movie as watched, or the selected round that picked it.", LibraryTypes.watchedPlace,
      refuses: [.markedAlready]
    ) { .markWatched($0) },
    .libraryCommand(
      "watched.unmark", "Undoes `watched.mark`, and restores the movie's entry on the watchlist, if it had one.",
      LibraryTypes.watchedPlace,
      refuses: [.notWatched, .markerOrCreatorOnly, .tooLate, .watchedInRound, .watchlistFull],
      taking: { .unmarkWatched($0) }),
    .page("watchlist.list", "Lists the watchlist, newest first.") { WatchlistQuery(id: $0, limit: $1, cursor: $2) },
    .page("watched.list", "Lists the watched movies, most recently watched first.") {
      WatchedQuery(id: $0, limit: $1, cursor: $2)
    },
  ]

  private static func libraryCommand<Row: LibraryRow>(
    _ name: String, _ summary: String,
    _ result: @autoclosure @escaping @Sendable () -> ResultObject<ChangedLibrary<Row>>, refuses refusals: [Refusal],
    taking command: @escaping @Sendable (MovieID) -> LibraryCommand
  ) -> Method {
    .command(name, summary, takes: [RoundParameters.movie], gives: result(), refuses: refusals) {
      (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let movie = try parameters[RoundParameters.movie]
      return PreparedCommand(command(movie), on: movie, in: household, by: sender)
    }
  }

  /// Declares a command that adds a movie to the library of the caller's household.
  private static func libraryCommand<Row: LibraryRow>(
    _ name: String, _ summary: String,
    _ result: @autoclosure @escaping @Sendable () -> ResultObject<ChangedLibrary<Row>>, refuses refusals: [Refusal],
    _ command: @escaping @Sendable (Movie) -> LibraryCommand
  ) -> Method {
    .command(
      name, summary, takes: [RoundParameters.sentMovie], gives: result(), refuses: Refusal.ofSentMovies + refusals
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let sent = try parameters[RoundParameters.sentMovie]
      return try caller.command(of: sent, for: household) { movies in
        PreparedCommand(command(movies[0]), on: movies[0].tmdbMovieID, in: household, by: sender)
      }
    }
  }
}
