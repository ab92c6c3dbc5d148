import Primitives

/// Does an outbox's work: writes down what is to be kept, several lines with one sync, and sends one command after the
/// other.
final class OutboxKeeper: Sendable {
  /// A line to be written, and who waits for that.
  private struct Writing {
    let record: OutboxRecord
    let written: CheckedContinuation<ClientError?, Never>
  }

  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<KeptOutcome?, Never>
  }

  private struct State {
    var contents: OutboxContents
    var writings: [Writing] = []
    var isWriting = false
    var sender: Task<Void, Never>?
    /// The one that is under way.
    var sent: String?
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
  private let limits: Outbox.Limits
  private let state: Locked<State>

  private static var smallFile: Int { 64 * 1024 }

  init(_ core: Core, _ store: any OutboxStore, _ limits: Outbox.Limits) throws(ClientError) {
    self.core = core
    self.store = store
    self.limits = limits
    let bytes = try store.read()
    var contents = OutboxContents()
    let isTorn = try contents.take(bytes)
    var size = bytes.count
    if isTorn || bytes.isEmpty || bytes.count > Self.smallFile {
      let snapshot = contents.snapshot
      try store.replace(with: snapshot)
      size = snapshot.count
    }
    state = Locked(State(contents: contents, fileBytes: size, compactedAt: max(Self.smallFile, 2 * size)))
  }

  /// Sends and writes no more. The file is free when who writes just now has ended: `closed` waits for that.
  func close() {
    let (sender, waiters, isWriting) = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [:] }
      return (state.sender, state.waiters.values.map(\.continuation), state.isWriting)
    }
    sender?.cancel()
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

  func keep(_ request: Request) async throws(ClientError) -> String {
    guard request.isCommand else { throw .outbox(.notACommand(method: request.method)) }
    guard !request.holdsSecrets else { throw .outbox(.holdsSecrets(method: request.method)) }
    let prepared = try core.prepared(request)
    guard let id = prepared.commandID else { throw .outbox(.notACommand(method: request.method)) }
    try await write(.kept(KeptCommand(id: id, request: prepared, keptAt: core.clock.now())))
    sendNext()
    return id
  }

  func finish(_ id: String) async throws(ClientError) { try await write(.done(id)) }

  func withdraw(_ id: String) async throws(ClientError) -> Bool {
    let waits = state.withLock { state in
      guard state.sent != id, state.contents.pending.contains(where: { $0.id == id }) else { return false }
      // Taken out at once, so that nobody sends it meanwhile.
      state.contents.apply(.done(id))
      return true
    }
    if waits { try await write(.done(id)) }
    return waits
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
    let bytes = writings.flatMap { $0.record.bytes }
    var failure: ClientError?
    do throws(ClientError) {
      try store.append(bytes)
    } catch {
      failure = error
    }
    var woken: [(CheckedContinuation<KeptOutcome?, Never>, KeptOutcome)] = []
    let snapshot = state.withLock { state in
      for writing in writings {
        // What could not be written is not kept. But an answer is one: should it come again after a restart, because the
        // command is sent again then, that is no harm.
        if failure != nil, !writing.record.isAnswer { continue }
        state.contents.apply(writing.record)
      }
      for (id, waiter) in state.waiters {
        guard let next = state.contents.outcomes.first(where: { $0.number > waiter.number }) else { continue }
        woken.append((waiter.continuation, next))
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

  /// Nobody else writes meanwhile. Where it fails the longer file stands.
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

  private func sendAll() async {
    var backoff = Backoff()
    while let command = nextToSend() {
      let outcome = await send(command)
      switch outcome {
      case .success, .failure(.refused):
        backoff = Backoff()
        // Where it cannot be written down it is told all the same, and comes again after a restart.
        try? await write(.answered(record(outcome, of: command)))
      case .failure(.cancelled), .failure(.closed): return close()
      case .failure: await core.pause(&backoff)
      }
    }
  }

  private func nextToSend() -> KeptCommand? {
    state.withLock { state in
      let next = state.isClosed ? nil : state.contents.pending.first
      state.sent = next?.id
      if next == nil { state.sender = nil }
      return next
    }
  }

  private func send(_ command: KeptCommand) async -> Result<JSONValue, ClientError> {
    do throws(ClientError) {
      let member = try await owner()
      return await core.outcome(of: command.request, within: nil, need: .member(member))
    } catch {
      return .failure(error)
    }
  }

  /// Whose commands these are: who acted when the first one was sent.
  private func owner() async throws(ClientError) -> String {
    if let member = state.withLock({ $0.contents.member }) { return member }
    let member = try await core.identity().member
    try await write(.member(member))
    return member
  }

  private func record(_ outcome: Result<JSONValue, ClientError>, of command: KeptCommand) -> KeptOutcome {
    let answer: KeptOutcome.Answer =
      switch outcome {
      case .success(let result): .result(Secrets.removed(from: Array(result.encoded)))
      case .failure(let error): .refusal(error.refusal?.json ?? Array("null".utf8))
      }
    return state.withLock { $0.contents.outcome(of: command, answer) }
  }

  // MARK: Outcomes

  func outcome(after number: Int) async -> (number: Int, outcome: Outbox.Outcome)? {
    var number = number
    while let kept = await keptOutcome(after: number) {
      if let outcome = Outbox.Outcome(kept) { return (kept.number, outcome) }
      number = kept.number
    }
    return nil
  }

  private func keptOutcome(after number: Int) async -> KeptOutcome? {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready: KeptOutcome?? = state.withLock { state in
          if let next = state.contents.outcomes.first(where: { $0.number > number }) { return .some(next) }
          // Looked at under the lock: a cancellation from here on finds the waiter.
          if state.isClosed || Task.isCancelled { return .some(nil) }
          state.waiters[id] = Waiter(number: number, continuation: continuation)
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: nil)
    }
  }
}

extension OutboxRecord {
  fileprivate var isAnswer: Bool { if case .answered = self { true } else { false } }
}
