// Made by `make client` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `server.…`.
  public var server: ServerArea { ServerArea(client: self) }

  /// The methods `server.…`.
  public struct ServerArea: MethodArea {
    let client: MovieNightClient
    public var timeout: Duration?
  }
}

extension MovieNightClient.ServerArea {
  /// Answers.
  ///
  /// Sends `server.ping`. Everyone may, also without a token.
  ///
  /// - Throws: why there is no result.
  public func ping() async throws(ClientError) {
    _ = try await client.call(Request.read("server.ping"), timeout: timeout)
  }

  /// Tells what the server is, and what it can do.
  ///
  /// Sends `server.info`. Everyone may, also without a token.
  ///
  /// - Returns: What the server is, and what it can do.
  /// - Throws: why there is no result.
  public func info() async throws(ClientError) -> ServerInfo {
    try await client.result(of: Request.read("server.info"), within: timeout)
  }

  /// Tells how the server is, and what is wrong.
  ///
  /// Sends `server.health`.
  ///
  /// - Returns: How the server is, and what is wrong.
  /// - Throws: why there is no result.
  public func health() async throws(ClientError) -> ServerHealth {
    try await client.result(of: Request.read("server.health"), within: timeout)
  }

  /// Shows the server's metrics.
  ///
  /// Sends `server.metrics`. Only for administrators.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAllowed`` (403): only an administrator can do this
  ///
  /// - Returns: Metrics.
  /// - Throws: why there is no result.
  public func metrics() async throws(ClientError) -> ServerMetrics {
    try await client.result(of: Request.read("server.metrics"), within: timeout)
  }
}
