import Dispatch
import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections

@Suite struct SessionListTests {
  private func drafts(_ count: Int, after recorder: inout Recorder) -> [RecordedEvent] {
    let start = recorder.events.count
    for _ in 0..<count {
      // The ids are not in order of creation.
      let id = RoundID(high: UInt64(recorder.events.count * 7919 % 1000), low: UInt64(recorder.events.count))
      recorder.record(RoundDrafted(startedBy: Home.tim, attendees: .everyone), round: id, of: Home.id)
    }
    return Array(recorder.events[start...])
  }

  private func walk(_ models: ReadModels, limit: Int) throws -> [RoundID] {
    var ids: [RoundID] = []
    var cursor: SortKey?
    repeat {
      let page = try models.sessions(Home.id, after: cursor, limit: limit)
      #expect(page.rows.count <= limit)
      ids += page.rows.map(\.id)
      cursor = page.next
    } while cursor != nil
    return ids
  }

  @Test(arguments: [true, false], [1, 7, 20, 100, 500]) func pagesListSessionsFromNewestToOldest(
    keepsRows: Bool, limit: Int
  )
    throws
  {
    let store = RowStore(keepsRows: keepsRows)
    let models = try openModels(store, rowMemory: 50_000)
    var recorder = Recorder()
    var expected: [RoundID] = []
    for part in 0..<5 {
      let events = drafts(73, after: &recorder)
      expected += events.map { RoundID($0.stream.id) }
      store.record(events)
      try models.apply(events)
      if part != 2 && part != 4 { try models.flush() }
      #expect(try walk(models, limit: limit) == expected.reversed())
    }
    #expect(try models.sessions(HouseholdID(high: 66, low: 6), after: nil, limit: 5).rows.isEmpty)
  }

  @Test func lastPageHasNoCursor() throws {
    let store = RowStore(keepsRows: true)
    var recorder = Recorder()
    store.record(drafts(20, after: &recorder))
    let models = try openModels(store)
    #expect(try models.sessions(Home.id, after: nil, limit: 20).next == nil)
    #expect(try models.sessions(Home.id, after: nil, limit: 19).next != nil)
    guard case .hit(let page?) = try models.cachedSessions(Home.id, after: nil, limit: 20) else {
      Issue.record("the first page was read and must be in memory")
      return
    }
    #expect(page.rows.count == 20)
  }

  @Test func newestPageStaysCachedWhenSessionIsAdded() throws {
    let store = RowStore(keepsRows: true)
    var recorder = Recorder()
    store.record(drafts(30, after: &recorder))
    let models = try openModels(store)
    try models.flush()
    _ = try models.sessions(Home.id, after: nil, limit: 20)
    let more = drafts(1, after: &recorder)
    store.record(more)
    try models.apply(more)
    guard case .hit(let page?) = try models.cachedSessions(Home.id, after: nil, limit: 20) else {
      Issue.record("a new session must not drive the list out of memory")
      return
    }
    #expect(page.rows.first.map { RowKey($0.id) } == more.first.map { RowKey($0.stream.id) })
    #expect(page.next != nil)
  }

  @Test func unflushedChangeAppearsInList() throws {
    let store = RowStore(keepsRows: true)
    var recorder = Recorder()
    let drafted = drafts(5, after: &recorder)
    store.record(drafted)
    try openModels(store).flush()
    recorder.record(VotingOpened(openedBy: Home.tim), round: RoundID(drafted[2].stream.id), of: Home.id)
    store.record([try #require(recorder.events.last)])
    let sessions = try openModels(store).sessions(Home.id, after: nil, limit: 5).rows
    #expect(sessions.map(\.status) == [.draft, .draft, .voting, .draft, .draft])
  }

  private let partition = PartitionKey(Home.id)

  private func key(_ order: Int64) -> RowKey { RowKey(partition: partition, item: ItemID(high: 0, low: UInt64(order))) }

  private func entry(_ order: Int64) -> PartitionLists.Entry {
    PartitionLists.Entry(sortKey: SortKey(order: order, tie: key(order).item), item: key(order).item)
  }

  @Test func partlyKnownListAnswersOnlyKnownPages() throws {
    var lists = PartitionLists(isWhole: false)
    func insert(_ order: Int64) { lists.insert(entry(order).sortKey, key(order)) }
    insert(9)
    #expect(lists.page(partition, after: nil, limit: 1) == nil)
    lists.install([entry(7), entry(5)], isComplete: false, partition: partition)
    for order in [8, 6, 1] as [Int64] { insert(order) }
    #expect(lists.page(partition, after: nil, limit: 4) == [8, 7, 6, 5].map(entry))
    #expect(lists.page(partition, after: nil, limit: 5) == nil)
    #expect(lists.page(partition, after: entry(7).sortKey, limit: 2) == [6, 5].map(entry))
    #expect(!lists.isComplete(without: key(99)))
    lists.install([entry(7), entry(5)], isComplete: true, partition: partition)
    #expect(lists.page(partition, after: entry(7).sortKey, limit: 2) == [entry(5)])
    #expect(lists.isComplete(without: key(99)) && !lists.isComplete(without: key(5)))
    for order in 10..<1000 { insert(Int64(order)) }
    #expect(lists.page(partition, after: nil, limit: PartitionLists.depth)?.first == entry(999))
    #expect(lists.page(partition, after: nil, limit: 1000) == nil)
  }

  @Test func endedRowLeavesItsList() throws {
    for isWhole in [false, true] {
      var lists = PartitionLists(isWhole: isWhole)
      lists.install([7, 6, 5].map(entry), isComplete: true, partition: partition)
      lists.remove(key(6), from: entry(6).sortKey)
      lists.remove(key(5), from: nil)
      lists.remove(key(4), from: entry(4).sortKey)
      #expect(lists.page(partition, after: nil, limit: 9) == [entry(7)])
      lists.forget(partition)
      #expect(lists.page(partition, after: nil, limit: 9) == (isWhole ? [] : nil))
    }
  }

  @Test func awaitingSessionsAreSelectedOrWatched() throws {
    let store = RowStore(keepsRows: false)
    var recorder = Recorder()
    recorder.record(HouseholdFounded(createdBy: Home.tim), household: Home.id)
    let drafted = drafts(150, after: &recorder)
    let chosen = [3, 149].map { RoundID(drafted[$0].stream.id) }
    for round in chosen {
      recorder.record(
        MovieSuggested(movie: Home.movie(1), position: 1, source: .member, suggestedBy: Home.tim), round: round,
        of: Home.id)
      recorder.record(MoviePicked(tmdbMovieID: 1, pickedBy: Home.tim, attendees: [Home.tim]), round: round, of: Home.id)
    }
    // The rounds end in a different order from that in which they were drafted, and one of them is finished.
    let finished = RoundID(drafted[7].stream.id)
    for round in [chosen[1], finished, chosen[0]] {
      recorder.record(ActiveRoundEnded(roundID: round), household: Home.id)
    }
    recorder.record(RoundFinished(roundID: finished), household: Home.id)
    recorder.record(RoundWatched(markedBy: Home.tim), round: chosen[0], of: Home.id)
    store.record(recorder.events)
    let models = try openModels(store)
    let awaiting = try models.awaitingSessions(try #require(try models.household(Home.id)))
    #expect(awaiting.map(\.id) == chosen.reversed())
    #expect(awaiting.map(\.status) == [.selected, .watched])
  }

  @Test func pagingListsEachSessionOnceDuringFlushes() throws {
    let store = RowStore(keepsRows: true)
    var recorder = Recorder()
    let old = drafts(120, after: &recorder)
    store.record(old)
    let models = try openModels(store, rowMemory: 20_000)
    try models.flush()
    let expected = old.map { RoundID($0.stream.id) }
    let more = drafts(400, after: &recorder)
    let failures = Locked<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      do {
        if thread == 0 {
          for start in stride(from: 0, to: more.count, by: 10) {
            let group = Array(more[start..<start + 10])
            store.record(group)
            try models.apply(group)
            if start % 30 == 0 { try models.flush() }
          }
        } else {
          for limit in [3, 10, 30, 100] {
            let seen = try walk(models, limit: limit)
            let known = Set(expected)
            if seen.filter(known.contains) != expected.reversed() { failures.withLock { $0.append("limit \(limit)") } }
            if Set(seen).count != seen.count { failures.withLock { $0.append("twice, limit \(limit)") } }
          }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try walk(models, limit: 50).count == 520)
  }
}
