import Primitives

/// The methods of one area of the protocol: `client.rounds`.
public protocol MethodArea: Sendable {
  /// By which client, for whom, and within which time.
  var route: Route { get set }
}

/// An area with commands.
public protocol CommandArea: MethodArea {}

/// How calls reach a server.
public struct Route: Sendable {
  let client: MovieNightClient
  /// How long a call may take, all attempts together; nil is as long as the client's options say.
  var timeout: Duration?
  /// The managed member that commands are for; nil for the client's own.
  var member: MemberID?

  init(client: MovieNightClient) { self.client = client }
}

extension MethodArea {
  /// The same methods, each of whose calls may take so long: `client.server.within(.seconds(2)).ping()`.
  public func within(_ timeout: Duration) -> Self {
    var area = self
    area.route.timeout = timeout
    return area
  }

  func send<Response>(_ request: TypedRequest<Response>) async throws(ClientError) -> Response {
    try await route.client.send(request, timeout: route.timeout)
  }
}

extension CommandArea {
  /// The same commands for a managed member whose parent the client's own member is:
  /// `client.rounds.acting(as: ben).vote(.up, on: movie, in: round)`. Queries are not affected.
  public func acting(as member: MemberID) -> Self {
    var area = self
    area.route.member = member
    return area
  }

  func send<Value>(
    _ request: TypedRequest<Changed<Value>>, _ options: CommandOptions
  ) async throws(ClientError) -> Changed<Value> {
    let command = route.member.map { request.acting(as: $0) } ?? request
    return try await route.client.send(command, options: options, timeout: route.timeout)
  }
}
