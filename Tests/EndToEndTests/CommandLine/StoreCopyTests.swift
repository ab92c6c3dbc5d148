import Stores
import EventStore
import MovieNightPrimitives
import Projections
import Testing

@testable import Console
@testable import OperatorCommands

/// Copies from every kind of store to every kind, and the comparison of source and target.
@Suite struct StoreCopyTests {
  /// The events and texts of nights in which every command of the protocol succeeds at least once.
  private struct History {
    let events: [RecordedEvent]
    let texts: [PersonalText]

    init() throws {
      let server = try LocalServer(.journal)
      var night = Night(administrator: try server.administrator())
      try night.play(on: server)
      server.stop()
      let store = try openStore(server.store, mode: .readOnly)
      defer { store.close() }
      events = try store.readAll(after: 0, limit: .max, owner: nil)
      texts = try store.allTexts(after: nil, limit: .max, owner: nil)
    }

    /// Returns a store in memory with the first `count` events, or all of them if that is nil, and all texts.
    func store(of count: Int? = nil) throws -> any EventStore {
      let store = try openStore(.memory, mode: .readWrite(administratorSocket: nil))
      try store.importEvents(Array(events.prefix(count ?? events.count)), texts: texts)
      return store
    }
  }

  private let history: History
  /// The folders of the opened stores, which are deleted after the test.
  private let folders = Locked<[TemporaryFolder]>([])

  init() throws {
    history = try History()
  }

  private func open(_ kind: StoreKind) throws -> any EventStore {
    let folder = try TemporaryFolder()
    folders.withLock { $0.append(folder) }
    return try openStore(kind.address(in: folder), mode: .readWrite(administratorSocket: nil))
  }

  /// Copies everything. Returns the numbers of copied events and texts, and the comparison of source and target.
  @discardableResult
  private func copy(_ source: any EventStore, _ target: any EventStore) throws
    -> (events: Int, texts: (written: Int, deleted: Int), compared: [StoreComparison.Part])
  {
    let copy = try StoreCopy(from: source, to: target, areas: .current)
    let events = try copy.copyEvents { _ in }
    try copy.refreshReadModels { _ in }
    let texts = try copy.copyTexts(from: source)
    return (events, texts, try compare(source, target))
  }

  private func compare(_ source: any EventStore, _ target: any EventStore) throws -> [StoreComparison.Part] {
    try StoreComparison(source: source, target: target, end: source.head(), areas: .current).run { _ in }
  }

  @Test(arguments: StoreKind.allCases, StoreKind.allCases)
  func copyHasAllEventsTextsAndRows(_ from: StoreKind, _ to: StoreKind) throws {
    let (source, target) = (try open(from), try open(to))
    defer { for store in [source, target] { store.close() } }
    try copy(try history.store(), source)
    let result = try copy(source, target)
    #expect(result.events == history.events.count && result.texts == (history.texts.count, 0))
    #expect(result.compared.map(\.name) == ["events", "texts"] + ReadModelAreas.current.names)
    for part in result.compared { #expect(part.isEqual, "\(part)") }
    #expect(result.compared[0].count == history.events.count && result.compared[1].count == history.texts.count)
    #expect(result.compared[2...].allSatisfy { $0.count > 0 && $0.targetDigest != 0 }, "\(result.compared)")

    #expect(try target.readAll(after: 0, limit: .max, owner: nil) == history.events)
    #expect(try target.allTexts(after: nil, limit: .max, owner: nil) == history.texts)
    #expect(try rows(of: target) == replayedRows(of: source))
    let marked = try #require(history.events.last { $0.metadata.command != nil })
    let key = ReceiptKey(actor: marked.metadata.actor, command: try #require(marked.metadata.command).id)
    #expect(try target.receipt(for: key)?.fingerprint == marked.metadata.command?.fingerprint)
    #expect(try target.receipt(for: key) == source.receipt(for: key))
    #expect(try target.findDamage { _ in } == [])

    let again = try copy(source, target)
    #expect(again.events == 0 && again.texts == (0, 0))
    #expect(again.compared.map(\.targetDigest) == result.compared.map(\.targetDigest))
  }

  @Test(arguments: StoreKind.allCases)
  func interruptedCopyResumesWhereItStopped(_ to: StoreKind) throws {
    let whole = try copy(try history.store(), try open(.memory)).compared.map(\.targetDigest)
    for count in [1, history.events.count / 2, history.events.count - 1] {
      let target = try open(to)
      defer { target.close() }
      try copy(try history.store(of: count), target)
      let rest = try copy(try history.store(), target)
      #expect(rest.events == history.events.count - count)
      #expect(rest.compared.allSatisfy { $0.isEqual }, "\(rest.compared)")
      #expect(rest.compared.map(\.targetDigest) == whole, "the same digests as after a single copy")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func targetWithAnotherHistoryIsRefused(_ to: StoreKind) throws {
    let source = try history.store(of: history.events.count - 1)
    let count = history.events.count
    for position in [1, 7, count] {
      let target = try open(to)
      defer { target.close() }
      var events = history.events
      // In the last case the events are equal, but the target has one more than the source.
      if position < count { events[position - 1].data = Array(#"{"another":"history"}"#.utf8) }
      try target.importEvents(events, texts: [])
      let failure = try #require(throws: CommandFailure.self) { try copy(source, target) }
      #expect(failure.description.contains("position \(position) "), "\(failure)")
      #expect(failure.hint != nil && !failure.description.contains(#"{"#))
      #expect(try target.readAll(after: 0, limit: .max, owner: nil) == events, "nothing was written")
      #expect(try target.allTexts(after: nil, limit: 1, owner: nil).isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func changedAndDeletedTextsAreSynchronized(_ to: StoreKind) throws {
    let (source, target) = (try history.store(), try open(to))
    defer { target.close() }
    try copy(source, target)
    let texts = history.texts
    var renamed = texts[1]
    renamed.value = Array(#""Renamed""#.utf8)
    try change(source, [.delete(texts[0].id, owner: texts[0].owner), .put(renamed)])
    let result = try copy(source, target)
    #expect(result.texts == (1, 1))
    #expect(try target.allTexts(after: nil, limit: .max, owner: nil) == [renamed] + texts[2...])
    #expect(result.compared.allSatisfy { $0.isEqual })
  }

  /// Copies more texts than fit into one batch, first into a target without texts and then into one that has some.
  @Test(arguments: StoreKind.durable)
  func textsBeyondOneBatchAreAllCopied(_ to: StoreKind) throws {
    let (source, target) = (try history.store(), try open(to))
    defer { target.close() }
    let owner = history.texts[0].owner
    func texts(_ numbers: Range<UInt64>) -> [PersonalText] {
      numbers.map { PersonalText(id: TextID(high: $0, low: 7), owner: owner, subject: nil, value: Array("1".utf8)) }
    }
    let (many, more) = (texts(0..<4300), texts(10_000..<14_300))
    try change(source, many.map { .put($0) })
    let first = try copy(source, target)
    #expect(first.texts == (history.texts.count + many.count, 0))
    try change(source, more.map { .put($0) } + many.map { .delete($0.id, owner: owner) })
    let second = try copy(source, target)
    #expect(second.texts == (more.count, many.count))
    for result in [first, second] { #expect(result.compared.allSatisfy { $0.isEqual }, "\(result.compared)") }
    #expect(
      try target.allTexts(after: nil, limit: .max, owner: nil) == source.allTexts(after: nil, limit: .max, owner: nil))
  }

  @Test(arguments: StoreKind.allCases)
  func unfinishedCopyIsMarkedUntilFinished(_ to: StoreKind) throws {
    let target = try open(to)
    defer { target.close() }
    let copy = try StoreCopy(from: history.store(), to: target, areas: .current)
    _ = try copy.copyEvents { _ in }
    #expect(try UnfinishedCopy.isMarked(target))
    // A second copy finds no events left to copy, and is also interrupted before the texts.
    let source = try history.store()
    let again = try StoreCopy(from: source, to: target, areas: .current)
    _ = try again.copyEvents { _ in }
    #expect(try UnfinishedCopy.isMarked(target))
    #expect(try again.copyTexts(from: source) == (history.texts.count, 0))
    #expect(try !UnfinishedCopy.isMarked(target))
    #expect(try target.allTexts(after: nil, limit: .max, owner: nil) == history.texts)
  }

  private func change(_ store: any EventStore, _ texts: [PersonalTextChange]) throws {
    _ = try store.commit([
      CommandAppend(metadata: EventMetadata(), streams: [], texts: texts, time: Timestamp(microseconds: 0))
    ]) { _ in [] }
  }

  // MARK: Comparison of source and target

  /// Returns the differences between the history and a damaged version of it, by part.
  private func differences(_ damage: (inout [RecordedEvent]) -> Void) throws -> [String: String] {
    var events = history.events
    damage(&events)
    let target = try open(.memory)
    try target.importEvents(events, texts: history.texts)
    return differences(try compare(try history.store(), target))
  }

  private func differences(_ parts: [StoreComparison.Part]) -> [String: String] {
    let differing = parts.filter { !$0.isEqual }
    for part in differing where part.difference?.contains("rows reach") != true {
      #expect(part.sourceDigest != part.targetDigest, "\(part)")
    }
    return Dictionary(uniqueKeysWithValues: differing.map { ($0.name, $0.difference ?? "") })
  }

  @Test func everyEventFieldIsCompared() throws {
    let middle = history.events.count / 2
    let damages: [(String, (inout RecordedEvent) -> Void)] = [
      ("metadata", { $0.metadata.command = nil }),
      ("metadata", { $0.metadata.actor = nil }),
      ("time", { $0.recordedAt = Timestamp(microseconds: $0.recordedAt.microseconds + 1) }),
      ("version", { $0.version += 1 }),
      ("data", { $0.data.insert(UInt8(ascii: " "), at: 1) }),
      ("type", { $0.type += "Once" }),
    ]
    for (member, damage) in damages {
      let found = try differences { events in
        let index = events.indices.last { $0 <= middle && events[$0].metadata.actor != nil } ?? 0
        damage(&events[index])
      }
      #expect(found["events"]?.contains("differs in \(member):") == true, "\(member): \(found)")
    }
    let missing = try differences { $0.removeLast() }
    #expect(missing["events"]?.contains("position \(history.events.count) is missing") == true, "\(missing)")
    #expect(missing["texts"] == nil)
  }

  @Test func changedAndDeletedTextsAreReported() throws {
    let target = try history.store()
    #expect(differences(try compare(try history.store(), target)) == [:])
    var renamed = history.texts[0]
    renamed.value = Array(#""Somebody""#.utf8)
    for change in [PersonalTextChange.put(renamed), .delete(renamed.id, owner: renamed.owner)] {
      try self.change(target, [change])
      let found = differences(try compare(try history.store(), target))
      #expect(found.keys.sorted() == ["texts"])
      #expect(found["texts"]?.contains("\(renamed.id)") == true)
      #expect(found["texts"]?.contains("Somebody") == false)
    }
    #expect(differences(try compare(target, try history.store()))["texts"]?.contains("not in the source") == true)
  }

  @Test(arguments: StoreKind.allCases)
  func changedRowOfEveryReadModelIsReported(_ to: StoreKind) throws {
    let (source, target) = (try history.store(), try open(to))
    defer { target.close() }
    guard target.keepsRows else { return }
    try copy(source, target)
    for state in try target.readModels() {
      var row = try #require(try rows(of: target)[state.name]?.first)
      let original = row
      row.document.append(UInt8(ascii: " "))
      for (written, isOriginal) in [(row, false), (original, true)] {
        try target.flush([
          ReadModelFlush(
            name: state.name, version: state.version, checkpoint: state.checkpoint,
            changes: RowChanges(rows: [written]))
        ])
        let found = differences(try compare(source, target))
        #expect(found.keys.sorted() == (isOriginal ? [] : [state.name]))
      }
    }
  }
}
