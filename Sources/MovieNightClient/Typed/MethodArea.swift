import Primitives

/// The methods of one area of the protocol: `client.rounds`.
public protocol MethodArea: Sendable {
  /// By which client, and within which time.
  var route: Route { get set }
}

/// How calls reach a server.
public struct Route: Sendable {
  let client: MovieNightClient
  /// How long a call may take, all attempts together; nil is as long as the client's options say.
  var timeout: Duration?

  init(client: MovieNightClient) { self.client = client }
}

extension MethodArea {
  /// The same methods, each of whose calls may take so long: `client.server.within(.seconds(2)).ping()`.
  public func within(_ timeout: Duration) -> Self {
    var area = self
    area.route.timeout = timeout
    return area
  }

  func result<Value: JSONReadable>(of request: Request) async throws(ClientError) -> Value {
    try await route.client.result(of: request, within: route.timeout)
  }

  /// For a method that gives nothing.
  func send(_ request: Request) async throws(ClientError) {
    _ = try await route.client.call(request, timeout: route.timeout)
  }
}

extension MovieNightClient {
  /// The result of a request as a value: also of a method that this library does not know yet.
  public func result<Value: JSONReadable>(
    of request: Request, within timeout: Duration? = nil
  ) async throws(ClientError) -> Value {
    try Value(result: try await call(request, timeout: timeout), of: request.method)
  }
}
