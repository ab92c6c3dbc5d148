/// A request that specifies the type of its result, such as `RoundsRequests.vote(.up, on: movie, in: round)`.
///
/// A client sends it at once. An outbox, for commands without secrets, keeps it until there is a connection.
public struct TypedRequest<Response: Decodable & Sendable>: Hashable, Codable, Sendable {
  private let parameters: Request
  private var member: MemberID?

  init(_ method: String, parameters body: (inout JSONWriter) -> Void = { _ in }) {
    parameters = Request(method, parameters: body)
  }

  /// Returns the same command, which acts as a managed member whose parent is the sender.
  public func acting<Value>(as member: MemberID) -> TypedRequest where Response == CommandResult<Value> {
    var copy = self
    copy.member = member
    return copy
  }

  /// Returns the request to send. A command acts as its own `member` or else as `defaultMember`; a query ignores both.
  func request(_ options: CommandOptions = CommandOptions(), actingAs defaultMember: MemberID? = nil) -> Request {
    let member = parameters.isCommand ? self.member ?? defaultMember : nil
    guard member != nil || options != CommandOptions() else { return parameters }
    return parameters.adding { json in
      json.fieldIfPresent("acting_as", member)
      json.fieldIfPresent("expected_revision", options.expectedRevision)
      json.fieldIfPresent("command_id", options.commandID)
    }
  }
}

/// Options that every command accepts.
public struct CommandOptions: Hashable, Codable, Sendable {
  /// The command's id; nil to have one generated. Sending a command again with the same id returns its first result.
  public var commandID: CommandID?
  /// The last revision that the sender has seen of the round, household or lists that the command changes; -1 if there
  /// was none yet. The command is refused if that is no longer the current revision. Nil skips the check.
  public var expectedRevision: Revision?

  public init(commandID: CommandID? = nil, expectedRevision: Revision? = nil) {
    self.commandID = commandID
    self.expectedRevision = expectedRevision
  }
}

extension MovieNightClient {
  /// Sends a request and decodes its result. Also works for a method that this library does not know.
  public func result<Value: Decodable>(of request: Request, timeout: Duration? = nil) async throws -> Value {
    try Value(result: try await call(request, timeout: timeout), of: request.method)
  }
}

extension Outbox {
  /// Keeps a command, and sends it as soon as possible.
  ///
  /// - Throws: `outbox` if it is full or closed, the file cannot be written, or the command sends or returns a secret.
  @discardableResult
  public func keep<Value>(
    _ request: TypedRequest<CommandResult<Value>>, options: CommandOptions = CommandOptions()
  ) async throws(ClientError) -> Kept<CommandResult<Value>> {
    Kept(id: try await send(request.request(options)), in: self)
  }
}

extension JSONWriter {
  mutating func fieldIfPresent(_ name: StaticString, _ value: (some JSONWritable)?) {
    if let value { field(name, value) }
  }

  /// Writes a time in whole seconds, as clients do, or nothing if `value` is nil.
  mutating func fieldIfPresent(_ name: StaticString, _ value: Timestamp?) {
    if let value { field(name, value) }
  }
}
