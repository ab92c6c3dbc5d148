import Commands
import Domain
import Primitives

extension Method {
  /// `docs/protocol.md`, "Watchlist and watched list".
  static let ofLibrary: [Method] = libraryMethods + movieMethods

  private static let libraryMethods: [Method] = [
    .libraryCommand("watchlist.add", ["movie"], .watchlist) { (parameters) throws(WireError) in
      .addToWatchlist(try parameters.movie())
    },
    .libraryCommand("watchlist.remove", ["tmdb_movie_id"], .watchlist) { (parameters) throws(WireError) in
      .removeFromWatchlist(try parameters.movieID())
    },
    .libraryCommand("watched.mark", ["movie"], .watched) { (parameters) throws(WireError) in
      .markWatched(try parameters.movie())
    },
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

  /// The household's half of what there is to know of a movie; the rest only a catalog could tell.
  private static let movieMethods: [Method] = [
    .query("movies.get", .authenticated, ["tmdb_movie_id"]) { (parameters, caller) throws(WireError) in
      let movie = try parameters.movieID()
      // Administrators have no household, and with it nothing that was recorded.
      guard case .member(let reader, let household, _) = caller.identity else { throw .noCatalog }
      return MovieQuery(id: movie, householdID: household, reader: reader)
    }
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

extension LibraryCommand {
  fileprivate var movieID: MovieID {
    switch self {
    case .addToWatchlist(let movie), .markWatched(let movie): movie.tmdbMovieID
    case .removeFromWatchlist(let id), .unmarkWatched(let id): id
    }
  }
}
