import MovieNightPrimitives

/// Performs the actions of the state machine: opens connections, moves bytes, watches deadlines, resumes waiting tasks.
final class Core: Sendable {
  private struct State {
    var machine: Machine
    var outcomes: [CallID: Promise<Result<JSONValue, ClientError>>] = [:]
    var events: [CallID: Promise<Result<[Event], ClientError>>] = [:]
    var attempt: Attempt?
    var alarms: [AlarmKind: Alarm] = [:]
    var onNotification: @Sendable (String, JSONValue) -> Void = { _, _ in }
    var lastReported = ConnectionState.disconnected
    var unreported: [ConnectionState] = []
    var isReporting = false
    var watchers: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
  }

  private struct Attempt {
    let number: Int
    let task: Task<Void, Never>
    var connection: (any TransportConnection)?
    var isSending = false
  }

  private enum AlarmKind {
    case deadline, pause
  }

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

  func result(of request: Request, _ purpose: Call.Purpose = .request, within limit: Duration?) async throws
    -> JSONValue
  {
    guard let outcome = await outcome(of: request, purpose, within: limit) else { throw CancellationError() }
    return try outcome.get()
  }

  /// Submits a call and waits for its outcome; nil if the call was cancelled, or withdrawn by `isWanted`. To be able to
  /// `cancel` the call, pass an id from `makeID` as `call`. Without a `limit`, it runs until success or refusal.
  func outcome(
    of request: Request, _ purpose: Call.Purpose = .request, call: CallID? = nil, within limit: Duration?,
    need: Call.Need = .nothing, isWanted: @escaping @Sendable () -> Bool = { true }
  ) async -> Result<JSONValue, ClientError>? {
    if Task.isCancelled { return nil }
    let id = call ?? makeID()
    let outcome = Promise<Result<JSONValue, ClientError>>()
    change { state, now in
      state.outcomes[id] = outcome
      state.machine.submit(id, request, purpose, within: limit, need: need, isWanted: isWanted, now)
    }
    return await outcome.value { self.cancel([id]) }
  }

  func outcomes(of requests: [Request], within limit: Duration) async throws -> [Result<JSONValue, ClientError>] {
    try Task.checkCancellation()
    let ids = requests.map { _ in makeID() }
    let promises = ids.map { _ in Promise<Result<JSONValue, ClientError>>() }
    change { state, now in
      for (index, id) in ids.enumerated() {
        state.outcomes[id] = promises[index]
        state.machine.submit(id, requests[index], within: limit, now)
      }
    }
    var outcomes: [Result<JSONValue, ClientError>] = []
    for promise in promises {
      guard let outcome = await promise.value(onCancel: { self.cancel(ids) }) else { throw CancellationError() }
      outcomes.append(outcome)
    }
    return outcomes
  }

  func prepared(_ request: Request) throws(ClientError) -> Request {
    let time = clock.now()
    return try request.prepared { state.withLock { $0.machine.makeCommandID(at: time) } }
  }

  func cancel(_ calls: [CallID]) { change { state, now in for call in calls { state.machine.cancel(call, now) } } }

  var connectionState: ConnectionState { state.withLock { ConnectionState($0.machine.link.state) } }

  func connectionStates() -> AsyncStream<ConnectionState> {
    let (states, continuation) = AsyncStream.makeStream(of: ConnectionState.self, bufferingPolicy: .bufferingNewest(1))
    let id = makeID()
    let isClosed = state.withLock { state in
      continuation.yield(state.lastReported)
      if state.lastReported != .closed { state.watchers[id] = continuation }
      return state.lastReported == .closed
    }
    if isClosed { continuation.finish() }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) } }
    return states
  }

  func onNotification(_ handler: @escaping @Sendable (String, JSONValue) -> Void) {
    // Release the old handler outside the lock, because releasing its captures may call the client.
    let old = state.withLock { state in
      defer { state.onNotification = handler }
      return state.onNotification
    }
    withExtendedLifetime(old) {}
  }

  func pause(_ backoff: inout Backoff) async {
    await clock.sleep(state.withLock { backoff.next(using: &$0.machine.randomness) })
  }

  func close() {
    change { state, _ in state.machine.close() }
    let alarms = state.withLock { state in
      defer { state.alarms = [:] }
      return state.alarms.values
    }
    for alarm in alarms { alarm.task.cancel() }
  }

  func makeID() -> Int { state.withLock { $0.machine.makeID() } }

  // MARK: Feeds

  func openFeed(_ request: Request, after position: EventPosition?) -> FeedID {
    let id = makeID()
    change { state, now in state.machine.openFeed(id, request, after: position, now) }
    return id
  }

  func closeFeed(_ id: FeedID) {
    change { state, now in state.machine.closeFeed(id, now) }
  }

  func position(of id: FeedID) -> EventPosition? { state.withLock { $0.machine.feeds[id]?.position } }

  func events(of feed: FeedID, _ kind: Feed.Read.Kind, within duration: Duration? = nil) async throws -> [Event] {
    try Task.checkCancellation()
    let id = makeID()
    let events = Promise<Result<[Event], ClientError>>()
    change { state, now in
      state.events[id] = events
      state.machine.read(Feed.Read(id: id, kind: kind, deadline: duration.map { now + $0 }), of: feed, now)
    }
    let outcome = await events.value { self.change { state, _ in state.machine.cancelRead(id, of: feed) } }
    guard let outcome else { throw CancellationError() }
    return try outcome.get()
  }

  // MARK: The state machine

  /// Passes an input to the state machine, and performs the resulting actions. Not generic, because the compiler would
  /// repeat the code for each type of result.
  private func change(_ input: (inout State, Duration) -> Void) {
    let now = clock.uptime()
    // The actions to perform after the lock is released.
    var effects: [() -> Void] = []
    state.withLock { state in
      input(&state, now)
      for action in state.machine.settle(now) { prepare(action, &state, &effects) }
      let connection = ConnectionState(state.machine.link.state)
      if connection != state.unreported.last ?? state.lastReported {
        state.unreported.append(connection)
        effects.append(reportConnectionStates)
      }
      setAlarm(.deadline, state.machine.nextDeadline, &state, &effects, now)
      setAlarm(.pause, state.machine.nextPause, &state, &effects, now)
    }
    for effect in effects { effect() }
  }

  /// Reports changes of the connection state to the watchers. Only one thread reports at a time, to keep the changes in
  /// order. Runs outside the lock, because the `onTermination` handler of a watcher takes it.
  private func reportConnectionStates() {
    while true {
      var (changes, watchers): ([ConnectionState], [AsyncStream<ConnectionState>.Continuation]) = ([], [])
      state.withLock { state in
        guard !state.isReporting, let last = state.unreported.last else { return }
        (changes, watchers) = (state.unreported, Array(state.watchers.values))
        (state.isReporting, state.lastReported, state.unreported) = (true, last, [])
      }
      if changes.isEmpty { return }
      for watcher in watchers {
        for change in changes { watcher.yield(change) }
        if changes.last == .closed { watcher.finish() }
      }
      state.withLock { $0.isReporting = false }
    }
  }

  private func prepare(_ action: Action, _ state: inout State, _ effects: inout [() -> Void]) {
    switch action {
    case .connect(let number):
      state.attempt = Attempt(number: number, task: run { await $0.connect(number) })
    case .disconnect(let number):
      guard let attempt = state.attempt, attempt.number == number else { return }
      state.attempt = nil
      effects.append {
        attempt.task.cancel()
        attempt.connection?.close()
      }
    case .send(let number):
      guard let attempt = state.attempt, attempt.number == number, !attempt.isSending,
        let connection = attempt.connection
      else { return }
      state.attempt?.isSending = true
      run { await $0.send(number, connection) }
    case .finish(let id, let result):
      if let outcome = state.outcomes.removeValue(forKey: id) { effects.append { outcome.fulfill(result) } }
    case .deliver(let id, let result):
      if let events = state.events.removeValue(forKey: id) { effects.append { events.fulfill(result) } }
    case .notify(let method, let parameters):
      let handler = state.onNotification
      effects.append { handler(method, parameters) }
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
      var isWanted = false
      change { state, now in
        isWanted = state.machine.connected(number, now)
        if isWanted { state.attempt?.connection = connection }
      }
      guard isWanted else { return connection.close() }
      try await receive(number, connection)
    } catch {
      // These errors mean that the client closed the connection itself, so give that as the reason.
      let isClosed = error is CancellationError || error as? ClientError == .closed
      let reason = isClosed ? "the connection was closed" : "\(error)"
      let clientError = isClosed ? nil : error as? ClientError
      let error = clientError ?? .unreachable(address: address, reason: reason)
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
        // Process the messages before the invalid line, because they are valid.
        change { state, now in state.machine.received(messages, number, now) }
        throw error
      }
      if !messages.isEmpty { change { state, now in state.machine.received(messages, number, now) } }
    }
    throw ClientError.unreachable(address: address, reason: "the server closed the connection")
  }

  private func send(_ number: Int, _ connection: any TransportConnection) async {
    while let bytes = takeOutgoing(ofAttempt: number) {
      do {
        try await connection.send(bytes)
      } catch {
        // Do not close the connection, because a server that has stopped reading, for example after an overlong line,
        // may still have answered. `isSending` stays true, so that no other task continues in the middle of a line.
        return change { state, now in state.machine.sendingFailed(number, now) }
      }
    }
  }

  private func takeOutgoing(ofAttempt number: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    change { state, _ in
      guard state.attempt?.number == number else { return }
      bytes = state.machine.takeOutgoing()
      if bytes.isEmpty { state.attempt?.isSending = false }
    }
    return bytes.isEmpty ? nil : bytes
  }

  // MARK: Alarms

  /// Schedules a call of the state machine at `next`. An earlier alarm stays, because firing too early is harmless.
  private func setAlarm(
    _ kind: AlarmKind, _ next: Duration?, _ state: inout State, _ effects: inout [() -> Void], _ now: Duration
  ) {
    guard let next, next < state.alarms[kind]?.at ?? .seconds(Int64.max) else { return }
    if let alarm = state.alarms[kind] { effects.append { alarm.task.cancel() } }
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
