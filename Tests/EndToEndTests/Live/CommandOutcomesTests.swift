import Domain
import EventStore
import MovieNightPrimitives
import Projections
import TestSupport
import Testing

@testable import Platform
@testable import Server
@testable import Stores

/// The delivery of events that the server did not record itself, and the flushing of rows and receipts.
@Suite struct CommandOutcomesTests {
  private let store: any EventStore
  private let readModels: ReadModels
  private let outcomes: CommandOutcomes
  private let reported = Locked<[RecordedChanges]>([])
  private let households = [HouseholdID(high: 1, low: 1), HouseholdID(high: 1, low: 2)]
  private let token = TokenID(high: 2, low: 1)
  private let uptime = Locked(Duration.zero)

  init() throws {
    store = try openStore(.memory, mode: .readWrite(administratorSocket: "/nowhere"))
    readModels = ReadModels(store: store, schema: .current, areas: .current)
    try readModels.open()
    outcomes = CommandOutcomes(
      store: store, areas: .current, readModels: readModels, nameCache: NameCache(store: store),
      metrics: ServiceMetrics(MetricRegistry()),
      log: Log(minimumLevel: .error, format: .json, sink: LogSink(descriptor: -1)), clock: SystemClock.wallTime,
      uptime: { [uptime] in uptime.withLock { $0 } })
    outcomes.deliver = { [reported] _, changes in reported.withLock { $0.append(changes) } }
  }

  /// Returns events of the two households in alternation, the last of which revokes the token.
  private func events(_ count: Int) -> [RecordedEvent] {
    (1...count).map { position in
      let household = households[position % 2]
      let isLast = position == count
      return RecordedEvent(
        position: position, stream: .household(household), owner: OwnerID(household), revision: (position - 1) / 2,
        type: isLast ? TokenRevoked.type : "MemberProfileChanged", version: 1,
        data: Array((isLast ? #"{"token_id":"\#(token)"}"# : "{}").utf8), metadata: EventMetadata(),
        recordedAt: Timestamp(microseconds: Int64(position)))
    }
  }

  private func expectReported(through count: Int) {
    let changes = reported.withLock { $0 }
    var reached: [HouseholdID: Position] = [:]
    for change in changes.flatMap(\.appended) { reached[change.household] = change.position }
    #expect(reached == [households[count % 2]: count, households[(count - 1) % 2]: count - 1])
    let identity = Identity.member(MemberID(high: 3, low: 1), household: households[count % 2], token: token)
    #expect(changes.contains { $0.ended.ends(identity) })
  }

  @Test func eventsFromOtherServersAreDelivered() throws {
    let recorded = events(7)
    try store.importEvents(recorded, texts: [])
    try outcomes.applyChanges(StoreChanges(events: recorded, head: 7, readModels: []))
    expectReported(through: 7)
    #expect(readModels.position == 7)
  }

  @Test func eventsFoundAfterReopenAreDeliveredOnce() throws {
    // The events fill more than one page.
    try store.importEvents(events(2500), texts: [])
    outcomes.reopened()
    expectReported(through: 2500)
    #expect(readModels.position == 2500)
    let count = reported.withLock { $0.count }
    outcomes.reopened()
    #expect(reported.withLock { $0.count } == count, "nothing is delivered twice")
  }

  @Test func rowsAreFlushedAfterClockIsSetBack() throws {
    let events = events(3)
    try store.importEvents(events, texts: [])
    outcomes.flush()
    try outcomes.applyChanges(StoreChanges(events: events, head: 3, readModels: []))
    #expect(readModels.unflushedEvents > 0)
    // While the clock is behind the last event, the time until the next flush is measured with the uptime.
    let now = SystemClock.wallTime()
    outcomes.tick(at: now)
    #expect(readModels.unflushedEvents > 0)
    uptime.withLock { $0 += .seconds(1) }
    outcomes.tick(at: now)
    #expect(readModels.unflushedEvents == 0)
  }

  @Test func importedEventsAreDelivered() {
    outcomes.announce(events(4))
    expectReported(through: 4)
  }

  #if SQLite
    /// Returns commands that found one household each, with random command ids.
    private func foundings(_ numbers: Range<Int>, _ random: inout SeededGenerator) -> [CommandAppend] {
      numbers.map { number in
        let household = HouseholdID(high: 5, low: UInt64(number))
        let founded = HouseholdFounded(createdBy: MemberID(high: 6, low: UInt64(number)))
        return CommandAppend(
          metadata: EventMetadata(command: CommandMark(id: CommandID(high: random.next(), low: 7), fingerprint: 1)),
          streams: [
            StreamAppend(
              stream: .household(household), owner: OwnerID(household), expectedRevision: noRevision,
              events: [NewEvent(type: HouseholdFounded.type, version: HouseholdFounded.version, data: founded.data)])
          ],
          texts: [], time: SystemClock.wallTime())
      }
    }

    /// Under constant writes a flush is due at every tick, so receipts must be merged at ticks that also flush.
    @Test func receiptMergingKeepsPaceUnderConstantWrites() throws {
      let folder = try TemporaryFolder()
      let address = StoreAddress.sqlite(path: "\(folder.path)/store.db")
      let store = try openStore(address, mode: .readWrite(administratorSocket: nil))
      defer { store.close() }
      let readModels = ReadModels(store: store, schema: .current, areas: .current)
      try readModels.open()
      let outcomes = CommandOutcomes(
        store: store, areas: .current, readModels: readModels, nameCache: NameCache(store: store),
        metrics: ServiceMetrics(MetricRegistry()),
        log: Log(minimumLevel: .error, format: .json, sink: LogSink(descriptor: -1)), clock: SystemClock.wallTime,
        uptime: { .zero })
      let database = try SQLiteConnection("\(folder.path)/store.db", mode: .readWrite)
      var random = SeededGenerator(seed: 1)
      for run in 0..<48 {
        let receipts = (0..<512).map { number in
          Receipt(
            key: ReceiptKey(actor: nil, command: CommandID(high: random.next(), low: 8)), fingerprint: 1,
            position: 512 * run + number, eventCount: 1, recordedAt: SystemClock.wallTime())
        }
        try database.writing { () throws(StoreError) in
          try database.write(run: receipts.sorted { $0.key < $1.key })
        }
      }
      var founded = 0
      for tick in 0..<120 {
        let group = foundings(founded..<(tick == 0 ? 3000 : founded + 20), &random)
        founded += group.count
        let events = try store.commit(group, rows: { _ in [] }).flatMap { outcome in
          if case .committed(let events) = outcome { events } else { [] as [RecordedEvent] }
        }
        try outcomes.applyChanges(StoreChanges(events: events, head: founded, readModels: []))
        outcomes.tick(at: SystemClock.wallTime())
        #expect(readModels.unflushedEvents > 0)
      }
      let runs = try database.integers("SELECT count(*) FROM receipt_runs GROUP BY tier ORDER BY tier")
      #expect(runs.count == 2 && runs[0] < 20, "\(runs)")
    }
  #endif
}
