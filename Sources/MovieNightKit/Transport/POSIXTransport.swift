import MovieNightPrimitives

/// TCP and Unix sockets, by what every POSIX system has: `poll`, and sockets that do not block.
///
/// It does not encrypt. Over a network that others share put a proxy with TLS before the server, and reach that with a
/// transport of your own.
public struct POSIXTransport: Transport {
  public init() {}

  public var executor: (any TaskExecutor)? { PollingThread.network }

  /// Connects, trying each address that a host name has.
  /// - Throws: `unreachable` with the system's reason, `badAddress` for a path that no socket can have,
  ///   `CancellationError`.
  public func connect(to address: ServerAddress) async throws -> any TransportConnection {
    let candidates: [SystemCalls.SocketAddress]
    switch address {
    case .unix(let path):
      guard let target = SystemCalls.unixAddress(path) else { throw ClientError.badAddress(address.description) }
      candidates = [target]
    case .tcp(let host, let port): candidates = try await lookUp(host, port, address)
    }
    var failure = SystemError.noAddress
    for (index, target) in candidates.enumerated() {
      // An address that is silent must not take the time of those behind it.
      let deadline = index + 1 < candidates.count ? SystemCalls.uptime() + .seconds(2) : nil
      switch await connect(to: target, by: deadline) {
      case .success(let descriptor):
        if case .tcp = address { SystemCalls.sendAtOnce(descriptor) }
        return POSIXConnection(descriptor, address)
      case .failure(let error): failure = error
      }
      try Task.checkCancellation()
    }
    throw ClientError.unreachable(address: address, reason: failure.text)
  }

  private func connect(to target: SystemCalls.SocketAddress, by deadline: Duration?) async -> Result<Int32, SystemError>
  {
    let descriptor: Int32
    switch SystemCalls.openSocket(target.family) {
    case .success(let opened): descriptor = opened
    case .failure(let error): return .failure(error)
    }
    var failure = SystemCalls.connect(descriptor, target)
    if failure?.isInProgress == true {
      let isReady = await PollingThread.network.wait(descriptor, .writable, until: deadline)
      failure = isReady ? SystemCalls.connectionError(descriptor) : .timedOut
    }
    guard let failure else { return .success(descriptor) }
    SystemCalls.closeDescriptor(descriptor)
    return .failure(failure)
  }

  /// A name is looked up on a thread of its own: the system's way to do it can be neither waited for nor cancelled.
  private func lookUp(_ host: String, _ port: UInt16, _ address: ServerAddress) async throws
    -> [SystemCalls.SocketAddress]
  {
    if case .success(let numeric) = SystemCalls.lookUp(host, port, numeric: true) { return numeric }
    let answer = Answer<Result<[SystemCalls.SocketAddress], SystemCalls.LookUpError>>()
    let failure = SystemCalls.startThread { answer.give(SystemCalls.lookUp(host, port, numeric: false)) }
    if let failure { throw ClientError.unreachable(address: address, reason: failure.text) }
    switch await answer.value() {
    case .success(let found)?: return found
    case .failure(let error)?: throw ClientError.unreachable(address: address, reason: error.text)
    case nil: throw CancellationError()
    }
  }
}

/// What another thread will say. Whoever waits for it and is cancelled gets nothing, and what is said later is dropped.
private final class Answer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value?, Never>)
    case given(Value)
    case over
  }

  private let state = Locked(State.open)

  /// Nil: nobody waits any more.
  func give(_ value: Value?) {
    let waiting: CheckedContinuation<Value?, Never>? = state.withLock { state in
      switch state {
      case .awaited(let continuation):
        state = .over
        return continuation
      case .open:
        state = value.map { .given($0) } ?? .over
        return nil
      case .given, .over: return nil
      }
    }
    waiting?.resume(returning: value)
  }

  /// To be asked for once.
  func value() async -> Value? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready: Value?? = state.withLock { state in
          switch state {
          case .open where !Task.isCancelled:
            state = .awaited(continuation)
            return nil
          case .given(let value): return .some(value)
          case .open, .awaited, .over: return .some(nil)
          }
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      give(nil)
    }
  }
}

/// One socket. Its calls are made under a lock, so that nobody uses a number that belongs to another file by now.
private final class POSIXConnection: TransportConnection {
  /// Nil once it was closed.
  private let descriptor: Locked<Int32?>
  private let address: ServerAddress

  init(_ descriptor: Int32, _ address: ServerAddress) {
    self.descriptor = Locked(descriptor)
    self.address = address
  }

  deinit { close() }

  func send(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = try await use(.writable) { SystemCalls.send($0, rest) }
      rest = rest.dropFirst(sent)
    }
  }

  func receive() async throws -> [UInt8]? {
    let received = try await use(.readable) { SystemCalls.receive($0) }
    return received.isEmpty ? nil : received
  }

  func close() {
    let open = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    guard let open else { return }
    PollingThread.network.wake(open)
    SystemCalls.closeDescriptor(open)
  }

  /// Makes a call as soon as it does not have to wait.
  private func use<Value>(
    _ readiness: SystemCalls.Readiness, _ call: (Int32) -> Result<Value, SystemError>
  ) async throws -> Value {
    while true {
      let (open, outcome) = descriptor.withLock { open in (open, open.map(call)) }
      guard let open, let outcome else {
        throw ClientError.unreachable(address: address, reason: "the connection was closed")
      }
      switch outcome {
      case .success(let value): return value
      case .failure(let error) where error.isPassing:
        // Closed from here on, it is woken; closed before, it does not wait.
        let isOpen: @Sendable () -> Bool = { [descriptor] in descriptor.withLock { $0 != nil } }
        guard await PollingThread.network.wait(open, readiness, while: isOpen) else { throw CancellationError() }
      case .failure(let error): throw ClientError.unreachable(address: address, reason: error.text)
      }
    }
  }
}
