import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Transport

enum ImportKind: NamedKind { package static let name = "import" }
typealias ImportID = Identifier<ImportKind>

/// The data of one request of an import.
struct SentPiece: Sendable {
  /// The file's path; nil for the file before.
  var file: String?
  var data = ""
  /// Whether more data follows.
  var more = false
  var command: CommandID?
}

/// The part of an import that one request decides.
struct ImportPiece: Sendable {
  /// The position among the import's pieces, from 1.
  let number: Int
  /// The request's command id, by which a resent request is known; nil if it has none.
  let command: CommandID?
  /// The lists that are new.
  let lists: [ImportedList]
  let records: [ImportRecord]
  /// Whether this is the import's last piece.
  let isLast: Bool
}

/// An import in progress: the file that is being parsed, what waits to be decided, and the report.
final class ImportSession: Sendable {
  /// The maximum number of records of a request, and of a decision.
  static let recordsOfPiece = 200

  let id: ImportID
  let owner: CollectionOwner
  let connection: ConnectionID
  let format: ImportFormat
  let progress: ImportProgress
  let memory = Locked(ImportMemory())
  private let state: Locked<State>

  fileprivate struct State {
    /// When the last piece was resolved; nil while one is.
    var resolvedAt: Timestamp?
    var file: String?
    /// The current file's parser; nil if the file is ignored, or has ended.
    var parser: (any ImportParser)?
    /// Whether the last data was sent.
    var isComplete = false
    /// The files that have ended, whose parsers have more items.
    var ended: [(file: String, parser: any ImportParser)] = []
    var newLists: [ImportedList] = []
    var waiting = Queue<ImportRecord>()
    var piece: ImportPiece?
    /// The number of the last piece in the report.
    var settled = 0
    var report: ImportReport
  }

  init(
    _ id: ImportID, by owner: CollectionOwner, on connection: ConnectionID, _ format: ImportFormat, isDryRun: Bool,
    at now: Timestamp
  ) {
    self.id = id
    self.owner = owner
    self.connection = connection
    self.format = format
    progress = ImportProgress(isDryRun: isDryRun)
    state = Locked(State(resolvedAt: now, report: ImportReport(format: format, isDryRun: isDryRun)))
  }

  // MARK: Activity

  /// Whether no piece has been resolved for more than `seconds`.
  func isIdle(for seconds: Int64, at now: Timestamp) -> Bool {
    state.withLock { $0.resolvedAt.map { now > $0.advanced(bySeconds: seconds) } ?? false }
  }

  /// Whether a piece is being resolved.
  var isBusy: Bool { state.withLock { $0.resolvedAt == nil } }

  /// Begins to resolve a piece, one at a time.
  func beginPiece() throws(Refusal) {
    try state.withLock { state throws(Refusal) in
      guard state.resolvedAt != nil else { throw .tooManyImports }
      state.resolvedAt = nil
    }
  }

  func endPiece(at now: Timestamp) { state.withLock { $0.resolvedAt = now } }

  // MARK: Pieces

  /// Parses the data, and returns the piece to decide. If the request was resent, that is the same piece again. `nights`
  /// are records that are in no file.
  /// - Throws: `unknown_import` if the piece before was not recorded. Its records are lost, so the import has failed.
  func take(_ sent: SentPiece, nights: [ImportRecord] = []) throws(Refusal) -> ImportPiece {
    let source = ImportSource(format: format, member: owner.member)
    return try state.withLock { state throws(Refusal) in
      if let piece = state.piece {
        if let command = piece.command, command == sent.command { return piece }
        guard piece.number == state.settled else { throw .unknownImport }
      }
      guard !state.isComplete || sent.data.isEmpty else {
        throw .badParameter("data", "must be empty after the request without `more`")
      }
      let before = state.report.lines
      do throws(ImportError) {
        try state.parse(sent, from: source)
      } catch {
        throw error.refusal.with(data: .file(state.file ?? ""), .line(error.line))
      }
      guard state.report.lines - before <= Self.recordsOfPiece else {
        throw .badParameter("data", "must have at most \(Self.recordsOfPiece) records")
      }
      state.report.lines += nights.count
      state.waiting.append(contentsOf: nights)
      return state.nextPiece(command: sent.command)
    }
  }

  /// Adds a decided piece to the report, once, and returns the report. Before the last piece it has only numbers, which
  /// keeps the answers short.
  func settle(_ piece: ImportPiece, _ resolved: ResolvedPiece) -> ImportReport {
    state.withLock { state in
      if piece.number > state.settled, let outcome = progress.outcome(ofPiece: piece.number) {
        memory.withLock { memory in
          let refused = Set(outcome.limited + outcome.badValues)
          for entry in resolved.entries where !refused.contains(entry.record) {
            memory.known.collected.insert(entry.title)
          }
        }
        state.report.add(outcome)
        for problem in resolved.problems { state.report.add(problem) }
        for record in outcome.limited { state.report.add(piece.records[record].unresolved(.limit)) }
        for record in outcome.badValues { state.report.add(piece.records[record].unresolved(.badValue)) }
      }
      state.settled = max(state.settled, piece.number)
      return piece.isLast ? state.report : state.report.numbers
    }
  }
}

extension ImportSession.State {
  /// Stops soon after too many records.
  fileprivate mutating func parse(_ sent: SentPiece, from source: ImportSource) throws(ImportError) {
    guard !isComplete else { return }
    let before = report.lines
    let name = sent.file ?? file ?? ""
    if name != file {
      try endFile()
      file = name
      parser = source.parser(forFile: name)
      if parser == nil, source.format != .nights { report.ignore("file", in: name) }
    }
    var bytes = Array(sent.data.utf8)[...]
    while !bytes.isEmpty, report.lines - before <= ImportSession.recordsOfPiece {
      let part = bytes.prefix(4 << 10)
      bytes = bytes.dropFirst(part.count)
      try parse { (parser) throws(ImportError) in try parser.take(part) }
    }
    guard !sent.more else { return }
    try endFile()
    isComplete = true
  }

  private mutating func endFile() throws(ImportError) {
    try parse { (parser) throws(ImportError) in try parser.finish() }
    if let parser, let file { ended.append((file, parser)) }
    parser = nil
    guard ended.reduce(0, { $0 + $1.parser.heldBytes }) <= MovieNightParser.memory else {
      throw ImportError(.tooLong, line: 1)
    }
  }

  private mutating func parse(
    _ body: (inout any ImportParser) throws(ImportError) -> [ParsedItem]
  ) throws(ImportError) {
    guard var parser, let file else { return }
    // Do not keep a second copy, which would be copied when it changes.
    self.parser = nil
    let before = parser.records
    for item in try body(&parser) { add(item, of: file) }
    report.lines += parser.records - before
    self.parser = parser
  }

  private mutating func add(_ item: ParsedItem, of file: String) {
    switch item {
    case .record(var record):
      record.file = file
      waiting.append(record)
    case .list(let list): newLists.append(list)
    case .ignored(let what): report.ignore(what, in: file)
    case .problem(let line, let title, let reason):
      report.add(UnresolvedRecord(file: file, line: line, title: title, reason: reason))
    }
  }

  fileprivate mutating func nextPiece(command: CommandID?) -> ImportPiece {
    var records: [ImportRecord] = []
    while records.count < ImportSession.recordsOfPiece {
      if let record = waiting.popFirst() {
        records.append(record)
      } else if !ended.isEmpty {
        let items = ended[0].parser.next(ImportSession.recordsOfPiece)
        for item in items { add(item, of: ended[0].file) }
        if items.isEmpty { ended.removeFirst() }
      } else {
        break
      }
    }
    let next = ImportPiece(
      number: (piece?.number ?? 0) + 1, command: command, lists: newLists, records: records,
      isLast: isComplete && waiting.isEmpty && ended.isEmpty)
    newLists = []
    piece = next
    return next
  }
}

// MARK: - The report

struct ImportReport: Sendable {
  let format: ImportFormat
  let isDryRun: Bool
  /// The number of rows and elements that were read.
  var lines = 0
  private(set) var totals = ImportOutcome()
  private(set) var ignored: [IgnoredRecords] = []
  private(set) var unresolvedCount = 0
  private(set) var unresolved: [UnresolvedRecord] = []

  /// The maximum number of entries in each list of the report.
  private static let entries = 1_000

  /// The report without its lists.
  var numbers: ImportReport {
    var numbers = self
    (numbers.ignored, numbers.unresolved) = ([], [])
    return numbers
  }

  mutating func ignore(_ what: String, in file: String) {
    if let index = ignored.firstIndex(where: { $0.file == file && $0.what == what }) {
      ignored[index].count += 1
    } else if ignored.count < Self.entries {
      ignored.append(IgnoredRecords(file: file, what: what, count: 1))
    }
  }

  mutating func add(_ record: UnresolvedRecord) {
    unresolvedCount += 1
    if unresolved.count < Self.entries { unresolved.append(record) }
  }

  mutating func add(_ outcome: ImportOutcome) {
    totals.add(outcome)
    (totals.limited, totals.badValues) = ([], [])
  }
}

struct IgnoredRecords: Sendable {
  let file: String
  /// The kind of the ignored records, in a few words.
  let what: String
  var count: Int
}

struct UnresolvedRecord: Sendable {
  let file: String
  let line: Int
  let title: SourceTitle
  let reason: ImportProblem
  var candidates: [TitleCandidate] = []
}

extension ImportRecord {
  func unresolved(_ reason: ImportProblem, _ candidates: [TitleCandidate] = []) -> UnresolvedRecord {
    UnresolvedRecord(file: file, line: line, title: title, reason: reason, candidates: candidates)
  }
}
