import Domain
import EventStore
import MovieNightPrimitives
import Transport

enum SubscriptionKind {}
typealias SubscriptionID = Identifier<SubscriptionKind>

/// Where every subscriber of this server stands, and which pages are to be read for them.
///
/// A subscription is a cursor, not a queue: what a subscriber is owed is never kept, but read when it has taken what
/// came before. Subscribers of a household at the same position share one page. Values in, values out: who calls it
/// reads the pages, sends them, and says when they were taken.
struct Subscriptions {
  struct Subscriber: Sendable {
    let connection: ConnectionID
    let household: HouseholdID
    let view: EventView
    /// Everything of the household up to here was sent, or passed over by the filter.
    fileprivate(set) var position: Position
    /// How many events the filter has passed over since the last notification, at most.
    fileprivate var passedOver = 0
    /// Whether the last page told that nothing followed it.
    fileprivate var isAtEnd: Bool
    fileprivate var phase = Phase.unanswered

    /// - Parameter head: what is recorded by now; from before it there may be something to send.
    init(_ connection: ConnectionID, _ household: HouseholdID, _ view: EventView, after: Position, head: Position) {
      self.connection = connection
      self.household = household
      self.view = view
      position = after
      isAtEnd = after >= head
    }
  }

  fileprivate enum Phase {
    /// Its id was not told yet. To `sending` by `begin`.
    case unanswered
    /// Its connection has output that was not taken. To `idle` or `reading` by `drained`.
    case sending
    /// There is nothing to tell. To `reading` by `appended`.
    case idle
    /// It waits for a page. To `sending`, or `idle` where there was nothing for it, by `took`.
    case reading
  }

  /// What a subscriber gets of a page.
  struct Delivery: Equatable {
    let subscription: SubscriptionID
    let connection: ConnectionID
    let view: EventView
    /// What it has had of the page.
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
    /// They stand at `after` or behind it.
    var subscriptions: [SubscriptionID]
    var failures = 0
  }

  private var subscribers: [SubscriptionID: Subscriber] = [:]
  private var feeds: [HouseholdID: Feed] = [:]
  private var connections: [ConnectionID: [SubscriptionID]] = [:]
  private var wanted: [PageKey: Wanted] = [:]
  private var order = Queue<PageKey>()
  private var underWay: [UInt64: (request: PageRequest, wanted: Wanted)] = [:]
  private var delayed: [(due: Duration, key: PageKey, wanted: Wanted)] = []
  private var nextNumber: UInt64 = 0

  /// Subscriptions of one connection.
  static let limit = 16
  /// A subscriber learns its position at the latest when the filter has passed over so many events, so that it need
  /// not have them looked through again after a lost connection.
  static let longestSilence = 100
  /// So many pages are read at once, so that others have their turn with the workers.
  static let readsAtOnce = 4
  /// A page is written once for each view, so that one with many of them is read in parts: memory and the turn of a worker
  /// are bounded, however many filters a member subscribes with.
  static let viewsAtOnce = 16
  private static let firstDelay = Duration.milliseconds(100)
  private static let longestDelay = Duration.seconds(5)

  var isEmpty: Bool { subscribers.isEmpty }
  var count: Int { subscribers.count }
  /// Whether pages could not be read and are tried again.
  var isFailing: Bool {
    !delayed.isEmpty || underWay.values.contains { $0.wanted.failures > 0 }
      || wanted.values.contains { $0.failures > 0 }
  }

  // MARK: Who subscribes

  subscript(id: SubscriptionID) -> Subscriber? { subscribers[id] }

  func subscriptions(of connection: ConnectionID) -> [SubscriptionID] { connections[connection] ?? [] }

  var subscribedConnections: [ConnectionID] { Array(connections.keys) }

  /// Adds a subscription. It gets nothing before `begin`.
  mutating func add(_ id: SubscriptionID, _ subscriber: Subscriber) {
    subscribers[id] = subscriber
    feeds[subscriber.household, default: Feed()].subscriptions.insert(id)
    connections[subscriber.connection, default: []].append(id)
  }

  /// The answer with its id is on its way: pages follow when it was taken.
  mutating func begin(_ id: SubscriptionID) {
    guard let index = subscribers.index(forKey: id), subscribers.values[index].phase == .unanswered else { return }
    subscribers.values[index].phase = .sending
  }

  /// - Returns: what it was, with the position that it got to; nil where there is none.
  mutating func remove(_ id: SubscriptionID) -> Subscriber? {
    guard let subscriber = subscribers.removeValue(forKey: id) else { return nil }
    feeds[subscriber.household]?.subscriptions.remove(id)
    if feeds[subscriber.household]?.subscriptions.isEmpty == true { feeds[subscriber.household] = nil }
    connections[subscriber.connection]?.removeAll { $0 == id }
    if connections[subscriber.connection]?.isEmpty == true { connections[subscriber.connection] = nil }
    return subscriber
  }

  // MARK: What happens

  /// A household has events up to `position`.
  mutating func appended(_ household: HouseholdID, through position: Position) {
    guard let index = feeds.index(forKey: household), feeds.values[index].known < position else { return }
    feeds.values[index].known = position
    // Between them there is nothing of this household, so the page of the first serves all.
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
    if !behind.isEmpty { want(PageKey(household: household, after: first), Wanted(subscriptions: behind)) }
  }

  /// A connection has taken all of its output.
  mutating func drained(_ connection: ConnectionID) {
    for id in connections[connection] ?? [] where subscribers[id]?.phase == .sending { goOn(id) }
  }

  private mutating func goOn(_ id: SubscriptionID) {
    guard let index = subscribers.index(forKey: id) else { return }
    let subscriber = subscribers.values[index]
    let isDone = subscriber.isAtEnd && subscriber.position >= feeds[subscriber.household]?.known ?? 0
    subscribers.values[index].phase = isDone ? .idle : .reading
    guard !isDone else { return }
    let key = PageKey(household: subscriber.household, after: subscriber.position)
    want(key, Wanted(subscriptions: [id]))
  }

  private mutating func want(_ key: PageKey, _ page: Wanted) {
    if let index = wanted.index(forKey: key) {
      wanted.values[index].subscriptions += page.subscriptions
      wanted.values[index].failures = max(wanted.values[index].failures, page.failures)
    } else {
      wanted[key] = page
      order.append(key)
    }
  }

  // MARK: Pages

  /// The pages to read now. Each is followed by `took` or `failed`.
  ///
  /// - Parameter head: up to here everything is recorded, a reading from now on finds it, and who may see it is known.
  mutating func takeReads(head: Position, now: Duration) -> [PageRequest] {
    takeDelayed(now)
    var requests: [PageRequest] = []
    while underWay.count < Self.readsAtOnce, let key = order.popFirst() {
      guard var page = wanted.removeValue(forKey: key) else { continue }
      var (views, rest): (Set<EventView>, Wanted) = ([], Wanted(subscriptions: [], failures: page.failures))
      page.subscriptions.removeAll { id in
        guard let view = subscribers[id]?.view else { return true }
        if views.count < Self.viewsAtOnce || views.contains(view) {
          views.insert(view)
          return false
        }
        rest.subscriptions.append(id)
        return true
      }
      if !rest.subscriptions.isEmpty { want(key, rest) }
      guard !page.subscriptions.isEmpty else { continue }
      let request = PageRequest(
        number: nextNumber, household: key.household, after: key.after,
        head: max(head, feeds[key.household]?.known ?? 0),
        views: views)
      nextNumber += 1
      underWay[request.number] = (request, page)
      requests.append(request)
    }
    return requests
  }

  private mutating func takeDelayed(_ now: Duration) {
    guard delayed.contains(where: { $0.due <= now }) else { return }
    let due = delayed.filter { $0.due <= now }
    delayed.removeAll { $0.due <= now }
    for page in due { want(page.key, page.wanted) }
  }

  /// A page was read. Each delivery must be sent, and `drained` called when it was taken.
  mutating func took(_ extent: PageExtent, of number: UInt64) -> [Delivery] {
    guard let (request, page) = underWay.removeValue(forKey: number) else { return [] }
    let through = extent.isLast ? max(extent.last ?? request.after, request.head) : extent.last ?? request.after
    var deliveries: [Delivery] = []
    deliveries.reserveCapacity(page.subscriptions.count)
    for id in page.subscriptions {
      guard let index = subscribers.index(forKey: id) else { continue }
      let subscriber = subscribers.values[index]
      subscribers.values[index].position = max(subscriber.position, through)
      subscribers.values[index].isAtEnd = extent.isLast
      guard let last = extent.last, last > subscriber.position else {
        goOn(id)
        continue
      }
      let passedOver = subscriber.passedOver + extent.count
      guard extent.matches(subscriber.view.filter, after: subscriber.position) || passedOver >= Self.longestSilence
      else {
        subscribers.values[index].passedOver = passedOver
        goOn(id)
        continue
      }
      subscribers.values[index].passedOver = 0
      subscribers.values[index].phase = .sending
      deliveries.append(
        Delivery(subscription: id, connection: subscriber.connection, view: subscriber.view, after: subscriber.position)
      )
    }
    return deliveries
  }

  /// A page could not be read: it is wanted again after a while, which grows from time to time.
  mutating func failed(_ number: UInt64, now: Duration) {
    guard var failed = underWay.removeValue(forKey: number) else { return }
    let delay = min(Self.longestDelay, Self.firstDelay * (1 << min(failed.wanted.failures, 10)))
    failed.wanted.failures += 1
    let key = PageKey(household: failed.request.household, after: failed.request.after)
    delayed.append((now + delay, key, failed.wanted))
  }
}

/// A page of a household's events that subscribers wait for.
struct PageRequest: Equatable, Sendable {
  let number: UInt64
  let household: HouseholdID
  let after: Position
  /// The page ends here, and whoever finds nothing more stands here.
  let head: Position
  let views: Set<EventView>
}

/// How a subscriber sees events.
struct EventView: Hashable, Sendable {
  /// Who reads, which decides what data is shown; nil for an administrator.
  var reader: MemberID?
  var filter = EventFilter()
}

/// How far a page reaches.
struct PageExtent: Equatable, Sendable {
  /// Of its last event; nil where there is none.
  var last: Position?
  /// Whether nothing follows up to the request's head.
  var isLast: Bool
  /// How many events it has, whether or not a filter lets them through.
  var count = 1
  /// The last event that each filter lets through.
  var lastMatches: [EventFilter: Position] = [:]

  /// Whether the filter lets an event behind `position` through.
  fileprivate func matches(_ filter: EventFilter, after position: Position) -> Bool {
    guard let match = filter == EventFilter() ? last : lastMatches[filter] else { return false }
    return match > position
  }
}
