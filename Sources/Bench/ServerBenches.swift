import Console
import MovieNightKit
import MovieNightPrimitives

/// `movienight-bench votes`, `sessions` and `queries`: requests over many connections at once.
struct LoadBench: Subcommand {
  let name: String
  let summary: String
  let options: [CommandOption]
  let details: String
  let examples: [(line: String, meaning: String)]
  private let prepare: @Sendable (Players, LoadGenerator.CommandIDs, Arguments) async throws -> [LoadRequest]

  static let votes = LoadBench(
    name: "votes", summary: "Durable votes a second.",
    options: [
      .connect, BenchOptions.connections, inFlight, randomIDs, withoutIDs, BenchOptions.seconds, .json,
    ],
    details: "Each connection votes in a round of its own. \(BenchOptions.households)",
    examples: [
      (
        line: "movienight-bench votes --connect unix:data/movienight.db.sock --connections 50",
        meaning: "One request under way on each of 50 connections"
      ),
      (
        line: "movienight-bench votes --connect 127.0.0.1:6684 --in-flight 16 --random-ids",
        meaning: "As clients that send ahead, with ids of version 4"
      ),
    ],
    prepare: { players, ids, _ in try await VoteLoad(players: players, hasIDs: ids != .none).requests() })

  static let sessions = LoadBench(
    name: "sessions", summary: "Lists of 20 sessions a second.",
    options: [.connect, BenchOptions.connections, inFlight, BenchOptions.seconds, .json],
    details: "Each connection asks for the movie nights of a household of its own. \(BenchOptions.households)",
    examples: [
      (line: "movienight-bench sessions --connect 127.0.0.1:6684 --json", meaning: "As one line for a script")
    ],
    prepare: { players, _, _ in try await SessionsLoad(players: players).requests() })

  static let queries = LoadBench(
    name: "queries", summary: "Answers a second to a query of your choice.",
    options: [.connect, method, parameters, numbers, BenchOptions.connections, inFlight, BenchOptions.seconds, .json],
    details: "Each connection asks the same for a household of its own. \(BenchOptions.households)",
    examples: [
      (
        line: #"movienight-bench queries --method tv.season --params '{"tmdb_id":1396,"season_number":1}'"#,
        meaning: "A season of the catalog"
      ),
      (
        line: #"movienight-bench queries --method movies.get --params '{"tmdb_movie_id":NUMBER}' --numbers 100-999"#,
        meaning: "One movie after the other; each connection begins with another one"
      ),
    ],
    prepare: { players, _, arguments in
      guard let name = arguments.value(method) else { throw UsageError("--method is missing") }
      let text = arguments.value(parameters) ?? "{}"
      guard (try? JSONDocument(text.replacing("NUMBER", with: "1")).root)?.kind == .object else {
        throw UsageError("--params takes a JSON object, not \(text)")
      }
      guard let numbers = try arguments.value(numbers).map(range) else {
        return players.households.map { _ in .query(name, text) }
      }
      guard text.contains("NUMBER") else { throw UsageError("--numbers needs the word NUMBER in --params") }
      return players.households.indices.map {
        .query(name, text, counting: numbers, from: numbers.lowerBound + $0 * numbers.count / players.households.count)
      }
    })

  private static let method = CommandOption.value("method", "METHOD", "What is asked, as docs/protocol names it.")
  private static let parameters = CommandOption.value("params", "JSON", "Its parameters.", fallback: "{}")

  private static let numbers = CommandOption.value(
    "numbers", "FIRST-LAST", "What the word NUMBER in the parameters stands for, one after the other.")

  /// Of numbers with as many digits.
  private static func range(_ text: String) throws(UsageError) -> ClosedRange<Int> {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == parts[1].utf8.count, let first = Int(parts[0]),
      let last = Int(parts[1]), 0 <= first, first <= last
    else { throw UsageError("--numbers takes two numbers with as many digits, as 1000-2999, not \(text)") }
    return first...last
  }

  private static let inFlight = CommandOption.value(
    "in-flight", "N", "How many requests each connection has under way.", fallback: "1")
  private static let randomIDs = CommandOption.flag(
    "random-ids", "Command ids without an order, as of most clients, instead of UUIDs of version 7.")
  private static let withoutIDs = CommandOption.flag(
    "without-ids", "No command ids: the server need not remember which commands it has carried out.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let players = try await Players(count: BenchOptions.count(arguments), arguments, environment)
    let ids = try Self.ids(arguments)
    let requests = try await prepare(players, ids, arguments)
    let generator = try LoadGenerator(
      players.address, tokens: players.households.map(\.token), requests,
      inFlight: try arguments.integer(Self.inFlight, in: 1...64) ?? 1,
      ids: ids)
    let result = try generator.run(warmUp: .seconds(1), measured: BenchOptions.duration(arguments))
    return BenchOptions.show(result, arguments, environment)
  }

  private static func ids(_ arguments: Arguments) throws -> LoadGenerator.CommandIDs {
    switch (arguments.has(randomIDs), arguments.has(withoutIDs)) {
    case (true, true): throw UsageError("--random-ids and --without-ids exclude each other")
    case (true, false): .random
    case (false, true): .none
    case (false, false): .ordered
    }
  }
}

/// `movienight-bench notifications`: how long it takes until somebody hears of a vote.
struct NotificationsBench: Subcommand {
  let name = "notifications"
  let summary = "How long until a subscriber hears of a vote."
  let options: [CommandOption] = [.connect, BenchOptions.subscribe, BenchOptions.seconds, .json]
  let details = """
    From a vote that was acknowledged to its notification at a subscriber, of the same server or of another one on the \
    same database. \(BenchOptions.households)
    """
  let examples = [
    (
      line: "movienight-bench notifications --connect db1:6684 --subscribe db2:6684",
      meaning: "From one server to another"
    )
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let players = try await Players(count: 1, arguments, environment)
    let delay = NotificationDelay(
      players: players, subscribedAt: try BenchOptions.subscribed(arguments, votingAt: players.address))
    let result = try await delay.run(measured: BenchOptions.duration(arguments), environment.clock)
    return BenchOptions.show(result, arguments, environment)
  }
}

/// `movienight-bench subscribers`: many who hear of each vote.
struct SubscribersBench: Subcommand {
  let name = "subscribers"
  let summary = "How long until many subscribers have heard of a vote."
  let options: [CommandOption] = [
    .connect, BenchOptions.subscribe, BenchOptions.connections, BenchOptions.seconds, .json,
  ]
  let details = """
    Many who all listen to one household hear one vote after the other: how long it takes from a vote's being sent until \
    each has heard of it, and whether each hears each vote once. More than 100 have to listen through the Unix socket, \
    since a member has no more connections over TCP. \(BenchOptions.households)
    """
  let examples = [
    (
      line: "movienight-bench subscribers --connect unix:data/movienight.db.sock --connections 5000",
      meaning: "5,000 who all hear each vote"
    )
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let players = try await Players(count: 1, arguments, environment)
    let crowd = try await SubscriberCrowd(
      BenchOptions.count(arguments), players: players,
      subscribedAt: BenchOptions.subscribed(arguments, votingAt: players.address))
    return BenchOptions.show(try await crowd.run(measured: BenchOptions.duration(arguments)), arguments, environment)
  }
}
