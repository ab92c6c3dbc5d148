import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Projections

/// Rows of a shared store, which are recorded with their events and cached by every server.
@Suite struct SharedRowsTests {
  /// The rows also match if servers receive damaged events, because the rows were recorded before the damage.
  @Test(arguments: RandomCases.seeds(8), [false, true])
  func rowsOfAlternatingServersMatchReplay(seed: UInt64, changesAreDamaged: Bool) throws {
    var random = SeededGenerator(seed: seed + 100)
    let events = RandomHistory.events(seed: seed, count: 800)
    let store = RowStore(keepsRows: true, isShared: true, changesAreDamaged: changesAreDamaged)
    let servers = try (0..<3).map { _ in try RowServer(store, rowMemory: 20_000) }
    var start = 0
    while start < events.count {
      let group = Array(events[start..<min(events.count, start + Int.random(in: 1...30, using: &random))])
      let server = servers[Int.random(in: 0..<3, using: &random)]
      let isRecorded = Int.random(in: 0..<8, using: &random) > 0
      try server.commit(group, isRecorded: isRecorded)
      if isRecorded { start += group.count }
      // A server reads rows whose events it may not have applied yet.
      let reader = servers[Int.random(in: 0..<3, using: &random)]
      if let event = events[..<start].randomElement(using: &random), event.stream.category == "round" {
        #expect(try reader.models.round(RoundID(event.stream.id)) != nil)
        _ = try reader.models.sessions(HouseholdID(event.owner), after: nil, limit: 3)
      }
      if let event = events[..<start].randomElement(using: &random) {
        let household = HouseholdID(event.owner)
        _ = try reader.models.watchlist(household, after: nil, limit: 3)
        _ = try reader.models.watched(among: [1, 2, 3], in: household)
        _ = try reader.models.reader.page(PartitionKey(household), after: nil, limit: 3) { $0.nights }
      }
    }
    let expected = try foldAllRows(events)
    var seen = 0
    for server in servers {
      try server.checkForChanges()
      #expect(server.models.position == events.count && server.models.unflushedEvents == 0)
      for (key, row) in expected["rounds"] ?? [:] {
        #expect(try server.models.round(RoundID(key.partition))?.row(at: row.position) == row, "seed \(seed)")
      }
      for household in Set(events.map { HouseholdID($0.owner) }) {
        let sessions = try server.models.sessions(household, after: nil, limit: 1000).rows
        let wanted = (expected["sessions"] ?? [:]).values.filter { $0.owner == OwnerID(household) }
        #expect(sessions.map(\.id.description).sorted() == wanted.map(\.key.item.description).sorted(), "seed \(seed)")
        let library = ["watchlist", "watched"].map { name in
          (expected[name] ?? [:]).values.filter { $0.owner == OwnerID(household) }.map(\.key).sorted()
        }
        let listed = try server.models.watchlist(household, after: nil, limit: 1000).rows.map(\.key)
        let watched = try server.models.watched(household, after: nil, limit: 1000).rows.map(\.key)
        #expect([listed.sorted(), watched.sorted()] == library, "seed \(seed)")
        seen += listed.count + watched.count
        let nights = try server.models.nights(household, in: CalendarDate.moments(ofYear: 2026)).map(\.key)
        let rows = (expected["nights"] ?? [:]).values.filter { $0.owner == OwnerID(household) }
        #expect(nights.sorted() == rows.filter { $0.sortKey?.order != Int64.max }.map(\.key).sorted(), "seed \(seed)")
      }
    }
    #expect(seen > 30, "else it shows nothing of libraries")
    #expect(try rows(of: servers[0].models) == expected, "seed \(seed)")
  }

  @Test func rowAheadOfItsEventsIsNotFoldedTwice() throws {
    let store = RowStore(keepsRows: true, isShared: true)
    let (first, second) = (try RowServer(store, rowMemory: 50_000), try RowServer(store, rowMemory: 50_000))
    let events = RandomHistory.events(seed: 3, count: 200)
    try first.commit(events)
    for event in events where event.stream.category == "round" {
      _ = try second.models.round(RoundID(event.stream.id))
    }
    try second.checkForChanges()
    for (key, row) in try foldAllRows(events)["rounds"] ?? [:] {
      #expect(try second.models.round(RoundID(key.partition))?.row(at: row.position) == row)
    }
  }

  // MARK: Rebuilds

  @Test func rowsRebuiltElsewhereAreReadAgain() throws {
    let store = RowStore(keepsRows: true, isShared: true)
    let (first, second) = (try RowServer(store), try RowServer(store))
    let events = RandomHistory.events(seed: 4, count: 400)
    try first.commit(events)
    try second.checkForChanges()
    let round = try #require(events.first { $0.stream.category == "round" }.map { RoundID($0.stream.id) })
    let good = try #require(try second.models.round(round))
    // Damage a row in the store. The cached rows hide the damage, and a rebuild repairs it.
    store.content.withLock { $0.rows["rounds"]?[RowKey(round)] = nil }
    let rebuild = try Rebuild(first.models, names: ["rounds"])
    try rebuild.run()
    try rebuild.finish()
    #expect(!store.content.withLock { $0.groupIsOpen })
    let notes = second.models.makeRecorder()
    var dependencies = try #require(notes.dependencies)
    try second.checkForChanges()
    #expect(!second.models.confirm(&dependencies), "finished answers count no longer")
    let reads = store.content.withLock { $0.rowReads }
    #expect(try second.models.round(round) == good)
    #expect(store.content.withLock { $0.rowReads } == reads + 1)
    #expect(first.models.health().allSatisfy { $0.state == .ready })
  }

  @Test func finishingRebuildReadsFewEventsUnderLock() throws {
    let store = RowStore(keepsRows: true, isShared: true)
    let server = try RowServer(store)
    let events = RandomHistory.events(seed: 4, count: 900)
    try server.commit(Array(events[..<400]))
    let rebuild = try Rebuild(server.models)
    var others = events[400...]
    func recordOtherEvents(_ count: Int) throws {
      let recorded = Array(others.prefix(count))
      others = others.dropFirst(count)
      try server.commit(recorded)
    }
    try rebuild.run { _ in if others.count > 250 { try recordOtherEvents(200) } }
    try recordOtherEvents(50)
    #expect(rebuild.position > 400)
    try rebuild.finish()
    #expect((1...100).contains(store.content.withLock { $0.eventsReadInGroup }))
    #expect(try rows(of: server.models) == foldAllRows(store.content.withLock { $0.events }))
  }

  @Test func openingServerWaitsForRebuildElsewhere() throws {
    let store = RowStore(keepsRows: true, isShared: true)
    let first = try RowServer(store)
    try first.commit(RandomHistory.events(seed: 4, count: 100))
    store.content.withLock { content in
      content.states["rounds"]?.version = 0
      content.rebuildsElsewhere = 1
    }
    let later = try RowServer(store)
    #expect(store.content.withLock { $0.rebuildsElsewhere } == 0)
    #expect(later.models.health().allSatisfy { $0.state == .ready && $0.checkpoint == 100 })
    #expect(try store.readModels().first { $0.name == "rounds" }?.version == RoundDetails.version)
  }

  @Test func rowsOfNewerVersionStopOlderServer() throws {
    let store = RowStore(keepsRows: true, isShared: true)
    let server = try RowServer(store)
    let events = RandomHistory.events(seed: 4, count: 100)
    try server.commit(events)
    store.content.withLock { $0.states["rounds"]?.version = RoundDetails.version + 1 }
    let error = #expect(throws: StoreError.self) { try server.checkForChanges() }
    #expect(error?.code == .newerSchema)
    let round = try #require(events.first { $0.stream.category == "round" })
    #expect(throws: ProjectionError.projectionStopped(name: "rounds")) {
      try server.models.round(RoundID(round.stream.id))
    }
    let refusal = #expect(throws: StoreError.self) {
      try ReadModels(store: store, schema: .current, areas: .current).open()
    }
    #expect(refusal?.code == .newerSchema)
  }

  // MARK: Unreadable events

  @Test func unreadableEventOfAnotherServerStopsNoProjection() throws {
    let store = RowStore(keepsRows: true, isShared: true)
    let server = try RowServer(store)
    let events = RandomHistory.events(seed: 4, count: 100)
    try server.commit(events)
    var unknown = try #require(events.last { $0.stream.category == "round" })
    unknown.revision = (events.last { $0.stream == unknown.stream }?.revision ?? 0) + 1
    unknown.position = 101
    unknown.type = "OfANewerProgram"
    // A newer server records the event with valid rows.
    try store.record([unknown], [])
    try server.checkForChanges()
    var next = try #require(events.last { $0.type == "MemberJoined" })
    next.position = 102
    #expect(try server.inline.rows(changedBy: [next]).allSatisfy { $0.name == "households" || $0.stopped == nil })
  }

  @Test func stoppedProjectionStopsOnEveryServer() throws {
    let store = RowStore(keepsRows: true, isShared: true)
    let (first, second) = (try RowServer(store), try RowServer(store))
    let events = RandomHistory.events(seed: 4, count: 100)
    try first.commit(events)
    var poison = try #require(events.last { $0.stream.category == "round" })
    poison.revision = (events.last { $0.stream == poison.stream }?.revision ?? 0) + 1
    poison.position = 101
    poison.type = "NobodyKnows"
    try first.commit([poison])
    try first.checkForChanges()
    try second.checkForChanges()
    for server in [first, second] {
      #expect(throws: ProjectionError.projectionStopped(name: "rounds")) {
        try server.models.round(RoundID(poison.stream.id))
      }
      let stopped = server.models.health().first { $0.name == "rounds" }
      #expect(stopped?.stopped?.position == 101 && stopped?.checkpoint == 100)
    }
    #expect(try store.readModels().first { $0.name == "rounds" }?.checkpoint == 100)
    // The households projection continues.
    var joined = events[0]
    joined.position = 102
    try first.commit([])
    #expect(try first.models.household(HouseholdID(joined.owner)) != nil)
  }
}
