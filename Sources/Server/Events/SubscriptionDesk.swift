import Domain
import EventStore
import Platform
import MovieNightPrimitives
import Transport

/// Between the service and the store: carries out what `Subscriptions` decides.
///
/// It belongs to the event loop's thread; pages are read and written on the workers.
/// `@unchecked Sendable`: the workers only reach it through `EventLoop.execute`.
final class SubscriptionDesk: @unchecked Sendable {
  private let loop: EventLoop
  private let workers: WorkerPool
  private let reader: EventReader
  private let metrics: ServiceMetrics
  private let log: Log
  private let damage: DamageReport
  private let uptime: @Sendable () -> Duration
  private let makeID: () -> SubscriptionID
  private var subscriptions = Subscriptions()
  /// Up to here it was told what was recorded. What ended with that has ended.
  private var known: Position
  private var isStopping = false

  /// Why a subscription ends that nobody has asked to end.
  enum EndReason: String, CaseIterable {
    case stopping
    /// The token was revoked, the member is gone, or the household is closed.
    case accessEnded = "access_ended"
    /// The connection has authenticated as somebody else.
    case identityChanged = "identity_changed"
  }

  /// - Parameters:
  ///   - uptime: monotonic; what failed is tried again by it.
  ///   - makeID: a new id each time.
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
    known = reader.readModels.position
  }

  // MARK: Requests

  /// Adds a subscription and gives the answer that tells of it. `begin` must follow when that is on its way.
  ///
  /// - Parameter after: where it begins; nil is now.
  func subscribe(_ connection: ConnectionID, _ household: HouseholdID, _ view: EventView, after: Position?)
    throws(Refusal) -> (id: SubscriptionID, answer: [UInt8])
  {
    guard !isStopping else { throw .stopping }
    guard subscriptions.subscriptions(of: connection).count < Subscriptions.limit else { throw .tooManySubscriptions }
    let id = makeID()
    let position = after ?? known
    subscriptions.add(id, Subscriptions.Subscriber(connection, household, view, after: position, head: known))
    metrics.subscriptions.set(subscriptions.count)
    loop.setStaysWhileIdle(connection, true)
    var json = JSONWriter(reserving: 96)
    json.object { json in
      json.field("subscription_id", id)
      json.field("position", position)
    }
    return (id, json.bytes)
  }

  /// The answer with the subscription's id is with the loop: what is there follows it.
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

  // MARK: What happens

  func appended(_ changes: RecordedChanges) {
    known = max(known, changes.appended.last?.position ?? known)
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

  /// Time to try again what failed.
  func tick() {
    if subscriptions.isFailing { read() }
  }

  /// Ends all subscriptions of a connection and tells it how far each got.
  func end(_ connection: ConnectionID, _ reason: EndReason) {
    let ended = subscriptions.subscriptions(of: connection)
    guard !ended.isEmpty else { return }
    for id in ended {
      guard let subscriber = remove(id) else { continue }
      loop.notify(
        connection,
        Response.notification(method: "events.closed") { json in
          json.field("subscription_id", id)
          json.field("position", subscriber.position)
          json.field("reason", reason.rawValue)
        })
    }
    loop.setStaysWhileIdle(connection, false)
  }

  /// Ends all subscriptions; from now on nobody can subscribe.
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
    for request in subscriptions.takeReads(head: known, now: uptime()) { read(request) }
  }

  private func read(_ request: PageRequest) {
    metrics.pages.add()
    let taken = workers.perform(for: .household(request.household)) { [self, reader] in
      let page = Result { try EventPage(request, reader) }
      loop.execute { [self] in took(page, of: request) }
    }
    // The workers stop last of all: nobody is left to tell.
    if !taken { subscriptions.failed(request.number, now: uptime()) }
  }

  private func took(_ result: Result<EventPage, any Error>, of request: PageRequest) {
    switch result {
    case .success(let page):
      for delivery in subscriptions.took(page.extent, of: request.number) {
        guard let notification = page.notification(delivery) else { continue }
        loop.notify(delivery.connection, notification)
        loop.reportDrained(delivery.connection)
      }
    case .failure(let error):
      // One line for all that wait meanwhile: none of them is skipped.
      if !subscriptions.isFailing { log.error("subscriptions_delayed", ["error": .string("\(error)")]) }
      damage.note(error)
      subscriptions.failed(request.number, now: uptime())
    }
    read()
  }
}
