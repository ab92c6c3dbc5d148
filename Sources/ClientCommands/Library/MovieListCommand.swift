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
      Write a MOVIE to add as ID=TITLE (YEAR) RATING, or as JSON with the fields in docs/protocol; - reads JSON from \
      standard input. If the server has a catalog, the id is enough. To remove a movie, its title, the beginning of \
      its title, or its id is enough.
      """,
    examples: [
      (line: "movienight watchlist", meaning: "The newest 20 movies"),
      (line: "movienight watchlist add \"949=Heat (1995) R\"", meaning: "Add a movie"),
      (line: "movienight watchlist remove heat", meaning: "Remove it"),
    ],
    heading: "Watchlist",
    empty: "Nothing yet. Add a movie with: movienight watchlist add MOVIE",
    isWatchlist: true, putAction: "add", takeAction: "remove")

  static let watched = MovieListCommand(
    name: "watched", summary: "Show, mark and unmark movies that your household has seen.",
    details: """
      If there are several picks, name the movie to mark. Any other MOVIE is a title on the watchlist, or written as \
      ID=TITLE (YEAR) RATING or JSON; - reads JSON from standard input. If the server has a catalog, the id is enough. \
      You can undo a mark for 24 hours, but not a movie night.
      """,
    examples: [
      (line: "movienight watched", meaning: "The newest 20 movies"),
      (line: "movienight watched mark", meaning: "You have seen the pick"),
      (line: "movienight watched mark \"949=Heat (1995) R\"", meaning: "You have seen another movie"),
      (line: "movienight watched undo heat", meaning: "Undo that"),
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
    case putAction: try await addOrMark(typedMovie(arguments), arguments, environment)
    case takeAction:
      guard let movie = typedMovie(arguments) else { throw UsageError("\(takeAction) needs MOVIE") }
      try await removeOrUnmark(movie, arguments, environment)
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

  private func typedMovie(_ arguments: Arguments) -> String? {
    let words = arguments.positionals.dropFirst()
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func addOrMark(_ typed: String?, _ arguments: Arguments, _ environment: Environment) async throws {
    guard typed != nil || !isWatchlist else { throw UsageError("\(putAction) needs MOVIE") }
    // A movie that is not on the watchlist yet needs an id, so a title alone cannot be added.
    if isWatchlist, let typed, typed != "-", case .title(let title) = try TypedMovie(typed) {
      throw UsageError(
        "A new movie needs its id from themoviedb.org: movienight watchlist add "
          + shellWord("ID=\(title) (YEAR)"))
    }
    let json = try typed.flatMap { $0 == "-" || $0.hasPrefix("{") ? try environment.jsonText($0) : nil }
    let described = try json.map(SentMovie.init(typed:))
    let player = try await NightPlayer(arguments, environment)
    if !isWatchlist, described == nil, let night = try await Self.unwatchedPick(typed, player) {
      return try await player.carryOut(
        RoundsRequests.markWatched(night.id), "You have seen \(night.title). Rate it with: movienight rate loved")
    }
    let movie = if let described { described } else { try await MovieFinder(player.client).movie(typed ?? "") }
    func sentence(_ title: String?) -> String { self.sentence(title ?? "The movie", "is on", environment) }
    if isWatchlist {
      try await player.carryOut(WatchlistRequests.add(movie), with: movie, sentence)
    } else {
      try await player.carryOut(WatchedRequests.mark(movie), with: movie, sentence)
    }
  }

  /// Returns the unwatched pick that `typed` names, or the only one if `typed` is nil; nil if `typed` is another movie.
  private static func unwatchedPick(_ typed: String?, _ player: NightPlayer) async throws -> AwaitingSession? {
    let picked = try await player.tonight().awaiting.filter { !$0.isWatched }
    if let typed, prefixMatches(by: typed, among: picked, called: \.title).isEmpty { return nil }
    return try Choosing.night(typed, among: picked, that: "has an unwatched pick")
  }

  private func removeOrUnmark(_ typed: String, _ arguments: Arguments, _ environment: Environment) async throws {
    let player = try await NightPlayer(arguments, environment)
    if isWatchlist {
      let movie = try Self.find(typed, among: await player.client.watchlist.list(limit: 100).items, at: "on \(list)")
      try await player.carryOut(
        WatchlistRequests.remove(movie.id), sentence(movie.name, "is no longer on", environment))
    } else {
      let newest = try await player.client.watched.list(limit: 100).items
      let movie = try Self.find(typed, among: newest, at: "among the newest on \(list)")
      try await player.carryOut(WatchedRequests.unmark(movie.id), sentence(movie.name, "is no longer on", environment))
    }
  }

  /// Returns the movie on the list that matches a title or an id. An id that is not in `movies` is returned, too,
  /// because the server can find movies that are further down the list.
  private static func find(
    _ typed: String, among movies: [some ListedMovie], at place: String
  ) throws -> (id: MovieID, name: String) {
    guard let number = Int(typed) else {
      let movie = try prefixMatches(by: typed, among: movies, at: place)
      return (movie.id, movie.title)
    }
    let id = MovieID(number)
    return (id, movies.first { $0.id == id }?.title ?? "Movie \(id)")
  }

  private var list: String { isWatchlist ? "the watchlist" : "the watched list" }

  private func sentence(_ movie: String, _ outcome: String, _ environment: Environment) -> String {
    "\(environment.output.styled(printable(movie), .strong)) \(outcome) \(list)."
  }
}
