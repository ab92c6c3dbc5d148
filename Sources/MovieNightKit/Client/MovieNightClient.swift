/// A client of a movienight server, for apps.
///
///     let client = try await MovieNightClient.connect(to: ServerAddress("films.example.org:6684"))
///     try await client.authenticate(token)
///     let round = try await client.call("rounds.get") { $0.field("round_id", id) }
///
/// Any number of tasks can share one client: their requests are in flight together on one connection. Cancelling one task
/// does not affect the others.
///
/// Every command gets a `command_id` (version 7) unless it has one. If the connection is lost or the server is temporarily
/// unavailable, the client reconnects with growing pauses, authenticates, and sends the same bytes again until the call times
/// out: the command id makes that safe. ``events(after:stream:round:types:household:)`` resumes in the same way, and
/// ``outbox(_:of:limits:)`` keeps commands while there is no connection.
///
/// A call throws ``ClientError``, or `CancellationError` if its task was cancelled.
public final class MovieNightClient: Sendable {
  let core: Core

  /// Creates a client that connects on first use, for an app that may start without a network.
  ///
  /// - Parameters:
  ///   - address: The server's address.
  ///   - authentication: The identity from the first connection on; nil until `authenticate` is called.
  ///   - options: The timeouts and limits.
  ///   - transport: Moves the bytes. Bring your own for TLS.
  ///   - clock: The clocks, which tests replace.
  ///   - randomness: The source of command ids and pauses, which tests replace.
  public init(
    to address: ServerAddress, as authentication: Authentication? = nil, options: Options = Options(),
    transport: any Transport = POSIXTransport(), clock: ClientClock = .system,
    randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    core = Core(address, authentication?.request, options, transport, clock, randomness)
  }

  deinit { core.close() }

  /// Connects and returns the connected client.
  ///
  /// - Throws: `unreachable` at once if the server does not answer: only an established connection is restored.
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

  /// The server's address.
  public var address: ServerAddress { core.address }

  /// The current state of the connection. It may change at any moment: show it, but do not decide by it.
  public var connectionState: ConnectionState { core.connectionState }

  /// The current state of the connection, then each change. A slow reader gets only the newest state. Ends after `closed`.
  public var connectionStates: AsyncStream<ConnectionState> { core.connectionStates() }

  /// Closes the client for good. Calls in flight and later calls fail with `closed`; feeds and outboxes end.
  public func close() { core.close() }

  // MARK: Authenticating

  /// Authenticates as the member that `token` belongs to, also on later connections.
  ///
  /// - Throws: `refused` if the server does not know the token; the earlier identity is kept. Otherwise as ``call(_:timeout:)``.
  @discardableResult
  public func authenticate(_ token: String) async throws -> Identity {
    try await authenticate(.token(token))
  }

  /// Authenticates as the administrator, on the Unix socket of a server that runs under the same user.
  ///
  /// - Throws: `refused` if the server does not accept the caller as its administrator.
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

  /// Calls a method and returns its result.
  ///
  /// - Parameters:
  ///   - method: The method's name in `docs/protocol`.
  ///   - timeout: The time limit for all attempts together; nil for `Options.callTimeout`.
  ///   - parameters: Writes the members of the parameters.
  /// - Throws: `refused`; `unreachable` if the server was away for longer than `Options.reconnectTimeout`;
  ///   `unreadableParameters`; `timedOut`, `closed`, `identityChanged`, `protocolViolation` or `CancellationError`, after
  ///   which a command may have been carried out.
  public func call(
    _ method: String, timeout: Duration? = nil, parameters: (inout JSONWriter) -> Void = { _ in }
  ) async throws -> JSONValue {
    try await call(Request(method, parameters: parameters), timeout: timeout)
  }

  /// Sends `request` and returns its result, as ``call(_:timeout:parameters:)``.
  public func call(_ request: Request, timeout: Duration? = nil) async throws -> JSONValue {
    let prepared = try core.prepared(request)
    return try await core.result(of: prepared, within: timeout ?? core.options.callTimeout)
  }

  /// Sends all requests in order without waiting in between, and returns their outcomes in the same order.
  ///
  /// A request that has to be retried is sent again after the others. If a request needs an earlier one to succeed, call them
  /// one after the other.
  ///
  /// - Throws: `CancellationError` if the task was cancelled; some requests may have been carried out.
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

  // MARK: Events and notifications

  /// The events of a household after a position, or from now on: each once and in order, across lost connections and restarts
  /// of the server.
  ///
  /// The feed subscribes at once, and buffers events until they are read. A connection has up to 16 feeds.
  /// - Parameters:
  ///   - position: The ``EventFeed/position`` of an earlier feed with the same filter.
  ///   - stream: Only events of this stream, as events name it; nil for all.
  ///   - round: Only events of this round; nil for those of all rounds and of the household.
  ///   - types: Only events of these types, at most 100; nil for all.
  ///   - household: The household, for an administrator; nil for the member's own.
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

  /// Sets the handler of notifications that are not about events, such as `projections.progress`.
  ///
  /// It is called in the order of the notifications and must return soon: no answer is processed meanwhile.
  public func onNotification(_ handler: @escaping @Sendable (_ method: String, _ parameters: JSONValue) -> Void) {
    core.onNotification(handler)
  }
}
