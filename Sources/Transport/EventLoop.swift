import Glibc
import Platform
import Synchronization

/// An event loop that serves all connections on one thread. It blocks only to wait for events.
///
/// An iteration reads from ready connections, and passes all lines to the handler. Then it processes the inbox, lets
/// the handler do a part of its work, and settles every touched connection (`Connections.settle`).
///
/// `@unchecked Sendable` because only the thread in `run` accesses the mutable state. Others use `Inbox`.
package final class EventLoop: @unchecked Sendable {
  private let limits: TransportLimits
  private let clock: @Sendable () -> Duration
  private let log: Log
  private let metrics: TransportMetrics
  private let inbox: Inbox
  private let poller: Poller
  private let acceptor: Acceptor
  private let connections: Connections
  private var signals: TerminationSignals?
  private let loopThread = Atomic<UInt>(0)

  private var stopsAt: Duration?
  private var nextTick: Duration
  private var nextSweep: Duration

  private static let sweepInterval = Duration.seconds(1)

  /// Creates an event loop. `clock` must be monotonic.
  package init(
    limits: TransportLimits = TransportLimits(), log: Log, metrics registry: MetricRegistry,
    clock: @escaping @Sendable () -> Duration = SystemClock.monotonic
  ) throws(SystemError) {
    self.limits = limits
    self.clock = clock
    self.log = log
    metrics = TransportMetrics(registry: registry)
    inbox = try Inbox()
    poller = try Poller(eventsPerIteration: limits.eventsPerIteration)
    let now = clock()
    acceptor = Acceptor(poller: poller, limits: limits, log: log, metrics: metrics)
    connections = Connections(poller: poller, limits: limits, log: log, metrics: metrics, now: now)
    nextTick = now + limits.tickInterval
    nextSweep = now + Self.sweepInterval
    try poller.add(inbox.wakeup, [.readable, .once], tag: PollTag.wakeup)
  }

  // MARK: Calls before `run`, or on the loop's thread

  /// Starts listening on `address`, and returns it with the actual port. TCP connections from `trustedProxies` must
  /// begin with a `ProxyHeader`; other connections must not.
  @discardableResult
  package func listen(
    on address: ListenAddress, trustedProxies: [AddressRange] = []
  ) throws(ListenError) -> ListenAddress {
    try acceptor.listen(on: address, trustedProxies: trustedProxies)
  }

  /// Reports these signals to the handler from now on.
  package func watch(_ signals: TerminationSignals) throws(SystemError) {
    try poller.add(signals.descriptor, .readable, tag: PollTag.signals)
    self.signals = signals
  }

  // MARK: Calls from any thread

  /// Sends answers in the order of each connection's requests. Answers to a closed connection are dropped.
  package func answer(_ answers: [OutgoingAnswer]) {
    if isOnLoopThread { answers.forEach(connections.deliver) } else { inbox.put(.answers(answers)) }
  }

  /// Sends a line that is not an answer, after all earlier output of the connection.
  package func notify(_ id: ConnectionID, _ line: [UInt8]) {
    if isOnLoopThread { connections.deliver(line, to: id) } else { inbox.put(.notification(id, line)) }
  }

  /// Runs `job` on the loop's thread, immediately if called on that thread. A stopped loop does not run jobs.
  package func execute(_ job: @escaping @Sendable () -> Void) {
    if isOnLoopThread { job() } else { inbox.put(.job(job)) }
  }

  /// Runs `job` on the loop's thread. The job holds `byteCount` bytes outside of all buffers. A call on another thread
  /// waits while the inbox has too many bytes, as a slow loop could exhaust memory. A stopped loop does not run jobs.
  package func execute(holding byteCount: Int, _ job: @escaping @Sendable () -> Void) {
    guard !isOnLoopThread else { return job() }
    while !inbox.put(.job(job), byteCount: byteCount, limit: limits.buffers / 16) {
      guard loopThread.load(ordering: .relaxed) != 0 else { return }
      usleep(500)
    }
  }

  /// Runs `job` on the loop's thread, but never during this call. A stopped loop does not run jobs.
  package func enqueue(_ job: @escaping @Sendable () -> Void) { inbox.put(.job(job)) }

  /// Sets the authorization level of a connection. An authenticated one has higher limits and may stay open longer.
  package func setAuthorizationLevel(_ id: ConnectionID, _ authorizationLevel: AuthorizationLevel) {
    execute { [self] in connections.setAuthorizationLevel(id, authorizationLevel) }
  }

  /// Changes the number of bytes of answers that the service holds for a connection. The buffer budget includes them.
  package func changeHeld(_ id: ConnectionID, by byteCount: Int) {
    execute { [self] in connections.changeHeld(id, by: byteCount) }
  }

  /// Sets whether a connection may be idle for an unlimited time, for example because it has a subscription.
  package func setStaysWhileIdle(_ id: ConnectionID, _ stays: Bool) {
    execute { [self] in connections[id]?.staysWhileIdle = stays }
  }

  /// Calls the handler's `outputDrained` once, when the kernel has taken all output of the connection and none of its
  /// answers is waiting for an earlier one. This happens at the end of this loop iteration at the earliest.
  package func reportDrained(_ id: ConnectionID) {
    execute { [self] in connections.reportDrained(id) }
  }

  /// Stops gracefully. The loop accepts and reads nothing more, answers the requests in flight, and sends the remaining
  /// output. Then `run` returns. If this takes longer than `time`, it drops the rest. A second call does nothing.
  package func stop(within time: Duration = .seconds(8)) {
    execute { [self] in
      guard stopsAt == nil else { return }
      stopsAt = clock() + time
      acceptor.close()
      connections.handler?.stopping()
      connections.finishAll(.stopping)
    }
  }

  private var isOnLoopThread: Bool {
    loopThread.load(ordering: .relaxed) == UInt(pthread_self())
  }

  // MARK: Running the loop

  /// Runs the loop on the calling thread until `stop`. Throws only if the poller or the signal descriptor fails.
  package func run(_ handler: any TransportHandler) throws(SystemError) {
    loopThread.store(UInt(pthread_self()), ordering: .relaxed)
    connections.handler = handler
    defer {
      acceptor.close()
      connections.endAll(.stopping)
      connections.handler = nil
      loopThread.store(0, ordering: .relaxed)
    }
    while !isDone { try runIteration(handler) }
  }

  private var isDone: Bool {
    guard let stopsAt else { return false }
    return connections.isEmpty || connections.now >= stopsAt
  }

  private func runIteration(_ handler: any TransportHandler) throws(SystemError) {
    let mayWait = !connections.hasWork && !handler.hasWork && inbox.prepareToSleep()
    let milliseconds = (limits.tickInterval / .milliseconds(1)).rounded(.up)
    let events = try poller.wait(milliseconds: mayWait ? Int32(milliseconds) : 0)
    inbox.didWake()
    metrics.loopIterations.add()
    connections.now = clock()

    connections.resumeReading()
    for index in 0..<events {
      let event = poller.event(index)
      try take(event.tag, event.readiness, handler)
    }
    connections.handOver()
    for item in inbox.takeAll() { take(item) }
    try checkTimers(handler)
    handler.work(moreAreReady: events == limits.eventsPerIteration)
    try connections.settle()
  }

  private func take(_ tag: UInt64, _ readiness: Readiness, _ handler: any TransportHandler) throws(SystemError) {
    switch tag {
    case PollTag.wakeup: break
    case PollTag.signals:
      guard let signal = try signals?.next() else { return }
      log.info("signal", ["number": .integer(Int(signal))])
      handler.terminationRequested(signal: signal)
    case PollTag.firstListener...:
      try acceptor.accept(Int(tag - PollTag.firstListener), now: connections.now) { connections.admit($0) }
    default:
      connections.take(readiness, of: PollTag.connection(tag))
    }
  }

  private func take(_ item: Inbox.Item) {
    switch item {
    case .answers(let answers): for answer in answers { connections.deliver(answer) }
    case .notification(let id, let line): connections.deliver(line, to: id)
    case .job(let job): job()
    }
  }

  private func checkTimers(_ handler: any TransportHandler) throws(SystemError) {
    let now = connections.now
    if now >= nextTick {
      nextTick = now + limits.tickInterval
      try acceptor.checkTimers(now: now)
      handler.tick(now: now)
    }
    if now >= nextSweep {
      nextSweep = now + Self.sweepInterval
      connections.sweep()
    }
  }
}
