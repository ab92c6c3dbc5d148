import MovieNightClient
import Primitives

/// `movienight watch`: the open round, drawn anew as votes arrive.
struct WatchCommand: Subcommand {
  let name = "watch"
  let summary = "Watch the open round as votes arrive."
  let positionals = "[ROUND]"
  var options: [CommandOption] { ServerConnection.options + [ServerConnection.household, .json] }
  let details = """
    Without an id it is your household's open round; where there is none, the next one is waited for. It ends with the \
    round's decision, or with Control-C. Where nothing can be drawn over (a pipe, TERM=dumb) every change is a new drawing, with --json a line.
    """
  let examples = [
    (line: "movienight watch", meaning: "The open round of your household"),
    (line: "movienight watch --json", meaning: "The round after every change, one JSON object a line"),
  ]

  private enum RoundKind {}

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    if let id = arguments.positionals.first, Identifier<RoundKind>(id) == nil {
      throw UsageError("'\(id)' is no id of a movie night")
    }
    let client = try ServerConnection.open(arguments, environment)
    var watch = try RoundWatch(
      client, round: arguments.positionals.first, household: arguments.value(ServerConnection.household))
    var screen = WatchScreen(environment, asJSON: arguments.has(.json))
    environment.endOnInterrupt(screen.isDrawnOver)
    screen.begin()
    defer { screen.end() }
    while true {
      do {
        let round = try watch.look()
        try screen.show(round)
        if let round, !WatchedRound.isOpen(round) { return .success }
        try watch.wait()
      } catch ClientError.unreachable {
        screen.showLostConnection()
      }
    }
  }
}

/// Looks at a round whenever something has happened in its household.
struct RoundWatch {
  private let client: MovieNightClient
  private let household: String?
  private let feed: EventFeed
  /// Once there was an open one, it stays the one.
  private var round: String?

  init(_ client: MovieNightClient, round: String?, household: String?) throws {
    self.client = client
    self.round = round
    var household = household
    if let round, household == nil {
      household = try Self.get(round, client, household: nil).string("household_id")
    }
    self.household = household
    // From before the first look on, so that nothing falls between.
    feed = try client.events(household: household)
  }

  /// The round as it is, as `rounds.get` gives it; nil while there is none.
  mutating func look() throws -> JSONValue? {
    if let round { return try Self.get(round, client, household: household) }
    let active = try client.call("rounds.active") { parameters in
      if let household { parameters.field("household_id", household) }
    }
    guard let open = active["round"], !open.isNull else { return nil }
    round = try open.string("round_id")
    return open
  }

  /// Returns when something has happened.
  func wait() throws {
    while try feed.next(within: .seconds(3600)).isEmpty {}
  }

  private static func get(_ round: String, _ client: MovieNightClient, household: String?) throws -> JSONValue {
    try client.call("rounds.get") { parameters in
      parameters.field("round_id", round)
      if let household { parameters.field("household_id", household) }
    }
  }
}

/// Where the round is drawn: over the last drawing on a terminal, else below it.
struct WatchScreen {
  /// Whether the last drawing is drawn over; the cursor is hidden meanwhile.
  let isDrawnOver: Bool
  private let output: Terminal
  private let canvas: Canvas
  private let asJSON: Bool
  private var shown: [UInt8]?
  private var frame: [String] = []
  /// The lines of the last drawing.
  private var drawn = 0

  init(_ environment: Environment, asJSON: Bool) {
    output = environment.output
    canvas = Canvas(environment)
    self.asJSON = asJSON
    isDrawnOver = output.movesCursor && !asJSON
  }

  // A line that is too long for the window is cut there: one that went on below would make the drawing higher than
  // what the next one is drawn over.
  private static let beginning = "\u{1B}[?25l\u{1B}[?7l"
  private static let ending = "\u{1B}[?7h\u{1B}[?25h"

  func begin() {
    if isDrawnOver { output.text(Self.beginning) }
  }

  func end() {
    if isDrawnOver { output.text(Self.ending) }
  }

  /// Shows the round, or that there is none, where that is not what is shown.
  mutating func show(_ round: JSONValue?) throws {
    let bytes = round.map { Array($0.rawBytes) } ?? Array("null".utf8)
    guard bytes != shown else { return }
    if asJSON {
      output.line(#"{"round":\#(round?.compactText ?? "null")}"#)
    } else {
      frame =
        try round.map { WatchDrawing(canvas: canvas, round: try WatchedRound($0)).lines }
        ?? ["No round is open. Waiting for one."]
      draw(frame)
    }
    shown = bytes
  }

  /// What is shown may be old.
  mutating func showLostConnection() {
    guard isDrawnOver, shown != nil else { return }
    draw(frame + ["", output.styled("No connection. Trying again.", .failure)])
    // What comes next is drawn even if it is the same.
    shown = nil
  }

  private mutating func draw(_ lines: [String]) {
    if drawn > 0 { if isDrawnOver { output.text("\u{1B}[\(drawn)A\r\u{1B}[J") } else { output.line() } }
    output.lines(lines)
    drawn = lines.count
  }
}
