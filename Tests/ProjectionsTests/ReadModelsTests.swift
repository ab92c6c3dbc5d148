import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Projections

@Suite struct ReadModelsTests {
  @Test(arguments: RandomCases.seeds(8)) func rowsMatchReplayAfterRandomFlushesAndCrashes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed + 100)
    let events = RandomHistory.events(seed: seed, count: 800)
    let store = RowStore(keepsRows: true)
    var models = try openModels(store, rowMemory: 20_000)
    var start = 0
    while start < events.count {
      let group = events[start..<min(events.count, start + Int.random(in: 1...30, using: &random))]
      store.record(Array(group))
      start = group.endIndex
      if Int.random(in: 0..<20, using: &random) == 0 {
        // A crash loses the unflushed rows, and this group's events were never applied.
        models = try openModels(store, rowMemory: 20_000)
      } else {
        try models.apply(Array(group))
      }
      if Int.random(in: 0..<3, using: &random) == 0 { try models.flush() }
      if let event = events[..<start].randomElement(using: &random), event.stream.category == "round" {
        #expect(try models.round(RoundID(event.stream.id)) != nil)
      }
    }
    try models.flush()
    #expect(try rows(of: models) == foldAllRows(events))
    #expect(
      try Verification(schema: .current, areas: .current).run(store).allSatisfy {
        $0.difference == nil && $0.checkpoint == events.count
      })
  }

  @Test(arguments: [true, false]) func rebuiltRowsMatchReplay(keepsRows: Bool) throws {
    let events = RandomHistory.events(seed: 5, count: 1600)
    let store = RowStore(keepsRows: keepsRows)
    store.record(Array(events[..<800]))
    let models = try openModels(store, rowMemory: 20_000)
    let rebuild = try Rebuild(models)
    #expect(models.health().allSatisfy { $0.state == .rebuilding })
    var reports: [RebuildProgress] = []
    try rebuild.run { reports.append($0) }
    #expect(reports.last?.position == 800)
    store.record(Array(events[800...]))
    try models.apply(Array(events[800..<1200]))
    try rebuild.finish()
    #expect(models.position == 1600)
    #expect(models.health().allSatisfy { $0.state == .ready && $0.checkpoint == 1600 && $0.lag == 0 })
    try models.flush()
    #expect(try rows(of: models) == foldAllRows(events))
    #expect(try Verification(schema: .current, areas: .current).run(models).allSatisfy { $0.difference == nil })
  }

  @Test func absentRowIsCachedUntilCreated() throws {
    var recorder = Recorder()
    recorder.foundHome()
    let store = RowStore(keepsRows: true)
    store.record(recorder.events)
    let models = try openModels(store)
    #expect(try models.library(Home.id) == nil)
    guard case .hit(nil) = try models.cachedLibrary(Home.id) else {
      Issue.record("it was looked for")
      return
    }
    let before = recorder.events.count
    recorder.record(MovieWatched(movie: Home.movie(1), roundID: Home.round), library: Home.id)
    store.record(Array(recorder.events[before...]))
    try models.apply(Array(recorder.events[before...]))
    #expect(try models.library(Home.id)?.revision == 0)
    guard case .hit(_?) = try models.cachedLibrary(Home.id) else {
      Issue.record("it is there now")
      return
    }
  }

  /// When a process ends between two parts of a flush, the models' checkpoints differ.
  @Test(arguments: RandomCases.seeds(6))
  func partialFlushesAreCaughtUpAfterReopening(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = RowStore(keepsRows: true)
    let events = RandomHistory.events(seed: seed, count: 1200)
    var models = try openModels(store)
    var (start, ends, parts, differently, ahead) = (0, 0, 0, 0, 0)
    while start < events.count {
      let count = min(Int.random(in: 1...60, using: &random), events.count - start)
      store.record(Array(events[start..<start + count]))
      try models.apply(Array(events[start..<start + count]))
      start += count
      let end = models.position
      while Int.random(in: 0..<4, using: &random) > 0 {
        parts += 1
        if try !models.flushPart(through: end, rows: 4) {
          #expect(models.unflushedEvents == 0)
          break
        }
      }
      if Set(try store.readModels().map(\.checkpoint)).count > 1 { differently += 1 }
      let checkpoints = Dictionary(uniqueKeysWithValues: try store.readModels().map { ($0.name, $0.checkpoint) })
      for (name, rows) in store.content.withLock({ $0.rows }) {
        ahead += rows.values.count { $0.position > checkpoints[name] ?? 0 }
      }
      #expect(
        try Verification(schema: .current, areas: .current).run(store).compactMap(\.difference) == [], "seed \(seed)")
      if Int.random(in: 0..<5, using: &random) == 0 {
        models = try openModels(store)
        ends += 1
      }
    }
    #expect(ends > 0 && parts > 10 && differently > 0 && ahead > 0, "else it shows nothing")
    try models.flush()
    #expect(try rows(of: models) == foldAllRows(events), "seed \(seed)")
  }

  @Test func partialRebuildLeavesOtherModelsUnchanged() throws {
    let store = RowStore(keepsRows: true)
    let events = RandomHistory.events(seed: 6, count: 800)
    store.record(events)
    let models = try openModels(store)
    try models.flush()
    store.content.withLock { content in
      content.rows["watched"] = [:]
      content.rows["sessions"] = [:]
    }
    let rebuild = try Rebuild(models, names: ["watched"])
    try rebuild.run()
    try rebuild.finish()
    #expect(try store.readModels().filter { $0.generation != 1 }.map(\.name) == ["watched"])
    #expect(try rows(of: models)["watched"] == foldAllRows(events)["watched"])
    #expect(try rows(of: models)["sessions"] == [:])
    #expect(throws: ProjectionError.unknownProjection(name: "films")) { try Rebuild(models, names: ["films"]) }
  }

  @Test func modelOfAnotherVersionIsRebuiltOnOpen() throws {
    let store = RowStore(keepsRows: true)
    let events = RandomHistory.events(seed: 7, count: 500)
    store.record(events)
    try openModels(store).flush()
    store.content.withLock { content in
      content.states["rounds"]?.version = 99
      content.rows["rounds"] = [:]
    }
    let models = try openModels(store)
    #expect(try rows(of: models) == foldAllRows(events))
    #expect(try store.readModels().first { $0.name == "rounds" }?.version == RoundDetails.version)
  }

  @Test func openReplaysEventsAfterCheckpoint() throws {
    let store = RowStore(keepsRows: true)
    let events = RandomHistory.events(seed: 8, count: 900)
    store.record(Array(events[..<400]))
    try openModels(store).flush()
    store.record(Array(events[400...]))
    let models = try openModels(store)
    #expect(models.position == 900)
    #expect(models.unflushedEvents < 900)
    try models.flush()
    #expect(models.unflushedEvents == 0)
    #expect(try rows(of: models) == foldAllRows(events))
  }

  @Test func overlapsAndGapsApplyEachEventOnce() throws {
    let store = RowStore(keepsRows: true)
    let events = RandomHistory.events(seed: 9, count: 300)
    let models = try openModels(store)
    store.record(events)
    try models.apply(Array(events[..<100]))
    try models.apply(Array(events[50..<120]))
    try models.apply(Array(events[200...]))
    try models.apply([])
    try models.flush()
    #expect(try rows(of: models) == foldAllRows(events))
  }

  @Test func catchUpSucceedsAfterStoreFailure() throws {
    let store = RowStore(keepsRows: true)
    let events = RandomHistory.events(seed: 10, count: 600)
    store.record(Array(events[..<500]))
    try openModels(store).flush()
    let models = try openModels(store)
    store.record(Array(events[500...]))
    store.content.withLock { $0.failingRowReads = 1 }
    #expect(throws: StoreError.self) { try models.apply(Array(events[500...])) }
    try models.catchUp()
    try models.flush()
    #expect(try rows(of: models) == foldAllRows(events))
  }

  @Test func rowMemoryStaysWithinLimit() throws {
    let store = RowStore(keepsRows: true)
    let models = try openModels(store, rowMemory: 20_000)
    store.record(RandomHistory.events(seed: 12, count: 5000))
    try models.catchUp()
    try models.flush()
    #expect(models.rowBytes <= 20_000 && models.rowBytes > 0)
  }

  @Test func rowUsedDuringEvictionIsKept() throws {
    let store = RowStore(keepsRows: true)
    let models = try openModels(store)
    store.record(RandomHistory.events(seed: 12, count: 2000))
    try models.catchUp()
    try models.flush()
    models.served.withLock { state in
      let table = state.tables.rounds
      let victims = table.evictable(byteCount: table.byteCount / 2).victims()
      guard victims.count > 2, victims.count < table.rowCount else {
        Issue.record("\(victims.count) of \(table.rowCount) rounds would go")
        return
      }
      let count = table.rowCount
      _ = table.cached(victims[1].key)
      table.evict(victims[...])
      #expect(table.rows.position(of: victims[1].key) != nil && table.rows.position(of: victims[0].key) == nil)
      #expect(table.rowCount == count - victims.count + 1)
    }
  }

  @Test func cachedReadsNeverTouchTheStore() throws {
    let store = RowStore(keepsRows: true)
    var recorder = Recorder()
    recorder.foundHome()
    recorder.openRound()
    store.record(recorder.events)
    try openModels(store).flush()
    let models = try openModels(store)
    let reads = store.content.withLock { $0.rowReads }
    guard case .miss = try models.cachedRound(Home.round), case .miss = try models.cachedHousehold(Home.id),
      case .miss = try models.cachedLibrary(Home.id),
      case .miss = try models.cachedSessions(Home.id, after: nil, limit: 20)
    else {
      Issue.record("nothing can be in memory yet")
      return
    }
    #expect(store.content.withLock { $0.rowReads } == reads)
    let round = try #require(try models.round(Home.round))
    guard case .hit(let cached?) = try models.cachedRound(Home.round) else {
      Issue.record("it was read and must be in memory")
      return
    }
    #expect(cached == round)
    #expect(try models.round(RoundID(high: 7, low: 7)) == nil)
  }

  @Test func roundAsOfPositionMatchesReplay() throws {
    let store = RowStore(keepsRows: true)
    let events = RandomHistory.events(seed: 13, count: 700)
    store.record(events)
    let models = try openModels(store)
    for position in stride(from: 1, through: 700, by: 69) {
      let then = try foldAllRows(Array(events[..<position]))
      for (key, row) in try #require(then["rounds"]) {
        let round = try #require(try models.round(RoundID(key.partition), .asOf(.position(position))))
        #expect(round.row(at: row.position) == row)
      }
    }
    let first = try #require(events.first { $0.stream.category == "round" })
    #expect(try models.round(RoundID(first.stream.id), .asOf(.position(first.position - 1))) == nil)
    #expect(try models.round(RoundID(first.stream.id), .asOf(.position(first.position))) != nil)
    #expect(try models.household(HouseholdID(first.owner), .asOf(.position(first.position))) != nil)
    #expect(try models.library(HouseholdID(first.owner), asOf: .position(first.position)) == nil)
  }
}
