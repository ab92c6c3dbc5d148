import Domain
import EventStore
import MovieNightPrimitives
import Transport

enum SubscriptionKind {}
typealias SubscriptionID = Identifier<SubscriptionKind>

/// Tracks the position of each subscriber of this server, and decides which pages to read for them. A subscription is a
/// cursor, not a queue. The server does not buffer events for a subscriber, but reads the next page when the
/// subscriber's connection has sent the previous one. Subscribers of a household at the same position share a page.
/// A pure value: the caller reads the pages, sends the deliveries, and reports when a connection has sent its output.
struct Subscriptions {
  struct Subscriber: Sendable {
    let connection: ConnectionID
    let household: HouseholdID
    let view: EventView
    /// The position up to which all events of the household have been sent or were skipped by the filter.
    fileprivate(set) var position: Position
    /// An upper bound on the number of events that the filter has skipped since the last notification.
    fileprivate var skippedEvents = 0
    /// Whether no events followed the last page when it was read.
    fileprivate var isAtEnd: Bool
    fileprivate var phase = Phase.unanswered

    /// Creates a subscriber. If `head`, the last recorded position, exceeds `after`, there may be events to send.
    init(_ connection: ConnectionID, _ household: HouseholdID, _ view: EventView, after: Position, head: Position) {
      self.connection = connection
      self.household = household
      self.view = view
      position = after
      isAtEnd = after >= head
    }
  }

  fileprivate enum Phase {
    /// The answer with the subscription's id has not been sent yet. `begin` moves the subscriber to `sending`.
    case unanswered
    /// The connection has unsent output. `drained` moves the subscriber to `idle` or `reading`.
    case sending
    /// There is nothing to send. `appended` moves the subscriber to `reading`.
    case idle
    /// The subscriber waits for a page. `pageWasRead` moves it to `sending` if the page has events for it. Otherwise
    /// the subscriber becomes `idle`, or stays in `reading` if more events follow.
    case reading
  }

  /// The part of a page to send to one subscriber.
  struct Delivery: Equatable {
    let subscription: SubscriptionID
    let connection: ConnectionID
    let view: EventView
    /// The position up to which the subscriber already has the page's events.
    let after: Position
  }

  private struct Feed {
    /// The position of the household's last known event.
    var lastPosition: Position = 0
    var subscriptions: Set<SubscriptionID> = []
  }

  private struct PageKey: Hashable {
    let household: HouseholdID
    let after: Position
  }

  private struct PendingPage {
    /// The subscribers that wait for the page. Their positions are at or after the key's `after`.
    var subscriptions: [SubscriptionID]
    var failures = 0
  }

  private var subscribers: [SubscriptionID: Subscriber] = [:]
  private var feeds: [HouseholdID: Feed] = [:]
  private var connections: [ConnectionID: [SubscriptionID]] = [:]
  private var pendingPages: [PageKey: PendingPage] = [:]
  private var order = Queue<PageKey>()
  private var inFlight: [UInt64: (request: PageRequest, page: PendingPage)] = [:]
  private var delayed: [(due: Duration, key: PageKey, page: PendingPage)] = []
  private var nextNumber: UInt64 = 0

  /// The maximum number of subscriptions of a connection.
  static let limit = 16
  /// The maximum number of events skipped until a subscriber gets its new position, so resuming does not reread them.
  static let longestSilence = 100
  /// The maximum number of pages read at once, which leaves time on the workers for other jobs.
  static let maximumConcurrentReads = 4
  /// The maximum number of views for which a page is read at once. A page is encoded once for each view, so this limits
  /// memory and a worker's time even if a member uses many filters.
  static let maximumViewsPerPage = 16
  private static let firstDelay = Duration.milliseconds(100)
  private static let longestDelay = Duration.seconds(5)

  var isEmpty: Bool { subscribers.isEmpty }
  var count: Int { subscribers.count }
  /// Whether the read of a page has failed and is being retried.
  var isFailing: Bool {
    !delayed.isEmpty || inFlight.values.contains { $0.page.failures > 0 }
      || pendingPages.values.contains { $0.failures > 0 }
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

  /// Allows pages to be read once the connection has sent the answer with the subscription's id.
  mutating func begin(_ id: SubscriptionID) {
    guard let index = subscribers.index(forKey: id), subscribers.values[index].phase == .unanswered else { return }
    subscribers.values[index].phase = .sending
  }

  /// Removes a subscription. Returns the subscriber with its final position; nil if there is no such subscription.
  mutating func remove(_ id: SubscriptionID) -> Subscriber? {
    guard let subscriber = subscribers.removeValue(forKey: id) else { return nil }
    feeds[subscriber.household]?.subscriptions.remove(id)
    if feeds[subscriber.household]?.subscriptions.isEmpty == true { feeds[subscriber.household] = nil }
    connections[subscriber.connection]?.removeAll { $0 == id }
    if connections[subscriber.connection]?.isEmpty == true { connections[subscriber.connection] = nil }
    return subscriber
  }

  // MARK: New events and drained connections

  /// Records that a household has events up to `position`, and requests a page for its idle subscribers.
  mutating func appended(_ household: HouseholdID, through position: Position) {
    guard let index = feeds.index(forKey: household), feeds.values[index].lastPosition < position else { return }
    feeds.values[index].lastPosition = position
    // Idle subscribers have had all earlier events of this household, so one page from the lowest position serves all.
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
    if !behind.isEmpty { requestPage(PageKey(household: household, after: first), PendingPage(subscriptions: behind)) }
  }

  /// Records that a connection has sent all of its output.
  mutating func drained(_ connection: ConnectionID) {
    for id in connections[connection] ?? [] where subscribers[id]?.phase == .sending { proceed(id) }
  }

  private mutating func proceed(_ id: SubscriptionID) {
    guard let index = subscribers.index(forKey: id) else { return }
    let subscriber = subscribers.values[index]
    let isDone = subscriber.isAtEnd && subscriber.position >= feeds[subscriber.household]?.lastPosition ?? 0
    subscribers.values[index].phase = isDone ? .idle : .reading
    guard !isDone else { return }
    let key = PageKey(household: subscriber.household, after: subscriber.position)
    requestPage(key, PendingPage(subscriptions: [id]))
  }

  private mutating func requestPage(_ key: PageKey, _ page: PendingPage) {
    if let index = pendingPages.index(forKey: key) {
      pendingPages.values[index].subscriptions += page.subscriptions
      pendingPages.values[index].failures = max(pendingPages.values[index].failures, page.failures)
    } else {
      pendingPages[key] = page
      order.append(key)
    }
  }

  // MARK: Pages

  /// Returns the pages to read now. The caller must report each one with `pageWasRead` or `failed`. All events up to
  /// `head` must be visible to reads from now on, and access that ended by then must have been handled.
  mutating func takeReads(head: Position, now: Duration) -> [PageRequest] {
    takeDelayed(now)
    var requests: [PageRequest] = []
    while inFlight.count < Self.maximumConcurrentReads, let key = order.popFirst() {
      guard var page = pendingPages.removeValue(forKey: key) else { continue }
      var (views, rest): (Set<EventView>, PendingPage) = ([], PendingPage(subscriptions: [], failures: page.failures))
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
        head: max(head, feeds[key.household]?.lastPosition ?? 0),
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
    for entry in due { requestPage(entry.key, entry.page) }
  }

  /// Records that a page was read, and returns the deliveries to send. Call `drained` when one is sent.
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

  /// Schedules another attempt to read a page that could not be read, after a delay that grows with each failure.
  mutating func failed(_ number: UInt64, now: Duration) {
    guard var failed = inFlight.removeValue(forKey: number) else { return }
    let delay = min(Self.longestDelay, Self.firstDelay * (1 << min(failed.page.failures, 10)))
    failed.page.failures += 1
    let key = PageKey(household: failed.request.household, after: failed.request.after)
    delayed.append((now + delay, key, failed.page))
  }
}

struct PageRequest: Equatable, Sendable {
  let number: UInt64
  let household: HouseholdID
  let after: Position
  /// The last position that the page may contain. Subscribers without further events move to this position.
  let head: Position
  let views: Set<EventView>
}

struct EventView: Hashable, Sendable {
  /// The reader, which decides what data is shown; nil for an administrator.
  var reader: MemberID?
  var filter = EventFilter()
}

struct PageExtent: Equatable, Sendable {
  /// The position of the page's last event; nil if the page is empty.
  var last: Position?
  /// Whether no events follow the page up to the request's `head`.
  var isLast: Bool
  /// The number of the page's events, whether or not a filter admits them.
  var count = 1
  /// The position of the last event that each filter admits.
  var lastMatches: [EventFilter: Position] = [:]

  /// Whether the filter admits an event after `position`.
  fileprivate func matches(_ filter: EventFilter, after position: Position) -> Bool {
    guard let match = filter == EventFilter() ? last : lastMatches[filter] else { return false }
    return match > position
  }
}
