import Console
import MovieNightKit

/// `movienight watchlist` and `movienight watched`: show and change the household's two lists of movies.
struct MovieListCommand: Subcommand {
  let name: String
  let summary: String
  let positionals = "[ACTION]"
  var actions: [CommandAction] {
    [
      CommandAction("list", "Show the newest movies.", ListOptions.all + [ServerConnection.household]),
      isWatchlist
        ? CommandAction("add MOVIE...", "Add a movie.")
        : CommandAction("mark [MOVIE...]", "Mark tonight's pick or another MOVIE as seen."),
      isWatchlist
        ? CommandAction("remove MOVIE...", "Remove a movie.")
        : CommandAction("undo MOVIE...", "Unmark a movie, within 24 hours."),
    ]
  }
  var options: [CommandOption] {
    NightPlayer.options + [ServerConnection.household] + ListOptions.all
  }
  let details: String
  let examples: [(line: String, meaning: String)]
  let heading: String
  let empty: String
  private let isWatchlist: Bool
  private let putAction: String
  private let takeAction: String

  static let watchlist = MovieListCommand(
    name: "watchlist", summary: "Show or change your household's watchlist.",
    details: """
      A MOVIE is a title, also with its year in parentheses, an id (862, tt0114709) or a link to TMDb or IMDb. Several \
      movies are ids, or titles in quotes. If the server has no catalog, write a MOVIE to add as ID=TITLE (YEAR) \
      RATING, or as JSON with the fields in docs/protocol; - reads JSON from standard input.
      """,
    examples: [
      (line: "movienight watchlist", meaning: "The newest 20 movies"),
      (line: "movienight watchlist add toy story", meaning: "Add a movie"),
      (line: "movienight watchlist add 862 863", meaning: "Add two movies by their ids"),
      (line: "movienight watchlist add \"578=Jaws (1975) PG\"", meaning: "Add a movie if the server has no catalog"),
      (line: "movienight watchlist remove jaws", meaning: "Remove it"),
    ],
    heading: "Watchlist",
    empty: "Nothing yet. Add a movie with: movienight watchlist add MOVIE",
    isWatchlist: true, putAction: "add", takeAction: "remove")

  static let watched = MovieListCommand(
    name: "watched", summary: "Show, mark and unmark movies that your household has seen.",
    details: """
      If there are several picks, name the movie to mark. A MOVIE is written as for movienight watchlist. You can undo \
      a mark for 24 hours, but not a movie night.
      """,
    examples: [
      (line: "movienight watched", meaning: "The newest 20 movies"),
      (line: "movienight watched mark", meaning: "You have seen the pick"),
      (line: "movienight watched mark toy story", meaning: "You have seen another movie"),
      (line: "movienight watched undo jaws", meaning: "Undo that"),
    ],
    heading: "Watched",
    empty: "Nothing yet. Mark a movie with: movienight watched mark MOVIE",
    isWatchlist: false, putAction: "mark", takeAction: "undo")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    switch arguments.positionals.first ?? "list" {
    case "list":
      if isWatchlist {
        try await show(PageReader(WatchlistRequests.list, of: "items", arguments, environment), \.items, environment)
      } else {
        try await show(PageReader(WatchedRequests.list, of: "items", arguments, environment), \.items, environment)
      }
    case putAction: try await addOrMark(arguments, environment)
    case takeAction: try await removeOrUnmark(arguments, environment)
    case let action: throw UsageError.unknownAction(action, among: words)
    }
    return .success
  }

  private func show<Page>(
    _ reader: PageReader<Page>, _ items: (Page) -> [some ListedMovie], _ environment: Environment
  ) async throws {
    let canvas = Canvas(environment)
    let drawing = MovieCardRenderer(canvas: canvas, now: environment.clock.now())
    try await reader.show(heading: [canvas.styled(heading, .strong)]) { page in
      items(page).flatMap { [""] + drawing.card($0) }
    } end: { count, hasMore in
      if count == 0 { return [empty] }
      let all = "The \(count) newest. All of them: movienight \(name) --all"
      return hasMore ? ["", canvas.styled(all, .faint)] : []
    }
  }

  private func addOrMark(_ arguments: Arguments, _ environment: Environment) async throws {
    let words = Array(arguments.positionals.dropFirst())
    guard !words.isEmpty || !isWatchlist else { throw UsageError("\(putAction) needs MOVIE") }
    // JSON is checked before the program connects.
    let text = words.joined(separator: " ")
    let json = text == "-" || text.hasPrefix("{") ? try environment.jsonText(text) : nil
    let described = try json.map { FoundMovie(try SentMovie(typed: $0)) }
    let player = try await NightPlayer(arguments, environment)
    let picked = isWatchlist ? [] : try await player.tonight().awaiting.filter { !$0.isWatched }
    guard !words.isEmpty else {
      let night = try Choosing.night(
        nil, among: picked, that: "has an unwatched pick", command: "watched mark TITLE", choose: environment.choose)
      return try await markWatched(night, player)
    }
    let movies: [FoundMovie] =
      if let described {
        [described]
      } else {
        try await finder(preferring: picked, player, environment).movies(words)
      }
    try await player.each(movies) { movie in
      func outcome(_ name: String) -> String { sentence(name, "is on", environment) }
      if let night = picked.first(where: { $0.pick?.id == movie.id }) {
        try await markWatched(night, player)
      } else if isWatchlist {
        try await player.carryOut(WatchlistRequests.add(movie.sent), with: [movie], outcome)
      } else {
        try await player.carryOut(WatchedRequests.mark(movie.sent), with: [movie], outcome)
      }
    }
  }

  /// Returns a finder for new movies. For the watched list, it prefers the picks and the watchlist to the catalog.
  private func finder(
    preferring picked: [AwaitingSession], _ player: NightPlayer, _ environment: Environment
  ) async throws -> MovieFinder {
    guard !isWatchlist else { return MovieFinder(player.client, environment) }
    let picks = picked.compactMap(\.pick).map { FoundMovie(SentMovie(tmdbMovieID: $0.id, title: $0.title)) }
    return try await player.finder(preferring: picks)
  }

  private func markWatched(_ night: AwaitingSession, _ player: NightPlayer) async throws {
    try await player.carryOut(
      RoundsRequests.markWatched(night.id), "You have seen \(night.title). Rate it with: movienight rate loved")
  }

  private func removeOrUnmark(_ arguments: Arguments, _ environment: Environment) async throws {
    let words = Array(arguments.positionals.dropFirst())
    guard !words.isEmpty else { throw UsageError("\(takeAction) needs MOVIE") }
    let player = try await NightPlayer(arguments, environment)
    let listed =
      isWatchlist
      ? try await player.client.watchlist.list(limit: 100).items.map { FoundMovie($0) }
      : try await player.client.watched.list(limit: 100).items.map { FoundMovie($0) }
    let place = isWatchlist ? "on \(list)" : "among the newest on \(list)"
    let finder = MovieFinder(
      player.client, environment, list: (movies: listed, place: place), searchesCatalog: false)
    // The movie of an id need not be in `listed`, because the server can find movies that are further down the list.
    try await player.each(finder.movies(words)) { movie in
      let text = sentence(printable(movie.name ?? "Movie \(movie.id)"), "is no longer on", environment)
      if isWatchlist {
        try await player.carryOut(WatchlistRequests.remove(movie.id), text)
      } else {
        try await player.carryOut(WatchedRequests.unmark(movie.id), text)
      }
    }
  }

  private var list: String { isWatchlist ? "the watchlist" : "the watched list" }

  private func sentence(_ movie: String, _ outcome: String, _ environment: Environment) -> String {
    "\(environment.output.styled(movie, .strong)) \(outcome) \(list)."
  }
}
