import Console
import Glibc
import MovieNightKit
import Server

/// `movienight import`: imports an export into an empty store, or rounds of the old API into a household.
struct ImportCommand: Subcommand {
  let areas: ServerAreas
  let name = "import"
  let summary = "Read an export into an empty store."
  let positionals = "[FILE]"
  let options: [CommandOption] = [.store, .json, LegacyImport.file, LegacyImport.household, LegacyImport.dryRun]
  let details = """
    Reads FILE, or standard input if FILE is - or omitted. Afterwards the read models are byte for byte those of the \
    exported store. To continue an interrupted import, import the same file again. A file that was imported before \
    changes nothing. Invalid events are refused with their line, the field and its permitted values.

    With --legacy, imports rounds in the old API's format, one JSON object a line, into a household. They keep their \
    original times, and rounds that the household already has are skipped. Each refused line is printed with its \
    reason, and the exit code is then 1.
    """
  let examples = [
    (line: "movienight import movienight.jsonl --store sqlite:./new.db", meaning: "Into a new SQLite file"),
    (line: "movienight export | movienight import --store journal:./journal", meaning: "From one store to another"),
    (
      line: "movienight import --legacy rounds.jsonl --household NAME --dry-run",
      meaning: "Check old rounds without importing them"
    ),
  ]

  /// The approximate size of a request in bytes. The server accepts lines of up to a mebibyte.
  private static let batchBytes = 512 << 10

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    if let path = arguments.value(LegacyImport.file) {
      return try await LegacyImport.run(path, areas, arguments, environment)
    }
    for option in [LegacyImport.household, LegacyImport.dryRun] where arguments.isGiven(option) {
      throw UsageError("--\(option.name) needs --legacy FILE")
    }
    let input = try LineReader(arguments.positionals.first ?? "-")
    guard let first = try input.next() else { throw CommandFailure("The export is empty") }
    let format = try ExportHeader(json: Self.json(first, input))
    var progress = ProgressLine("Importing", unit: "events", environment)
    let (position, imported) = try await AdministratorConnection.use(
      areas, arguments, environment, createsStore: true
    ) { client in
      let head = try await client.server.health().head.rawValue
      if head > 0 { try Self.requireHistory(of: format, arguments) }
      var batch = ImportBatch(client: client, head: head, file: input.name, isImported: head >= format.head)
      while let line = try input.next() {
        try await batch.add(Self.json(line, input), line: input.number, limit: Self.batchBytes)
        if !batch.isImported { progress.update(batch.position, of: format.head) }
      }
      if batch.isImported {
        if let last = batch.lastEvent { try Self.requireHistory(of: format, endingWith: last, arguments) }
        return (batch.lastRead, 0)
      }
      try await batch.send(more: false)
      return (batch.position, batch.position - head)
    }
    guard position == format.head else {
      throw CommandFailure(
        "The export should have \(format.head) events, but it has \(position)",
        hint: "Check that the file is complete.")
    }
    if imported > 0 { progress.finish(position) }
    if arguments.has(.json) {
      environment.output.line("{\"events\":\(position),\"imported\":\(imported)}")
    } else if imported == 0 {
      environment.output.sentence(
        "Nothing has changed: the store already has the \(grouped(position)) events of \(input.name).")
    }
    return .success
  }

  /// Throws an error if the store's events are from another history than the export, which then cannot continue them.
  /// `last` is the export's last event, if the store must have it.
  private static func requireHistory(
    of format: ExportHeader, endingWith last: JSONValue? = nil, _ arguments: Arguments
  ) throws {
    let store = try StoreOptions.openForReading(arguments)
    defer { store.close() }
    let position = try last?.integer("position") ?? 1
    let event = try store.readAll(after: position - 1, limit: 1, owner: nil).first
    let isSame =
      if let last {
        event?.stream.description == last["stream"]?.string
          && event?.recordedAt.text(.microseconds) == last["recorded_at"]?.string
      } else {
        event?.stream == format.firstStream
      }
    guard isSame else {
      throw CommandFailure(
        "The store already has events of another history", hint: "Import into an empty store.")
    }
  }

  private static func json(_ line: [UInt8], _ input: LineReader) throws -> JSONValue {
    do throws(JSONError) {
      return try JSONDocument(line).root
    } catch {
      throw CommandFailure("\(input.name), line \(input.number): not valid JSON: \(error)")
    }
  }
}

private struct ImportBatch {
  private struct Line {
    let number: Int
    let json: JSONValue

    func isAt(_ position: Int) -> Bool { json["position"]?.integer == position }
  }

  let client: MovieNightClient
  let file: String
  /// Whether the store had all events before. They are only read then, and nothing is sent.
  let isImported: Bool
  /// The position of the last event that is in the store.
  private(set) var position: Int
  private(set) var lastRead = 0
  private(set) var lastEvent: JSONValue?
  private var events: [Line] = []
  private var texts: [Line] = []
  private var byteCount = 0

  init(client: MovieNightClient, head: Int, file: String, isImported: Bool) {
    self.client = client
    self.file = file
    self.isImported = isImported
    position = head
  }

  mutating func add(_ json: JSONValue, line: Int, limit: Int) async throws {
    guard json.rawBytes.count <= LegacyImport.longestLine else {
      throw failure(line, "longer than \(grouped(LegacyImport.longestLine)) bytes")
    }
    if byteCount > 0, byteCount + json.rawBytes.count > limit { try await send(more: true) }
    if let text = json["text"] {
      if isImported { return }
      texts.append(Line(number: line, json: text))
      byteCount += text.rawBytes.count
    } else if let event = json["event"] {
      guard let next = event["position"]?.integer, next == lastRead + 1 else {
        throw failure(line, "position is not \(lastRead + 1), the next one")
      }
      (lastRead, lastEvent) = (next, event)
      // The event is in the store already, from an earlier attempt.
      if isImported || next <= position { return }
      events.append(Line(number: line, json: event))
      byteCount += event.rawBytes.count
    } else {
      throw failure(line, "neither an event nor a text")
    }
  }

  mutating func send(more: Bool) async throws {
    let request = Request("events.import") { parameters in
      parameters.array("events", events) { $0.raw($1.json.rawBytes) }
      parameters.array("texts", texts) { $0.raw($1.json.rawBytes) }
      parameters.field("more", more)
    }
    do {
      let imported: ImportedEvents = try await client.result(of: request, timeout: .seconds(60))
      position = imported.position.rawValue
    } catch let error as ClientError {
      throw failure(error)
    }
    events.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    byteCount = 0
  }

  // MARK: Errors with the line

  private func failure(_ line: Int, _ message: String) -> CommandFailure {
    CommandFailure(
      "\(file), line \(line): \(message)",
      hint: "Correct the line and import the file again, or import into an empty store.")
  }

  /// Converts a refusal to an error that names the line that caused it. Returns all other errors unchanged.
  private func failure(_ error: ClientError) -> any Error {
    guard let refusal = error.refusal else { return error }
    if let position = refusal.position?.rawValue, let line = events.first(where: { $0.isAt(position) }) {
      return failure(line.number, refusal.message)
    }
    if let bad = refusal.fields?.first {
      for (name, lines) in [("events[", events), ("texts[", texts)] where bad.field.hasPrefix(name) {
        let index = bad.field.dropFirst(name.count).prefix { $0.isNumber }
        guard let index = Int(index), lines.indices.contains(index) else { continue }
        let member = bad.field.drop { $0 != "." }.dropFirst()
        return failure(lines[index].number, "\(member) \(bad.message)")
      }
    }
    return error
  }
}

final class LineReader {
  private let file: UnsafeMutablePointer<FILE>
  private var line: UnsafeMutablePointer<CChar>?
  private var capacity = 0
  let name: String
  /// The number of the line that was read last, counted from 1.
  private(set) var number = 0

  init(_ path: String) throws(CommandFailure) {
    guard let file = path == "-" ? fdopen(dup(STDIN_FILENO), "r") : fopen(path, "r") else {
      throw CommandFailure("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    self.file = file
    name = path == "-" ? "standard input" : path
  }

  deinit {
    fclose(file)
    free(line)
  }

  func next() throws(CommandFailure) -> [UInt8]? {
    let count = getline(&line, &capacity, file)
    guard count > 0, let line else {
      if ferror(file) != 0 { throw CommandFailure("The export cannot be read: \(String(cString: strerror(errno)))") }
      return nil
    }
    number += 1
    let bytes = UnsafeRawBufferPointer(start: line, count: count)
    return bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : Array(bytes)
  }
}
