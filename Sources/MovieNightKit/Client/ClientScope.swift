/// The methods of the protocol, in areas: `client.rounds`.
public protocol ClientMethods: Sendable {
  /// The client, and the settings of its calls.
  var scope: ClientScope { get }
}

/// A client with settings for calls: ``ClientMethods/acting(as:)`` and ``ClientMethods/within(_:)`` make one.
public struct ClientScope: ClientMethods {
  let client: MovieNightClient
  /// The managed member that commands are for; nil for the client's own member.
  var member: MemberID?
  /// How long a call may take, all attempts together; nil for `Options.callTimeout`.
  var timeout: Duration?

  init(client: MovieNightClient) { self.client = client }

  public var scope: ClientScope { self }
}

extension MovieNightClient: ClientMethods {
  public var scope: ClientScope { ClientScope(client: self) }
}

extension ClientMethods {
  /// The same methods, with commands for a managed member whose parent the client's own member is:
  /// `client.acting(as: ben).rounds.vote(.up, on: movie, in: round)`. Queries are not affected.
  public func acting(as member: MemberID) -> ClientScope {
    var scope = scope
    scope.member = member
    return scope
  }

  /// The same methods, with a time limit for each call, all attempts together: `client.within(.seconds(2)).server.ping()`.
  public func within(_ timeout: Duration) -> ClientScope {
    var scope = scope
    scope.timeout = timeout
    return scope
  }

  /// The methods that only administrators may call.
  public var administration: Administration { Administration(scope: scope) }

  /// Sends a request, and returns its result.
  ///
  /// - Throws: why there is no result; `protocolViolation` if it is of another type; `CancellationError`.
  @discardableResult
  public func send<Response>(_ request: TypedRequest<Response>) async throws -> Response {
    try await scope.client.result(of: request.request(actingAs: scope.member), timeout: scope.timeout)
  }

  /// Sends a command with options, and returns its result.
  ///
  /// - Parameters:
  ///   - command: what to send.
  ///   - options: the command's id and the revision that the sender expects.
  /// - Throws: why there is no result; `protocolViolation` if it is of another type; `CancellationError`.
  @discardableResult
  public func send<Value>(
    _ command: TypedRequest<CommandResult<Value>>, options: CommandOptions
  ) async throws -> CommandResult<Value> {
    try await scope.client.result(of: command.request(options, actingAs: scope.member), timeout: scope.timeout)
  }
}

/// The methods that only administrators may call, in areas: `client.administration.households.list()`.
public struct Administration: Sendable {
  let scope: ClientScope
}
