import MovieNightPrimitives

/// Does an outbox's work: writes down what is to be kept, several lines with one sync, and sends one command after the
/// other.
final class OutboxKeeper: Sendable {
  /// A line to be written, and who waits for that.
  private struct Writing {
    let record: OutboxRecord
    let written: CheckedContinuation<ClientError?, Never>
  }

  /// Somebody waits for an outcome.
  private struct Waiter {
    let wants: OutboxContents.Wanted
    let continuation: CheckedContinuation<KeptOutcome?, Never>
  }

  /// The command that is sent next, or is under way.
  private struct Sending {
    let command: CommandID
    let call: CallID
    /// Whether it was sent: from then on it cannot be taken back.
    var isUnderWay = false
  }

  private struct State {
    var contents: OutboxContents
    var writings: [Writing] = []
    var isWriting = false
    var sender: Task<Void, Never>?
    var sending: Sending?
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    var isClosed = false
    /// Who waits for the file to be closed.
    var closers: [CheckedContinuation<Void, Never>] = []
    /// The file's size as far as it counts, and from which one on it is written anew.
    var fileBytes: Int
    var compactedAt: Int
  }

  private let core: Core
  private let store: any OutboxStore
  private let member: MemberID
  private let limits: Outbox.Limits
  private let state: Locked<State>
  private let noClosing = Locked<@Sendable () -> Void>({})

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

  /// Begins to send, and ends with the client.
  func begin() {
    let noClosing = core.whenClosed { [weak self] in self?.close() }
    self.noClosing.withLock { $0 = noClosing }
    sendNext()
  }

  /// Sends and writes no more. The file is free when who writes just now has ended: `closed` waits for that.
  func close() {
    let (sender, waiters, isWriting) = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [:] }
      return (state.sender, state.waiters.values.map(\.continuation), state.isWriting)
    }
    sender?.cancel()
    noClosing.withLock { $0 }()
    for waiter in waiters { waiter.resume(returning: nil) }
    if !isWriting { store.close() }
  }

  func closed() async {
    close()
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isWriting { state.closers.append(continuation) }
        return !state.isWriting
      }
      guard isFree else { return }
      // Who wrote may be about to close it: closed twice it is closed.
      store.close()
      continuation.resume()
    }
  }

  // MARK: Keeping

  var pending: [Outbox.Command] { state.withLock { $0.contents.pending }.compactMap { Outbox.Command($0) } }

  func keep(_ request: Request) async throws(ClientError) -> CommandID {
    guard request.isCommand else { throw .outbox(.notACommand(method: request.method)) }
    guard !Request.withSecrets.contains(request.method) else { throw .outbox(.holdsSecrets(method: request.method)) }
    let prepared = try core.prepared(request)
    guard let id = prepared.commandID else { throw .outbox(.notACommand(method: request.method)) }
    try await write(.kept(KeptCommand(id: id, request: prepared, keptAt: core.clock.now())))
    sendNext()
    return id
  }

  func acknowledge(_ id: CommandID) async throws(ClientError) { try await write(.acknowledged(id)) }

  func withdraw(_ id: CommandID) async throws(ClientError) -> Bool {
    let (waits, call) = state.withLock { state -> (Bool, CallID?) in
      let next = state.sending?.command == id ? state.sending : nil
      guard next?.isUnderWay != true, state.contents.pending.contains(where: { $0.id == id }) else {
        return (false, nil)
      }
      // Taken out at once, so that nobody sends it meanwhile.
      state.contents.apply(.withdrawn(id))
      return (true, next?.call)
    }
    guard waits else { return false }
    if let call { core.cancel(call) }
    try await write(.withdrawn(id))
    return true
  }

  // MARK: Writing

  private func write(_ record: OutboxRecord) async throws(ClientError) {
    var refusal: ClientError?
    let failure = await withCheckedContinuation { continuation in
      let starts = state.withLock { state in
        refusal = self.refusal(of: record, state)
        guard refusal == nil else { return false }
        state.writings.append(Writing(record: record, written: continuation))
        defer { state.isWriting = true }
        return !state.isWriting
      }
      if refusal != nil { continuation.resume(returning: nil) }
      if starts { Task(executorPreference: PollingThread.files) { self.writeAll() } }
    }
    if let error = refusal ?? failure { throw error }
  }

  private func refusal(of record: OutboxRecord, _ state: State) -> ClientError? {
    if state.isClosed { return .outbox(.closed) }
    guard case .kept(let command) = record else { return nil }
    let (count, bytes) = state.writings.reduce((1, command.request.parameters.count)) { sum, writing in
      guard case .kept(let other) = writing.record else { return sum }
      return (sum.0 + 1, sum.1 + other.request.parameters.count)
    }
    let fits = state.contents.count + count <= limits.commands && state.contents.bytes + bytes <= limits.bytes
    return fits ? nil : .outbox(.full)
  }

  /// On the thread for files, alone: takes whatever waits, until nothing does.
  private func writeAll() {
    var writings = nextWritings()
    while !writings.isEmpty {
      let tell = write(writings)
      // Before anybody is told, so that nobody who was finds the file in use.
      writings = nextWritings()
      tell()
    }
  }

  private func nextWritings() -> [Writing] {
    let (writings, isClosed, closers) = state.withLock {
      state -> ([Writing], Bool, [CheckedContinuation<Void, Never>]) in
      let writings = state.writings
      state.writings = []
      state.isWriting = !writings.isEmpty
      guard writings.isEmpty else { return (writings, false, []) }
      defer { state.closers = [] }
      return (writings, state.isClosed, state.closers)
    }
    if isClosed { store.close() }
    for closer in closers { closer.resume() }
    return writings
  }

  /// - Returns: what tells those who wait for it.
  private func write(_ writings: [Writing]) -> () -> Void {
    let bytes = OutboxRecord.line(writings.map(\.record))
    var failure: ClientError?
    do throws(ClientError) {
      try store.append(bytes)
    } catch {
      failure = error
    }
    var woken: [(CheckedContinuation<KeptOutcome?, Never>, KeptOutcome?)] = []
    let snapshot = state.withLock { state in
      for writing in writings {
        // What could not be written is not kept. But an answer is one: should it come again after a restart, because the
        // command is sent again then, that is no harm.
        if failure != nil, !writing.record.isAnswer { continue }
        state.contents.apply(writing.record)
      }
      for (id, waiter) in state.waiters {
        guard case .known(let outcome) = state.contents.look(for: waiter.wants) else { continue }
        woken.append((waiter.continuation, outcome))
        state.waiters[id] = nil
      }
      guard failure == nil else { return nil as [UInt8]? }
      state.fileBytes += bytes.count
      return state.fileBytes >= state.compactedAt ? state.contents.snapshot : nil
    }
    if let snapshot { compact(snapshot) }
    return {
      for writing in writings { writing.written.resume(returning: failure) }
      for (continuation, outcome) in woken { continuation.resume(returning: outcome) }
    }
  }

  /// Nobody else writes meanwhile. Where it fails, as on a full disk, the longer file says the same: it is tried again when that
  /// is twice as long.
  private func compact(_ snapshot: [UInt8]) {
    let isCompacted = (try? store.replace(with: snapshot)) != nil
    state.withLock { state in
      if isCompacted { state.fileBytes = snapshot.count }
      state.compactedAt = max(Self.smallFile, 2 * state.fileBytes)
    }
  }

  // MARK: Sending

  /// Sees to it that somebody sends, where something waits.
  func sendNext() {
    state.withLock { state in
      guard state.sender == nil, !state.isClosed, !state.contents.pending.isEmpty else { return }
      state.sender = Task(executorPreference: core.transport.executor) { await self.sendAll() }
    }
  }

  /// How often an answer that cannot be understood is asked for again: a proxy may have spoiled it.
  private static var violationsAtMost: Int { 3 }

  private func sendAll() async {
    var backoff = Backoff()
    var violations = 0
    while let (command, call) = nextToSend() {
      let outcome = await send(command, call)
      if case .failure(.protocolViolation)? = outcome { violations += 1 } else { violations = 0 }
      switch outcome {
      // Taken back, or the outbox was closed.
      case nil: continue
      case .failure(.closed)?: return close()
      case .failure(.refused)?, .success?: break
      case .failure(.protocolViolation)? where violations >= Self.violationsAtMost: violations = 0
      case .failure?:
        await core.pause(&backoff)
        continue
      }
      backoff = Backoff()
      // Where it cannot be written down it is told all the same, and comes again after a restart.
      if let outcome { try? await write(.answered(record(outcome, of: command))) }
    }
  }

  private func nextToSend() -> (KeptCommand, CallID)? {
    let call = core.makeID()
    return state.withLock { state in
      let next = state.isClosed ? nil : state.contents.pending.first
      let wasUnderWay = state.sending?.command == next?.id && state.sending?.isUnderWay == true
      state.sending = next.map { Sending(command: $0.id, call: call, isUnderWay: wasUnderWay) }
      if next == nil { state.sender = nil }
      return next.map { ($0, call) }
    }
  }

  /// Nil where it was taken back.
  private func send(_ command: KeptCommand, _ call: CallID) async -> Result<JSONValue, ClientError>? {
    await core.outcome(
      of: command.request, call: call, within: nil, need: .member(member.description),
      isWanted: { [state] in
        state.withLock { state in
          guard state.contents.pending.first?.id == command.id, !state.isClosed else { return false }
          state.sending?.isUnderWay = true
          return true
        }
      })
  }

  private func record(_ outcome: Result<JSONValue, ClientError>, of command: KeptCommand) -> KeptOutcome {
    let answer: KeptOutcome.Answer =
      switch outcome {
      case .success(let result): .result(Array(result.encoded))
      case .failure(.refused(let refusal)): .refusal(refusal.json)
      case .failure(let error): .violation(error.violation)
      }
    return state.withLock { $0.contents.outcome(of: command, answer) }
  }

  // MARK: Outcomes

  func outcome(after number: Int) async -> (number: Int, outcome: Outbox.Outcome)? {
    var number = number
    while let kept = await keptOutcome(.next(after: number)) {
      if let outcome = Outbox.Outcome(kept) { return (kept.number, outcome) }
      number = kept.number
    }
    return nil
  }

  /// What became of a command; nil where it is not kept any more.
  func outcome(of id: CommandID) async throws -> Outbox.Outcome? {
    let kept = await keptOutcome(.ofCommand(id))
    if kept == nil {
      try Task.checkCancellation()
      if state.withLock({ $0.isClosed }) { throw ClientError.outbox(.closed) }
    }
    return kept.flatMap { Outbox.Outcome($0) }
  }

  private func keptOutcome(_ wants: OutboxContents.Wanted) async -> KeptOutcome? {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let look: OutboxContents.Look = state.withLock { state in
          let look = state.contents.look(for: wants)
          guard case .open = look else { return look }
          // Looked at under the lock: a cancellation from here on finds the waiter.
          if state.isClosed || Task.isCancelled { return .known(nil) }
          state.waiters[id] = Waiter(wants: wants, continuation: continuation)
          return .open
        }
        if case .known(let outcome) = look { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: nil)
    }
  }
}

extension OutboxRecord {
  fileprivate var isAnswer: Bool { if case .answered = self { true } else { false } }
}
