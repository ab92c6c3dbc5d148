import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Server
@testable import Transport

/// The state machine of subscriptions, without connections and without a store.
@Suite struct SubscriptionsTests {
  private var subscriptions = Subscriptions()
  private let household = HouseholdID(high: 0, low: 1)
  private let connection = ConnectionID(index: 1, generation: 1)

  private mutating func subscribe(
    _ number: UInt64, after: Position, head: Position = 10, on other: ConnectionID? = nil,
    _ view: EventView = EventView()
  ) -> SubscriptionID {
    let id = SubscriptionID(high: 0, low: number)
    subscriptions.add(
      id, Subscriptions.Subscriber(other ?? connection, household, view, after: after, head: head))
    return id
  }

  private mutating func reads(head: Position = 10, now: Duration = .zero) -> [PageRequest] {
    subscriptions.takeReads(head: head, now: now)
  }

  @Test mutating func readsWaitUntilSubscribeAnswerIsDrained() {
    let id = subscribe(1, after: 3)
    subscriptions.drained(connection)
    subscriptions.appended(household, through: 20)
    #expect(reads().isEmpty)
    subscriptions.begin(id)
    #expect(reads().isEmpty)
    subscriptions.drained(connection)
    #expect(reads().map(\.after) == [3])
  }

  @Test mutating func liveSubscriptionReadsOnlyAfterNewEvent() {
    let id = subscribe(1, after: 10)
    subscriptions.begin(id)
    subscriptions.drained(connection)
    #expect(reads().isEmpty)
    subscriptions.appended(household, through: 9)
    #expect(reads().isEmpty)
    subscriptions.appended(household, through: 12)
    #expect(reads(head: 12).map(\.after) == [10])
  }

  @Test mutating func nextPageIsReadAfterPreviousIsDrained() {
    let id = subscribe(1, after: 0)
    subscriptions.begin(id)
    subscriptions.drained(connection)
    let first = reads()
    let deliveries = subscriptions.pageWasRead(PageExtent(last: 4, isLast: false), of: first[0].number)
    #expect(deliveries.map(\.after) == [0])
    subscriptions.appended(household, through: 30)
    #expect(reads().isEmpty)
    subscriptions.drained(connection)
    #expect(reads().map(\.after) == [4])
    #expect(subscriptions[id]?.position == 4)
  }

  @Test mutating func eventsAppendedDuringReadAreReadNext() {
    let id = subscribe(1, after: 10)
    subscriptions.begin(id)
    subscriptions.drained(connection)
    subscriptions.appended(household, through: 11)
    let read = reads(head: 11)
    subscriptions.appended(household, through: 12)
    _ = subscriptions.pageWasRead(PageExtent(last: 11, isLast: true), of: read[0].number)
    subscriptions.drained(connection)
    #expect(reads(head: 12).map(\.after) == [11])
  }

  @Test mutating func onePageServesAllLiveSubscribers() {
    var ids: [SubscriptionID] = []
    for number in 1...100 {
      let other = ConnectionID(index: Int32(number), generation: 1)
      ids.append(subscribe(UInt64(number), after: 10 + number, head: 10 + number, on: other))
      subscriptions.begin(ids[number - 1])
      subscriptions.drained(other)
    }
    subscriptions.appended(household, through: 500)
    let read = reads(head: 500)
    #expect(read.count == 1)
    #expect(read[0].after == 11)
    let deliveries = subscriptions.pageWasRead(PageExtent(last: 500, isLast: true), of: read[0].number)
    #expect(Set(deliveries.map(\.subscription)) == Set(ids))
    #expect(deliveries.map(\.after).sorted() == Array(11...110))
    #expect(reads(head: 500).isEmpty)
  }

  @Test mutating func concurrentReadsAreLimited() {
    for number in 1...20 {
      let other = ConnectionID(index: Int32(number), generation: 1)
      subscriptions.begin(subscribe(UInt64(number), after: number, head: 50, on: other))
      subscriptions.drained(other)
    }
    let first = reads(head: 50)
    #expect(first.count == Subscriptions.maximumConcurrentReads)
    #expect(reads(head: 50).isEmpty)
    _ = subscriptions.pageWasRead(PageExtent(last: nil, isLast: true), of: first[0].number)
    #expect(reads(head: 50).count == 1)
  }

  @Test mutating func failedReadIsRetriedWithGrowingDelay() {
    let id = subscribe(1, after: 0)
    subscriptions.begin(id)
    subscriptions.drained(connection)
    var now = Duration.zero
    var delays: [Duration] = []
    for _ in 0..<9 {
      guard let read = reads(now: now).first else { break }
      subscriptions.failed(read.number, now: now)
      #expect(subscriptions.isFailing)
      let before = now
      while now - before < .seconds(10) {
        now += .milliseconds(50)
        let again = reads(now: now)
        guard let request = again.first else { continue }
        delays.append(now - before)
        subscriptions.failed(request.number, now: now)
        break
      }
      now += .seconds(10)
    }
    #expect(delays.first == .milliseconds(100))
    #expect(delays == delays.sorted())
    #expect(delays.last == .seconds(5))
    let read = reads(now: now + .seconds(10))
    #expect(read.map(\.after) == [0])
    #expect(subscriptions.pageWasRead(PageExtent(last: 9, isLast: true), of: read[0].number).count == 1)
    #expect(!subscriptions.isFailing)
  }

  @Test mutating func failedPageIsRetriedAfterSamePageSucceeds() {
    subscriptions.begin(subscribe(1, after: 0))
    subscriptions.drained(connection)
    subscriptions.failed(reads()[0].number, now: .zero)
    let other = ConnectionID(index: 2, generation: 1)
    subscriptions.begin(subscribe(2, after: 0, on: other))
    subscriptions.drained(other)
    _ = subscriptions.pageWasRead(PageExtent(last: 9, isLast: true), of: reads()[0].number)
    #expect(subscriptions.isFailing)
    let again = reads(now: .seconds(1))
    #expect(again.map(\.after) == [0] && subscriptions.isFailing)
    _ = subscriptions.pageWasRead(PageExtent(last: 9, isLast: true), of: again[0].number)
    #expect(!subscriptions.isFailing)
  }

  @Test mutating func filteredSubscriberGetsPositionEveryHundredEvents() {
    let view = EventView(filter: EventFilter(types: ["VoteCast"]))
    let id = subscribe(1, after: 10, view)
    subscriptions.begin(id)
    subscriptions.drained(connection)
    var notified: [Position] = []
    for position in 11...250 {
      subscriptions.appended(household, through: position)
      guard let read = reads(head: position).first else { continue }
      var extent = PageExtent(last: position, isLast: true)
      if position == 130 { extent.lastMatches[view.filter] = position }
      if !subscriptions.pageWasRead(extent, of: read.number).isEmpty {
        notified.append(position)
        subscriptions.drained(connection)
      }
      #expect(subscriptions[id]?.position == position)
    }
    #expect(notified == [110, 130, 230])
  }

  @Test mutating func manyFiltersAreSplitAcrossReads() {
    var ids: Set<SubscriptionID> = []
    for number in 1...40 as ClosedRange<UInt64> {
      let id = subscribe(number, after: 0, EventView(filter: EventFilter(types: ["Type\(number)"])))
      subscriptions.begin(id)
      ids.insert(id)
    }
    subscriptions.drained(connection)
    var delivered: Set<SubscriptionID> = []
    for read in reads() {
      #expect(read.after == 0 && (1...Subscriptions.maximumViewsPerPage).contains(read.views.count))
      var extent = PageExtent(last: 10, isLast: true)
      for view in read.views { extent.lastMatches[view.filter] = 10 }
      delivered.formUnion(subscriptions.pageWasRead(extent, of: read.number).map(\.subscription))
    }
    #expect(delivered == ids)
  }

  @Test mutating func removedSubscriptionGetsNothing() {
    let id = subscribe(1, after: 0)
    subscriptions.begin(id)
    subscriptions.drained(connection)
    let read = reads()
    #expect(subscriptions.remove(id)?.position == 0)
    #expect(subscriptions.pageWasRead(PageExtent(last: 9, isLast: true), of: read[0].number).isEmpty)
    subscriptions.appended(household, through: 30)
    #expect(reads(head: 30).isEmpty)
    #expect(subscriptions.isEmpty)
    #expect(subscriptions.subscriptions(of: connection).isEmpty)
  }
}
