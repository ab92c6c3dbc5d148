import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Projections

/// The limit on the bytes of cached rows.
@Suite struct RowMemoryTests {
  private static let limit = 30_000

  /// Compares the rows with those of a server that has room for all rows.
  @Test(arguments: RandomCases.seeds(6), [false, true])
  func boundedRowsStayWithinLimitAndMatchUnbounded(seed: UInt64, isShared: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let events = RandomHistory.events(seed: seed, count: 1200)
    let stores = [RowStore(keepsRows: true, isShared: isShared), RowStore(keepsRows: true, isShared: isShared)]
    let (bounded, free) = (try RowServer(stores[0], rowMemory: Self.limit), try RowServer(stores[1]))
    var start = 0
    while start < events.count {
      let group = Array(events[start..<min(events.count, start + Int.random(in: 1...30, using: &random))])
      for server in [bounded, free] { try server.record(group) }
      start += group.count
      if !isShared {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: for server in [bounded, free] { try server.models.flush() }
        case 1: _ = try bounded.models.flushPart(through: bounded.models.position, rows: 5)
        default: break
        }
      }
      let event = try #require(events[..<start].randomElement(using: &random))
      try expectSame(bounded.models, free.models, about: event)
      bounded.models.served.trim(to: Self.limit)
      try expectBounded(bounded.models)
    }
    #expect(free.models.rowBytes > 3 * Self.limit, "else nothing was evicted")
    for server in [bounded, free] where !isShared { try server.models.flush() }
    #expect(try rows(of: bounded.models) == rows(of: free.models))
  }

  private func expectSame(_ bounded: ReadModels, _ free: ReadModels, about event: RecordedEvent) throws {
    let household = HouseholdID(event.owner)
    #expect(try bounded.household(household) == free.household(household))
    #expect(try bounded.library(household) == free.library(household))
    #expect(try bounded.watchlist(household, after: nil, limit: 9) == free.watchlist(household, after: nil, limit: 9))
    #expect(try bounded.watched(household, after: nil, limit: 9) == free.watched(household, after: nil, limit: 9))
    #expect(try bounded.sessions(household, after: nil, limit: 9) == free.sessions(household, after: nil, limit: 9))
    guard event.stream.category == RoundEvent.category else { return }
    let (row, wanted) = (
      try bounded.round(RoundID(event.stream.id)), try free.round(RoundID(event.stream.id))
    )
    #expect(row?.row(at: 0) == wanted?.row(at: 0) && row != nil)
  }

  /// Checks the limit. Dirty rows cannot be evicted before they are flushed, so they may exceed it.
  private func expectBounded(_ models: ReadModels) throws {
    models.served.withLock { state in
      let dirty = state.tables.all.reduce(0) { $0 + $1.dirtyByteCount }
      #expect(state.tables.byteCount <= max(Self.limit, dirty))
      for table in state.tables.all {
        let clean = table.evictable(byteCount: .max).victims().reduce(0) { $0 + $1.byteCount }
        #expect(clean == table.evictableByteCount && clean == table.byteCount - table.dirtyByteCount)
        #expect((table.dirtyCount == 0) == (table.dirtyByteCount == 0))
      }
    }
  }

  @Test func rebuildStaysWithinRowMemory() throws {
    let store = RowStore(keepsRows: true)
    store.record(RandomHistory.events(seed: 12, count: 5000))
    let models = try openModels(store, rowMemory: Self.limit)
    let rebuild = try Rebuild(models)
    try rebuild.run()
    try rebuild.finish()
    #expect(models.rowBytes <= Self.limit)
    #expect(try rows(of: models) == foldAllRows(store.content.withLock { $0.events }))
  }

  @Test func largeRowsDoNotEvictRowsOfOtherModels() throws {
    let store = RowStore(keepsRows: true)
    let models = try openModels(store, rowMemory: 2_000_000)
    var recorder = Recorder()
    recorder.record(HouseholdFounded(createdBy: Home.tim), household: Home.id)
    for number in 0..<40 { recorder.startLargeRound(number) }
    store.record(recorder.events)
    try models.apply(recorder.events)
    try models.flush()
    let counts = models.served.withLock { state in state.tables.all.map { ($0.name, $0.rowCount) } }
    let byName = Dictionary(uniqueKeysWithValues: counts)
    #expect(byName["households"] == 1 && byName["access"] == 1 && byName["sessions"] == 40)
    #expect((1..<20).contains(byName["rounds"] ?? 0))
  }

  /// The size of a row counts its texts at least twice, as values and as the document that is written.
  @Test func rowSizeIncludesTextsOfItsMovies() throws {
    var recorder = Recorder()
    recorder.startLargeRound(0)
    let store = RowStore(keepsRows: true)
    store.record(recorder.events)
    let models = try openModels(store)
    let round = try #require(try models.round(RoundID(recorder.events[0].stream.id)))
    let document = round.row(at: 1).document.count
    #expect((2 * document..<4 * document).contains(round.heldBytes))
    let read = try RoundDetails(row: round.row(at: 1))
    #expect(read == round && read.heldBytes <= round.heldBytes, "read from the store it takes no more")
  }

  @Test func largeDirtyRowsRequestFlush() throws {
    let store = RowStore(keepsRows: true)
    let models = try openModels(store, rowMemory: 2_000_000)
    var recorder = Recorder()
    recorder.startLargeRound(0)
    store.record(recorder.events)
    try models.apply(recorder.events)
    #expect(!models.unflushedRowsAreLarge)
    let first = recorder.events.count
    for number in 1..<5 { recorder.startLargeRound(number) }
    store.record(Array(recorder.events[first...]))
    try models.apply(Array(recorder.events[first...]))
    #expect(models.unflushedRowsAreLarge)
    try models.flush()
    #expect(!models.unflushedRowsAreLarge)
  }

  @Test func listEntriesInMemoryAreBounded() {
    var lists = PartitionLists(isWhole: false)
    for partition in 0..<5000 {
      let entries = (0..<PartitionLists.depth).map { order in
        let item = ItemID(high: 0, low: UInt64(order))
        return PartitionLists.Entry(sortKey: SortKey(order: Int64(-order), tie: item), item: item)
      }
      lists.install(entries, isComplete: false, partition: PartitionKey(high: 1, low: UInt64(partition)))
      #expect(lists.size <= PartitionLists.capacity + 2 * PartitionLists.depth)
    }
    #expect(lists.page(PartitionKey(high: 1, low: 4999), after: nil, limit: 1)?.count == 1)
  }
}

extension Recorder {
  /// Starts a round with twelve movies whose texts are almost as long as the protocol allows.
  fileprivate mutating func startLargeRound(_ number: Int) {
    let round = RoundID(high: 3, low: UInt64(number))
    record(RoundDrafted(startedBy: Home.tim, attendees: .everyone), round: round, of: Home.id)
    for position in 1...12 {
      var movie = Home.movie(position)
      movie.overview = String(repeating: "o", count: 4000)
      movie.genres = (10..<30).map { "\($0)" + String(repeating: "g", count: 98) }
      movie.streaming = (10..<30).map { "\($0)" + String(repeating: "s", count: 98) }
      record(
        MovieSuggested(movie: movie, position: position, source: .member, suggestedBy: Home.tim), round: round,
        of: Home.id)
    }
  }
}
