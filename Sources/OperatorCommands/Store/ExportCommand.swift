import Console
import EventStore
import MovieNightPrimitives
import Server

struct ExportCommand: Subcommand {
  let name = "export"
  let summary = "Write all events and texts as lines of JSON."
  let positionals = "[FILE]"
  let options: [CommandOption] = [.store, NewFile.force]
  let details = """
    Writes everything recorded before it began, also while a server runs: to a new FILE that only you can read, or to \
    standard output if FILE is - or omitted. movienight import reads it into an empty store. It holds names and \
    digests: keep it as safe as the store. Checksums are verified first, and a damaged store is not exported.
    """
  let examples = [
    (line: "movienight export movienight.jsonl", meaning: "The default store"),
    (
      line: "movienight export --store journal:./data/journal | gzip > night.jsonl.gz",
      meaning: "Another store, compressed"
    ),
  ]

  private static let pageSize = 1000

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let path = arguments.positionals.first.flatMap { $0 == "-" ? nil : $0 }
    // The file is created before the checks, which can take long, so that an error is shown at once.
    let file = try path.map { (path) throws(CommandFailure) in
      try NewFile(path, replacesFile: arguments.has(NewFile.force))
    }
    let store = try StoreOptions.openForReading(arguments)
    defer { store.close() }
    try StoreIntegrity.require(store, StoreOptions.address(arguments), "Export", environment)
    func write(_ bytes: [UInt8]) throws {
      if let file { try file.write(bytes) } else { environment.output.write(bytes) }
    }
    try store.withSnapshot { try export($0, to: write, environment) }
    try file?.finish()
    return .success
  }

  private func export(
    _ store: any EventLog & TextStore, to write: @escaping ([UInt8]) throws -> Void, _ environment: Environment
  ) throws {
    let head = try store.head()
    var progress = ProgressLine("Exporting", unit: "events", environment)
    var lines = LineBuffer(write: write)
    let first = try store.readAll(after: 0, limit: 1, owner: nil).first
    try lines.add { ExportHeader(head: head, firstStream: first?.stream).write(to: &$0) }
    var lastText: TextID?
    while true {
      let page = try store.allTexts(after: lastText, limit: Self.pageSize, owner: nil)
      for text in page {
        try lines.add { json in
          json.object { json in
            json.key("text")
            EventLine.write(text, to: &json)
          }
        }
      }
      guard let last = page.last else { break }
      lastText = last.id
    }
    try store.forEachEvent(after: 0, through: head) { event in
      try lines.add { json in
        json.object { json in
          json.key("event")
          EventLine.write(event, to: &json)
        }
      }
      progress.update(event.position, of: head)
    }
    try lines.flush()
    progress.finish(head)
  }

  /// Collects lines, so that several are written with one system call.
  private struct LineBuffer {
    let write: ([UInt8]) throws -> Void
    var bytes: [UInt8] = []

    mutating func add(_ body: (inout JSONWriter) -> Void) throws {
      var json = JSONWriter(reserving: 512)
      body(&json)
      bytes += json.bytes
      bytes.append(UInt8(ascii: "\n"))
      if bytes.count > 1 << 16 { try flush() }
    }

    mutating func flush() throws {
      try write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }
}

/// The first line of an export, with the version of its format, the number of events, and the identity of the history.
struct ExportHeader {
  static let version = 1

  let head: Position
  /// The stream of the first event, which identifies the history; nil if the store has no events.
  let firstStream: StreamID?

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("movienight_export", Self.version)
      json.field("head", head)
      json.field("first_stream", firstStream?.description)
    }
  }
}

extension ExportHeader {
  init(json: JSONValue) throws {
    guard json["movienight_export"]?.integer == Self.version else {
      throw CommandFailure("This is not an export of movienight", hint: "Create one with: movienight export")
    }
    let stream = try (json.optional("first_stream") as String?).flatMap { StreamID(text: $0) }
    self.init(head: try json.integer("head"), firstStream: stream)
  }
}
