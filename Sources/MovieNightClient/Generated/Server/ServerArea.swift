// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `server.…`.
  public var server: ServerArea { ServerArea(route: Route(client: self)) }

  /// The methods `server.…`.
  public struct ServerArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.ServerArea {
  /// Answers.
  ///
  /// Sends `server.ping`. Everyone may, also without a token.
  ///
  /// - Throws: why there is no result.
  public func ping() async throws(ClientError) {
    try await send(Request.read("server.ping"))
  }

  /// Tells what the server is, and what it can do.
  ///
  /// Sends `server.info`. Everyone may, also without a token.
  ///
  /// - Returns: What the server is, and what it can do.
  /// - Throws: why there is no result.
  public func info() async throws(ClientError) -> ServerInfo {
    try await result(of: Request.read("server.info"))
  }

  /// Tells how the server is, and what is wrong.
  ///
  /// Sends `server.health`.
  ///
  /// - Returns: How the server is, and what is wrong.
  /// - Throws: why there is no result.
  public func health() async throws(ClientError) -> ServerHealth {
    try await result(of: Request.read("server.health"))
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
    try await result(of: Request.read("server.metrics"))
  }
}
