import EventStore
import Glibc
import MovieNightPrimitives

/// A store of text files in a folder, which needs only a file system and no special tools. All events are also in
/// memory, so they must fit there. `events.jsonl` contains the groups (`JournalGroup`), `texts/` the personal texts.
public final class JournalStore: IndexedStore {
  public let kind = "journal"
  let index: Locked<EventIndex>
  /// The journal, which is locked while a group is written. Readers can use `index` meanwhile.
  private let journal: Locked<Journal>
  private let files: StoreFiles?
  private let notices: Locked<[String]>

  /// Opens the journal in `directory`. In the mode `readWrite`, creates it if it does not exist.
  /// - Throws: `locked`, `cannotOpen`, `damaged`; `otherHistory` if the journal lacks events recorded earlier.
  public convenience init(_ directory: String, mode: OpenMode) throws(StoreError) {
    try self.init(directory, mode: mode, on: MachineDisk())
  }

  init(_ directory: String, mode: OpenMode, on disk: any JournalDisk) throws(StoreError) {
    var index = EventIndex()
    switch mode {
    case .readOnly:
      files = nil
      let highWaterMark = HighWaterMark(of: .journal(directory: directory))
      journal = Locked(try Journal(directory, flags: O_RDONLY, on: disk, highWaterMark: highWaterMark, &index))
      notices = Locked([])
    case .readWrite(let administratorSocket, let acceptsRestored):
      try disk.createDirectory(directory)
      let files = try StoreFiles(.journal(directory: directory), administratorSocket: administratorSocket)
      var journal = try Journal(
        directory, flags: O_RDWR | O_CREAT, on: disk, highWaterMark: files.highWaterMark, &index)
      // Checked before any repair, so that a refused store stays unchanged.
      let accepted = try files.highWaterMark?.check(
        .journal(directory: directory), head: index.head, found: journal.checksumAtMark,
        acceptsRestored: acceptsRestored)
      notices = Locked(try (accepted ?? []) + journal.repair())
      try files.check()
      self.files = files
      self.journal = Locked(journal)
    }
    self.index = Locked(index)
  }

  // MARK: Writes

  public func commit(_ group: [CommandAppend], rows: RowsOfEvents) throws(StoreError) -> [CommitOutcome] {
    try writing { (journal) throws(StoreError) in
      let plan = try index.withLock { index throws(StoreError) in
        try GroupPlan(group, after: index.head, at: index.latest, state: index)
      }
      guard !plan.isEmpty else { return plan.outcomes }
      var lines = journal.nextGroup()
      for event in plan.events { lines.add(event) }
      for receipt in plan.eventlessReceipts { lines.add(receipt) }
      for change in plan.texts { lines.add(change) }
      try append(lines, changing: plan.texts, to: &journal)
      index.withLock { $0.apply(plan) }
      return plan.outcomes
    }
  }

  public func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows: RowsOfEvents) throws(StoreError) {
    try writing { (journal) throws(StoreError) in
      try index.withLock { index throws(StoreError) in try index.checkImport(events) }
      var lines = journal.nextGroup()
      for event in events { lines.add(event) }
      for text in texts { lines.add(.put(text)) }
      guard !lines.isEmpty else { return }
      try append(lines, changing: texts.map { .put($0) }, to: &journal)
      index.withLock { $0.add(events, texts) }
    }
  }

  // New texts are written before the group, beside the replaced values; old ones are removed after it. If the process
  // dies in between, the groups decide which values are valid, and the next opening removes the others.
  private func append(
    _ lines: JournalGroup, changing texts: [PersonalTextChange], to journal: inout Journal
  ) throws(StoreError) {
    guard !texts.isEmpty else { return try journal.append(lines) }
    let changes = index.withLock { $0.fileChanges(texts) }
    do {
      try journal.stage(changes, of: lines.number)
      try journal.append(lines)
    } catch  where error.code != .outcomeUnknown {
      try journal.unstage(changes)
      throw error
    }
    try journal.settle(changes, of: lines.number)
  }

  private func writing<Result>(_ body: (inout Journal) throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard let files else { throw StoreError.readOnly }
    try files.requireInPlace()
    return try journal.withLock(body)
  }

  // MARK: Following another process

  func refresh() throws(StoreError) {
    guard files == nil else { return }
    try journal.withLock { journal throws(StoreError) in
      try index.withLock { index throws(StoreError) in try journal.readNewGroups(&index) }
    }
  }

  // MARK: Checking, reopening and closing

  public func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
    var findings = try sequenceProblems(progress: progress)
    try journal.withLock { journal throws(StoreError) in
      findings.add(try journal.damage() + journal.damageOfTexts())
      if let problem = journal.highWaterMarkProblem(head: index.withLock { $0.head }) { findings.add(problem) }
    }
    return findings.report
  }

  public func checkFiles() throws(StoreError) { try files?.check() }

  public func writeHighWaterMark() throws(StoreError) {
    let highWaterMark = journal.withLock { journal in index.withLock { journal.highWaterMark(of: $0) } }
    if let highWaterMark { try files?.write(highWaterMark) }
  }

  public func reopen() throws(StoreError) {
    try files?.check()
    try writing { (journal) throws(StoreError) in
      var index = EventIndex()
      var reopened = try journal.reopened(&index)
      let found = try reopened.repair()
      journal = reopened
      self.index.withLock { $0 = index }
      notices.withLock { $0 += found }
    }
  }

  public func close() {
    journal.withLock { $0.close() }
    files?.release()
  }

  public func takeNotices() -> [String] { notices.takeAll() }
}

extension PersonalTextChange {
  var isDeletion: Bool { if case .delete = self { true } else { false } }
}
