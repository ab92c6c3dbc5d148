import Domain
import Primitives
import Projections
import Testing

@testable import EventStore
@testable import Platform
@testable import Server

/// What is told of events that this server's own commands did not just record.
@Suite struct CommandDeskTests {
  private let store: any EventStore
  private let readModels: ReadModels
  private let desk: CommandDesk
  private let told = Locked<[RecordedChanges]>([])
  private let households = [HouseholdID(high: 1, low: 1), HouseholdID(high: 1, low: 2)]
  private let token = TokenID(high: 2, low: 1)
  private let uptime = Locked(Duration.zero)

  init() throws {
    store = try openStore(.memory, mode: .readWrite(administratorSocket: "/nowhere"))
    readModels = ReadModels(store: store)
    try readModels.open()
    desk = CommandDesk(
      store: store, readModels: readModels, directories: Directories(store: store),
      metrics: ServiceMetrics(MetricRegistry()),
      log: Log(minimumLevel: .error, format: .json, sink: LogSink(descriptor: -1)), clock: SystemClock.wallTime,
      uptime: { [uptime] in uptime.withLock { $0 } })
    desk.outlet = CommandDesk.Outlet { [told] _, changes in told.withLock { $0.append(changes) } }
  }

  /// Households in turn; the last event revokes the token.
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

  private func expectTold(through count: Int) {
    let changes = told.withLock { $0 }
    var reached: [HouseholdID: Position] = [:]
    for change in changes.flatMap(\.appended) { reached[change.household] = change.position }
    #expect(reached == [households[count % 2]: count, households[(count - 1) % 2]: count - 1])
    let identity = Identity.member(MemberID(high: 3, low: 1), household: households[count % 2], token: token)
    #expect(changes.contains { $0.ended.ends(identity) })
  }

  @Test func whatOtherServersRecordedIsTold() throws {
    let recorded = events(7)
    try store.importEvents(recorded, texts: [])
    try desk.followed(News(events: recorded, head: 7, readModels: []))
    expectTold(through: 7)
    #expect(readModels.position == 7)
  }

  @Test func whatStandsAfterAnUnknownOutcomeIsTold() throws {
    // More than one page of it.
    try store.importEvents(events(2500), texts: [])
    desk.reopened()
    expectTold(through: 2500)
    #expect(readModels.position == 2500)
    let count = told.withLock { $0.count }
    desk.reopened()
    #expect(told.withLock { $0.count } == count, "and once")
  }

  @Test func rowsAreWrittenInTimeAlsoWhenTheClockWasSetBack() throws {
    let events = events(3)
    try store.importEvents(events, texts: [])
    desk.flush()
    try desk.followed(News(events: events, head: 3, readModels: []))
    #expect(readModels.unflushedEvents > 0)
    // No time passes where the clock is behind what was recorded.
    let now = SystemClock.wallTime()
    desk.tick(at: now)
    #expect(readModels.unflushedEvents > 0)
    uptime.withLock { $0 += .seconds(1) }
    desk.tick(at: now)
    #expect(readModels.unflushedEvents == 0)
  }

  @Test func whatWasImportedIsTold() {
    desk.tell(events(4))
    expectTold(through: 4)
  }

  #if SQLite
    /// A flush is due at each tick, so a tick without one never comes.
    @Test func runsOfReceiptsAreMergedAlsoWhereMuchIsWrittenAllTheTime() throws {
      let folder = try TemporaryFolder()
      let address = StoreAddress.sqlite(path: "\(folder.path)/store.db")
      let store = try openStore(address, mode: .readWrite(administratorSocket: nil))
      defer { store.close() }
      let readModels = ReadModels(store: store)
      try readModels.open()
      let desk = CommandDesk(
        store: store, readModels: readModels, directories: Directories(store: store),
        metrics: ServiceMetrics(MetricRegistry()),
        log: Log(minimumLevel: .error, format: .json, sink: LogSink(descriptor: -1)), clock: SystemClock.wallTime,
        uptime: { .zero })
      let database = try SQLiteConnection("\(folder.path)/store.db", mode: .readWrite)
      for number in 1...16 as ClosedRange<UInt64> {
        let receipt = Receipt(
          key: ReceiptKey(actor: nil, command: Identifier(high: number, low: 0)), fingerprint: 1, position: 1,
          eventCount: 1, recordedAt: Timestamp(microseconds: 1))
        try database.writing { () throws(StoreError) in try database.write(run: [receipt]) }
      }
      let all = events(20_000)
      var ticks = 0
      while try database.integer("SELECT max(tier) FROM receipt_runs") == 0, ticks < 4 {
        let news = Array(all[ticks * 4500..<(ticks + 1) * 4500])
        ticks += 1
        try store.importEvents(news, texts: [])
        try desk.followed(News(events: news, head: ticks * 4500, readModels: []))
        #expect(readModels.unflushedEvents > 4096, "a flush is due")
        desk.tick(at: SystemClock.wallTime())
      }
      #expect(try database.integer("SELECT max(tier) FROM receipt_runs") == 1, "after \(ticks) ticks")
    }
  #endif
}
