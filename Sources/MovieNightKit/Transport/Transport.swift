/// A way to reach a server: TCP and Unix sockets by `POSIXTransport`, or an app's own, such as Network.framework with TLS.
///
/// A transport only moves bytes. The client decides what to send and when to reconnect.
public protocol Transport: Sendable {
  /// The executor of the client's own work; nil, the default, for Swift's global one. It must not run a job within `enqueue`.
  var executor: (any TaskExecutor)? { get }

  /// Makes one connection.
  ///
  /// It may take any time: the client cancels the task after its `connectTimeout`, and discards a later result.
  /// - Throws: A `ClientError` other than `unreachable` if a retry cannot help. The client retries after any other error.
  func connect(to address: ServerAddress) async throws -> any TransportConnection
}

extension Transport {
  public var executor: (any TaskExecutor)? { nil }
}

/// An established connection. One task sends while another receives; any may close it.
public protocol TransportConnection: Sendable {
  /// Sends all of `bytes`. They need not have arrived when it returns.
  /// - Throws: Any error if the connection is lost or closed, or the task was cancelled.
  func send(_ bytes: [UInt8]) async throws

  /// Waits for bytes and returns them, never empty; nil if the peer has ended the stream. Throws as `send`.
  func receive() async throws -> [UInt8]?

  /// Closes the connection. A `send` or `receive` that waits fails.
  func close()
}
