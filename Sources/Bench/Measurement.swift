import Stores
import Console
import EventStore
import MovieNightKit
import MovieNightPrimitives
import OperatorCommands
import Server

extension Program {
  package static let bench = Program(
    name: "movienight-bench", about: "measure servers and stores", version: Version.current,
    commands: [
      Measurement.votes, Measurement.sessions, Measurement.queries, Measurement.notifications, Measurement.subscribers,
      Measurement.fill, Measurement.rebuild, Measurement.collection, Measurement.importing, Measurement.fillCollections,
      Measurement.guide,
    ])
}

struct Measurement: Subcommand {
  let name: String
  let summary: String
  let options: [CommandOption]
  let details: String
  let examples: [(line: String, meaning: String)]
  let measure: @Sendable (Arguments, Environment) async throws -> any MeasuredResult

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let result = try await measure(arguments, environment)
    environment.output.lines(arguments.has(.json) ? [result.json] : result.lines)
    return result.isGood ? .success : .failure
  }

  private static let connections = CommandOption.value(
    "connections", "N", "The number of simultaneous connections.", fallback: "50")
  private static let seconds = CommandOption.value(
    "seconds", "N", "The duration of the measurement, after a second of warm-up.", fallback: "10")

  /// The part of the help text that all measurements of a server have in common.
  static let householdsNote = """
    The measurement creates households, so never use a server with real data; over TCP it must run with \
    --open-registration. Every answer is checked; the exit code is 1 if any is wrong.
    """

  private static func count(_ arguments: Arguments) throws -> Int {
    try arguments.integer(connections, in: 1...9999) ?? 50
  }

  private static func duration(_ arguments: Arguments) throws -> Duration {
    .seconds(try arguments.integer(seconds, in: 1...3600) ?? 10)
  }

}

// MARK: Measurements of requests over many connections

extension Measurement {
  private static let inFlight = CommandOption.value(
    "in-flight", "N", "The number of requests in flight on each connection.", fallback: "1")
  private static let randomIDs = CommandOption.flag(
    "random-ids", "Random command ids, as most clients send, instead of UUIDs of version 7.")
  private static let withoutIDs = CommandOption.flag(
    "without-ids", "No command ids, so that the server keeps no receipts.")
  private static let method = CommandOption.value("method", "METHOD", "The method to call (docs/protocol).")
  private static let parameters = CommandOption.value("params", "JSON", "The method's parameters.", fallback: "{}")
  private static let numbers = CommandOption.value(
    "numbers", "FIRST-LAST", "The numbers that replace NUMBER in the parameters, one after the other.")

  static let votes = Measurement(
    name: "votes", summary: "Measure durable votes per second.",
    options: [.connect, connections, inFlight, randomIDs, withoutIDs, seconds, .json],
    details: "Each connection votes in a round of its own. \(householdsNote)",
    examples: [
      (
        "movienight-bench votes --connect unix:data/movienight.db.sock --connections 50",
        "50 connections, one request in flight on each"
      ),
      (
        "movienight-bench votes --connect 127.0.0.1:6684 --in-flight 16 --random-ids",
        "Pipelined requests with random ids"
      ),
    ]
  ) { arguments, environment in
    try await measureLoad(arguments, environment) { try $0.votes(haveIDs: !arguments.has(withoutIDs)) }
  }

  static let sessions = Measurement(
    name: "sessions", summary: "Measure lists of 20 sessions per second.",
    options: [.connect, connections, inFlight, seconds, .json],
    details: "Each connection asks for the movie nights of a household of its own. \(householdsNote)",
    examples: [("movienight-bench sessions --connect 127.0.0.1:6684 --json", "The result as one line of JSON")]
  ) { arguments, environment in
    try await measureLoad(arguments, environment) { try $0.sessions() }
  }

  static let queries = Measurement(
    name: "queries", summary: "Measure answers per second to a query of your choice.",
    options: [.connect, method, parameters, numbers, connections, inFlight, seconds, .json],
    details: "Each connection sends the same query for a household of its own. \(householdsNote)",
    examples: [
      (
        #"movienight-bench queries --method tv.season --params '{"tmdb_id":1396,"season_number":1}'"#,
        "A season of the catalog"
      ),
      (
        #"movienight-bench queries --method movies.get --params '{"tmdb_movie_id":NUMBER}' --numbers 100-999"#,
        "One movie after the other; each connection starts at a different one"
      ),
    ]
  ) { arguments, environment in
    try await measureLoad(arguments, environment) { players in
      guard let name = arguments.value(method) else { throw UsageError("--method is missing") }
      let text = arguments.value(parameters) ?? "{}"
      guard (try? JSONDocument(text.replacing("NUMBER", with: "1")).root)?.kind == .object else {
        throw UsageError("--params takes a JSON object, not \(text)")
      }
      let (numbers, count) = (try arguments.value(numbers).map(parseRange), players.households.count)
      guard numbers == nil || text.contains("NUMBER") else {
        throw UsageError("--numbers needs the word NUMBER in --params")
      }
      return (0..<count).map { index in
        let first = numbers.map { $0.lowerBound + index * $0.count / count } ?? 0
        return .query(name, text, counting: numbers, from: first)
      }
    }
  }

  /// Parses a range of numbers that all have the same number of digits.
  private static func parseRange(_ text: String) throws(UsageError) -> ClosedRange<Int> {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == parts[1].utf8.count, let first = Int(parts[0]),
      let last = Int(parts[1]), 0 <= first, first <= last
    else { throw UsageError("--numbers takes two numbers of equal length, for example 1000-2999, not \(text)") }
    return first...last
  }

  /// Runs a load generator with the requests that `requests` makes, one element per household.
  private static func measureLoad(
    _ arguments: Arguments, _ environment: Environment, _ requests: (Players) throws -> [RequestSequence]
  ) async throws -> LoadResult {
    let players = try await Players(count: count(arguments), arguments, environment)
    guard !arguments.has(randomIDs) || !arguments.has(withoutIDs) else {
      throw UsageError("--random-ids and --without-ids cannot be used together")
    }
    let generator = try LoadGenerator(
      players.households.map(\.connection), requests(players),
      inFlight: arguments.integer(inFlight, in: 1...64) ?? 1, idsAreRandom: arguments.has(randomIDs))
    return try generator.run(warmUp: .seconds(1), measured: duration(arguments))
  }
}

// MARK: Measurements of notifications

extension Measurement {
  private static let subscribe = CommandOption.value(
    "subscribe", "ADDRESS", "The server of the subscribers; by default the one that gets the votes.")

  static let notifications = Measurement(
    name: "notifications", summary: "Measure the time until a subscriber receives a vote.",
    options: [.connect, subscribe, seconds, .json],
    details: """
      Measures the time from the acknowledgement of a vote to its notification at a subscriber, on the same server or on \
      another one with the same database. \(householdsNote)
      """,
    examples: [
      ("movienight-bench notifications --connect db1:6684 --subscribe db2:6684", "From one server to another")
    ]
  ) { try await measureCrowd(of: 1, isAcknowledgedFirst: true, $0, $1) }

  static let subscribers = Measurement(
    name: "subscribers", summary: "Measure the time until many subscribers receive a vote.",
    options: [.connect, subscribe, connections, seconds, .json],
    details: """
      Many connections subscribe to one household, which casts one vote after the other. Measures the time from sending \
      a vote until all subscribers have received it, and checks that each receives each vote once. More than 100 \
      subscribers must use the Unix socket, because a member can have only 100 TCP connections. \(householdsNote)
      """,
    examples: [
      (
        "movienight-bench subscribers --connect unix:data/movienight.db.sock --connections 5000",
        "5,000 subscribers of one household"
      )
    ]
  ) { try await measureCrowd(of: count($0), isAcknowledgedFirst: false, $0, $1) }

  private static func measureCrowd(
    of count: Int, isAcknowledgedFirst: Bool, _ arguments: Arguments, _ environment: Environment
  ) async throws -> LoadResult {
    let players = try await Players(count: 1, arguments, environment)
    let crowd = try SubscriberCrowd(
      count, players, subscribedAt: arguments.value(subscribe).map { try ServerAddress($0) } ?? players.address,
      isAcknowledgedFirst: isAcknowledgedFirst)
    return try crowd.run(measured: duration(arguments))
  }
}

// MARK: Measurements of stores

extension Measurement {
  private static let events = CommandOption.value(
    "events", "N", "The minimum number of events.", fallback: "1000000")

  static let fill = Measurement(
    name: "fill", summary: "Fill a new store with movie nights, without a server.", options: [.store, events, .json],
    details: "Uses the deciders and the committer, so the store is as a server would have written it.",
    examples: [("movienight-bench fill --store sqlite:/tmp/million.db --events 1000000", "A million events")]
  ) { arguments, environment in
    let events = try arguments.integer(events, in: 1...1_000_000_000) ?? 1_000_000
    do {
      let store = try openStore(StoreOptions.address(arguments), mode: .readWrite(administratorSocket: nil))
      defer { store.close() }
      var progress = ProgressLine("Filling", unit: "events", environment)
      let started = environment.clock.uptime()
      let filled = try StoreFill(store).run(atLeast: events) { progress.update($0, of: events) }
      progress.finish(filled)
      return Throughput(events: filled, duration: environment.clock.uptime() - started)
    } catch let error as StoreError {
      throw CommandFailure(error)
    }
  }

  static let rebuild = Measurement(
    name: "rebuild", summary: "Measure events per second while rebuilding read models.",
    options: [.store, .json], details: "",
    examples: [("movienight-bench rebuild --store sqlite:/tmp/million.db", "The read models of a filled store")]
  ) { arguments, environment in
    try await AdministratorConnection.use(.current, arguments, environment) { client in
      let started = environment.clock.uptime()
      let result = try await client.call(Request("projections.rebuild"), timeout: .seconds(24 * 3600))
      return Throughput(events: try result.integer("events"), duration: environment.clock.uptime() - started)
    }
  }
}
