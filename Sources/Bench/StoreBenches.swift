import Console
import EventStore
import MovieNightKit
import OperatorCommands
import MovieNightPrimitives

/// `movienight-bench fill`: a store to measure with.
struct FillBench: Subcommand {
  let name = "fill"
  let summary = "Make up a new store of movie nights, without a server."
  let options: [CommandOption] = [.store, events, .json]
  let details = "It goes through the deciders and the committer: what it writes is what a server would have written."
  let examples = [
    (line: "movienight-bench fill --store sqlite:/tmp/million.db --events 1000000", meaning: "A million events")
  ]

  private static let events = CommandOption.value(
    "events", "N", "How many events to fill a store with, at least.", fallback: "1000000")

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let events = try arguments.integer(Self.events, in: 1...1_000_000_000) ?? 1_000_000
    do {
      let store = try openStore(StoreOptions.address(arguments), mode: .readWrite(administratorSocket: nil))
      defer { store.close() }
      var progress = ProgressLine("Filling", unit: "events", environment)
      let started = environment.clock.uptime()
      let filled = try StoreFill(store).run(atLeast: events) { progress.update($0, of: events) }
      progress.finish(filled)
      BenchOptions.show(
        Throughput(events: filled, duration: environment.clock.uptime() - started), arguments, environment)
    } catch let error as StoreError {
      throw CommandFailure(error)
    }
    return .success
  }
}

/// `movienight-bench rebuild`: how fast events become rows.
struct RebuildBench: Subcommand {
  let name = "rebuild"
  let summary = "Events a second through the folds: make a store's read models anew."
  let options: [CommandOption] = [.store, .json]
  let examples = [
    (line: "movienight-bench rebuild --store sqlite:/tmp/million.db", meaning: "Those of a store that was filled")
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let throughput = try await AdministratorConnection.use(.current, arguments, environment) { client in
      let started = environment.clock.uptime()
      let result = try await client.call(Request("projections.rebuild"), timeout: .seconds(24 * 3600))
      return Throughput(events: try result.integer("events"), duration: environment.clock.uptime() - started)
    }
    BenchOptions.show(throughput, arguments, environment)
    return .success
  }
}
