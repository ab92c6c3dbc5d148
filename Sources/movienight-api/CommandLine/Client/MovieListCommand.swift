import MovieNightClient
import Primitives

/// `movienight watchlist` and `movienight watched`: the household's two lists of movies.
struct MovieListCommand: Subcommand {
  let name: String
  let summary: String
  let positionals: String
  var options: [CommandOption] {
    ServerConnection.options + [ServerConnection.household] + PageReader.options + [.json]
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
    positionals: "[ACTION] [JSON|TMDB_ID]",
    details: """
      ACTION is list (the default), add JSON or remove TMDB_ID. JSON is a movie with tmdb_movie_id, title and year, and \
      what else docs/protocol.md says; - reads it from standard input.
      """,
    examples: [
      (line: "movienight watchlist", meaning: "The newest twenty"),
      (line: #"movienight watchlist add '{"tmdb_movie_id":949,"title":"Heat","year":1995}'"#, meaning: "One more"),
      (line: "movienight watchlist remove 949", meaning: "And away again"),
    ],
    heading: "Watchlist",
    empty: "Nothing yet. Add a movie with: movienight watchlist add JSON",
    putting: Change(action: "add", method: "watchlist.add", outcome: "is on the watchlist."),
    taking: Change(action: "remove", method: "watchlist.remove", outcome: "is no longer on the watchlist."),
    listMethod: "watchlist.list")

  static let watched = MovieListCommand(
    name: "watched", summary: "Show what your household has seen; mark and undo.",
    positionals: "[ACTION] [JSON|TMDB_ID]",
    details: """
      ACTION is list (the default), mark JSON or undo TMDB_ID. JSON is a movie with tmdb_movie_id, title and year, and \
      what else docs/protocol.md says; - reads it from standard input. A mark can be undone for 24 hours, a movie night cannot.
      """,
    examples: [
      (line: "movienight watched", meaning: "The last twenty"),
      (line: #"movienight watched mark '{"tmdb_movie_id":949,"title":"Heat","year":1995}'"#, meaning: "Seen elsewhere"),
      (line: "movienight watched undo 949", meaning: "It was not"),
    ],
    heading: "Watched",
    empty: "Nothing yet. Mark a movie with: movienight watched mark JSON",
    putting: Change(action: "mark", method: "watched.mark", outcome: "is on the watched list."),
    taking: Change(action: "undo", method: "watched.unmark", outcome: "is no longer on the watched list."),
    listMethod: "watched.list")

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    switch arguments.positionals.first ?? "list" {
    case "list":
      try arguments.expectNoOperand()
      let reader = try PageReader(listMethod, of: "items", arguments, environment)
      if arguments.has(.json) {
        environment.output.line(try reader.jsonText())
      } else {
        try draw(reader, environment)
      }
    case putting.action: try put(environment.jsonText(arguments.operand("JSON")), arguments, environment)
    case taking.action: try take(arguments.operand("TMDB_ID"), arguments, environment)
    case let action: throw UsageError.unknownAction(action, among: ["list", putting.action, taking.action])
    }
    return .success
  }

  private func draw(_ reader: PageReader, _ environment: Environment) throws {
    let output = environment.output
    let drawing = MovieCardDrawing(canvas: Canvas(environment), now: environment.clock.now())
    var shown = 0
    let cursor = try reader.forEachPage { items in
      if shown == 0 { output.line(output.styled(heading, .strong)) }
      for item in items { output.lines([""] + drawing.card(try MovieCard(item))) }
      shown += items.count
    }
    if shown == 0 { return output.line(empty) }
    if cursor != nil {
      output.lines(["", output.styled("The \(shown) newest. All of them: movienight \(name) --all", .faint)])
    }
  }

  private func put(_ movie: [UInt8], _ arguments: Arguments, _ environment: Environment) throws {
    let client = try ServerConnection.open(arguments, environment)
    let result = try client.call(putting.method) { $0.field("movie", raw: movie) }
    let title = try JSONDocument(movie).root["title"]?.string
    try tell(title ?? "The movie", putting, result, arguments, environment.output)
  }

  private func take(_ id: String, _ arguments: Arguments, _ environment: Environment) throws {
    guard let id = Int(id) else { throw UsageError("'\(id)' is no TMDb id: a whole number, as the list shows it") }
    let client = try ServerConnection.open(arguments, environment)
    let result = try client.call(taking.method) { $0.field("tmdb_movie_id", id) }
    try tell("Movie \(id)", taking, result, arguments, environment.output)
  }

  private func tell(
    _ movie: String, _ change: Change, _ result: JSONValue, _ arguments: Arguments, _ output: Terminal
  ) throws {
    if arguments.has(.json) { return output.line(result.compactText) }
    output.line("\(output.styled(printable(movie), .strong)) \(change.outcome)")
  }
}
