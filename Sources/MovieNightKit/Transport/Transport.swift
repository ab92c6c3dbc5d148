/// A way to a server: TCP and Unix sockets by `POSIXTransport`, or what an app brings, as Network.framework with TLS.
///
/// A transport moves bytes. What they mean, when to connect again and what to send again is the client's business.
public protocol Transport: Sendable {
  /// Where the client's own work on these connections is done; nil, unless said otherwise, wherever Swift runs tasks. It must not run
  /// a job within `enqueue`.
  var executor: (any TaskExecutor)? { get }

  /// Makes one connection.
  ///
  /// It takes as long as it takes: the client cancels the task when its `connectTimeout` is over, and whatever comes after
  /// that is thrown away.
  /// - Throws: another `ClientError` than `unreachable` where trying again does not help. The client tries again after any other error.
  func connect(to address: ServerAddress) async throws -> any TransportConnection
}

extension Transport {
  public var executor: (any TaskExecutor)? { nil }
}

/// A connection that stands. One task sends, another one receives, both at once; any may close it.
public protocol TransportConnection: Sendable {
  /// Sends all of `bytes`, and returns when they are on their way, which need not be when they have arrived.
  /// - Throws: any error when the connection is lost or was closed, or the task was cancelled.
  func send(_ bytes: [UInt8]) async throws

  /// What has come since the last call; waits for it, and is never empty. Nil when the other side has ended.
  /// - Throws: as `send`.
  func receive() async throws -> [UInt8]?

  /// Ends it. What waits in `send` or `receive` is woken and fails.
  func close()
}
