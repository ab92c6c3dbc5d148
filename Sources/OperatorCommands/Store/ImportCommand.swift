import Console
import Glibc
import MovieNightConnection
import Primitives

/// `movienight import`: an export into an empty store.
struct ImportCommand: Subcommand {
  let name = "import"
  let summary = "Read an export into an empty store."
  let positionals = "[FILE]"
  let options: [CommandOption] = [.store, .json, LegacyImport.file, LegacyImport.household, LegacyImport.dryRun]
  let details = """
    Reads FILE, or standard input where it is - or left out. Afterwards the read models are byte for byte those of the \
    store that was exported. An import that was interrupted goes on where it ended when it is given the same file.

    With --legacy the file holds rounds as the old API served them, one JSON object a line. They enter the household \
    with their own times; those that it has already are skipped. Each line that is refused is told with the reason, \
    and the exit code is 1 then.
    """
  let examples = [
    (line: "movienight import movienight.jsonl --store sqlite:./new.db", meaning: "Into a new SQLite file"),
    (line: "movienight export | movienight import --store journal:./journal", meaning: "From one store to another"),
    (
      line: "movienight import --legacy rounds.jsonl --household ID --dry-run", meaning: "What old rounds would come in"
    ),
  ]

  /// Bytes of one request; the server takes a line of a mebibyte.
  private static let batchBytes = 512 << 10

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    if let path = arguments.value(LegacyImport.file) {
      return try await LegacyImport.run(path, arguments, environment)
    }
    for option in [LegacyImport.household, LegacyImport.dryRun] where arguments.isGiven(option) {
      throw UsageError("--\(option.name) goes with --legacy FILE")
    }
    let input = try LineReader(arguments.positionals.first ?? "-")
    guard let first = try input.next() else { throw CommandFailure("The export is empty") }
    let format = try ExportFormat(json: Self.json(first, input))
    var progress = ProgressLine("Importing", unit: "events", environment)
    let position = try await AdministratorConnection.use(arguments, environment) { client in
      let head = try await client.call("server.health") { _ in }.integer("head")
      if head > 0 { try Self.requireHistory(of: format, arguments) }
      var batch = ImportBatch(client: client, head: head)
      while let line = try input.next() {
        try await batch.add(Self.json(line, input), limit: Self.batchBytes)
        progress.update(batch.position, of: format.head)
      }
      try await batch.send(more: false)
      return batch.position
    }
    guard position == format.head else {
      throw CommandFailure(
        "The export announces \(format.head) events, and the store now has \(position)",
        hint: position < format.head ? "Was the file cut off?" : "Import into an empty store.")
    }
    progress.finish(position)
    if arguments.has(.json) { environment.output.line("{\"events\":\(position)}") }
    return .success
  }

  /// A store that has events already can only go on with those of the same history.
  private static func requireHistory(of format: ExportFormat, _ arguments: Arguments) throws {
    let store = try StoreOptions.openBeside(arguments)
    defer { store.close() }
    guard try store.readAll(after: 0, limit: 1, owner: nil).first?.stream == format.firstStream else {
      throw CommandFailure(
        "The store has events, and they are not those of the export", hint: "Import into an empty store.")
    }
  }

  private static func json(_ line: [UInt8], _ input: LineReader) throws -> JSONValue {
    do throws(JSONError) {
      return try JSONDocument(line).root
    } catch {
      throw CommandFailure("Line \(input.number) is not JSON: \(error)")
    }
  }
}

/// Events and texts on their way into the store, sent many at a time.
private struct ImportBatch {
  let client: MovieNightClient
  private(set) var position: Int
  private var events: [JSONValue] = []
  private var texts: [JSONValue] = []
  private var byteCount = 0

  init(client: MovieNightClient, head: Int) {
    self.client = client
    position = head
  }

  mutating func add(_ line: JSONValue, limit: Int) async throws {
    if let text = line["text"] {
      texts.append(text)
      byteCount += text.rawBytes.count
    } else if let event = line["event"] {
      // What a first attempt has brought in is there.
      guard try event.integer("position") > position + events.count else { return }
      events.append(event)
      byteCount += event.rawBytes.count
    }
    if byteCount >= limit { try await send(more: true) }
  }

  mutating func send(more: Bool) async throws {
    let request = Request("events.import") { parameters in
      parameters.key("events")
      parameters.array(events) { $0.raw($1.rawBytes) }
      parameters.key("texts")
      parameters.array(texts) { $0.raw($1.rawBytes) }
      parameters.field("more", more)
    }
    position = try await client.call(request, timeout: .seconds(60)).integer("position")
    events.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    byteCount = 0
  }
}

/// Reads a file, or standard input, line by line in constant memory.
final class LineReader {
  private let file: UnsafeMutablePointer<FILE>
  private var line: UnsafeMutablePointer<CChar>?
  private var capacity = 0
  /// Of the line read last, from 1.
  private(set) var number = 0

  init(_ path: String) throws(CommandFailure) {
    guard let file = path == "-" ? fdopen(dup(STDIN_FILENO), "r") : fopen(path, "r") else {
      throw CommandFailure("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    self.file = file
  }

  deinit {
    fclose(file)
    free(line)
  }

  /// The next line without its end; nil after the last.
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
