import Console
import MovieNightKit

struct WatchCommand: Subcommand {
  let name = "watch"
  let summary = "Watch the open round as votes arrive."
  let positionals = "[ROUND...]"
  var options: [CommandOption] { ServerConnection.options + [ServerConnection.household, .json] }
  let details = """
    Without a ROUND, it shows your household's open round, or waits for the next one. It ends when the round is \
    decided, or with Control-C. In a pipe or with TERM=dumb, it prints the round again after each change; with --json, \
    it prints one line for each change. \(RoundFinder.details)
    """
  let examples = [
    (line: "movienight watch", meaning: "The open round of your household"),
    (line: "movienight watch --json", meaning: "The round after every change, one JSON object a line"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let access = try ServerConnection.access(arguments, environment)
    let (client, identity) = try await ServerConnection.open(access, environment, RoundWatch.timeout)
    let household = try await ServerConnection.householdID(arguments, client)
    let finder = RoundFinder(client, identity: identity, household: household, environment)
    let typed = arguments.positionals.joined(separator: " ")
    if typed.isEmpty { try ServerConnection.requireHousehold(household, for: identity) }
    let round: RoundID? = if typed.isEmpty { nil } else { try await finder.round(typed) }
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

/// Reads a round, and reads it again after each event in its household.
struct RoundWatch {
  private let client: MovieNightClient
  private let household: HouseholdID?
  private let feed: EventFeed
  private var quietTime = Duration.zero
  /// The round to watch; nil until an open one has been found, if none was named. It does not change afterwards.
  private var round: RoundID?

  /// Makes the client report an unreachable server at once, and a silent one after five seconds.
  static let timeout = MovieNightClient.Options(callTimeout: .seconds(5), reconnectTimeout: .zero)
  /// The time without events after which the round is read again.
  private static let maximumQuietTime = Duration.seconds(10)
  /// The time that `wait` waits for an event. The width of the window is checked at the same interval.
  private static let pollInterval = Duration.seconds(1)

  init(_ client: MovieNightClient, round: RoundID?, household: HouseholdID?) async throws {
    self.client = client
    self.round = round
    var household = household
    if let round, household == nil { household = try await client.rounds.get(round).householdID }
    self.household = household
    // The feed begins before the round is first read, so that no change is missed.
    feed = client.events(household: household)
    try await feed.begin()
  }

  /// Returns the round as `rounds.get` does; nil while no round is open.
  mutating func refresh() async throws -> RawResult<Round>? {
    if let round { return try await client.rawResult(of: RoundsRequests.get(round, household: household)) }
    let active = try await client.rawResult(of: RoundsRequests.active(household: household))
    guard let json = try active.json.optionalObject("round") else { return nil }
    let open = RawResult<Round>(json: json)
    round = try open.value().id
    return open
  }

  /// Waits up to `pollInterval` for an event. Returns whether to read: after an event, or `maximumQuietTime`.
  mutating func wait() async throws -> Bool {
    let isQuiet = try await feed.next(within: Self.pollInterval).isEmpty
    quietTime = isQuiet ? quietTime + Self.pollInterval : .zero
    guard isQuiet, quietTime < Self.maximumQuietTime else {
      quietTime = .zero
      return true
    }
    return false
  }
}
