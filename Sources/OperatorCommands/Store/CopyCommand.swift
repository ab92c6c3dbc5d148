import Stores
import Console
import EventStore
import MovieNightPrimitives
import Server

struct CopyCommand: Subcommand {
  let areas: ServerAreas
  let name = "copy"
  let summary = "Copy a store to another of any kind, and compare them."
  let options: [CommandOption] = [from, to, .json]
  let details = """
    Copies every event with its position, ids and times, and all personal texts. The source is only read, and a server \
    may be using it: the copy has the events recorded before the copy began. Run the same command again to add later \
    events and erasures, or to finish an interrupted copy.

    The target is created if it does not exist. It must be empty or hold the beginning of the same history. No server \
    may use it during the copy, and no server starts on an unfinished copy. Receipts of commands that recorded no \
    event are not copied: if such a command is sent again, it is decided again. At the end the events, texts and read \
    models of both stores are compared; the exit code is 1 if anything differs.
    """
  let examples = [
    (
      line: "movienight copy --from sqlite:./data/movienight.db --to journal:./journal",
      meaning: "From SQLite to a journal"
    ),
    (
      line: "movienight copy --from journal:./journal --to sqlite:./back.db --json",
      meaning: "And back, with JSON output"
    ),
  ]

  private static let from = CommandOption.value(
    "from", "STORE", "The store to read, written as for --store of other commands.")
  private static let to = CommandOption.value("to", "STORE", "The store to write, in the same form.")

  private struct Outcome {
    let end: Position
    let copiedEvents: Int
    var texts = (written: 0, deleted: 0)
    var compared: [StoreComparison.Part] = []
    var sourceHead: Position = 0

    var isEqual: Bool { compared.allSatisfy(\.isEqual) }
  }

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let (from, to) = (try Self.address(Self.from, arguments), try Self.address(Self.to, arguments))
    guard !Self.isSameStore(from, to) else { throw UsageError("--from and --to are the same store") }
    let source = try openStore(from, mode: .readOnly)
    defer { source.close() }
    try StoreIntegrity.require(source, from, "Copy", environment)
    try requireServable(source, from, environment)
    let target = try openStore(to, mode: .readWrite(administratorSocket: nil))
    defer { target.close() }
    let outcome = try copy(source, to: target, at: to, environment)
    if arguments.has(.json) { showJSON(outcome, environment) } else { show(outcome, environment) }
    return outcome.isEqual ? .success : .failure
  }

  private func requireServable(
    _ source: any EventStore, _ address: StoreAddress, _ environment: Environment
  ) throws {
    let head = try source.head()
    let violations = try ProgressLine.events("Checking", head, environment) {
      try HistoryCheck.violations(in: source, areas: areas, progress: $0)
    }
    guard let first = violations.first else { return }
    throw CommandFailure(
      "\(address) has an invalid event: \(first)",
      hint: "List all damage with: movienight verify. Copy from a backup made before this event.")
  }

  private func copy(
    _ source: any EventStore, to target: any EventStore, at address: StoreAddress, _ environment: Environment
  ) throws -> Outcome {
    for notice in target.takeNotices() { environment.errors.line(notice) }
    let copy = try StoreCopy(from: source, to: target, areas: areas)
    let copied = try ProgressLine.events("Copying", copy.end, environment) { try copy.copyEvents(progress: $0) }
    try ProgressLine.events("Updating read models", copy.end, environment) { try copy.refreshReadModels(progress: $0) }
    var outcome = Outcome(end: copy.end, copiedEvents: copied)
    // Texts are copied and compared in one snapshot, so that a text erased in between is not reported as different.
    try source.withSnapshot { source in
      outcome.texts = try copy.copyTexts(from: source)
      // The target is opened again, so that the comparison reads the stored data and not the writer's memory.
      let written = try openStore(address, mode: .readOnly)
      defer { written.close() }
      let comparison = StoreComparison(source: source, target: written, end: copy.end, areas: areas)
      outcome.compared = try ProgressLine.events("Comparing", copy.end, environment) {
        try comparison.run(progress: $0)
      }
    }
    outcome.sourceHead = try source.head()
    return outcome
  }

  // MARK: Addresses of the two stores

  private static func address(_ option: CommandOption, _ arguments: Arguments) throws -> StoreAddress {
    guard arguments.value(option) != nil else {
      throw UsageError("--\(option.name) is missing: copy --from STORE --to STORE")
    }
    let address = try StoreOptions.address(arguments, option)
    guard address != .memory else {
      throw UsageError("--\(option.name) cannot be memory: such a store ends with its process")
    }
    return address
  }

  private static func isSameStore(_ one: StoreAddress, _ other: StoreAddress) -> Bool {
    if one == other { return true }
    guard let path = resolvedPath(one) else { return false }
    return path == resolvedPath(other)
  }

  /// Returns the path of a store's files with symbolic links resolved; nil if it has none, or none exist.
  private static func resolvedPath(_ address: StoreAddress) -> String? {
    let path: String
    switch address {
    case .journal(let directory): path = directory
    case .sqlite(let file): path = file
    default: return nil
    }
    return Files.exists(path) ? Files.realPath(of: path) : nil
  }

  // MARK: Output of the result

  private func show(_ outcome: Outcome, _ environment: Environment) {
    let output = environment.output
    output.entry(
      "copied", .success,
      "\(grouped(outcome.copiedEvents)) events, up to position "
        + "\(grouped(outcome.end)); \(grouped(outcome.texts.written)) texts written, "
        + "\(grouped(outcome.texts.deleted)) deleted")
    for part in outcome.compared {
      if part.isEqual {
        output.entry(
          "equal", .success, "\(part.name): \(grouped(part.count)), digest \(hexadecimal(part.targetDigest))")
      } else {
        output.entry(
          "differs", .failure,
          "\(part.difference ?? part.name); digest "
            + "\(hexadecimal(part.sourceDigest)) in the source, \(hexadecimal(part.targetDigest)) in the target")
      }
    }
    guard outcome.sourceHead > outcome.end else { return }
    output.sentence(
      "The source has recorded \(grouped(outcome.sourceHead - outcome.end)) events since; copy again to add them.")
  }

  private func showJSON(_ outcome: Outcome, _ environment: Environment) {
    let json = JSONWriter.object { json in
      json.field("position", outcome.end)
      json.field("source_head", outcome.sourceHead)
      json.field("copied_events", outcome.copiedEvents)
      json.field("written_texts", outcome.texts.written)
      json.field("deleted_texts", outcome.texts.deleted)
      json.field("equal", outcome.isEqual)
      json.objects("compared", outcome.compared) { json, part in
        json.field("name", part.name)
        json.field("count", part.count)
        json.field("source_digest", hexadecimal(part.sourceDigest))
        json.field("target_digest", hexadecimal(part.targetDigest))
        json.field("difference", part.difference)
      }
    }
    environment.output.line(json.text)
  }

  private func hexadecimal(_ digest: UInt32) -> String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
