import Console
import MovieNightKit
import MovieNightPrimitives

/// `movienight watchlist` and `movienight watched`: the household's two lists of movies.
struct MovieListCommand: Subcommand {
  let name: String
  let summary: String
  let positionals = "[ACTION] [MOVIE...]"
  var words: [String] { ["list", putting.action, taking.action] }
  var options: [CommandOption] {
    NightPlayer.options + [ServerConnection.household] + PageReader.options
  }
  let details: String
  let examples: [(line: String, meaning: String)]
  /// The list as a person calls it, and what is said of an empty one.
  let heading: String
  let empty: String
  fileprivate let putting: Change
  fileprivate let taking: Change
  fileprivate let listMethod: String

  fileprivate struct Change {
    let action: String
    let method: String
    /// What is true once it is done, behind the movie's name: `is on the watchlist.`
    let outcome: String
  }

  static let watchlist = MovieListCommand(
    name: "watchlist", summary: "Show what your household wants to see; add and remove.",
    details: """
      ACTION is list (the default), add MOVIE or remove MOVIE. A MOVIE to add is written ID=TITLE (YEAR) RATING, or as \
      JSON with what else docs/protocol says; - reads JSON from standard input. Where the server has a catalog the \
      id is enough. One to remove is its title, the beginning of it, or its id.
      """,
    examples: [
      (line: "movienight watchlist", meaning: "The newest twenty"),
      (line: "movienight watchlist add \"949=Heat (1995) R\"", meaning: "One more"),
      (line: "movienight watchlist remove heat", meaning: "And away again"),
    ],
    heading: "Watchlist",
    empty: "Nothing yet. Add a movie with: movienight watchlist add MOVIE",
    putting: Change(action: "add", method: "watchlist.add", outcome: "is on the watchlist."),
    taking: Change(action: "remove", method: "watchlist.remove", outcome: "is no longer on the watchlist."),
    listMethod: "watchlist.list")

  static let watched = MovieListCommand(
    name: "watched", summary: "Show what your household has seen; mark and undo.",
    details: """
      ACTION is list (the default), mark [MOVIE] or undo MOVIE. mark alone is for tonight: the movie that was picked. \
      With several picks, name the movie. Any other MOVIE is one of the watchlist, or written ID=TITLE (YEAR) RATING, or \
      as JSON; - reads that from standard input. Where the server has a catalog the id is enough. A mark can be undone \
      for 24 hours, a movie night cannot.
      """,
    examples: [
      (line: "movienight watched", meaning: "The last twenty"),
      (line: "movienight watched mark", meaning: "You have seen what was picked"),
      (line: "movienight watched mark \"949=Heat (1995) R\"", meaning: "Seen elsewhere"),
      (line: "movienight watched undo heat", meaning: "It was not"),
    ],
    heading: "Watched",
    empty: "Nothing yet. Mark a movie with: movienight watched mark MOVIE",
    putting: Change(action: "mark", method: "watched.mark", outcome: "is on the watched list."),
    taking: Change(action: "undo", method: "watched.unmark", outcome: "is no longer on the watched list."),
    listMethod: "watched.list")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    switch arguments.positionals.first ?? "list" {
    case "list":
      try arguments.expectNoOperand()
      let reader = try await PageReader(listMethod, of: "items", arguments, environment)
      if arguments.has(.json) {
        environment.output.line(try await reader.jsonText())
      } else {
        try await draw(reader, environment)
      }
    case putting.action: try await put(typedMovie(arguments), arguments, environment)
    case taking.action:
      guard let movie = typedMovie(arguments) else { throw UsageError("\(taking.action) needs the MOVIE") }
      try await take(movie, arguments, environment)
    case let action: throw UsageError.unknownAction(action, among: words)
    }
    return .success
  }

  private func draw(_ reader: PageReader, _ environment: Environment) async throws {
    let output = environment.output
    let drawing = MovieCardDrawing(canvas: Canvas(environment), now: environment.clock.now())
    var shown = 0
    let cursor = try await reader.forEachPage { items in
      if shown == 0 { output.line(output.styled(heading, .strong)) }
      for item in items { output.lines([""] + drawing.card(try MovieCard(item))) }
      shown += items.count
    }
    if shown == 0 { return output.line(empty) }
    if cursor != nil {
      output.lines(["", output.styled("The \(shown) newest. All of them: movienight \(name) --all", .faint)])
    }
  }

  /// The words behind the action.
  private func typedMovie(_ arguments: Arguments) -> String? {
    let words = arguments.positionals.dropFirst()
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func put(_ typed: String?, _ arguments: Arguments, _ environment: Environment) async throws {
    guard typed != nil || isMarkingPicks else { throw UsageError("\(putting.action) needs the MOVIE") }
    // A new movie has an id, and one that has none is on the watchlist already.
    if !isMarkingPicks, let typed, typed != "-", case .title(let title) = try TypedMovie(typed) {
      throw UsageError(
        "A new movie needs its id, which themoviedb.org tells: movienight watchlist add "
          + shellWord("ID=\(title) (YEAR)"))
    }
    let json = try typed.flatMap { $0 == "-" || $0.hasPrefix("{") ? try environment.jsonText($0) : nil }
    let player = try await NightPlayer(arguments, environment)
    if isMarkingPicks, json == nil, let night = try await Self.picked(typed, player) {
      let result = try await player.command("rounds.mark_watched", round: night.roundID)
      environment.tell("You have seen \(night.title). How was it? movienight rate loved", result, arguments)
      return
    }
    let movie = if let json { json } else { try await MovieFinder(player.client).movie(typed ?? "") }
    let result = try await player.command(putting.method) { $0.field("movie", raw: movie) }
    let title = arguments.has(.json) ? nil : try await player.title(of: movie)
    tell(title ?? "The movie", putting, result, arguments, environment)
  }

  private var isMarkingPicks: Bool { listMethod == "watched.list" }

  /// The night that was picked and not watched yet: the one that is called so, or the only one; nil where another movie
  /// is meant.
  private static func picked(_ typed: String?, _ player: NightPlayer) async throws -> AwaitingNight? {
    let picked = try await player.tonight().awaiting.filter { !$0.isWatched }
    if let typed, case .none = meant(by: typed, among: picked, called: \.title) { return nil }
    return try Choosing.night(typed, among: picked, that: "was picked and not watched yet")
  }

  private func take(_ typed: String, _ arguments: Arguments, _ environment: Environment) async throws {
    let player = try await NightPlayer(arguments, environment)
    let movie = try await MovieFinder(player.client, on: listMethod).listed(typed)
    let result = try await player.command(taking.method) { $0.field("tmdb_movie_id", movie.id) }
    tell(movie.title ?? "Movie \(movie.id)", taking, result, arguments, environment)
  }

  private func tell(
    _ movie: String, _ change: Change, _ result: JSONValue, _ arguments: Arguments, _ environment: Environment
  ) {
    let shown = environment.output.styled(printable(movie), .strong)
    environment.tell("\(shown) \(change.outcome)", result, arguments)
  }
}
