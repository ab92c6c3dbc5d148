import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Server
@testable import Transport

/// The delivery of events under random interleavings of events, page reads, failures and subscriptions.
@Suite struct SubscriptionPropertyTests {
  @Test(arguments: 0..<200) func everySubscriberGetsEachEventOnceInOrder(_ seed: UInt64) {
    var run = SubscriptionRun(seed: seed)
    for _ in 0..<400 { run.step() }
    run.finish()
    #expect(run.failures == [], "seed \(seed)")
    #expect(run.sent > 10, "seed \(seed): too little happened")
  }
}

/// A random sequence of steps, with events of several households, subscribers that come and go, and a store that is
/// slow or fails.
private struct SubscriptionRun {
  private struct Reader {
    let household: Int
    let connection: ConnectionID
    let after: Position
    let filter: EventFilter
    var received: [Position] = []
  }

  /// A filter that every fifth event passes.
  private static let filter = EventFilter(types: ["Fifth"])

  private static let pageSize = 3
  private var random: SeededGenerator
  private var subscriptions = Subscriptions()
  /// The household of each event, in the order of positions.
  private var store: [Int] = []
  /// The appended events that have not been reported to `subscriptions`.
  private var unreported: [(household: Int, position: Position)] = []
  /// The last position that has been reported to `subscriptions`.
  private var reportedHead: Position = 0
  /// The requested pages that have not been read.
  private var pendingReads: [PageRequest] = []
  /// The pages that have been read but not delivered.
  private var pages: [(request: PageRequest, positions: [Position], isLast: Bool)] = []
  private var undrained: Set<ConnectionID> = []
  private var readers: [SubscriptionID: Reader] = [:]
  private var now = Duration.zero
  private var nextID: UInt64 = 1
  private(set) var sent = 0
  private(set) var failures: [String] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private func id(_ household: Int) -> HouseholdID { HouseholdID(high: 0, low: UInt64(household)) }

  private func events(of household: Int, after: Position) -> [Position] {
    store.indices.map { $0 + 1 }.filter { $0 > after && store[$0 - 1] == household }
  }

  private func passesFilter(_ position: Position, _ filter: EventFilter) -> Bool {
    filter.types == nil || position.isMultiple(of: 5)
  }

  private func expectedPositions(_ reader: Reader) -> [Position] {
    events(of: reader.household, after: reader.after).filter { passesFilter($0, reader.filter) }
  }

  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: append()
    case 30..<45: reportNextEvent()
    case 45..<60: readOnePage()
    case 60..<72: deliverOnePage()
    case 72..<85: drainOneSubscriber()
    case 85..<92: subscribe()
    case 92..<94: unsubscribe()
    case 94..<97: failOneRead()
    default: tick(.milliseconds(Int.random(in: 1...300, using: &random)))
    }
  }

  /// Completes all pending work, then compares the positions that each reader has received with the expected ones.
  mutating func finish() {
    for _ in 0..<10_000 {
      reportNextEvent()
      readOnePage()
      deliverOnePage()
      drainOneSubscriber()
      tick(.milliseconds(10))
      if unreported.isEmpty, pendingReads.isEmpty, pages.isEmpty, undrained.isEmpty, !subscriptions.isFailing { break }
    }
    for (id, reader) in readers {
      let expected = expectedPositions(reader)
      if reader.received != expected { failures.append("\(id) has \(reader.received), not \(expected)") }
    }
  }

  private mutating func append() {
    store.append(Int.random(in: 0..<3, using: &random))
    unreported.append((store[store.count - 1], store.count))
  }

  private mutating func reportNextEvent() {
    guard !unreported.isEmpty else { return }
    let event = unreported.removeFirst()
    reportedHead = event.position
    subscriptions.appended(id(event.household), through: event.position)
    takeReads()
  }

  private mutating func tick(_ time: Duration) {
    now += time
    if subscriptions.isFailing { takeReads() }
  }

  private mutating func takeReads() { pendingReads += subscriptions.takeReads(head: reportedHead, now: now) }

  private mutating func readOnePage() {
    guard !pendingReads.isEmpty else { return }
    let request = pendingReads.remove(at: Int.random(in: pendingReads.indices, using: &random))
    let found = events(of: Int(request.household.low), after: request.after).filter { $0 <= request.head }
    pages.append((request, Array(found.prefix(Self.pageSize)), found.count < Self.pageSize))
  }

  private mutating func deliverOnePage() {
    guard !pages.isEmpty else { return }
    let page = pages.remove(at: Int.random(in: pages.indices, using: &random))
    var extent = PageExtent(last: page.positions.last, isLast: page.isLast, count: page.positions.count)
    extent.lastMatches[Self.filter] = page.positions.last { passesFilter($0, Self.filter) }
    for delivery in subscriptions.pageWasRead(extent, of: page.request.number) {
      let filter = delivery.view.filter
      let events = page.positions.filter { $0 > delivery.after && passesFilter($0, filter) }
      if events.isEmpty, filter.types == nil { failures.append("an empty notification") }
      readers[delivery.subscription]?.received += events
      undrained.insert(delivery.connection)
      sent += events.count
    }
    takeReads()
  }

  private mutating func drainOneSubscriber() {
    guard let connection = undrained.sorted(by: { $0.index < $1.index }).randomElement(using: &random) else { return }
    undrained.remove(connection)
    subscriptions.drained(connection)
    takeReads()
  }

  private mutating func failOneRead() {
    guard !pendingReads.isEmpty else { return }
    subscriptions.failed(pendingReads.removeFirst().number, now: now)
    takeReads()
  }

  private mutating func subscribe() {
    let subscription = SubscriptionID(high: 1, low: nextID)
    nextID += 1
    let household = Int.random(in: 0..<3, using: &random)
    let connection = ConnectionID(index: Int32.random(in: 0..<6, using: &random), generation: 1)
    let after = Bool.random(using: &random) ? store.count : Int.random(in: 0...store.count, using: &random)
    let filter = Bool.random(using: &random) ? EventFilter() : Self.filter
    readers[subscription] = Reader(household: household, connection: connection, after: after, filter: filter)
    subscriptions.add(
      subscription,
      Subscriptions.Subscriber(connection, id(household), EventView(filter: filter), after: after, head: reportedHead))
    subscriptions.begin(subscription)
    undrained.insert(connection)
  }

  private mutating func unsubscribe() {
    guard let gone = readers.keys.sorted().randomElement(using: &random) else { return }
    _ = subscriptions.remove(gone)
    guard let reader = readers.removeValue(forKey: gone) else { return }
    let expected = expectedPositions(reader)
    if Array(expected.prefix(reader.received.count)) != reader.received {
      failures.append("\(gone) had \(reader.received) of \(expected)")
    }
  }
}
