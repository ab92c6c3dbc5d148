import Commands
import Domain
import Primitives

extension Method {
  /// `docs/protocol.md`, "Watchlist and watched list".
  static let ofLibrary: [Method] = [
    .libraryCommand("watchlist.add", .watchlist) { .addToWatchlist($0) },
    .libraryCommand("watchlist.remove", ["tmdb_movie_id"], .watchlist) { (parameters) throws(WireError) in
      .removeFromWatchlist(try parameters.movieID())
    },
    .libraryCommand("watched.mark", .watched) { .markWatched($0) },
    .libraryCommand("watched.unmark", ["tmdb_movie_id"], .watched) { (parameters) throws(WireError) in
      .unmarkWatched(try parameters.movieID())
    },
    .query("watchlist.list", .authenticated, ["limit", "cursor", "household_id"]) {
      (parameters, caller) throws(WireError) in
      WatchlistQuery(
        id: try caller.household(parameters), limit: try parameters.optionalInteger("limit", in: 1...100) ?? 20,
        cursor: try parameters.optionalString("cursor"))
    },
    .query("watched.list", .authenticated, ["limit", "cursor", "household_id"]) {
      (parameters, caller) throws(WireError) in
      WatchedQuery(
        id: try caller.household(parameters), limit: try parameters.optionalInteger("limit", in: 1...100) ?? 20,
        cursor: try parameters.optionalString("cursor"))
    },
  ]

  /// A command on the library of the caller's household.
  private static func libraryCommand(
    _ name: String, _ parameters: [StaticString], _ result: LibraryResult,
    _ command: @escaping @Sendable (Parameters) throws(WireError) -> LibraryCommand
  ) -> Method {
    .command(name, .authenticated, parameters) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let command = try command(parameters)
      return PreparedCommand(
        command: .library(household, command), sender: sender,
        answer: ChangedLibrary(id: household, result: result, movie: command.movieID))
    }
  }
}

extension Method {
  /// A command that brings a movie into the library of the caller's household.
  private static func libraryCommand(
    _ name: String, _ result: LibraryResult, _ command: @escaping @Sendable (Movie) -> LibraryCommand
  ) -> Method {
    .command(name, .authenticated, ["movie"]) { (parameters, caller) throws(WireError) -> UnresolvedCommand in
      let (household, sender, _) = try caller.member(parameters)
      let sent = try parameters.movie()
      return try UnresolvedCommand(sent: [sent], found: try caller.resolve([sent], for: household)) { movies in
        PreparedCommand(
          command: .library(household, command(movies[0])), sender: sender,
          answer: ChangedLibrary(id: household, result: result, movie: movies[0].tmdbMovieID))
      }
    }
  }
}

extension LibraryCommand {
  fileprivate var movieID: MovieID {
    switch self {
    case .addToWatchlist(let movie), .markWatched(let movie): movie.tmdbMovieID
    case .removeFromWatchlist(let id), .unmarkWatched(let id): id
    }
  }
}
