import EventStore
import MovieNightPrimitives
import Testing

/// A store in memory that fails on demand. It implements what the committer uses and stubs the rest.
///
/// `@unchecked Sendable`, because each test drives its own store from one thread.
final class ScriptedStore: EventStore, @unchecked Sendable {
  enum InjectedFault {
    case unavailable
    /// The commit fails, and the caller does not learn whether the group was recorded.
    case outcomeUnknown(isRecorded: Bool)
  }

  private(set) var events: [RecordedEvent] = []
  /// The number of commands in each commit.
  private(set) var groups: [Int] = []
  private(set) var reopenings = 0
  var receipts: [ReceiptKey: Receipt] = [:]
  private var texts: [TextID: PersonalText] = [:]
  /// The faults of the next commits, in order; nil for none.
  var faults: [InjectedFault?] = []
  var reopenFaults = 0
  var readsFail = false
  private var mustBeReopened = false

  let kind = "scripted"
  let keepsRows = false
  /// Whether several committers share the store.
  let isShared: Bool
  private(set) var groupIsOpen = false
  private var assumedNew: [ReceiptKey] = []
  /// The number of groups that assumed their commands to be new instead of waiting for receipts.
  private(set) var assumptions = 0
  /// The number of groups that asked for confirmation that recorded events are durable.
  private(set) var confirmations = 0
  /// A closure that is called each time a group begins.
  var onGroupBegin: () -> Void = {}
  /// Whether a group is beginning. A real store may already hold the lock at that time.
  private var isBeginning = false
  /// The number of stream reads.
  private(set) var streamReads = 0
  /// The number of stream reads while a group could block other servers.
  private(set) var streamReadsInGroups = 0
  /// The number of stream reads on the committer's own thread.
  private(set) var streamReadsOfCommitter = 0
  private var isLoading = false
  /// The largest number of events that one read of new events returns.
  var changesLimit = Int.max
  /// The positions of events whose stored bytes are damaged.
  var damaged: Set<Position> = []

  init(isShared: Bool = false) { self.isShared = isShared }

  // MARK: Sharing

  func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    guard !groupIsOpen else { throw StoreError(.misuse, "a group is open already") }
    guard !mustBeReopened else { throw StoreError(.outcomeUnknown, "a job's commit is in doubt") }
    isBeginning = true
    defer { isBeginning = false }
    onGroupBegin()
    var storeChanges = try storeChanges(after: position, checksum: checksum, limit: limit)
    storeChanges.latest = events.last?.recordedAt ?? storeChanges.latest
    groupIsOpen = true
    return storeChanges
  }

  func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] {
    guard groupIsOpen else { throw StoreError(.misuse, "no group was begun") }
    return receipts.filter { commands.contains($0.key) }
  }

  func assumeNew(_ commands: [ReceiptKey]) throws(StoreError) {
    guard groupIsOpen else { throw StoreError(.misuse, "no group was begun") }
    assumptions += 1
    assumedNew = commands
  }

  func endGroup() {
    groupIsOpen = false
    assumedNew = []
  }

  func confirmGroup() throws(StoreError) {
    guard groupIsOpen else { throw StoreError(.misuse, "no group was begun") }
    defer { endGroup() }
    confirmations += 1
    guard !faults.isEmpty else { return }
    faults.removeFirst()
    mustBeReopened = true
    throw StoreError(.outcomeUnknown, "no standby answers")
  }

  /// Simulates a job whose commit lost its connection.
  func loseCommitOfJob() { mustBeReopened = true }

  /// Replaces the database with another copy.
  func replaceEvents(_ other: [RecordedEvent]) { events = other }

  /// Restores the database to an earlier position.
  func loseEvents(after position: Position) { events.removeLast(events.count - position) }

  func storeChanges(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    if readsFail { throw StoreError(.unavailable, "the connection is lost") }
    if let checksum, self.checksum(at: position) != checksum { throw StoreError(.otherHistory, "another history") }
    let found = try readAll(after: position, limit: min(limit, changesLimit), owner: nil)
    return StoreChanges(
      events: found.filter { !damaged.contains($0.position) },
      damaged: found.filter { damaged.contains($0.position) }.map {
        DamagedEvent(stream: $0.stream, owner: $0.owner, position: $0.position, error: damage(at: $0.position))
      },
      head: events.count, checksum: self.checksum(at: found.last?.position ?? position), readModels: [])
  }

  private func damage(at position: Position) -> StoreError {
    StoreError(.damaged, "event \(position) is not what was written", position: position)
  }

  func checksum(ofRecorded position: Position) -> UInt32? { position == events.count ? checksum(at: position) : nil }

  private func checksum(at position: Position) -> UInt32? {
    guard (1...max(1, events.count)).contains(position), !events.isEmpty else { return nil }
    return CRC32.of(events[..<position].flatMap { Array("\($0.stream) \($0.type)".utf8) + $0.data })
  }

  // MARK: Events

  func commit(
    _ group: [CommandAppend], rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) -> [CommitOutcome] {
    guard !mustBeReopened else { throw StoreError(.misuse, "it was not reopened") }
    guard groupIsOpen == isShared else { throw StoreError(.misuse, "no group was begun") }
    defer { endGroup() }
    if let last = events.last, group.contains(where: { $0.time < last.recordedAt }) {
      throw StoreError(.misuse, "it was decided before what stands was recorded")
    }
    // Fail as a real store does, which finds a resent command only by its receipt.
    let known = Set(receipts.keys.map(\.command))
    if assumedNew.contains(where: { known.contains($0.command) }) {
      throw StoreError(.notNew, "a command was carried out before")
    }
    guard !group.isEmpty else { return [] }
    groups.append(group.count)
    guard !faults.isEmpty, let fault = faults.removeFirst() else { return group.map(record) }
    switch fault {
    case .unavailable: throw StoreError(.unavailable, "the disk is full")
    case .outcomeUnknown(let isRecorded):
      if isRecorded { _ = group.map(record) }
      mustBeReopened = true
      throw StoreError(.outcomeUnknown, "the sync failed")
    }
  }

  private func record(_ append: CommandAppend) -> CommitOutcome {
    let key = append.metadata.command.map { ReceiptKey(actor: append.metadata.actor, command: $0.id) }
    if let key, receipts[key] != nil { Issue.record("the command \(key.command) is recorded twice") }
    for stream in append.streams {
      let actual = revision(of: stream.stream)
      if actual != stream.expectedRevision {
        return .conflict(stream: stream.stream, expected: stream.expectedRevision, actual: actual)
      }
    }
    for change in append.texts {
      switch change {
      case .put(let text): texts[text.id] = text
      case .delete(let id, _): texts[id] = nil
      }
    }
    let first = events.count
    for stream in append.streams {
      for event in stream.events {
        events.append(
          RecordedEvent(
            position: events.count + 1, stream: stream.stream, owner: stream.owner,
            revision: revision(of: stream.stream) + 1, type: event.type, version: event.version, data: event.data,
            metadata: append.metadata, recordedAt: max(append.time, events.last?.recordedAt ?? append.time)))
      }
    }
    if let key, let mark = append.metadata.command {
      receipts[key] = Receipt(
        key: key, fingerprint: mark.fingerprint, position: events.count, eventCount: events.count - first,
        recordedAt: append.time)
    }
    return .committed(Array(events[first...]))
  }

  private func revision(of stream: StreamID) -> Revision {
    events.last { $0.stream == stream }?.revision ?? noRevision
  }

  func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
    streamReads += 1
    if groupIsOpen || isBeginning { streamReadsInGroups += 1 }
    if !isLoading { streamReadsOfCommitter += 1 }
    if readsFail { throw StoreError(.unavailable, "the connection is lost") }
    let found = events.filter { $0.stream == stream && $0.revision >= revision }.prefix(limit)
    if let first = found.first(where: { damaged.contains($0.position) }) { throw damage(at: first.position) }
    return Array(found)
  }

  /// Counts the reads in `body` as those of a loader thread.
  func whileLoading(_ body: () -> Void) {
    let before = isLoading
    isLoading = true
    defer { isLoading = before }
    body()
  }

  func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
    Array(events.filter { $0.position > position && (owner == nil || $0.owner == owner) }.prefix(limit))
  }

  func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws {
    for event in events where event.position > position && event.position <= end { try body(event) }
  }

  func head() throws(StoreError) -> Position { events.count }

  func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] { ids.compactMap { texts[$0] } }

  func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
    if readsFail { throw StoreError(.unavailable, "the connection is lost") }
    return receipts[key]
  }

  func reopen() throws(StoreError) {
    reopenings += 1
    if reopenFaults > 0 {
      reopenFaults -= 1
      throw StoreError(.unavailable, "the disk is gone")
    }
    mustBeReopened = false
  }

  /// Appends an event behind the committer's back, as another process would.
  func appendBehindCommitter(_ event: NewEvent, in stream: StreamID, owner: OwnerID, at time: Timestamp) {
    let append = StreamAppend(
      stream: stream, owner: owner, expectedRevision: revision(of: stream), events: [event])
    _ = record(CommandAppend(metadata: EventMetadata(), streams: [append], time: time))
  }

  // MARK: Unused by the committer

  func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws {}
  func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] { [] }
  func readModels() throws(StoreError) -> [ReadModelState] { [] }
  func flush(_ flushes: [ReadModelFlush]) throws(StoreError) {}
  func row(_ model: String, key: RowKey) throws(StoreError) -> Row? { nil }
  func rows(_ model: String, partition: PartitionKey, after place: SortKey?, limit: Int) throws(StoreError) -> [Row] {
    []
  }
  func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] { [] }
  func addReadModels(_ names: [String]) throws(StoreError) {}
  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {}
  func clearShadow(_ model: String) throws(StoreError) -> Bool { false }
  func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError) {}
  func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row? { nil }
  func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) {}
  func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result { try body(self) }
  func close() {}
  func importEvents(
    _ events: [RecordedEvent], texts: [PersonalText],
    rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) {}
  func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] { [] }
}
