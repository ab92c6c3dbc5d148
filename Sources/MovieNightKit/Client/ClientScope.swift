/// The methods of the protocol, grouped by area, such as `client.rounds`.
public protocol ClientMethods: Sendable {
  /// The client and the settings of its calls.
  var scope: ClientScope { get }
}

/// A client with call settings, made by ``ClientMethods/acting(as:)`` and ``ClientMethods/within(_:)``.
public struct ClientScope: ClientMethods {
  let client: MovieNightClient
  /// The managed member that commands act as; nil for the client's own member.
  var member: MemberID?
  /// The time limit of a call, including all its attempts; nil for `Options.callTimeout`.
  var timeout: Duration?

  init(client: MovieNightClient) { self.client = client }

  public var scope: ClientScope { self }
}

extension MovieNightClient: ClientMethods {
  public var scope: ClientScope { ClientScope(client: self) }
}

extension ClientMethods {
  /// Returns the same methods, whose commands act as a managed member; its parent must be the client's own member.
  /// Queries are not affected. Example: `client.acting(as: ben).rounds.vote(.up, on: movie, in: round)`.
  public func acting(as member: MemberID) -> ClientScope {
    var scope = scope
    scope.member = member
    return scope
  }

  /// Returns the same methods with a time limit per call, including all attempts:
  /// `client.within(.seconds(2)).server.ping()`.
  public func within(_ timeout: Duration) -> ClientScope {
    var scope = scope
    scope.timeout = timeout
    return scope
  }

  /// The methods that only administrators may call.
  public var administration: Administration { Administration(scope: scope) }

  /// Sends a request and returns its result.
  ///
  /// - Throws: `ClientError`, with `protocolViolation` if the result has another type; `CancellationError`.
  @discardableResult
  public func send<Response>(_ request: TypedRequest<Response>) async throws -> Response {
    try await scope.client.result(of: request.request(actingAs: scope.member), timeout: scope.timeout)
  }

  /// Sends a command with options and returns its result. Throws the same errors as `send` without options.
  @discardableResult
  public func send<Value>(
    _ command: TypedRequest<CommandResult<Value>>, options: CommandOptions
  ) async throws -> CommandResult<Value> {
    try await scope.client.result(of: command.request(options, actingAs: scope.member), timeout: scope.timeout)
  }
}

/// The methods that only administrators may call, grouped by area, such as `client.administration.households.list()`.
public struct Administration: Sendable {
  let scope: ClientScope
}
