import MovieNightKit

/// A connection to the movienight server, read line by line.
struct ServerLines: Sendable {
  enum Next {
    case line([UInt8])
    /// Nothing arrived in time.
    case nothing
    /// The server closed the connection.
    case end
  }

  let connection: any TransportConnection
  private let lineBytes: Int
  private var received: [UInt8] = []
  private var searched = 0

  /// Connects and authenticates.
  ///
  /// - Throws: The `GatewayAnswer` that says why not, as a ``GatewayRefusal``.
  init(to address: ServerAddress, token: String?, limits: GatewayLimits) async throws {
    let connected = try? await within(limits.connectTime) { try await POSIXTransport().connect(to: address) }
    guard let connected else { throw GatewayRefusal(.unreachable) }
    connection = connected
    // An answer may be longer than all results of a batch may be, by its id and the like.
    lineBytes = limits.answerBytes + 65_536
    guard let token else { return }
    do {
      let answer = try await call("auth.authenticate", { $0.field("token", token) }, within: limits.connectTime)
      if answer.code == nil { return }
      throw GatewayRefusal(answer)
    } catch {
      connection.close()
      throw error as? GatewayRefusal ?? GatewayRefusal(.unreachable)
    }
  }

  /// Sends a request and returns its answer. Only for a connection without other requests.
  mutating func call(
    _ method: String, _ parameters: (inout JSONWriter) -> Void, within time: Duration
  ) async throws -> GatewayAnswer {
    let request = JSONWriter.object {
      $0.field("jsonrpc", "2.0")
      $0.field("id", 0)
      $0.field("method", method)
      $0.object("params", parameters)
    }
    try await connection.send(request.bytes + [10])
    guard case .line(let line) = try await next(within: time),
      let answer = GatewayAnswer(try JSONDocument(stored: line).root)
    else { throw GatewayRefusal(.unreachable) }
    return answer
  }

  /// Returns the next line, without its end. Without a time, it waits for ever.
  mutating func next(within time: Duration? = nil) async throws -> Next {
    while true {
      if let end = received[searched...].firstIndex(of: 10) {
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        searched = 0
        return .line(line)
      }
      searched = received.count
      guard received.count <= lineBytes else { throw GatewayRefusal(.answerTooLarge) }
      if let time {
        guard let arrived = try await within(time, { [connection] in try await connection.receive() }) else {
          return .nothing
        }
        guard let arrived else { return .end }
        received += arrived
      } else {
        guard let arrived = try await connection.receive() else { return .end }
        received += arrived
      }
    }
  }
}

/// The error that a `GatewayAnswer` describes.
struct GatewayRefusal: Error {
  let answer: GatewayAnswer

  init(_ answer: GatewayAnswer) { self.answer = answer }
}

/// Runs `body` and returns its value; nil if it takes longer than `time`. A value that comes just then is not lost.
func within<Value: Sendable>(
  _ time: Duration, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try? await Task.sleep(for: time)
      return nil
    }
    let first = try await group.next() ?? nil
    group.cancelAll()
    if let first { return first }
    try Task.checkCancellation()
    while let result = await group.nextResult() {
      if case .success(let value?) = result { return value }
    }
    return nil
  }
}
