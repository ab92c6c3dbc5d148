import MovieNightPrimitives

/// Runs an outbox: writes its records, several with one sync, and sends one command after the other.
final class OutboxKeeper: Sendable {
  private struct Sending {
    let command: CommandID
    let call: CallID
    /// Whether it was sent: from then on it cannot be withdrawn.
    var wasSent = false
  }

  private struct State {
    var contents: OutboxContents
    var unwritten: [OutboxRecord] = []
    var nextBatch: Task<ClientError?, Never>?
    var batches = 0
    var sender: Task<Void, Never>?
    var sending: Sending?
    var waiters: [Int: (wanted: OutboxContents.Wanted, outcome: Promise<OutboxContents.NumberedOutcome>)] = [:]
    var lastWaiter = 0
    var isClosed = false
    /// Closes the outbox when the client is closed.
    var watcher: Task<Void, Never>?
    /// The size of the file's valid part, and the size at which the file is compacted.
    var fileBytes: Int
    var compactedAt: Int

  }

  private let core: Core
  private let store: any OutboxStore
  private let member: MemberID
  private let limits: Outbox.Limits
  private let state: Locked<State>

  private static var smallFile: Int { 64 * 1024 }

  init(
    _ core: Core, _ store: any OutboxStore, of member: MemberID, _ limits: Outbox.Limits
  ) throws(ClientError) {
    self.core = core
    self.store = store
    self.limits = limits
    self.member = member
    let bytes = try store.read()
    var contents = OutboxContents(of: member)
    let isTorn = try contents.take(bytes)
    var size = bytes.count
    if isTorn || bytes.isEmpty || bytes.count > Self.smallFile {
      let snapshot = contents.snapshot
      try store.replace(with: snapshot)
      size = snapshot.count
    }
    state = Locked(State(contents: contents, fileBytes: size, compactedAt: max(Self.smallFile, 2 * size)))
  }

  /// Starts sending, and closes the outbox with the client.
  func begin() {
    let watcher = Task(executorPreference: core.transport.executor) { [weak self, states = core.connectionStates()] in
      for await _ in states {}
      self?.close()
    }
    state.withLock { $0.watcher = watcher }
    sendNext()
  }

  /// Stops sending and writing. The file is free after the current write: `closed` waits for that.
  func close() {
    let (tasks, isFree) = state.withLock { state in
      state.isClosed = true
      return ([state.sender, state.watcher], state.batches == 0)
    }
    for task in tasks { task?.cancel() }
    resumeWaiters()
    if isFree { store.close() }
  }

  func closed() async {
    close()
    // The thread runs one job after the other, so this one runs after all batches.
    await Task(executorPreference: PollingThread.files) {}.value
  }

  // MARK: Keeping

  var pending: [Outbox.Command] { state.withLock { $0.contents.pending } }

  func keep(_ request: Request) async throws(ClientError) -> CommandID {
    guard request.isCommand else { throw .outbox(.notACommand(method: request.method)) }
    guard !Request.withSecrets.contains(request.method) else { throw .outbox(.holdsSecrets(method: request.method)) }
    let prepared = try core.prepared(request)
    guard let parameters = try? JSONDocument(prepared.parameters).root,
      let id: CommandID = parameters["command_id"]?.identifier()
    else { throw .outbox(.notACommand(method: request.method)) }
    // The outbox is about to be closed, too.
    if core.connectionState == .closed { throw .outbox(.closed) }
    let command = Outbox.Command(id: id, method: request.method, parameters: parameters, keptAt: core.clock.now())
    try await write(.kept(command))
    sendNext()
    return id
  }

  func acknowledge(_ id: CommandID) async throws(ClientError) { try await write(.acknowledged(id)) }

  func withdraw(_ id: CommandID) async throws(ClientError) -> Bool {
    let (waits, call) = state.withLock { state -> (Bool, CallID?) in
      let next = state.sending?.command == id ? state.sending : nil
      guard next?.wasSent != true, state.contents.isPending(id) else { return (false, nil) }
      // Removed at once, so that it is not sent meanwhile.
      state.contents.apply(.withdrawn(id))
      return (true, next?.call)
    }
    guard waits else { return false }
    if let call { core.cancel([call]) }
    try await write(.withdrawn(id))
    return true
  }

  // MARK: Writing

  /// Writes a record, in one batch with concurrent ones.
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

  /// Writes a batch. Runs on the file thread, one batch after the other.
  private func writeBatch() -> ClientError? {
    let records = state.withLock { state in
      defer { (state.unwritten, state.nextBatch) = ([], nil) }
      return state.unwritten
    }
    let bytes = OutboxRecord.line(records)
    var failure: ClientError?
    do throws(ClientError) { try store.append(bytes) } catch { failure = error }
    let snapshot: [UInt8]? = state.withLock { state in
      // A record that could not be written is dropped, except an answer: after a restart its command is sent again, and the
      // repeated answer does no harm.
      for record in records where failure == nil || record.isAnswer { state.contents.apply(record) }
      guard failure == nil else { return nil }
      state.fileBytes += bytes.count
      return state.fileBytes >= state.compactedAt ? state.contents.snapshot : nil
    }
    if let snapshot { compact(snapshot) }
    // Before the waiting callers resume, so that they do not find the file in use.
    let isLast = state.withLock { state in
      state.batches -= 1
      return state.isClosed && state.batches == 0
    }
    if isLast { store.close() }
    resumeWaiters()
    return failure
  }

  /// Rewrites the file while no batch is written. If that fails, as on a full disk, the longer file stays valid, and the next
  /// attempt is made when it is twice as long.
  private func compact(_ snapshot: [UInt8]) {
    let isCompacted = (try? store.replace(with: snapshot)) != nil
    state.withLock { state in
      if isCompacted { state.fileBytes = snapshot.count }
      state.compactedAt = max(Self.smallFile, 2 * state.fileBytes)
    }
  }

  // MARK: Sending

  func sendNext() {
    state.withLock { state in
      guard state.sender == nil, !state.isClosed, !state.contents.pending.isEmpty else { return }
      state.sender = Task(executorPreference: core.transport.executor) { await self.sendAll() }
    }
  }

  /// The number of consecutive unreadable answers that make a command fail. A proxy may have damaged the first ones.
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
      // If it cannot be written, the outcome is delivered nevertheless, and comes again after a restart.
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

  /// Waits for an outcome; nil if it can never come, or the task was cancelled.
  func outcome(_ wanted: OutboxContents.Wanted) async -> OutboxContents.NumberedOutcome? {
    let outcome = Promise<OutboxContents.NumberedOutcome>()
    let id = state.withLock { state in
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = (wanted, outcome)
      return state.lastWaiter
    }
    resumeWaiters()
    return await outcome.value { [state] in
      state.withLock { $0.waiters.removeValue(forKey: id) }?.outcome.keep(nil)
    }
  }

  /// Resumes the waiters whose outcome is there or can never come. Not under the lock, which the `onCancel` of a waiter takes.
  private func resumeWaiters() {
    let finished = state.withLock { state in
      let known = state.waiters.compactMap { id, waiter in
        let outcome = state.contents.outcome(waiter.wanted)
        let isKnown = outcome != nil || state.isClosed || !state.contents.canStillArrive(waiter.wanted)
        return isKnown ? (id: id, promise: waiter.outcome, outcome: outcome) : nil
      }
      for waiter in known { state.waiters[waiter.id] = nil }
      return known
    }
    for waiter in finished { waiter.promise.keep(waiter.outcome) }
  }
}

extension OutboxRecord {
  fileprivate var isAnswer: Bool { if case .answered = self { true } else { false } }
}
