import Domain
import EventStore
import Platform
import MovieNightPrimitives
import Transport

/// Manages the subscriptions of all connections. `Subscriptions` decides which pages to read. This class reads the
/// pages from the store and notifies the connections. Confined to the event loop's thread, except that workers read and
/// encode pages. `@unchecked Sendable`: the workers only reach it through `EventLoop.execute`.
final class SubscriptionRegistry: @unchecked Sendable {
  private let loop: EventLoop
  private let workers: WorkerPool
  private let reader: EventReader
  private let metrics: ServiceMetrics
  private let log: Log
  private let damage: DamageReport
  private let uptime: @Sendable () -> Duration
  private let makeID: () -> SubscriptionID
  private var subscriptions = Subscriptions()
  /// The last position announced to this registry by `appended`. Access that ended at or before it has been revoked.
  private var announcedPosition: Position
  private var isStopping = false

  /// The reason for which the server ends a subscription.
  enum EndReason: String, ResultEnum {
    static let enumName = "SubscriptionEnd"

    case stopping
    /// The token was revoked, the member is gone, or the household is closed.
    case accessEnded = "access_ended"
    /// The connection authenticated as another identity.
    case identityChanged = "identity_changed"
  }

  /// Creates the registry. `uptime` is a monotonic clock for retries of reads. `makeID` returns a new id on each call.
  init(
    loop: EventLoop, workers: WorkerPool, reader: EventReader, metrics: ServiceMetrics, log: Log, damage: DamageReport,
    uptime: @escaping @Sendable () -> Duration, makeID: @escaping () -> SubscriptionID
  ) {
    self.loop = loop
    self.workers = workers
    self.reader = reader
    self.metrics = metrics
    self.log = log
    self.damage = damage
    self.uptime = uptime
    self.makeID = makeID
    announcedPosition = reader.readModels.position
  }

  // MARK: Requests to subscribe and unsubscribe

  /// Adds a subscription, and returns its id and the answer. It starts after the position `after`, or the last known
  /// event if that is nil. Call `begin` in the same loop iteration in which the answer is handed to the loop.
  func subscribe(_ connection: ConnectionID, _ household: HouseholdID, _ view: EventView, after: Position?)
    throws(Refusal) -> (id: SubscriptionID, answer: [UInt8])
  {
    guard !isStopping else { throw .stopping }
    guard subscriptions.subscriptions(of: connection).count < Subscriptions.limit else { throw .tooManySubscriptions }
    let id = makeID()
    let position = after ?? announcedPosition
    subscriptions.add(
      id, Subscriptions.Subscriber(connection, household, view, after: position, head: announcedPosition))
    metrics.subscriptions.set(subscriptions.count)
    loop.setStaysWhileIdle(connection, true)
    return (id, EventTypes.subscription.bytes(of: (id: id, position: position), reserving: 96))
  }

  /// Starts sending notifications. Call this in the iteration that sends the answer, so the notifications follow it.
  func begin(_ id: SubscriptionID) {
    guard let connection = subscriptions[id]?.connection else { return }
    subscriptions.begin(id)
    loop.reportDrained(connection)
  }

  func unsubscribe(_ id: SubscriptionID, _ connection: ConnectionID) throws(Refusal) {
    guard subscriptions[id]?.connection == connection else { throw .unknownSubscription }
    remove(id)
    if subscriptions.subscriptions(of: connection).isEmpty { loop.setStaysWhileIdle(connection, false) }
  }

  // MARK: New events and connection changes

  func appended(_ changes: RecordedChanges) {
    announcedPosition = max(announcedPosition, changes.appended.last?.position ?? announcedPosition)
    guard !subscriptions.isEmpty else { return }
    for change in changes.appended { subscriptions.appended(change.household, through: change.position) }
    read()
  }

  func connectionClosed(_ connection: ConnectionID) {
    for id in subscriptions.subscriptions(of: connection) { remove(id) }
  }

  func outputDrained(_ connection: ConnectionID) {
    guard !subscriptions.isEmpty else { return }
    subscriptions.drained(connection)
    read()
  }

  /// Retries failed reads that are due.
  func tick() {
    if subscriptions.isFailing { read() }
  }

  /// Ends all subscriptions of a connection, and notifies it of each one's end and last position.
  func end(_ connection: ConnectionID, _ reason: EndReason) {
    let ended = subscriptions.subscriptions(of: connection)
    guard !ended.isEmpty else { return }
    for id in ended {
      guard let subscriber = remove(id) else { continue }
      loop.notify(connection, EventTypes.closed.bytes(of: (id: id, position: subscriber.position, reason: reason)))
    }
    loop.setStaysWhileIdle(connection, false)
  }

  /// Ends all subscriptions. Refuses further requests to subscribe.
  func stop() {
    isStopping = true
    for connection in subscriptions.subscribedConnections { end(connection, .stopping) }
  }

  @discardableResult
  private func remove(_ id: SubscriptionID) -> Subscriptions.Subscriber? {
    defer { metrics.subscriptions.set(subscriptions.count) }
    return subscriptions.remove(id)
  }

  // MARK: Pages

  private func read() {
    for request in subscriptions.takeReads(head: announcedPosition, now: uptime()) { read(request) }
  }

  private func read(_ request: PageRequest) {
    metrics.pages.add()
    let taken = workers.perform(for: .household(request.household)) { [self, reader] in
      let page = Result { try EventPage(request, reader) }
      loop.execute { [self] in pageWasRead(page, of: request) }
    }
    // Workers refuse a job only after they have stopped. All subscriptions have ended by then, so none needs this page.
    if !taken { subscriptions.failed(request.number, now: uptime()) }
  }

  private func pageWasRead(_ result: Result<EventPage, any Error>, of request: PageRequest) {
    switch result {
    case .success(let page):
      for delivery in subscriptions.pageWasRead(page.extent, of: request.number) {
        guard let notification = page.notification(delivery) else { continue }
        loop.notify(delivery.connection, notification)
        loop.reportDrained(delivery.connection)
      }
    case .failure(let error):
      // Log only the first of a series of failures. It delays the subscribers, but they miss no events.
      if !subscriptions.isFailing { log.error("subscriptions_delayed", ["error": .string("\(error)")]) }
      damage.note(error)
      subscriptions.failed(request.number, now: uptime())
    }
    read()
  }
}
