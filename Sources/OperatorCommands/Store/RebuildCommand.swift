import Console
import EventStore
import MovieNightKit
import MovieNightPrimitives
import Projections
import Server

/// `movienight rebuild-projections`: the read models anew, from the events alone.
struct RebuildCommand: Subcommand {
  let areas: ServerAreas
  let name = "rebuild-projections"
  let summary = "Make the read models anew from the events."
  let positionals = "[NAME...]"
  var words: [String] { areas.readModels.names }
  let options: [CommandOption] = [.store, verify, .json]
  var details: String {
    """
    The read models are \(words.joined(separator: ", ")); without a name all of them are made anew. They \
    are folded beside those that answer meanwhile, and take their place at the end. With --verify nothing is changed: \
    the read models are compared with a replay, row by row.
    """
  }
  let examples = [
    (line: "movienight rebuild-projections", meaning: "All of them"),
    (line: "movienight rebuild-projections sessions watched", meaning: "Two of them"),
    (line: "movienight rebuild-projections --verify", meaning: "Prove that they are what the events say"),
  ]

  private static let verify = CommandOption.flag("verify", "Only compare the read models with a replay.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    for name in arguments.positionals where !words.contains(name) {
      throw UsageError.unknown("read model", name, among: words)
    }
    if arguments.has(Self.verify) { return try compare(arguments, environment) }
    let progress = Locked(ProgressLine("Rebuilding", unit: "events", environment))
    let result = try await AdministratorConnection.use(areas, arguments, environment) { client in
      client.onNotification { method, parameters in
        guard method == "projections.progress", let position = parameters["position"]?.integer else { return }
        progress.withLock { $0.update(position, of: parameters["head"]?.integer) }
      }
      let request = Request("projections.rebuild") { parameters in
        parameters.key("names")
        parameters.array(arguments.positionals) { $0.string($1) }
      }
      // However long it takes: the server tells its progress meanwhile.
      return try await client.call(request, timeout: .seconds(24 * 3600))
    }
    let events = try result.integer("events")
    if arguments.has(.json) {
      environment.output.line(result.compactText)
    } else {
      progress.withLock { $0.finish(events) }
      let names = try result.array("names").compactMap(\.string).joined(separator: ", ")
      environment.output.line("Rebuilt \(names) from \(grouped(events)) events.")
    }
    return .success
  }

  private func compare(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let store = try StoreOptions.openBeside(arguments)
    defer { store.close() }
    let reports = try ReadModelComparison(areas: areas, names: arguments.positionals).run(store)
    ReadModelComparison.show(reports, asJSON: arguments.has(.json), environment)
    return reports.allSatisfy { $0.difference == nil } ? .success : .failure
  }
}

/// Compares the read models of a store with a replay of its events.
struct ReadModelComparison {
  let areas: ServerAreas
  var names: [String] = []

  /// One report a read model; none where the store has no rows: it keeps none, or nobody has opened it since a migration.
  func run(_ store: any EventStore) throws -> [Verification.Report] {
    try Verification(names: names, schema: areas.events, areas: areas.readModels).run(store)
  }

  static func show(_ reports: [Verification.Report], asJSON: Bool, _ environment: Environment) {
    if asJSON {
      var json = JSONWriter()
      json.array(reports) { json, report in
        json.object { json in
          json.field("name", report.model)
          json.field("checkpoint", report.checkpoint)
          json.field("equal_rows", report.equalRows)
          json.field("difference", report.difference?.description)
        }
      }
      return environment.output.line(json.text)
    }
    if reports.isEmpty {
      environment.output.line("There are no rows to compare: the next start folds them from the events.")
    }
    for report in reports {
      if let difference = report.difference {
        environment.output.line("\(environment.output.styled("differs", .failure))  \(difference)")
      } else {
        environment.output.line(
          "\(environment.output.styled("equal", .success))    \(report.model): \(grouped(report.equalRows)) rows, up to "
            + "position \(grouped(report.checkpoint))")
      }
    }
  }
}
