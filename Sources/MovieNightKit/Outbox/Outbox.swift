/// A queue of a member's commands, sent when there is a connection. A vote cast in a tunnel counts, and only once.
///
///     let outbox = try client.outbox(.file(path), of: member)
///     try await outbox.keep(RoundsRequests.vote(.up, on: movie, in: round))
///     for await outcome in outbox.outcomes {
///       show(outcome)
///       try await outbox.acknowledge(outcome)
///     }
///
/// When `keep` returns, the command is stored. Commands are sent in order, one at a time, each with the same id until
/// answered. The server remembers ids for 30 days, and carries out each once. Commands in a file survive app restarts.
///
/// Each answer becomes one of ``outcomes``, and is kept until it is acknowledged. An app that exits before that gets
/// the outcome again after it starts, so it may see an outcome twice, but misses none.
///
/// Commands are sent only while the client acts as the outbox's member. If the server rejects the client's token, they
/// wait until the client authenticates with a valid one. Give each member a separate file.
///
/// An outbox never keeps commands that send or return a token or an invite. Send those with the client.
public final class Outbox: Sendable {
  let keeper: OutboxKeeper
  /// Retained so that the client, which closes its connection when it is released, lives as long as the outbox.
  private let client: MovieNightClient

  init(
    _ client: MovieNightClient, _ store: any OutboxStore, of member: MemberID, _ limits: Limits
  ) throws(ClientError) {
    self.client = client
    keeper = try OutboxKeeper(client.core, store, of: member, limits)
    keeper.begin()
  }

  deinit { keeper.close() }

  /// The limits of an outbox, for waiting commands and unacknowledged outcomes together.
  public struct Limits: Hashable, Codable, Sendable {
    /// The maximum number of commands and outcomes.
    public var commands: Int
    /// The maximum total size of the commands' parameters and answers, in bytes.
    public var bytes: Int

    public init(commands: Int = 1000, bytes: Int = 4 * 1024 * 1024) {
      self.commands = commands
      self.bytes = bytes
    }
  }

  /// A command that waits to be sent or answered.
  public struct Command: Identifiable, Hashable, Codable, Sendable {
    /// The command's `command_id`.
    public let id: CommandID
    /// The method's name in the protocol, such as `rounds.vote`.
    public let method: String
    /// The parameters as they are sent.
    public let parameters: JSONValue
    /// The time at which the command was kept, by this machine's clock.
    public let keptAt: Timestamp
  }

  /// The outcome of a command.
  public struct Outcome: Identifiable, Hashable, Sendable {
    /// The command's `command_id`.
    public var id: CommandID { command.id }
    /// The command that was sent.
    public let command: Command
    /// The server's result; `refused` if it refused the command, or recorded it and cannot read the result
    /// (`result_unreadable`); `protocolViolation` if its answer was repeatedly unreadable.
    public let result: Result<JSONValue, ClientError>

    /// Decodes the result: `try outcome.value(as: CommandResult<UpdatedRound>.self)`. Throws the error of `result`, or
    /// `protocolViolation` if the result has another type.
    public func value<Value: Decodable>(as type: Value.Type = Value.self) throws(ClientError) -> Value {
      try Value(result: try result.get(), of: command.method)
    }
  }

  /// A command that was kept, with the type of its result.
  public struct Kept<Value: Decodable & Sendable>: Sendable, Identifiable {
    /// The command's `command_id`.
    public let id: CommandID
    private let keeper: OutboxKeeper

    init(id: CommandID, in outbox: Outbox) {
      self.id = id
      keeper = outbox.keeper
    }

    /// Waits for the answer without a limit, and returns its value. ``Outbox/outcomes`` still delivers it.
    ///
    /// - Throws: `refused`; `protocolViolation` if the answer is unreadable; `outbox(.closed)` if the outbox closes
    ///   first; `outbox(.gone)` if the command was withdrawn or acknowledged first; `CancellationError`.
    public func value() async throws -> Value {
      guard let outcome = try await keeper.outcome(of: id) else { throw ClientError.outbox(.gone) }
      return try outcome.value()
    }
  }

  /// Keeps a command of a method that this library does not know, sends it when possible, and returns its id. The
  /// outbox refuses the methods that it knows to involve secrets, and cannot check others. Use `keep` for all others.
  ///
  /// - Throws: `outbox` if the command is not kept: the outbox is full or closed, the file cannot be written, or the
  ///   method is not a command or involves secrets. `unreadableParameters` if the parameters are not JSON.
  @discardableResult
  public func send(_ request: Request) async throws(ClientError) -> CommandID { try await keeper.keep(request) }

  /// The waiting commands in order. The first may be in flight.
  public var pending: [Command] { keeper.pending }

  /// The outcomes that are not acknowledged, in order, then new ones as they arrive. Each iteration begins with the
  /// first that is not acknowledged, and ends when the outbox or its client is closed, or the task is cancelled.
  public var outcomes: Outcomes { Outcomes(keeper: keeper) }

  /// Acknowledges an outcome that the app has handled, so that it is not delivered again.
  ///
  /// - Throws: `outbox` if the acknowledgement cannot be written; the outcome is then delivered again after a restart.
  public func acknowledge(_ outcome: Outcome) async throws(ClientError) { try await acknowledge(outcome.id) }

  /// Acknowledges the outcome of the command with that id, if there is one. Throws the same errors as for an outcome.
  public func acknowledge(_ id: Command.ID) async throws(ClientError) { try await keeper.acknowledge(id) }

  /// Withdraws an unsent command. If an earlier run sent it without an answer, the server may have carried it out.
  ///
  /// - Returns: False if it is too late, because the command is in flight or was answered.
  /// - Throws: `outbox` if the withdrawal cannot be written, in which case the command is sent after a restart.
  @discardableResult
  public func withdraw(_ id: Command.ID) async throws(ClientError) -> Bool { try await keeper.withdraw(id) }

  /// Stops sending, and returns when another outbox can open the file. Waiting commands stay in the file.
  public func close() async { await keeper.closeAndWait() }

  /// A sequence of outcomes, which waits for new ones: see ``Outbox/outcomes``.
  public struct Outcomes: AsyncSequence, Sendable {
    public typealias Failure = Never
    let keeper: OutboxKeeper

    public func makeAsyncIterator() -> Iterator { Iterator(keeper: keeper) }

    /// An iterator that waits for each outcome.
    public struct Iterator: AsyncIteratorProtocol {
      let keeper: OutboxKeeper
      private var last = 0

      init(keeper: OutboxKeeper) { self.keeper = keeper }

      public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Never) -> Outcome? {
        guard let next = await keeper.outcome(.next(after: last)) else { return nil }
        last = next.number
        return next.outcome
      }
    }
  }
}

extension Outbox.Outcome: Codable {
  private enum CodingKeys: CodingKey {
    case command, value, error
  }

  public init(from decoder: any Decoder) throws {
    let outcome = try decoder.container(keyedBy: CodingKeys.self)
    command = try outcome.decode(Outbox.Command.self, forKey: .command)
    if let error = try outcome.decodeIfPresent(ClientError.self, forKey: .error) {
      result = .failure(error)
    } else {
      result = .success(try outcome.decode(JSONValue.self, forKey: .value))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var outcome = encoder.container(keyedBy: CodingKeys.self)
    try outcome.encode(command, forKey: .command)
    switch result {
    case .success(let value): try outcome.encode(value, forKey: .value)
    case .failure(let error): try outcome.encode(error, forKey: .error)
    }
  }
}

extension MovieNightClient {
  /// Opens a member's outbox, whose commands are sent when a connection acts as that member.
  ///
  /// - Parameters:
  ///   - place: The place where commands are kept.
  ///   - member: The owner of the commands. `authenticate` returns the id, for the app to remember.
  ///   - limits: The limits on the commands and outcomes that the outbox keeps.
  /// - Throws: `outbox(.file)` if the file cannot be used or is open in another outbox; `outbox(.ofAnother)` if it
  ///   belongs to another member.
  public func outbox(
    _ place: OutboxPlace, of member: MemberID, limits: Outbox.Limits = Outbox.Limits()
  ) throws(ClientError) -> Outbox {
    switch place {
    case .memory: try Outbox(self, MemoryOutboxStore(), of: member, limits)
    case .file(let path): try Outbox(self, try OutboxFile(path), of: member, limits)
    case .store(let store): try Outbox(self, store, of: member, limits)
    }
  }
}
