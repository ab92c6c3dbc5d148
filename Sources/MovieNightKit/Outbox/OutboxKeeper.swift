import MovieNightPrimitives

/// Runs an outbox: writes its records in batches, with one sync per batch, and sends its commands one at a time.
final class OutboxKeeper: Sendable {
  private struct Sending {
    let command: CommandID
    let call: CallID
    /// Whether the command was sent. A command that was sent cannot be withdrawn.
    var wasSent = false
  }

  private struct State {
    var contents: OutboxContents
    var unwritten: [OutboxRecord] = []
    var nextBatch: Task<ClientError?, Never>?
    var batches = 0
    var sender: Task<Void, Never>?
    var sending: Sending?
    var waiters: [Int: (wanted: OutboxContents.OutcomeSelector, outcome: Promise<OutboxContents.NumberedOutcome>)] = [:]
    var lastWaiter = 0
    var isClosed = false
    /// Closes the outbox when the client is closed.
    var watcher: Task<Void, Never>?
    /// The size of the file's valid part.
    var fileBytes: Int
    var compactionSize: Int
  }

  private let core: Core
  private let store: any OutboxStore
  private let member: MemberID
  private let limits: Outbox.Limits
  private let state: Locked<State>

  private static var minimumCompactionSize: Int { 64 * 1024 }

  init(
    _ core: Core, _ store: any OutboxStore, of member: MemberID, _ limits: Outbox.Limits
  ) throws(ClientError) {
    self.core = core
    self.store = store
    self.limits = limits
    self.member = member
    let bytes = try store.read()
    var contents = OutboxContents(of: member)
    let isTorn = try contents.load(bytes)
    var size = bytes.count
    if isTorn || bytes.isEmpty || bytes.count > Self.minimumCompactionSize {
      let snapshot = contents.snapshot
      try store.replace(with: snapshot)
      size = snapshot.count
    }
    let compactionSize = max(Self.minimumCompactionSize, 2 * size)
    state = Locked(State(contents: contents, fileBytes: size, compactionSize: compactionSize))
  }

  /// Starts sending, and arranges that the outbox is closed when the client is closed.
  func begin() {
    let watcher = Task(executorPreference: core.transport.executor) { [weak self, states = core.connectionStates()] in
      for await _ in states {}
      self?.close()
    }
    state.withLock { $0.watcher = watcher }
    sendNext()
  }

  /// Stops sending and writing. The file is closed after the current write, if any; `closeAndWait` waits for that.
  func close() {
    let (tasks, isFree) = state.withLock { state in
      state.isClosed = true
      return ([state.sender, state.watcher], state.batches == 0)
    }
    for task in tasks { task?.cancel() }
    resumeWaiters()
    if isFree { store.close() }
  }

  func closeAndWait() async {
    close()
    // The file thread runs one job at a time in order, so this job runs after all batches.
    await Task(executorPreference: PollingThread.files) {}.value
  }

  // MARK: Commands

  var pending: [Outbox.Command] { state.withLock { $0.contents.pending } }

  func keep(_ request: Request) async throws(ClientError) -> CommandID {
    guard request.isCommand else { throw .outbox(.notACommand(method: request.method)) }
    guard !Request.withSecrets.contains(request.method) else { throw .outbox(.holdsSecrets(method: request.method)) }
    let prepared = try core.prepared(request)
    guard let parameters = try? JSONDocument(prepared.parameters).root,
      let id: CommandID = parameters["command_id"]?.identifier()
    else { throw .outbox(.notACommand(method: request.method)) }
    // A closed client is about to close the outbox, too.
    if core.connectionState == .closed { throw .outbox(.closed) }
    let command = Outbox.Command(id: id, method: request.method, parameters: parameters, keptAt: core.clock.now())
    try await write(.kept(command))
    sendNext()
    return id
  }

  func acknowledge(_ id: CommandID) async throws(ClientError) { try await write(.acknowledged(id)) }

  func withdraw(_ id: CommandID) async throws(ClientError) -> Bool {
    let (isWithdrawn, call) = state.withLock { state -> (Bool, CallID?) in
      let next = state.sending?.command == id ? state.sending : nil
      guard next?.wasSent != true, state.contents.isPending(id) else { return (false, nil) }
      // Remove the command before the record is written, so that it is not sent in the meantime.
      state.contents.apply(.withdrawn(id))
      return (true, next?.call)
    }
    guard isWithdrawn else { return false }
    if let call { core.cancel([call]) }
    try await write(.withdrawn(id))
    return true
  }

  // MARK: Writing

  /// Writes a record, in the same batch as records that are written concurrently.
  private func write(_ record: OutboxRecord) async throws(ClientError) {
    let batch = try state.withLock { state throws(ClientError) in
      if let refusal = refusal(of: record, state) { throw refusal }
      state.unwritten.append(record)
      if let batch = state.nextBatch { return batch }
      let batch = Task(executorPreference: PollingThread.files) { self.writeBatch() }
      state.nextBatch = batch
      state.batches += 1
      return batch
    }
    if let failure = await batch.value { throw failure }
  }

  private func refusal(of record: OutboxRecord, _ state: State) -> ClientError? {
    if state.isClosed { return .outbox(.closed) }
    guard case .kept(let command) = record else { return nil }
    let (count, bytes) = state.unwritten.reduce((1, command.bytes)) { sum, record in
      if case .kept(let other) = record { (sum.0 + 1, sum.1 + other.bytes) } else { sum }
    }
    let fits = state.contents.count + count <= limits.commands && state.contents.bytes + bytes <= limits.bytes
    return fits ? nil : .outbox(.full)
  }

  /// Writes all waiting records as one batch. Runs on the file thread, which writes one batch at a time.
  private func writeBatch() -> ClientError? {
    let records = state.withLock { state in
      defer { (state.unwritten, state.nextBatch) = ([], nil) }
      return state.unwritten
    }
    let bytes = OutboxRecord.line(records)
    var failure: ClientError?
    do throws(ClientError) { try store.append(bytes) } catch { failure = error }
    let snapshot: [UInt8]? = state.withLock { state in
      // An unwritten record is dropped, except an answer: after a restart, its command is sent again without harm.
      for record in records where failure == nil || record.isAnswer { state.contents.apply(record) }
      guard failure == nil else { return nil }
      state.fileBytes += bytes.count
      return state.fileBytes >= state.compactionSize ? state.contents.snapshot : nil
    }
    if let snapshot { compact(snapshot) }
    // Close the store before the waiting callers resume, so that they do not find the file in use.
    let isLast = state.withLock { state in
      state.batches -= 1
      return state.isClosed && state.batches == 0
    }
    if isLast { store.close() }
    resumeWaiters()
    return failure
  }

  /// Replaces the file by a snapshot between batches. If that fails, the old file stays in use until doubled.
  private func compact(_ snapshot: [UInt8]) {
    let isCompacted = (try? store.replace(with: snapshot)) != nil
    state.withLock { state in
      if isCompacted { state.fileBytes = snapshot.count }
      state.compactionSize = max(Self.minimumCompactionSize, 2 * state.fileBytes)
    }
  }

  // MARK: Sending

  func sendNext() {
    state.withLock { state in
      guard state.sender == nil, !state.isClosed, !state.contents.pending.isEmpty else { return }
      state.sender = Task(executorPreference: core.transport.executor) { await self.sendAll() }
    }
  }

  /// The number of unreadable answers in a row after which a command fails. Fewer may be a proxy's, so it is resent.
  private static var maximumViolations: Int { 3 }

  private func sendAll() async {
    var backoff = Backoff()
    var violations = 0
    while let (command, call) = nextToSend() {
      guard let outcome = await send(command, call) else {
        violations = 0
        continue
      }
      if case .failure(.protocolViolation) = outcome { violations += 1 } else { violations = 0 }
      switch outcome {
      case .failure(.closed): return close()
      case .failure(.refused), .success: break
      case .failure(.protocolViolation) where violations >= Self.maximumViolations: violations = 0
      case .failure:
        await core.pause(&backoff)
        continue
      }
      backoff = Backoff()
      // If the outcome cannot be written, it is delivered nevertheless, and delivered again after a restart.
      try? await write(.answered(command.id, outcome))
    }
  }

  private func nextToSend() -> (Outbox.Command, CallID)? {
    let call = core.makeID()
    return state.withLock { state in
      let next = state.isClosed ? nil : state.contents.pending.first
      let wasSent = state.sending?.command == next?.id && state.sending?.wasSent == true
      state.sending = next.map { Sending(command: $0.id, call: call, wasSent: wasSent) }
      if next == nil { state.sender = nil }
      return next.map { ($0, call) }
    }
  }

  private func send(_ command: Outbox.Command, _ call: CallID) async -> Result<JSONValue, ClientError>? {
    let request = Request(command.method, json: Array(command.parameters.encoded))
    return await core.outcome(
      of: request, call: call, within: nil, need: .member(member.description),
      isWanted: { [state] in
        state.withLock { state in
          guard state.contents.pending.first?.id == command.id, !state.isClosed else { return false }
          state.sending?.wasSent = true
          return true
        }
      })
  }

  // MARK: Outcomes

  func outcome(of id: CommandID) async throws -> Outbox.Outcome? {
    if let found = await outcome(.ofCommand(id)) { return found.outcome }
    try Task.checkCancellation()
    if state.withLock({ $0.isClosed }) { throw ClientError.outbox(.closed) }
    return nil
  }

  /// Waits for an outcome and returns it; nil if it can never arrive, or the task was cancelled.
  func outcome(_ wanted: OutboxContents.OutcomeSelector) async -> OutboxContents.NumberedOutcome? {
    let outcome = Promise<OutboxContents.NumberedOutcome>()
    let id = state.withLock { state in
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = (wanted, outcome)
      return state.lastWaiter
    }
    resumeWaiters()
    return await outcome.value { [state] in
      state.withLock { $0.waiters.removeValue(forKey: id) }?.outcome.fulfill(nil)
    }
  }

  /// Resumes the waiters whose outcome has arrived or never can, outside the lock, as a waiter's `onCancel` takes it.
  private func resumeWaiters() {
    let finished = state.withLock { state in
      let settled = state.waiters.compactMap { id, waiter in
        let outcome = state.contents.outcome(waiter.wanted)
        let isSettled = outcome != nil || state.isClosed || !state.contents.canStillArrive(waiter.wanted)
        return isSettled ? (id: id, promise: waiter.outcome, outcome: outcome) : nil
      }
      for waiter in settled { state.waiters[waiter.id] = nil }
      return settled
    }
    for waiter in finished { waiter.promise.fulfill(waiter.outcome) }
  }
}

extension OutboxRecord {
  fileprivate var isAnswer: Bool { if case .answered = self { true } else { false } }
}
