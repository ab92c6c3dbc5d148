import MovieNightClient
import Primitives

/// `movienight history`: the household's movie nights, newest first.
struct HistoryCommand: Subcommand {
  let name = "history"
  let summary = "Show your household's movie nights, newest first."
  var options: [CommandOption] {
    ServerConnection.options + [ServerConnection.household, Self.limit, Self.all, .json]
  }
  let examples = [
    (line: "movienight history", meaning: "The newest twenty"),
    (line: "movienight history --all --json", meaning: "All of them, for a script"),
  ]

  private static let limit = CommandOption.value("limit", "N", "How many to show.", fallback: "20")
  private static let all = CommandOption.flag("all", "Show all of them.")
  /// The most that `sessions.list` gives at once.
  private static let pageSize = 100

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let limit = try arguments.integer(Self.limit, in: 1...1_000_000) ?? 20
    let client = try ServerConnection.open(arguments, environment)
    let reader = HistoryReader(
      client: client, household: arguments.value(ServerConnection.household),
      limit: arguments.has(Self.all) ? .max : limit, pageSize: Self.pageSize)
    if arguments.has(.json) {
      try printJSON(reader, environment.output)
    } else {
      try draw(reader, environment)
    }
    return .success
  }

  private func draw(_ reader: HistoryReader, _ environment: Environment) throws {
    let drawing = HistoryDrawing(canvas: Canvas(environment))
    var shown = 0
    environment.output.lines(drawing.heading)
    let cursor = try reader.forEachPage { sessions in
      for session in sessions { environment.output.lines(drawing.card(try SessionCard(session))) }
      shown += sessions.count
    }
    if shown == 0 {
      environment.output.lines(drawing.empty)
    } else {
      environment.output.lines(cursor == nil ? drawing.end : drawing.more(shown: shown))
    }
  }

  private func printJSON(_ reader: HistoryReader, _ output: Terminal) throws {
    var all: [JSONValue] = []
    let cursor = try reader.forEachPage { all += $0 }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("sessions")
      writer.array(all) { $0.raw($1.rawBytes) }
      writer.field("next_cursor", cursor)
    }
    output.line(writer.text)
  }
}

/// Reads the list page by page.
private struct HistoryReader {
  let client: MovieNightClient
  let household: String?
  let limit: Int
  let pageSize: Int

  /// Gives each page to `body`; returns the cursor of what follows, nil at the end of the list.
  func forEachPage(_ body: ([JSONValue]) throws -> Void) throws -> String? {
    var cursor: String?
    var left = limit
    repeat {
      let page = try client.call("sessions.list") { parameters in
        parameters.field("limit", min(left, pageSize))
        if let cursor { parameters.field("cursor", cursor) }
        if let household { parameters.field("household_id", household) }
      }
      let sessions = Array(try page.array("sessions"))
      try body(sessions)
      left -= sessions.count
      cursor = try page.optionalString("next_cursor")
    } while cursor != nil && left > 0
    return cursor
  }
}
