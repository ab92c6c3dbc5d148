import MovieNightPrimitives

/// A transport over TCP and Unix sockets for every POSIX system, with `poll` and non-blocking sockets.
///
/// It does not encrypt. On an untrusted network, put a TLS proxy before the server, and use your own transport.
public struct POSIXTransport: Transport {
  public init() {}

  public var executor: (any TaskExecutor)? { PollingThread.network }

  /// Connects, trying each address of a host name.
  /// - Throws: `unreachable` with the system's reason, `badAddress` if the path is too long, `CancellationError`.
  public func connect(to address: ServerAddress) async throws -> any TransportConnection {
    do {
      return POSIXConnection(try await connectDescriptor(to: address), address)
    } catch let error as SystemError {
      try Task.checkCancellation()
      throw ClientError.unreachable(address: address, reason: error.text)
    }
  }

  private func connectDescriptor(to address: ServerAddress) async throws -> Int32 {
    switch address {
    case .unix(let path):
      guard let target = SystemCalls.unixAddress(path) else { throw ClientError.badAddress(address.description) }
      return try await connect(to: target, by: nil)
    case .tcp(let host, let port):
      let descriptor = try await connect(toFirstOf: lookUp(host, port))
      SystemCalls.disableNagleAlgorithm(descriptor)
      return descriptor
    }
  }

  /// Connects to the first address that accepts. Throws the error of the last one.
  func connect(toFirstOf candidates: [SystemCalls.SocketAddress]) async throws -> Int32 {
    var failure = SystemError.noAddress
    for (index, target) in candidates.enumerated() {
      // An address that does not answer must not use up the time of the remaining ones.
      let deadline = index + 1 < candidates.count ? SystemCalls.uptime() + .seconds(2) : nil
      do throws(SystemError) {
        return try await connect(to: target, by: deadline)
      } catch {
        failure = error
      }
      try Task.checkCancellation()
    }
    throw failure
  }

  private func connect(
    to target: SystemCalls.SocketAddress, by deadline: Duration?
  ) async throws(SystemError) -> Int32 {
    let descriptor = try SystemCalls.openSocket(target.family)
    do throws(SystemError) {
      if try SystemCalls.beginConnecting(descriptor, target) { return descriptor }
      guard await PollingThread.network.wait(descriptor, .writable, until: deadline) else { throw .timedOut }
      try SystemCalls.checkConnection(descriptor)
      return descriptor
    } catch {
      SystemCalls.closeDescriptor(descriptor)
      throw error
    }
  }

  /// Resolves a name on a separate thread, because the system call blocks and cannot be cancelled.
  private func lookUp(_ host: String, _ port: UInt16) async throws -> [SystemCalls.SocketAddress] {
    if let numeric = try? SystemCalls.lookUp(host, port, numeric: true) { return numeric }
    let found = Promise<Result<[SystemCalls.SocketAddress], SystemError>>()
    try SystemCalls.startThread {
      found.fulfill(Result { () throws(SystemError) in try SystemCalls.lookUp(host, port, numeric: false) })
    }
    guard let found = await found.value() else { throw CancellationError() }
    return try found.get()
  }
}

/// A connected socket. System calls are made under a lock, so that none uses a descriptor that was closed and reused.
private final class POSIXConnection: TransportConnection {
  /// The socket's descriptor; nil after closing.
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
      try await performWhenReady(.writable) { socket throws(SystemError) in
        rest = rest.dropFirst(try SystemCalls.sendBytes(rest, to: socket))
      }
    }
  }

  func receive() async throws -> [UInt8]? {
    var received: [UInt8] = []
    try await performWhenReady(.readable) { socket throws(SystemError) in
      received = try SystemCalls.receiveBytes(from: socket)
    }
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

  /// Makes a system call. If it would block, waits until the socket is ready, and repeats it.
  private func performWhenReady(
    _ readiness: SystemCalls.Readiness, _ call: (Int32) throws(SystemError) -> Void
  ) async throws {
    while true {
      let (open, outcome) = descriptor.withLock { open in
        (open, open.map { open in Result { () throws(SystemError) in try call(open) } })
      }
      guard let open, let outcome else {
        throw ClientError.unreachable(address: address, reason: "the connection was closed")
      }
      switch outcome {
      case .success: return
      case .failure(let error) where error.isTransient:
        // If the socket is closed from here on, `close` ends the wait. If it was closed earlier, `isOpen` prevents it.
        let isOpen: @Sendable () -> Bool = { [descriptor] in descriptor.withLock { $0 != nil } }
        guard await PollingThread.network.wait(open, readiness, while: isOpen) else { throw CancellationError() }
      case .failure(let error): throw ClientError.unreachable(address: address, reason: error.text)
      }
    }
  }
}
