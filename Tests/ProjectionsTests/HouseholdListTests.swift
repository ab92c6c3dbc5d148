import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections

/// The paged list of all households.
@Suite struct HouseholdListTests {
  private static let limit = 7

  private func found(_ count: Int, after recorder: inout Recorder) -> [RecordedEvent] {
    let start = recorder.events.count
    for _ in 0..<count {
      // The ids are not in order of creation.
      let number = UInt64(recorder.events.count)
      let id = HouseholdID(high: number * 7919 % 1000, low: number)
      recorder.record(HouseholdFounded(createdBy: Home.tim), household: id)
    }
    return Array(recorder.events[start...])
  }

  @Test(arguments: [true, false]) func pagesListAllHouseholdsInIDOrder(keepsRows: Bool) throws {
    let store = RowStore(keepsRows: keepsRows)
    let models = try openModels(store, rowMemory: 50_000)
    var recorder = Recorder()
    var expected: [HouseholdID] = []
    for part in 0..<4 {
      let events = found(73, after: &recorder)
      expected += events.map { HouseholdID($0.owner) }
      store.record(events)
      try models.apply(events)
      if part % 2 == 0 { try models.flush() }
      var walked: [HouseholdID] = []
      while true {
        let page = try models.householdIDs(after: walked.last, limit: Self.limit)
        walked += page
        if page.count < Self.limit { break }
      }
      #expect(walked == expected.sorted())
    }
    #expect(try models.householdIDs(after: nil, limit: 0).isEmpty)
  }

  @Test func pageReadsOnlyItsOwnKeys() throws {
    let store = RowStore(keepsRows: true)
    var recorder = Recorder()
    store.record(found(500, after: &recorder))
    let models = try openModels(store, rowMemory: 10_000)
    try models.flush()
    let before = store.content.withLock { $0 }
    _ = try models.householdIDs(after: nil, limit: Self.limit)
    let after = store.content.withLock { $0 }
    #expect(after.keysRead - before.keysRead == Self.limit)
    #expect(after.tableReads == before.tableReads)
  }

  @Test func keysStaySortedAfterRemoval() {
    var keys = SortedKeys()
    for number in [5, 1, 9, 3, 7] { keys.insert(RowKey(PartitionKey(high: 0, low: UInt64(number)))) }
    keys.remove(RowKey(PartitionKey(high: 0, low: 3)))
    keys.remove(RowKey(PartitionKey(high: 0, low: 4)))
    #expect(keys.page(after: nil, limit: 9).map(\.partition.low) == [1, 5, 7, 9])
    #expect(keys.page(after: RowKey(PartitionKey(high: 0, low: 4)), limit: 2).map(\.partition.low) == [5, 7])
  }
}
