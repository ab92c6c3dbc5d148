/// A way to connect to a server: `POSIXTransport` for TCP and Unix sockets, or an app's own, such as Network.framework
/// with TLS. It only moves bytes; the client decides what to send and when to reconnect.
public protocol Transport: Sendable {
  /// The executor of the client's work; nil (default) for Swift's global one. Must not run jobs within `enqueue`.
  var executor: (any TaskExecutor)? { get }

  /// Connects to a server. The client cancels the task after `Options.connectTimeout`, and discards a later result.
  /// - Throws: A `ClientError` other than `unreachable` if a retry cannot help. The client retries otherwise.
  func connect(to address: ServerAddress) async throws -> any TransportConnection
}

extension Transport {
  public var executor: (any TaskExecutor)? { nil }
}

/// An established connection. One task may send while another receives, and any task may close it.
public protocol TransportConnection: Sendable {
  /// Sends all of `bytes`. May return before they have arrived.
  /// - Throws: Any error if the connection is lost or closed, or the task was cancelled.
  func send(_ bytes: [UInt8]) async throws

  /// Waits for bytes and returns them, never empty; nil if the peer has ended the stream. Throws like `send`.
  func receive() async throws -> [UInt8]?

  /// Closes the connection. A waiting `send` or `receive` fails.
  func close()
}
