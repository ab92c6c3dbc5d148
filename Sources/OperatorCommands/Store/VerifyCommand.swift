import Console
import EventStore
import MovieNightPrimitives
import Projections
import Server

struct VerifyCommand: Subcommand {
  let areas: ServerAreas
  let name = "verify"
  let summary = "Check every event, text, checksum and read model."
  let options: [CommandOption] = [.store, .json]
  let details = """
    Works beside a running server and changes nothing. Replays every event as a server does. Prints each problem with \
    its place; the exit code is 1 if there is any.
    """
  let examples = [
    (line: "movienight verify", meaning: "The default store"),
    (line: "movienight verify --store journal:./data/journal --json", meaning: "Another store, with JSON output"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let store = try StoreOptions.openForReading(arguments)
    defer { store.close() }
    let head = try store.head()
    var progress = ProgressLine("Verifying", unit: "events", environment)
    var damage = try store.findDamage { progress.update($0, of: head) }
    // The history is checked only if nothing is damaged, because reads do not return damaged events.
    if damage.isEmpty {
      damage = try HistoryCheck.violations(in: store, areas: areas) { progress.update($0, of: head) }.map(\.description)
    }
    if try UnfinishedCopy.isMarked(store) { damage.append("this is an unfinished copy: run the copy again") }
    if damage.isEmpty { damage = try MissingTexts(store: store, areas: areas).find().report }
    progress.finish(head)
    let reports = damage.isEmpty ? try Verification(schema: areas.events, areas: areas.readModels).run(store) : []
    let isWhole = damage.isEmpty && reports.allSatisfy { $0.difference == nil }
    if arguments.has(.json) {
      showJSON(head, damage, reports, environment)
    } else {
      show(head, damage, reports, environment)
    }
    return isWhole ? .success : .failure
  }

  private func show(
    _ head: Position, _ damage: [String], _ reports: [Verification.Report], _ environment: Environment
  ) {
    let output = environment.output
    for sentence in damage { output.entry("damage", .failure, printable(sentence)) }
    if damage.isEmpty {
      output.entry(
        "intact", .success, "\(grouped(head)) events: positions, revisions, checksums, data, names")
      output.show(reports)
    } else {
      output.sentence("The read models were not compared: restore a backup first (docs/operations.md).")
    }
  }

  private func showJSON(
    _ head: Position, _ damage: [String], _ reports: [Verification.Report], _ environment: Environment
  ) {
    let json = JSONWriter.object { json in
      json.field("head", head)
      json.array("damage", damage) { $0.string($1) }
      json.objects("read_models", reports) { json, report in
        json.field("name", report.model)
        json.field("equal_rows", report.equalRows)
        json.field("difference", report.difference?.description)
      }
    }
    environment.output.line(json.text)
  }
}
