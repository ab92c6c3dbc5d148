import MovieNightPrimitives

/// Does what the state machine says: opens connections, moves bytes, watches the time, wakes who waits.
final class Core: Sendable {
  private struct State {
    var machine: Machine
    /// Who waits for a call.
    var callers: [CallID: @Sendable (Result<JSONValue, ClientError>?) -> Void] = [:]
    /// Who waits for events.
    var readers: [CallID: CheckedContinuation<Result<[Event], ClientError>?, Never>] = [:]
    var connection: (number: Int, connection: any TransportConnection)?
    /// Connects, then receives.
    var receiver: (number: Int, task: Task<Void, Never>)?
    /// The number of the connection over which somebody sends just now.
    var sender: Int?
    var alarms: [AlarmKind: Alarm] = [:]
    var onNotification: @Sendable (String, JSONValue) -> Void = { _, _ in }
    var whenClosed: [Int: @Sendable () -> Void] = [:]
    /// The state of the connection that `watchers` know.
    var shown = ConnectionState.disconnected
    var watchers: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
  }

  private enum AlarmKind {
    case deadline, pause
  }

  /// A task that waits for a moment.
  private struct Alarm {
    let at: Duration
    let task: Task<Void, Never>
  }

  let address: ServerAddress
  let options: MovieNightClient.Options
  let clock: ClientClock
  let transport: any Transport
  private let state: Locked<State>

  init(
    _ address: ServerAddress, _ authentication: Request?, _ options: MovieNightClient.Options,
    _ transport: any Transport, _ clock: ClientClock, _ randomness: any RandomNumberGenerator & Sendable
  ) {
    self.address = address
    self.options = options
    self.clock = clock
    self.transport = transport
    state = Locked(
      State(
        machine: Machine(
          address: address, options: options, authentication: authentication, randomness: randomness)))
  }

  // MARK: Calls

  /// Makes a call, and waits for its result.
  func result(of request: Request, _ purpose: Call.Purpose = .request, within limit: Duration?) async throws
    -> JSONValue
  {
    try await outcome(of: request, purpose, within: limit).orCancelled()
  }

  /// Makes a call, and waits for its outcome, nil when it was cancelled.
  /// - Parameters:
  ///   - call: a number that `makeID` made, to cancel it by.
  ///   - limit: how long it may take; nil for one that goes on until it succeeds or is refused.
  ///   - isWanted: asked just before it is sent for the first time, under the client's lock.
  func outcome(
    of request: Request, _ purpose: Call.Purpose = .request, call: CallID? = nil, within limit: Duration?,
    need: Call.Need = .nothing, isWanted: @escaping @Sendable () -> Bool = { true }
  ) async -> Result<JSONValue, ClientError>? {
    let id = call ?? makeID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state, now in
          state.callers[id] = { continuation.resume(returning: $0) }
          state.machine.submit(id, request, purpose, within: limit, need: need, isWanted: isWanted, now)
          // Looked at under the lock: a cancellation from here on finds the call.
          if Task.isCancelled { state.machine.cancel(id, now) }
        }
      }
    } onCancel: {
      change { state, now in state.machine.cancel(id, now) }
    }
  }

  /// Makes calls, sent one behind the other, and waits for all outcomes.
  func outcomes(of requests: [Request], within limit: Duration) async throws -> [Result<JSONValue, ClientError>] {
    let ids = requests.map { _ in makeID() }
    let outcomes: [Result<JSONValue, ClientError>?] = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let gathering = Gathering(requests.count) { continuation.resume(returning: $0) }
        change { state, now in
          for (index, id) in ids.enumerated() {
            state.callers[id] = { gathering.put($0, at: index) }
            state.machine.submit(id, requests[index], within: limit, now)
          }
          if Task.isCancelled { for id in ids { state.machine.cancel(id, now) } }
        }
      }
    } onCancel: {
      change { state, now in for id in ids { state.machine.cancel(id, now) } }
    }
    return try outcomes.map { outcome in
      guard let outcome else { throw CancellationError() }
      return outcome
    }
  }

  /// The request as it is sent, with a command id where it needs one.
  func prepared(_ request: Request) throws(ClientError) -> Request {
    let time = clock.now()
    return try request.prepared { state.withLock { $0.machine.makeCommandID(at: time) } }
  }

  func cancel(_ call: CallID) { change { state, now in state.machine.cancel(call, now) } }

  var connectionState: ConnectionState { state.withLock { ConnectionState($0.machine.link) } }

  /// The state of the connection, and each change of it.
  func connectionStates() -> AsyncStream<ConnectionState> {
    let (states, continuation) = AsyncStream.makeStream(of: ConnectionState.self, bufferingPolicy: .bufferingNewest(1))
    let id = makeID()
    let isClosed = state.withLock { state in
      continuation.yield(state.shown)
      if state.shown != .closed { state.watchers[id] = continuation }
      return state.shown == .closed
    }
    if isClosed { continuation.finish() }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) } }
    return states
  }

  func onNotification(_ handler: @escaping @Sendable (String, JSONValue) -> Void) {
    // The old one goes when the lock is free: what it held may have to do with the client.
    let old = state.withLock { state in
      defer { state.onNotification = handler }
      return state.onNotification
    }
    withExtendedLifetime(old) {}
  }

  /// A pause before another attempt at something.
  func pause(_ backoff: inout Backoff) async {
    await clock.sleep(state.withLock { backoff.next(using: &$0.machine.randomness) })
  }

  func close() {
    change { state, _ in state.machine.close() }
    let (alarms, handlers, watchers) = state.withLock { state in
      defer { (state.alarms, state.whenClosed, state.watchers) = ([:], [:], [:]) }
      return (state.alarms.values, state.whenClosed.values, state.watchers.values)
    }
    for alarm in alarms { alarm.task.cancel() }
    for handler in handlers { handler() }
    for watcher in watchers { watcher.finish() }
  }

  /// Has `handler` called when the client is closed; at once where it is.
  ///
  /// - Returns: what takes that back.
  func whenClosed(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let id = makeID()
    let isClosed = state.withLock { state in
      if state.machine.link == .closed { return true }
      state.whenClosed[id] = handler
      return false
    }
    if isClosed { handler() }
    return { [weak self] in self?.state.withLock { _ = $0.whenClosed.removeValue(forKey: id) } }
  }

  func makeID() -> Int { state.withLock { $0.machine.makeID() } }

  // MARK: Feeds

  func openFeed(after position: EventPosition?, household: HouseholdID?) -> FeedID {
    let id = makeID()
    change { state, now in state.machine.openFeed(id, after: position, household: household, now) }
    return id
  }

  func closeFeed(_ id: FeedID) {
    change { state, now in state.machine.closeFeed(id, now) }
  }

  /// Where a feed is: after the last event that was handed out. Nil before it has begun.
  func position(of id: FeedID) -> EventPosition? { state.withLock { $0.machine.feeds[id]?.position } }

  /// The next events of a feed; none at its end, or when `duration` is over.
  func events(
    of feed: FeedID, _ kind: Feed.Read.Kind, within duration: Duration? = nil, tellsTrouble: Bool = false
  ) async throws -> [Event] {
    let id = makeID()
    let outcome: Result<[Event], ClientError>? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state, now in
          state.readers[id] = continuation
          let read = Feed.Read(
            id: id, kind: kind, deadline: duration.map { now + $0 }, tellsTrouble: tellsTrouble)
          state.machine.read(read, of: feed, now)
          if Task.isCancelled { state.machine.cancelRead(id, of: feed) }
        }
      }
    } onCancel: {
      change { state, _ in state.machine.cancelRead(id, of: feed) }
    }
    return try outcome.orCancelled()
  }

  // MARK: What the machine says

  /// Gives something to the state machine, and does what it says then.
  private func change<Result>(_ input: (inout State, Duration) -> Result) -> Result {
    let now = clock.uptime()
    var effects = Effects()
    let result = state.withLock { state in
      let result = input(&state, now)
      for action in state.machine.settle(now) { prepare(action, &state, &effects) }
      showConnection(&state)
      setAlarm(.deadline, state.machine.nextDeadline, &state, &effects, now)
      setAlarm(.pause, state.machine.nextPause, &state, &effects, now)
      return result
    }
    effects.run()
    return result
  }

  /// Under the lock, so that changes reach everybody in their order.
  private func showConnection(_ state: inout State) {
    let now = ConnectionState(state.machine.link)
    guard now != state.shown else { return }
    state.shown = now
    for watcher in state.watchers.values { watcher.yield(now) }
  }

  /// What is done when the lock is free again.
  private struct Effects {
    var closed: [any TransportConnection] = []
    var cancelled: [Task<Void, Never>] = []
    var finished: [(tell: @Sendable (Result<JSONValue, ClientError>?) -> Void, Result<JSONValue, ClientError>?)] = []
    var delivered: [(CheckedContinuation<Result<[Event], ClientError>?, Never>, Result<[Event], ClientError>?)] = []
    var notified: [(handler: @Sendable (String, JSONValue) -> Void, method: String, parameters: JSONValue)] = []

    func run() {
      for task in cancelled { task.cancel() }
      for connection in closed { connection.close() }
      for (handler, method, parameters) in notified { handler(method, parameters) }
      for (tell, result) in finished { tell(result) }
      for (continuation, result) in delivered { continuation.resume(returning: result) }
    }
  }

  private func prepare(_ action: Action, _ state: inout State, _ effects: inout Effects) {
    switch action {
    case .connect(let number):
      state.receiver = (number, run { await $0.connect(number) })
    case .disconnect(let number):
      if let receiver = state.receiver, receiver.number == number {
        effects.cancelled.append(receiver.task)
        state.receiver = nil
      }
      if let connection = state.connection, connection.number == number {
        effects.closed.append(connection.connection)
        state.connection = nil
      }
    case .send(let number):
      guard state.sender != number, let connection = state.connection, connection.number == number else { return }
      state.sender = number
      run { await $0.send(number, connection.connection) }
    case .finish(let id, let result):
      if let caller = state.callers.removeValue(forKey: id) { effects.finished.append((caller, result)) }
    case .deliver(let id, let result):
      if let reader = state.readers.removeValue(forKey: id) { effects.delivered.append((reader, result)) }
    case .notify(let method, let parameters):
      effects.notified.append((state.onNotification, method, parameters))
    }
  }

  @discardableResult
  private func run(_ body: @escaping @Sendable (Core) async -> Void) -> Task<Void, Never> {
    Task(executorPreference: transport.executor) { [self] in await body(self) }
  }

  // MARK: The connection

  private func connect(_ number: Int) async {
    do {
      let connection = try await transport.connect(to: address)
      let isWanted = change { state, now in
        guard state.machine.connected(number, now) else { return false }
        state.connection = (number, connection)
        return true
      }
      guard isWanted else { return connection.close() }
      try await receive(number, connection)
    } catch {
      // Where the client itself ended it, that is known; a transport may have reasons of its own.
      let isClosed = error is CancellationError || error as? ClientError == .closed
      let reason = isClosed ? "the connection was closed" : "\(error)"
      let known = isClosed ? nil : error as? ClientError
      let error = known ?? .unreachable(address: address, reason: reason)
      change { state, now in state.machine.lost(number, error, now) }
    }
  }

  private func receive(_ number: Int, _ connection: any TransportConnection) async throws {
    var lines = LineBuffer(maximumLineBytes: options.maximumLineBytes)
    while let bytes = try await connection.receive() {
      bytes.withUnsafeBytes { lines.append($0) }
      var messages: [ServerMessage] = []
      do throws(ClientError) {
        while let line = try lines.next() { messages.append(try ServerMessage(line: line)) }
      } catch {
        // What came before the violation was still right.
        change { state, now in state.machine.received(messages, number, now) }
        throw error
      }
      if !messages.isEmpty { change { state, now in state.machine.received(messages, number, now) } }
    }
    throw ClientError.unreachable(address: address, reason: "the server closed the connection")
  }

  private func send(_ number: Int, _ connection: any TransportConnection) async {
    while let bytes = nextBytes(number) {
      do {
        try await connection.send(bytes)
      } catch {
        // A server that takes no more may still have answered (a line too large). Nobody else sends on it: they would
        // go on in the middle of a line.
        return change { state, now in state.machine.sendingFailed(number, now) }
      }
    }
  }

  private func nextBytes(_ number: Int) -> [UInt8]? {
    change { state, _ in
      let bytes = state.connection?.number == number ? state.machine.takeOutgoing() : []
      if bytes.isEmpty, state.sender == number { state.sender = nil }
      return bytes.isEmpty ? nil : bytes
    }
  }

  // MARK: Time

  /// Sees to it that the machine is asked again at that moment. An alarm that comes too early does no harm, and stays.
  private func setAlarm(
    _ kind: AlarmKind, _ next: Duration?, _ state: inout State, _ effects: inout Effects, _ now: Duration
  ) {
    guard let next, next < state.alarms[kind]?.at ?? .seconds(Int64.max) else { return }
    if let alarm = state.alarms[kind] { effects.cancelled.append(alarm.task) }
    let task = run { core in
      switch kind {
      case .deadline: await core.clock.deadline(next)
      case .pause: await core.clock.sleep(max(.zero, next - now))
      }
      guard !Task.isCancelled else { return }
      core.change { state, _ in state.alarms[kind] = nil }
    }
    state.alarms[kind] = Alarm(at: next, task: task)
  }
}

extension Optional {
  /// The value of an outcome that is nil when the call was cancelled.
  fileprivate func orCancelled<Value>() throws -> Value where Wrapped == Result<Value, ClientError> {
    guard let outcome = self else { throw CancellationError() }
    return try outcome.get()
  }
}

/// The outcomes of several calls, told when all are there.
private final class Gathering: Sendable {
  private let state: Locked<(outcomes: [Result<JSONValue, ClientError>?], missing: Int)>
  private let tell: @Sendable ([Result<JSONValue, ClientError>?]) -> Void

  init(_ count: Int, _ tell: @escaping @Sendable ([Result<JSONValue, ClientError>?]) -> Void) {
    state = Locked((Array(repeating: nil, count: count), count))
    self.tell = tell
    if count == 0 { tell([]) }
  }

  func put(_ outcome: Result<JSONValue, ClientError>?, at index: Int) {
    let whole = state.withLock { state in
      state.outcomes[index] = outcome
      state.missing -= 1
      return state.missing == 0 ? state.outcomes : nil
    }
    if let whole { tell(whole) }
  }
}
