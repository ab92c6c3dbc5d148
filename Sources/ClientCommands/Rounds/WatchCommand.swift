import Console
import MovieNightKit

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

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let round = try arguments.positionals.first.map { (id) throws(UsageError) in try RoundID(id, of: "a movie night") }
    let household = try ServerConnection.householdID(arguments)
    let client = try await ServerConnection.open(arguments, environment, RoundWatch.patience)
    var watch = try await RoundWatch(client, round: round, household: household)
    var screen = WatchScreen(environment, asJSON: arguments.has(.json))
    environment.endOnInterrupt(screen.isDrawnOver)
    screen.begin()
    defer { screen.end() }
    while true {
      do {
        let round = try await watch.look()
        repeat {
          try screen.show(round)
          if let round, try !round.value().isOpen { return .success }
        } while try await !watch.wait()
      } catch let error as ClientError where error.mayPass {
        screen.showLostConnection()
        await environment.clock.sleep(.seconds(1))
      }
    }
  }
}

extension ClientError {
  /// Whether the server may answer again in a while.
  fileprivate var mayPass: Bool {
    switch self {
    case .unreachable, .timedOut: true
    case .refused(let refusal): refusal.code == 503
    case .badAddress, .protocolViolation, .unreadableParameters, .closed, .identityChanged, .outbox: false
    }
  }
}

/// Looks at a round whenever something has happened in its household.
struct RoundWatch {
  private let client: MovieNightClient
  private let household: HouseholdID?
  private let feed: EventFeed
  /// How long nothing was heard.
  private var quiet = Duration.zero
  /// Once there was an open one, it stays the one.
  private var round: RoundID?

  /// A server that went away is told at once, and one that has fallen silent soon.
  static let patience = MovieNightClient.Options(callTimeout: .seconds(5), reconnectTimeout: .zero)
  /// After such a time one looks, whether anything was heard or not.
  private static let longestQuiet = Duration.seconds(10)
  /// So often a window is looked at, which may have been made narrower.
  private static let moment = Duration.seconds(1)

  init(_ client: MovieNightClient, round: RoundID?, household: HouseholdID?) async throws {
    self.client = client
    self.round = round
    var household = household
    if let round, household == nil { household = try await client.rounds.get(round).householdID }
    self.household = household
    // From before the first look on, so that nothing falls between.
    feed = client.events(household: household)
    try await feed.begin()
  }

  /// The round as it is, as `rounds.get` gives it; nil while there is none.
  mutating func look() async throws -> RawResult<Round>? {
    if let round { return try await client.rawResult(of: RoundsRequests.get(round, household: household)) }
    let active = try await client.rawResult(of: RoundsRequests.active(household: household))
    guard let json = try active.json.optionalObject("round") else { return nil }
    let open = RawResult<Round>(json: json)
    round = try open.value().id
    return open
  }

  /// Waits a moment. Returns whether it is time to look: something has happened, or nothing was heard for long.
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
