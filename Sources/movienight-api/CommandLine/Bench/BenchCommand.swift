import Console
import EventStore
import MovieNightClient
import OperatorCommands
import Primitives
import Projections

/// `movienight bench`: the program's own load generator.
struct BenchCommand: Subcommand {
  let name = "bench"
  let summary = "Measure a running server, or fill a store to measure with."
  let positionals = "MODE"
  let words = Mode.allCases.map(\.rawValue)
  let options: [CommandOption] = [
    .connect, .store, connections, inFlight, randomIDs, seconds, events, subscribe, .json,
  ]
  let details = """
    Modes: votes sends durable votes, sessions asks for lists of 20 sessions, each over connections of their own with \
    one request under way, or as many as --in-flight says. notifications tells how long it takes from a vote that was acknowledged to its notification \
    at a subscriber, of the same server or of another one on the same database. subscribers has many who all listen to \
    one household hear one vote after the other, tells how long it takes from a vote's being sent until each has heard \
    of it, and checks that each hears each vote once; more than 100 have to listen through the Unix socket, since a \
    member has no more connections over TCP. These four found households first, so measure a server that nobody \
    needs; over TCP it must run with --open-registration. fill makes up a new store of movie nights without a server, \
    and rebuild makes its read models anew. Every answer is checked; with one that is wrong the exit code is 1.
    """
  let examples = [
    (
      line: "movienight bench votes --connect unix:data/movienight.db.sock --connections 50",
      meaning: "Durable votes a second"
    ),
    (
      line: "movienight bench notifications --connect db1:6684 --subscribe db2:6684",
      meaning: "From one server to another"
    ),
    (
      line: "movienight bench subscribers --connect unix:data/movienight.db.sock --connections 5000",
      meaning: "5,000 who all hear each vote"
    ),
    (line: "movienight bench fill --store sqlite:/tmp/million.db --events 1000000", meaning: "A million events"),
    (line: "movienight bench rebuild --store sqlite:/tmp/million.db", meaning: "Events a second through the folds"),
  ]

  private static let connections = CommandOption.value(
    "connections", "N", "How many connections ask, or listen, at the same time.", fallback: "50")
  private static let inFlight = CommandOption.value(
    "in-flight", "N", "votes, sessions: how many requests each connection has under way.", fallback: "1")
  private static let randomIDs = CommandOption.flag(
    "random-ids", "votes: command ids without an order, as of most clients, instead of UUIDs of version 7.")
  private static let seconds = CommandOption.value(
    "seconds", "N", "How long to measure, after a second of warming up.", fallback: "10")
  private static let events = CommandOption.value(
    "events", "N", "How many events to fill a store with, at least.", fallback: "1000000")

  private static let subscribe = CommandOption.value(
    "subscribe", "ADDRESS", "Where subscribers connect; where the votes go by default.")

  private enum Mode: String, CaseIterable {
    case votes, sessions, notifications, subscribers, fill, rebuild
  }

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    guard let mode = Mode(rawValue: arguments.positionals[0]) else {
      throw UsageError.unknown("mode", arguments.positionals[0], among: words)
    }
    switch mode {
    case .votes: return try load(arguments, environment) { try VoteLoad(players: $0).requests() }
    case .sessions: return try load(arguments, environment) { try SessionsLoad(players: $0).requests() }
    case .notifications: return try notifications(arguments, environment)
    case .subscribers: return try subscribers(arguments, environment)
    case .fill: return try fill(arguments, environment)
    case .rebuild: return try rebuild(arguments, environment)
    }
  }

  // MARK: Load on a server

  private func load(
    _ arguments: Arguments, _ environment: Environment, _ prepare: (Players) throws -> [LoadRequest]
  ) throws -> ExitCode {
    let players = try Players(count: count(arguments), arguments, environment)
    let requests = try prepare(players)
    let generator = try LoadGenerator(
      players.address, tokens: players.households.map(\.token), requests,
      inFlight: try arguments.integer(Self.inFlight, in: 1...64) ?? 1,
      ids: arguments.has(Self.randomIDs) ? .random : .ordered)
    return show(try generator.run(warmUp: .seconds(1), measured: duration(arguments)), arguments, environment)
  }

  private func count(_ arguments: Arguments) throws -> Int {
    try arguments.integer(Self.connections, in: 1...9999) ?? 50
  }

  private func duration(_ arguments: Arguments) throws -> Duration {
    .seconds(try arguments.integer(Self.seconds, in: 1...3600) ?? 10)
  }

  private func notifications(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let players = try Players(count: 1, arguments, environment)
    let delay = NotificationDelay(players: players, subscribedAt: try subscribedAt(arguments) ?? players.address)
    return show(try delay.run(measured: duration(arguments), environment.clock), arguments, environment)
  }

  private func subscribers(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let players = try Players(count: 1, arguments, environment)
    let crowd = try SubscriberCrowd(
      count(arguments), players: players, subscribedAt: try subscribedAt(arguments) ?? players.address)
    return show(try crowd.run(measured: duration(arguments)), arguments, environment)
  }

  private func subscribedAt(_ arguments: Arguments) throws -> ServerAddress? {
    try arguments.value(Self.subscribe).map { try ServerAddress($0) }
  }

  private func show(_ result: LoadResult, _ arguments: Arguments, _ environment: Environment) -> ExitCode {
    if arguments.has(.json) {
      environment.output.line(result.json)
    } else {
      environment.output.lines(result.lines)
    }
    return result.errors.isEmpty ? .success : .failure
  }

  // MARK: Work on a store

  private func fill(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let events = try arguments.integer(Self.events, in: 1...1_000_000_000) ?? 1_000_000
    do {
      let store = try openStore(StoreOptions.address(arguments), mode: .readWrite(administratorSocket: nil))
      defer { store.close() }
      var progress = ProgressLine("Filling", unit: "events", environment)
      let started = environment.clock.uptime()
      let filled = try StoreFill(store).run(atLeast: events) { progress.update($0, of: events) }
      progress.finish(filled)
      show(Throughput(events: filled, duration: environment.clock.uptime() - started), arguments, environment)
    } catch let error as StoreError {
      throw CommandFailure(error)
    }
    return .success
  }

  private func rebuild(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let throughput = try AdministratorConnection.use(arguments, environment) { client in
      let started = environment.clock.uptime()
      let result = try client.call(Request("projections.rebuild"), timeout: .seconds(24 * 3600))
      return Throughput(events: try result.integer("events"), duration: environment.clock.uptime() - started)
    }
    show(throughput, arguments, environment)
    return .success
  }

  private func show(_ throughput: Throughput, _ arguments: Arguments, _ environment: Environment) {
    environment.output.line(arguments.has(.json) ? throughput.json : throughput.line)
  }
}
