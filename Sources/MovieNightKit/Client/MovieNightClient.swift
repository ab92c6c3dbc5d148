/// A client of a movienight server, for apps.
///
///     let client = try await MovieNightClient.connect(to: ServerAddress("films.example.org:6684"))
///     try await client.authenticate(token)
///     let round = try await client.call("rounds.get") { $0.field("round_id", id) }
///
/// Any number of tasks can use one client at once: their requests are under way together on one connection, and each gets
/// its own answer. A task that is cancelled leaves the others alone.
///
/// Every command gets a `command_id` (version 7) unless it has one. When the connection is lost, or the server says that
/// it cannot serve just now, the client connects and authenticates again, with a growing pause in between, and sends the
/// same bytes again until the call's time is over: the command id makes that safe. ``events(after:stream:round:types:household:)`` goes on in
/// the same way, and ``outbox(_:of:limits:)`` keeps commands for as long as there is no connection at all.
///
/// A call throws ``ClientError``, and `CancellationError` when its task was cancelled.
public final class MovieNightClient: Sendable {
  let core: Core

  /// A client that connects when something first needs it. For an app that may be started where there is no network.
  ///
  /// - Parameters:
  ///   - address: where the server listens.
  ///   - authentication: as whom to act from the first connection on; nil until `authenticate` is called.
  ///   - options: how long it waits for what, and how much it takes at once.
  ///   - transport: how bytes get there. Bring your own for TLS.
  ///   - clock: tests give their own.
  ///   - randomness: of command ids and pauses; tests give their own.
  public init(
    to address: ServerAddress, as authentication: Authentication? = nil, options: Options = Options(),
    transport: any Transport = POSIXTransport(), clock: ClientClock = .system,
    randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    core = Core(address, authentication?.request, options, transport, clock, randomness)
  }

  deinit { core.close() }

  /// Connects, and returns a client whose connection stands.
  ///
  /// - Throws: `unreachable` at once when nobody answers there: only a connection that stood is made again.
  public static func connect(
    to address: ServerAddress, options: Options = Options(), transport: any Transport = POSIXTransport(),
    clock: ClientClock = .system,
    randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) async throws -> MovieNightClient {
    let client = MovieNightClient(
      to: address, options: options, transport: transport, clock: clock, randomness: randomness)
    _ = try await client.core.result(of: Request("server.ping"), .opening, within: options.callTimeout)
    return client
  }

  /// Where the server listens.
  public var address: ServerAddress { core.address }

  /// The state of the connection just now. It may change a moment later: show it, but do not decide by it.
  public var connectionState: ConnectionState { core.connectionState }

  /// The state of the connection: first as it is, then each change. A slow reader gets the newest state only. The sequence ends
  /// after `closed`.
  public var connectionStates: AsyncStream<ConnectionState> { core.connectionStates() }

  /// Ends the connection, for good. Calls that are under way fail as `closed`, as do later ones; feeds and outboxes end.
  public func close() { core.close() }

  // MARK: Authenticating

  /// Acts as the member that `token` belongs to, also after the connection had to be made again.
  ///
  /// - Returns: who that is.
  /// - Throws: `refused` when the server does not know the token. Whom it acted as before stays then. All else as ``call(_:timeout:)``.
  @discardableResult
  public func authenticate(_ token: String) async throws -> Identity {
    try await authenticate(.token(token))
  }

  /// Acts as the administrator: on the Unix socket of a server that runs under the same user.
  ///
  /// - Returns: the administrator.
  /// - Throws: `refused` when the server takes nobody for its administrator here.
  @discardableResult
  public func authenticateAsAdministrator() async throws -> Identity {
    try await authenticate(.administrator)
  }

  private func authenticate(_ authentication: Authentication) async throws -> Identity {
    let request = authentication.request
    let answer = try await core.result(of: request, within: core.options.callTimeout)
    return try Identity(result: answer, of: request.method)
  }

  // MARK: Calling

  /// The result of one method.
  ///
  /// - Parameters:
  ///   - method: as `docs/protocol` names it.
  ///   - timeout: how long all attempts together may take; else `Options.callTimeout`.
  ///   - parameters: writes the members of the parameters.
  /// - Throws: `refused` when the server says no; `unreachable` when it was away for longer than
  ///   `Options.reconnectTimeout`; `unreadableParameters`; `timedOut`, `closed`, `identityChanged` and
  ///   `protocolViolation`, and `CancellationError` when the task was cancelled: after these a command may have been carried out.
  public func call(
    _ method: String, timeout: Duration? = nil, parameters: (inout JSONWriter) -> Void = { _ in }
  ) async throws -> JSONValue {
    try await call(Request(method, parameters: parameters), timeout: timeout)
  }

  /// The result of `request`; as ``call(_:timeout:parameters:)``.
  public func call(_ request: Request, timeout: Duration? = nil) async throws -> JSONValue {
    let prepared = try core.prepared(request)
    return try await core.result(of: prepared, within: timeout ?? core.options.callTimeout)
  }

  /// Sends all requests without waiting in between, in their order, and returns their outcomes in the same order.
  ///
  /// What the server wants to get again later is sent again behind the rest: where a request needs an earlier one to
  /// have succeeded, call them one after the other.
  ///
  /// - Throws: `CancellationError` when the task was cancelled; some may have been carried out.
  public func pipeline(
    _ requests: [Request], timeout: Duration? = nil
  ) async throws -> [Result<JSONValue, ClientError>] {
    var outcomes: [Result<JSONValue, ClientError>?] = []
    var prepared: [Request] = []
    for request in requests {
      do throws(ClientError) {
        prepared.append(try core.prepared(request))
        outcomes.append(nil)
      } catch {
        outcomes.append(.failure(error))
      }
    }
    var answers = try await core.outcomes(of: prepared, within: timeout ?? core.options.callTimeout)[...]
    return outcomes.map { $0 ?? answers.popFirst() ?? .failure(.closed) }
  }

  // MARK: What the server tells

  /// The events of a household after a position, else from now on: each once, in order, over lost connections and
  /// restarts of the server.
  ///
  /// The feed begins at once: what happens from here on is heard, whenever it is asked for. A connection has up to 16.
  /// - Parameters:
  ///   - position: where an earlier feed with the same filter was: ``EventFeed/position``.
  ///   - stream: only events of this stream, as events name it; of all where it is nil.
  ///   - round: only events of this round; of all rounds, and of the household, where it is nil.
  ///   - types: only events of these types, at most 100; of all where it is nil.
  ///   - household: which one, for an administrator; a member's own else.
  public func events(
    after position: EventPosition? = nil, stream: String? = nil, round: RoundID? = nil, types: [EventType]? = nil,
    household: HouseholdID? = nil
  ) -> EventFeed {
    let request = Request("events.subscribe") { parameters in
      parameters.fieldIfPresent("stream", stream)
      parameters.fieldIfPresent("round_id", round)
      parameters.fieldIfPresent("types", types)
      parameters.fieldIfPresent("household_id", household)
    }
    return EventFeed(self, request, after: position)
  }

  /// From now on gives what the server tells unasked, and is not about events, to `handler`: `projections.progress`.
  ///
  /// It is called in the order of the notifications, and must return soon: no answer is taken meanwhile.
  public func onNotification(_ handler: @escaping @Sendable (_ method: String, _ parameters: JSONValue) -> Void) {
    core.onNotification(handler)
  }
}
