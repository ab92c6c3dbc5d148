import Domain
import EventStore
import MovieNightPrimitives
import Transport

enum SubscriptionKind {}
typealias SubscriptionID = Identifier<SubscriptionKind>

/// The position of every subscriber of this server, and the pages to read for them.
///
/// A subscription is a cursor, not a queue: events are not buffered, but read when the subscriber has taken what came
/// before. Subscribers of a household at the same position share one page. A pure value: the caller reads the pages, sends
/// them, and reports when they were taken.
struct Subscriptions {
  struct Subscriber: Sendable {
    let connection: ConnectionID
    let household: HouseholdID
    let view: EventView
    /// All events of the household up to this position were sent, or skipped by the filter.
    fileprivate(set) var position: Position
    /// An upper bound of the events that the filter has skipped since the last notification.
    fileprivate var skippedEvents = 0
    /// Whether nothing followed the last page.
    fileprivate var isAtEnd: Bool
    fileprivate var phase = Phase.unanswered

    /// Starts after a position; `head` is the last recorded one: up to it there may be events to send.
    init(_ connection: ConnectionID, _ household: HouseholdID, _ view: EventView, after: Position, head: Position) {
      self.connection = connection
      self.household = household
      self.view = view
      position = after
      isAtEnd = after >= head
    }
  }

  fileprivate enum Phase {
    /// The answer with its id is not sent yet. Moves to `sending` by `begin`.
    case unanswered
    /// Its connection has unsent output. Moves to `idle` or `reading` by `drained`.
    case sending
    /// There is nothing to send. Moves to `reading` by `appended`.
    case idle
    /// It waits for a page. Moves by `pageWasRead` to `sending`, or to `idle` if the page has nothing for it.
    case reading
  }

  /// A subscriber's part of a page.
  struct Delivery: Equatable {
    let subscription: SubscriptionID
    let connection: ConnectionID
    let view: EventView
    /// The subscriber has all events of the page up to this position.
    let after: Position
  }

  private struct Feed {
    /// The household has events up to here.
    var known: Position = 0
    var subscriptions: Set<SubscriptionID> = []
  }

  private struct PageKey: Hashable {
    let household: HouseholdID
    let after: Position
  }

  private struct Wanted {
    /// Subscribers at `after` or behind it.
    var subscriptions: [SubscriptionID]
    var failures = 0
  }

  private var subscribers: [SubscriptionID: Subscriber] = [:]
  private var feeds: [HouseholdID: Feed] = [:]
  private var connections: [ConnectionID: [SubscriptionID]] = [:]
  private var wanted: [PageKey: Wanted] = [:]
  private var order = Queue<PageKey>()
  private var inFlight: [UInt64: (request: PageRequest, wanted: Wanted)] = [:]
  private var delayed: [(due: Duration, key: PageKey, wanted: Wanted)] = []
  private var nextNumber: UInt64 = 0

  static let limit = 16
  /// The maximum number of events that a filter skips before the subscriber gets its new position, so that they need not be
  /// read again after a lost connection.
  static let longestSilence = 100
  /// The most pages read at once, which leaves workers for others.
  static let maximumConcurrentReads = 4
  /// The maximum number of views for which a page is read at once. A page is written once for each view, so this bounds memory
  /// and a worker's time even if a member uses many filters.
  static let maximumViewsPerPage = 16
  private static let firstDelay = Duration.milliseconds(100)
  private static let longestDelay = Duration.seconds(5)

  var isEmpty: Bool { subscribers.isEmpty }
  var count: Int { subscribers.count }
  /// Whether reading pages failed and is being retried.
  var isFailing: Bool {
    !delayed.isEmpty || inFlight.values.contains { $0.wanted.failures > 0 }
      || wanted.values.contains { $0.failures > 0 }
  }

  // MARK: Subscribers

  subscript(id: SubscriptionID) -> Subscriber? { subscribers[id] }

  func subscriptions(of connection: ConnectionID) -> [SubscriptionID] { connections[connection] ?? [] }

  var subscribedConnections: [ConnectionID] { Array(connections.keys) }

  /// Adds a subscription. It gets no events before `begin`.
  mutating func add(_ id: SubscriptionID, _ subscriber: Subscriber) {
    subscribers[id] = subscriber
    feeds[subscriber.household, default: Feed()].subscriptions.insert(id)
    connections[subscriber.connection, default: []].append(id)
  }

  /// Lets pages follow, once the answer with the id was taken.
  mutating func begin(_ id: SubscriptionID) {
    guard let index = subscribers.index(forKey: id), subscribers.values[index].phase == .unanswered else { return }
    subscribers.values[index].phase = .sending
  }

  /// - Returns: the subscriber with its final position; nil if there is none.
  mutating func remove(_ id: SubscriptionID) -> Subscriber? {
    guard let subscriber = subscribers.removeValue(forKey: id) else { return nil }
    feeds[subscriber.household]?.subscriptions.remove(id)
    if feeds[subscriber.household]?.subscriptions.isEmpty == true { feeds[subscriber.household] = nil }
    connections[subscriber.connection]?.removeAll { $0 == id }
    if connections[subscriber.connection]?.isEmpty == true { connections[subscriber.connection] = nil }
    return subscriber
  }

  // MARK: Events and connections

  mutating func appended(_ household: HouseholdID, through position: Position) {
    guard let index = feeds.index(forKey: household), feeds.values[index].known < position else { return }
    feeds.values[index].known = position
    // Between the subscribers' positions there are no events of this household, so the page of the first serves all.
    var behind: [SubscriptionID] = []
    var first = Position.max
    for id in feeds.values[index].subscriptions {
      guard let subscriber = subscribers.index(forKey: id) else { continue }
      let reached = subscribers.values[subscriber].position
      guard subscribers.values[subscriber].phase == .idle, reached < position else { continue }
      subscribers.values[subscriber].phase = .reading
      behind.append(id)
      first = min(first, reached)
    }
    if !behind.isEmpty { requestPage(PageKey(household: household, after: first), Wanted(subscriptions: behind)) }
  }

  /// Takes note that a connection has taken all of its output.
  mutating func drained(_ connection: ConnectionID) {
    for id in connections[connection] ?? [] where subscribers[id]?.phase == .sending { proceed(id) }
  }

  private mutating func proceed(_ id: SubscriptionID) {
    guard let index = subscribers.index(forKey: id) else { return }
    let subscriber = subscribers.values[index]
    let isDone = subscriber.isAtEnd && subscriber.position >= feeds[subscriber.household]?.known ?? 0
    subscribers.values[index].phase = isDone ? .idle : .reading
    guard !isDone else { return }
    let key = PageKey(household: subscriber.household, after: subscriber.position)
    requestPage(key, Wanted(subscriptions: [id]))
  }

  private mutating func requestPage(_ key: PageKey, _ page: Wanted) {
    if let index = wanted.index(forKey: key) {
      wanted.values[index].subscriptions += page.subscriptions
      wanted.values[index].failures = max(wanted.values[index].failures, page.failures)
    } else {
      wanted[key] = page
      order.append(key)
    }
  }

  // MARK: Pages

  /// The pages to read now. Each is followed by `pageWasRead` or `failed`.
  /// Everything up to `head` is recorded and visible to a read from now on, and access that ended by then is known.
  mutating func takeReads(head: Position, now: Duration) -> [PageRequest] {
    takeDelayed(now)
    var requests: [PageRequest] = []
    while inFlight.count < Self.maximumConcurrentReads, let key = order.popFirst() {
      guard var page = wanted.removeValue(forKey: key) else { continue }
      var (views, rest): (Set<EventView>, Wanted) = ([], Wanted(subscriptions: [], failures: page.failures))
      page.subscriptions.removeAll { id in
        guard let view = subscribers[id]?.view else { return true }
        if views.count < Self.maximumViewsPerPage || views.contains(view) {
          views.insert(view)
          return false
        }
        rest.subscriptions.append(id)
        return true
      }
      if !rest.subscriptions.isEmpty { requestPage(key, rest) }
      guard !page.subscriptions.isEmpty else { continue }
      let request = PageRequest(
        number: nextNumber, household: key.household, after: key.after,
        head: max(head, feeds[key.household]?.known ?? 0),
        views: views)
      nextNumber += 1
      inFlight[request.number] = (request, page)
      requests.append(request)
    }
    return requests
  }

  private mutating func takeDelayed(_ now: Duration) {
    guard delayed.contains(where: { $0.due <= now }) else { return }
    let due = delayed.filter { $0.due <= now }
    delayed.removeAll { $0.due <= now }
    for page in due { requestPage(page.key, page.wanted) }
  }

  /// Takes note that a page was read. Each delivery must be sent, and `drained` called when it was taken.
  mutating func pageWasRead(_ extent: PageExtent, of number: UInt64) -> [Delivery] {
    guard let (request, page) = inFlight.removeValue(forKey: number) else { return [] }
    let through = extent.isLast ? max(extent.last ?? request.after, request.head) : extent.last ?? request.after
    var deliveries: [Delivery] = []
    deliveries.reserveCapacity(page.subscriptions.count)
    for id in page.subscriptions {
      guard let index = subscribers.index(forKey: id) else { continue }
      let subscriber = subscribers.values[index]
      subscribers.values[index].position = max(subscriber.position, through)
      subscribers.values[index].isAtEnd = extent.isLast
      guard let last = extent.last, last > subscriber.position else {
        proceed(id)
        continue
      }
      let skippedEvents = subscriber.skippedEvents + extent.count
      guard extent.matches(subscriber.view.filter, after: subscriber.position) || skippedEvents >= Self.longestSilence
      else {
        subscribers.values[index].skippedEvents = skippedEvents
        proceed(id)
        continue
      }
      subscribers.values[index].skippedEvents = 0
      subscribers.values[index].phase = .sending
      deliveries.append(
        Delivery(subscription: id, connection: subscriber.connection, view: subscriber.view, after: subscriber.position)
      )
    }
    return deliveries
  }

  /// Schedules a page that could not be read for another attempt, after a delay that grows with each failure.
  mutating func failed(_ number: UInt64, now: Duration) {
    guard var failed = inFlight.removeValue(forKey: number) else { return }
    let delay = min(Self.longestDelay, Self.firstDelay * (1 << min(failed.wanted.failures, 10)))
    failed.wanted.failures += 1
    let key = PageKey(household: failed.request.household, after: failed.request.after)
    delayed.append((now + delay, key, failed.wanted))
  }
}

struct PageRequest: Equatable, Sendable {
  let number: UInt64
  let household: HouseholdID
  let after: Position
  /// The end of the page. Subscribers with no further events move up to it.
  let head: Position
  let views: Set<EventView>
}

struct EventView: Hashable, Sendable {
  /// The reader, which decides what data is shown; nil for an administrator.
  var reader: MemberID?
  var filter = EventFilter()
}

struct PageExtent: Equatable, Sendable {
  /// The position of its last event; nil if it is empty.
  var last: Position?
  /// Whether nothing follows up to the request's head.
  var isLast: Bool
  /// The number of its events, whether or not a filter admits them.
  var count = 1
  /// The last event that each filter admits.
  var lastMatches: [EventFilter: Position] = [:]

  /// Whether the filter admits an event after `position`.
  fileprivate func matches(_ filter: EventFilter, after position: Position) -> Bool {
    guard let match = filter == EventFilter() ? last : lastMatches[filter] else { return false }
    return match > position
  }
}
