import Console
import MovieNightKit

/// `movienight watch`: the open round, redrawn as votes arrive.
struct WatchCommand: Subcommand {
  let name = "watch"
  let summary = "Watch the open round as votes arrive."
  let positionals = "[ROUND]"
  var options: [CommandOption] { ServerConnection.options + [ServerConnection.household, .json] }
  let details = """
    Without a ROUND, it shows your household's open round, or waits for the next one. It ends when the round is \
    decided, or with Control-C. In a pipe or with TERM=dumb, it prints the round again after each change; with --json, \
    it prints one line for each change.
    """
  let examples = [
    (line: "movienight watch", meaning: "The open round of your household"),
    (line: "movienight watch --json", meaning: "The round after every change, one JSON object a line"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let round = try arguments.positionals.first.map { (id) throws(UsageError) in try RoundID(id, of: "a movie night") }
    let household = try ServerConnection.householdID(arguments)
    let client = try await ServerConnection.open(arguments, environment, RoundWatch.timeout)
    var watch = try await RoundWatch(client, round: round, household: household)
    var screen = WatchScreen(environment, asJSON: arguments.has(.json))
    environment.endOnInterrupt(screen.redrawsInPlace)
    screen.begin()
    defer { screen.end() }
    while true {
      do {
        let round = try await watch.refresh()
        repeat {
          try screen.show(round)
          if let round, try !round.value().isOpen { return .success }
        } while try await !watch.wait()
      } catch let error as ClientError where error.isTransient {
        screen.showLostConnection()
        await environment.clock.sleep(.seconds(1))
      }
    }
  }
}

extension ClientError {
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut: true
    case .refused(let refusal): refusal.code == 503
    case .badAddress, .protocolViolation, .unreadableParameters, .closed, .identityChanged, .outbox: false
    }
  }
}

/// Reads a round again whenever something happens in its household.
struct RoundWatch {
  private let client: MovieNightClient
  private let household: HouseholdID?
  private let feed: EventFeed
  private var quiet = Duration.zero
  /// Set once an open round was found, which is then kept.
  private var round: RoundID?

  /// Reports an unreachable server at once, and a silent one soon.
  static let timeout = MovieNightClient.Options(callTimeout: .seconds(5), reconnectTimeout: .zero)
  /// The time after which the round is read again without any event.
  private static let longestQuiet = Duration.seconds(10)
  /// The interval between checks of the window's width.
  private static let moment = Duration.seconds(1)

  init(_ client: MovieNightClient, round: RoundID?, household: HouseholdID?) async throws {
    self.client = client
    self.round = round
    var household = household
    if let round, household == nil { household = try await client.rounds.get(round).householdID }
    self.household = household
    // Begin before the first read so that no change is missed.
    feed = client.events(household: household)
    try await feed.begin()
  }

  /// The round as in `rounds.get`; nil while there is none.
  mutating func refresh() async throws -> RawResult<Round>? {
    if let round { return try await client.rawResult(of: RoundsRequests.get(round, household: household)) }
    let active = try await client.rawResult(of: RoundsRequests.active(household: household))
    guard let json = try active.json.optionalObject("round") else { return nil }
    let open = RawResult<Round>(json: json)
    round = try open.value().id
    return open
  }

  /// Waits a moment. Returns whether to read again: after an event, or after a long silence.
  mutating func wait() async throws -> Bool {
    let isQuiet = try await feed.next(within: Self.moment).isEmpty
    quiet = isQuiet ? quiet + Self.moment : .zero
    guard isQuiet, quiet < Self.longestQuiet else {
      quiet = .zero
      return true
    }
    return false
  }
}
