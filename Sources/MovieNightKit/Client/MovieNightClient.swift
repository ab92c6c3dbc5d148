/// A client of a movienight server, for apps.
///
///     let client = try await MovieNightClient.connect(to: ServerAddress("films.example.org:6684"))
///     try await client.authenticate(token)
///     let round = try await client.rounds.get(id)
///
/// Any number of tasks can share a client, with requests in flight at once. Cancelling one does not affect the others.
///
/// Every command gets a `command_id` (a version 7 UUID) unless it has one. If the connection is lost or the server is
/// temporarily unavailable, the client reconnects with growing pauses, authenticates, and sends the same bytes again
/// until the call times out. That is safe, because the server carries out each id only once. ``outbox(_:of:limits:)``
/// keeps commands while offline, and ``events(after:stream:round:types:household:)`` resumes where it stopped.
///
/// A call throws ``ClientError``, or `CancellationError` if its task was cancelled.
public final class MovieNightClient: Sendable {
  let core: Core

  /// Creates a client that connects on first use, for an app that may start without a network.
  ///
  /// - Parameters:
  ///   - address: The server's address.
  ///   - authentication: The identity to act as from the first connection on; nil to stay unauthenticated until
  ///     `authenticate` is called.
  ///   - options: The timeouts and limits.
  ///   - transport: The transport that moves the bytes. Pass one of your own for TLS.
  ///   - clock: The client's clocks, which tests replace.
  ///   - randomness: The source of randomness for command ids and pauses, which tests replace.
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
  /// - Throws: `unreachable` if the first attempt fails. It is not retried, as only lost connections are restored.
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

  /// The current state of the connection. It may change at any moment, so show it, but do not base decisions on it.
  public var connectionState: ConnectionState { core.connectionState }

  /// The current state of the connection, then each change, until `closed`. A slow reader gets only the newest state.
  public var connectionStates: AsyncStream<ConnectionState> { core.connectionStates() }

  /// Closes the client for good. Calls in flight and later calls fail with `closed`; feeds and outboxes end.
  public func close() { core.close() }

  // MARK: Authenticating

  /// Authenticates as the member that `token` belongs to, on this and all later connections.
  ///
  /// - Throws: `refused` for an unknown token; the earlier identity stays. Else like ``call(_:timeout:)``.
  @discardableResult
  public func authenticate(_ token: String) async throws -> Identity {
    try await authenticate(.token(token))
  }

  /// Authenticates as the administrator. Requires the Unix socket of a server that runs as the same user.
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
  ///   - timeout: The time limit of the call, including all its attempts; nil for `Options.callTimeout`.
  ///   - parameters: A closure that writes the members of the parameters.
  /// - Throws: `refused`; `unreachable` if the server could not be reached for `Options.reconnectTimeout`;
  ///   `unreadableParameters`; `timedOut`, `closed`, `identityChanged`, `protocolViolation` or `CancellationError`,
  ///   after which a command may have been carried out.
  public func call(
    _ method: String, timeout: Duration? = nil, parameters: (inout JSONWriter) -> Void = { _ in }
  ) async throws -> JSONValue {
    try await call(Request(method, parameters: parameters), timeout: timeout)
  }

  /// Sends `request` and returns its result, like ``call(_:timeout:parameters:)``.
  public func call(_ request: Request, timeout: Duration? = nil) async throws -> JSONValue {
    let prepared = try core.prepared(request)
    return try await core.result(of: prepared, within: timeout ?? core.options.callTimeout)
  }

  /// Sends all requests in order without waiting for answers, and returns their outcomes in the same order.
  ///
  /// A retried request is sent again after the others, so do not pass requests that depend on earlier ones.
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

  /// Returns a feed of a household's events after a position, or from now on: see ``EventFeed``.
  ///
  /// The feed subscribes at once, and buffers events until they are read. A connection can have at most 16 feeds.
  /// - Parameters:
  ///   - position: The ``EventFeed/position`` of an earlier feed with the same filter; nil to begin now.
  ///   - stream: The stream whose events are delivered, as events name it; nil for all streams.
  ///   - round: The round whose events are delivered; nil for events of all rounds and of the household.
  ///   - types: The types of the events that are delivered, at most 100; nil for all types.
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

  /// Sets the handler of notifications that are not about events, such as `projections.progress`. It is called in their
  /// order, and must return soon, because the client processes no answers while it runs.
  public func onNotification(_ handler: @escaping @Sendable (_ method: String, _ parameters: JSONValue) -> Void) {
    core.onNotification(handler)
  }
}
