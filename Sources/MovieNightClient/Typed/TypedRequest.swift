import Primitives

/// A request, and the type of its result: `RoundsRequests.vote(.up, on: movie, in: round)`.
///
/// A client sends it at once. An outbox keeps it until there is a connection, where it is a command without a secret.
public struct TypedRequest<Response: Decodable & Sendable>: Sendable {
  private let parameters: Request
  private var member: MemberID?

  init(_ method: String, parameters body: (inout JSONWriter) -> Void = { _ in }) {
    parameters = Request(method, parameters: body)
  }

  /// The same command for a managed member whose parent the sender is.
  public func acting<Value>(as member: MemberID) -> TypedRequest where Response == Changed<Value> {
    var copy = self
    copy.member = member
    return copy
  }

  func request(_ options: CommandOptions = CommandOptions()) -> Request {
    guard member != nil || options != CommandOptions() else { return parameters }
    return parameters.adding { json in
      json.fieldIfPresent("acting_as", member)
      json.fieldIfPresent("expected_revision", options.expectedRevision)
      json.fieldIfPresent("command_id", options.commandID)
    }
  }
}

/// Options that every command accepts.
public struct CommandOptions: Hashable, Sendable {
  /// The command's id. The client makes one if it is nil. A command that is sent again with the same id gives its first result
  /// again.
  public var commandID: CommandID?
  /// The revision that the sender has seen of what the command changes, -1 if nothing was recorded yet. If others have changed
  /// it since, the command is refused. Nil if that does not matter.
  public var expectedRevision: Int?

  public init(commandID: CommandID? = nil, expectedRevision: Int? = nil) {
    self.commandID = commandID
    self.expectedRevision = expectedRevision
  }
}

extension MovieNightClient {
  /// Sends a request, and returns its result.
  ///
  /// - Parameters:
  ///   - request: what to send.
  ///   - timeout: how long all attempts together may take; `Options.callTimeout` if it is nil.
  /// - Throws: why there is no result; `protocolViolation` if it is of another type.
  @discardableResult
  public func send<Response>(
    _ request: TypedRequest<Response>, timeout: Duration? = nil
  ) async throws(ClientError) -> Response {
    try await result(of: request.request(), timeout: timeout)
  }

  /// Sends a command with options, and returns its result.
  ///
  /// - Parameters:
  ///   - request: what to send.
  ///   - options: the command's id and the revision that the sender expects.
  ///   - timeout: how long all attempts together may take; `Options.callTimeout` if it is nil.
  /// - Throws: why there is no result; `protocolViolation` if it is of another type.
  @discardableResult
  public func send<Value>(
    _ request: TypedRequest<Changed<Value>>, options: CommandOptions, timeout: Duration? = nil
  ) async throws(ClientError) -> Changed<Value> {
    try await result(of: request.request(options), timeout: timeout)
  }

  /// The result of a request as a value: also of a method that this library does not know yet.
  public func result<Value: Decodable>(
    of request: Request, timeout: Duration? = nil
  ) async throws(ClientError) -> Value {
    try Value(result: try await call(request, timeout: timeout), of: request.method)
  }
}

extension Outbox {
  /// Keeps a command. It is sent as soon as it can be.
  ///
  /// - Throws: `outbox` when it is not kept: the outbox is full or closed, the file cannot be written, or the command sends or
  ///   returns a secret.
  @discardableResult
  public func keep<Value>(
    _ request: TypedRequest<Changed<Value>>, options: CommandOptions = CommandOptions()
  ) async throws(ClientError) -> Kept<Changed<Value>> {
    Kept(id: try await send(request.request(options)), in: self)
  }
}
