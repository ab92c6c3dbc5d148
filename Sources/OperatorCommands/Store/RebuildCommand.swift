import Console
import MovieNightKit
import MovieNightPrimitives
import Projections
import Server

struct RebuildCommand: Subcommand {
  let areas: ServerAreas
  let name = "rebuild-projections"
  let summary = "Rebuild the read models from the events."
  let positionals = "[NAME...]"
  var words: [String] { areas.readModels.names }
  let options: [CommandOption] = [.store, verify, .json]
  var details: String {
    """
    The read models are \(words.joined(separator: ", ")). Without a NAME, all of them are rebuilt. The existing \
    ones answer queries until they are replaced at the end. With --verify nothing is changed: the read models are \
    compared with a replay of the events, row by row.
    """
  }
  let examples = [
    (line: "movienight rebuild-projections", meaning: "Rebuild all read models"),
    (line: "movienight rebuild-projections sessions watched", meaning: "Rebuild two of them"),
    (line: "movienight rebuild-projections --verify", meaning: "Compare them with the events"),
  ]

  private static let verify = CommandOption.flag("verify", "Only compare the read models with a replay of the events.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    for name in arguments.positionals where !words.contains(name) {
      throw UsageError.unknown("read model", name, among: words)
    }
    if arguments.has(Self.verify) { return try compare(arguments, environment) }
    let progress = Locked(ProgressLine("Rebuilding", unit: "events", environment))
    let result = try await AdministratorConnection.use(areas, arguments, environment) { client in
      client.onNotification { method, parameters in
        guard method == "projections.progress",
          let reached = try? RawResult<MovieNightKit.RebuildProgress>(json: parameters).value()
        else { return }
        progress.withLock { $0.update(reached.position.rawValue, of: reached.head.rawValue) }
      }
      // The timeout is long because a rebuild can take hours, during which the server reports its progress.
      let request = ProjectionsRequests.rebuild(arguments.positionals.map(ReadModel.init(rawValue:)))
      return try await client.within(.seconds(24 * 3600)).rawResult(of: request)
    }
    if arguments.has(.json) {
      environment.output.line(result.json.compactText)
    } else {
      let rebuilt = try result.value()
      progress.withLock { $0.finish(rebuilt.events) }
      let names = rebuilt.names.joined(separator: ", ")
      environment.output.sentence("Rebuilt \(names) from \(grouped(rebuilt.events)) events.")
    }
    return .success
  }

  private func compare(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let store = try StoreOptions.openForReading(arguments)
    defer { store.close() }
    let reports = try Verification(names: arguments.positionals, schema: areas.events, areas: areas.readModels)
      .run(store)
    if arguments.has(.json) { showJSON(reports, environment.output) } else { environment.output.show(reports) }
    return reports.allSatisfy { $0.difference == nil } ? .success : .failure
  }

  private func showJSON(_ reports: [Verification.Report], _ output: Terminal) {
    var json = JSONWriter()
    json.array(reports) { json, report in
      json.object { json in
        json.field("name", report.model)
        json.field("checkpoint", report.checkpoint)
        json.field("equal_rows", report.equalRows)
        json.field("difference", report.difference?.description)
      }
    }
    output.line(json.text)
  }
}

extension Terminal {
  /// Shows how read models match a replay. `reports` is empty if the store has no rows, or only of other versions.
  func show(_ reports: [Verification.Report]) {
    if reports.isEmpty { sentence("There are no rows to compare. The next server start builds them from the events.") }
    for report in reports {
      let rows = "\(report.model): \(grouped(report.equalRows)) rows, up to position \(grouped(report.checkpoint))"
      if let difference = report.difference {
        entry("differs", .failure, "\(difference)")
      } else {
        entry("equal", .success, rows)
      }
    }
  }
}
