import Console
import MovieNightKit

/// `movienight collection import`: sends files of another service piece by piece, and reports what they changed.
struct CollectionImport {
  static let dryRun = CommandOption.flag("dry-run", "Only report what would change.")
  static let resolutions = CommandOption.value(
    "resolutions", "CSV", "A file from --unresolved, with the ids that you added.")
  static let unresolved = CommandOption.value(
    "unresolved", "CSV", "Save the titles that are not found in a new file, so that you can add their ids.")

  /// The time limit of a piece, for which the server may ask its catalog about many titles.
  private static let timeout: Duration = .seconds(600)

  private typealias Answer = RawResult<CommandResult<ImportReport>>

  private let arguments: Arguments
  private let environment: Environment
  private let format: ImportFormat
  private let pieces: [(file: String?, data: ArraySlice<UInt8>)]
  private let resolutions: [TitleResolution]

  /// Reads what the user named, before the program connects.
  init(_ format: ImportFormat, _ path: String?, _ arguments: Arguments, _ environment: Environment) throws {
    (self.arguments, self.environment, self.format) = (arguments, environment, format)
    if path == "-", format == .letterboxd || format == .tvtime {
      throw UsageError(
        "Standard input has no file name, by which the files of \(format.rawValue) are recognized",
        hints: ["Name the file or the folder."])
    }
    let files = try path.map { try ImportFile.all(at: $0, environment) } ?? []
    // An empty file has a piece, too, because the report names it.
    pieces = files.flatMap { file in ImportPieces.of(file.bytes).map { (file.name, $0) } }
    resolutions = try arguments.value(Self.resolutions).map { try TitleResolution.all(in: $0) } ?? []
  }

  func run() async throws -> ExitCode {
    // The file is created before the import, which can take long, so that an error is shown at once.
    let rest = try arguments.value(Self.unresolved).map { try NewFile($0, replacesFile: false) }
    let player = try await NightPlayer(arguments, environment, actingFor: arguments.value(CollectionCommand.person))
    let answer = try await sendAll(player)
    let report = try answer.value().report
    if format == .nights {
      let nights = counted(report.playsAdded, "movie night")
      player.report(
        report.dryRun ? "\(nights) would be recorded." : "Recorded \(nights) in \(player.place).", answer)
    } else {
      try environment.show(answer, arguments) { lines(of: $0.report, player.place) }
    }
    if let rest {
      try rest.write(TitleResolution.csv(of: report.unresolved))
      try rest.finish()
    }
    return report.unresolvedCount > 0 ? .failure : .success
  }

  // MARK: Sending

  private func sendAll(_ player: NightPlayer) async throws -> Answer {
    do {
      return try await sendOnce(player)
    } catch let error as ClientError where error.reason == .unknownImport {
      // The import ended with a lost connection. What it recorded is found again, so nothing is recorded twice.
      return try await sendOnce(player)
    } catch let error as ClientError where error.refusal?.line != nil {
      let place = [error.refusal?.file?.nonEmpty, error.refusal?.line.map { "line \($0)" }].compactMap(\.self)
      throw CommandFailure(
        "\(error.message) (\(place.joined(separator: ", ")))",
        hints: ["What was imported so far stays. Correct the file, and import everything again."],
        refusal: error.refusal)
    }
  }

  /// Sends all pieces. Then continues without data until the server has decided on all records, of which it takes only
  /// some at a time.
  private func sendOnce(_ player: NightPlayer) async throws -> Answer {
    let client = player.client.within(Self.timeout)
    let methods = player.child.map { client.acting(as: $0) } ?? client
    var progress = ProgressLine("Importing", unit: "bytes", environment)
    let total = pieces.reduce(0) { $0 + $1.data.count }
    var (rest, done) = (pieces[...], 0)
    var id: ImportID?
    while true {
      let piece = rest.popFirst()
      let request = CollectionRequests.import(
        from: format, file: piece?.file, data: piece.map { String(decoding: $0.data, as: UTF8.self) },
        more: !rest.isEmpty, import: id, dryRun: arguments.has(Self.dryRun),
        resolutions: id == nil && !resolutions.isEmpty ? resolutions : nil)
      let answer = try await methods.rawResult(of: request)
      done += piece?.data.count ?? 0
      if total > 0 { progress.update(done, of: total) }
      // Only the id is decoded, because the report may be long.
      id = try answer.json.optional("import_id")
      guard id == nil, rest.isEmpty else { continue }
      if total > 0 { progress.finish(done) }
      return answer
    }
  }

  // MARK: The report

  private static let shownTitles = 10

  private func lines(of report: ImportCounts, _ place: String) -> [String] {
    let changes = [
      (report.titlesAdded, "new title"), (report.titlesChanged, "changed title"), (report.playsAdded, "play"),
      (report.ratingsSet, "rating"), (report.listsCreated, "new list"), (report.listItemsAdded, "list item"),
      (report.notesAdded, "note"),
    ].filter { $0.0 > 0 }.map { counted($0, $1) }.joined(separator: ", ")
    let start = report.dryRun ? "This would import into \(place): " : "Imported into \(place): "
    var lines = ["Read \(counted(report.lines, "line")). \(changes.isEmpty ? "Nothing was new" : start + changes)."]
    if report.unchanged > 0 { lines.append("\(counted(report.unchanged, "line")) changed nothing.") }
    lines += report.ignored.map { "Ignored: \($0.file.nonEmpty ?? "-"), \($0.what) (\($0.count))" }
    if report.dryRun { lines.append("Nothing was recorded: this was a dry run.") }
    guard report.unresolvedCount > 0 else { return lines }
    lines.append("\(counted(report.unresolvedCount, "line")) could not be imported:")
    for record in report.unresolved.prefix(Self.shownTitles) {
      let name = record.name?.nonEmpty.map { movieName($0, record.year) + ", " } ?? ""
      let place = (record.file.nonEmpty.map { "\($0) " } ?? "") + "line \(record.line)"
      lines.append("  \(place): \(name)\(Self.reasons[record.reason] ?? "\(record.reason)")")
    }
    let others = report.unresolvedCount - Self.shownTitles
    let advice =
      arguments.isGiven(Self.unresolved)
      ? "Add the ids to that file, and import everything again with --resolutions FILE."
      : "To add the ids of these titles yourself, import again with --unresolved FILE."
    return lines + (others > 0 ? ["  and \(grouped(others)) more"] : []) + [advice]
  }

  private static let reasons: [ImportProblem: String] = [
    .ambiguous: "several titles match", .notFound: "no such title was found",
    .noCatalog: "the catalog gave no answer", .badValue: "a value cannot be used",
    .notSupported: "neither a movie nor a series", .limit: "your collection is full",
  ]
}
