import ClientCommands
import Commands
import Console
import Domain
import MovieNightKit
import Server
import Transport

/// `movienight import --legacy`: imports rounds of the old API, one JSON object per line, into a household.
enum LegacyImport {
  static let file = CommandOption.value("legacy", "FILE", "A file of rounds from the old API, one JSON object a line.")
  static let household = CommandOption.value("household", "NAME", "The household that gets the rounds (with --legacy).")
  static let dryRun = CommandOption.flag("dry-run", "Only report the outcome, import nothing (with --legacy).")

  static func run(
    _ path: String, _ areas: ServerAreas, _ arguments: Arguments, _ environment: Environment
  ) async throws -> ExitCode {
    guard let name = arguments.value(household) else { throw UsageError("--household is missing") }
    if let other = arguments.positionals.first { throw UsageError("Unexpected argument '\(other)' with --legacy") }
    var report = LegacyReport(isDryRun: arguments.has(dryRun))
    let lines = try read(path, &report)
    var progress = ProgressLine(report.isDryRun ? "Checking" : "Importing", unit: "rounds", environment)
    try await AdministratorConnection.use(areas, arguments, environment) { client in
      let household = try await client.householdID(called: name)
      _ = try await client.households.get(household: household)
      var checkedRounds: Set<Domain.RoundID> = []
      for (done, line) in lines.enumerated() {
        do {
          let isNew: Bool
          if !report.isDryRun {
            let round = try JSONObject(json: line.json)
            isNew = try await client.administration.rounds.import(round, into: household).imported
          } else if checkedRounds.insert(line.round.id).inserted {
            isNew = try await wouldImport(line, household, client)
          } else {
            isNew = false
          }
          if isNew { report.imported += 1 } else { report.skipped += 1 }
        } catch let error as ClientError {
          guard let refusal = error.refusal else { throw error }
          report.refuse(line.number, refusal.message, code: refusal.reason)
        }
        progress.update(done + 1, of: lines.count)
      }
    }
    progress.finish(lines.count)
    report.show(arguments.has(.json), environment.output)
    return report.refused.isEmpty ? .success : .failure
  }

  /// The length of the longest line that fits into a request together with the request's other members.
  static let longestLine = TransportLimits().lineLength - 1024

  fileprivate struct Line {
    let number: Int
    let json: JSONValue
    let round: LegacyRound
  }

  /// Returns the lines that contain a round, in the order of import. Open rounds are first, with the newest before the
  /// others because a household can have only one. The other rounds are sorted by age, with the oldest first.
  private static func read(_ path: String, _ report: inout LegacyReport) throws -> [Line] {
    let input = try LineReader(path)
    var lines: [Line] = []
    while let bytes = try input.next() {
      if bytes.isEmpty { continue }
      guard bytes.count <= longestLine else {
        report.refuse(input.number, "longer than \(grouped(longestLine)) bytes")
        continue
      }
      do throws(JSONError) {
        let json = try JSONDocument(bytes).root
        let line = Line(number: input.number, json: json, round: try LegacyRound(json))
        if let group = lines.first?.round.group, let other = line.round.group, group != other {
          report.refuse(line.number, "its group differs from that of line \(lines[0].number)")
        } else {
          lines.append(line)
        }
      } catch {
        report.refuse(input.number, error.description)
      }
    }
    func isOpen(_ line: Line) -> Bool { line.round.imported.status.isActive }
    func age(_ line: Line) -> (Timestamp, Int) { (line.round.imported.createdAt, line.number) }
    return lines.filter(isOpen).sorted { age($0) > age($1) }
      + lines.filter { !isOpen($0) }.sorted { age($0) < age($1) }
  }

  /// Returns whether an import would add the round. Throws the refusal that an import would get.
  private static func wouldImport(
    _ line: Line, _ household: MovieNightKit.HouseholdID, _ client: MovieNightClient
  ) async throws -> Bool {
    let id = line.round.id
    do {
      let existing = try await client.rounds.get(MovieNightKit.RoundID(high: id.high, low: id.low))
      if existing.householdID == household { return false }
    } catch let error as ClientError where error.reason == .unknownRound {
      return true
    }
    let error = Commands.Refusal.roundOfAnotherHousehold
    throw ClientError.refused(MovieNightKit.Refusal(code: error.code, reason: error.reason, message: error.message))
  }
}

private struct LegacyReport {
  let isDryRun: Bool
  var imported = 0
  var skipped = 0
  /// The refused lines, with the sentence for people and, for a refusal by the server, its reason for programs.
  var refused: [(line: Int, reason: String, code: String?)] = []

  mutating func refuse(_ line: Int, _ reason: String, code: String? = nil) {
    refused.append((line, reason, code))
  }

  func show(_ asJSON: Bool, _ output: Terminal) {
    let refused = refused.sorted { $0.line < $1.line }
    if asJSON {
      let json = JSONWriter.object { json in
        json.field("dry_run", isDryRun)
        json.field("imported", imported)
        json.field("skipped", skipped)
        json.objects("refused", refused) { json, refusal in
          json.field("line", refusal.line)
          json.field("reason", refusal.reason)
          if let code = refusal.code { json.field("code", code) }
        }
      }
      return output.line(json.text)
    }
    for refusal in refused { output.sentence("Line \(refusal.line) refused: \(printable(refusal.reason))") }
    output.sentence(
      "\(isDryRun ? "Would import" : "Imported") \(grouped(imported)), skipped \(grouped(skipped)) existing, "
        + "refused \(grouped(refused.count)).")
  }
}
