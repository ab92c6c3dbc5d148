/// Commands of one member that are sent when there is a connection, and not before: a vote that is given in a tunnel counts once.
///
///     let outbox = try client.outbox(.file(path), of: member)
///     try await outbox.keep(RoundsRequests.vote(.up, on: movie, in: round))
///     for await outcome in outbox.outcomes {
///       show(outcome)
///       try await outbox.acknowledge(outcome)
///     }
///
/// A command is kept when `keep` returns, with or without a network.
/// Commands are sent in their order, each when the one before was answered, and sent again with the
/// same id until they are answered: the server carries each out once, within the 30 days for which it remembers ids. In a
/// file they wait also while the app is not running.
///
/// What the server answered comes as one of ``outcomes``, and is kept until it is acknowledged. An app that is ended
/// in between gets it again, so whoever handles outcomes may see one twice, and misses none.
///
/// Nothing is sent while the client acts as somebody else than the outbox's member, or as nobody: while the server does not accept
/// its token, commands wait for one that it accepts. Give each member a file of their own.
///
/// Commands that send or give a token or an invite are never kept: the client alone sends them.
public final class Outbox: Sendable {
  let keeper: OutboxKeeper
  /// As long as there is the outbox, there is its connection.
  private let client: MovieNightClient

  init(
    _ client: MovieNightClient, _ store: any OutboxStore, of member: MemberID, _ limits: Limits
  ) throws(ClientError) {
    self.client = client
    keeper = try OutboxKeeper(client.core, store, of: member, limits)
    keeper.begin()
  }

  deinit { keeper.close() }

  /// How much an outbox keeps at most: commands that wait, and outcomes that were not acknowledged.
  public struct Limits: Sendable {
    /// How many.
    public var commands: Int
    /// Their parameters, and the answers to them, in bytes.
    public var bytes: Int

    public init(commands: Int = 1000, bytes: Int = 4 * 1024 * 1024) {
      self.commands = commands
      self.bytes = bytes
    }
  }

  /// A command that waits to be sent, or to be answered.
  public struct Command: Sendable, Identifiable {
    /// Its `command_id`.
    public let id: CommandID
    /// What it is to do, by the protocol's name: `rounds.vote`.
    public let method: String
    /// As they are sent.
    public let parameters: JSONValue
    /// When it was kept, by the clock of this machine.
    public let keptAt: Timestamp
  }

  /// What became of a command.
  public struct Outcome: Sendable, Identifiable {
    /// The command's `command_id`.
    public var id: CommandID { command.id }
    /// What was sent.
    public let command: Command
    /// The server's result; or `refused`, and why; or `protocolViolation`, where its answer cannot be understood again and again.
    public let result: Result<JSONValue, ClientError>

    /// The result as the method of that name gives it: `try outcome.value(as: CommandResult<UpdatedRound>.self)`.
    ///
    /// - Throws: why there is none; `protocolViolation` where it is no such value.
    public func value<Value: Decodable>(as type: Value.Type = Value.self) throws(ClientError) -> Value {
      try Value(result: try result.get(), of: command.method)
    }
  }

  /// A command that was kept, and will give a `Value`.
  public struct Kept<Value: Decodable & Sendable>: Sendable, Identifiable {
    /// Its `command_id`.
    public let id: CommandID
    private let keeper: OutboxKeeper

    init(id: CommandID, in outbox: Outbox) {
      self.id = id
      keeper = outbox.keeper
    }

    /// Waits until it was answered, however long that takes, and gives what the server said. The outcome stays one of the
    /// outbox's ``Outbox/outcomes`` until it is acknowledged.
    ///
    /// - Throws: `refused`, and why; `protocolViolation` when the answer cannot be understood; `outbox(.closed)` when the outbox is
    ///   closed before, `outbox(.gone)` when the command was withdrawn or its outcome acknowledged before;
    ///   `CancellationError`.
    public func value() async throws -> Value {
      guard let outcome = try await keeper.outcome(of: id) else { throw ClientError.outbox(.gone) }
      return try outcome.value()
    }
  }

  /// Keeps a command, and returns its id when it is kept. It is sent as soon as it can be. For methods that this library does
  /// not know: for all others there is `keep`. Whether such a one has to do with secrets is for the app to know.
  ///
  /// - Throws: `outbox` when it is not kept: the outbox is full or closed, the file cannot be written, the method is no
  ///   command, or has to do with secrets. `unreadableParameters` when they are not JSON.
  @discardableResult
  public func send(_ request: Request) async throws(ClientError) -> CommandID { try await keeper.keep(request) }

  /// What waits, in its order: the first may be under way.
  public var pending: [Command] { keeper.pending }

  /// What became of commands, in their order: at first what was not acknowledged so far, then what comes. It ends when
  /// the outbox or its client is closed, or the task is cancelled. Each iteration gives all of them.
  public var outcomes: Outcomes { Outcomes(keeper: keeper) }

  /// The outcome was dealt with, and need not come again.
  ///
  /// - Throws: `outbox` when that cannot be written down; it comes again then after a restart.
  public func acknowledge(_ outcome: Outcome) async throws(ClientError) { try await acknowledge(outcome.id) }

  /// The outcome of the command with that id was dealt with; of one that has none, nothing happens.
  ///
  /// - Throws: as the other.
  public func acknowledge(_ id: Command.ID) async throws(ClientError) { try await keeper.acknowledge(id) }

  /// Takes back a command that was not sent yet. What an earlier run of the app had sent, and heard no answer to, may count all
  /// the same.
  ///
  /// - Returns: false when it is too late: it is under way, or answered.
  /// - Throws: `outbox` when that cannot be written down; it is sent then after a restart.
  @discardableResult
  public func withdraw(_ id: Command.ID) async throws(ClientError) -> Bool { try await keeper.withdraw(id) }

  /// Sends no more, and returns when the file is free for another outbox. What waits stays in it.
  public func close() async { await keeper.closed() }

  /// Outcomes as they come: see ``Outbox/outcomes``.
  public struct Outcomes: AsyncSequence, Sendable {
    public typealias Failure = Never
    let keeper: OutboxKeeper

    public func makeAsyncIterator() -> Iterator { Iterator(keeper: keeper) }

    /// Waits for one outcome after the other.
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

extension MovieNightClient {
  /// Opens a member's outbox: commands that are sent when there is a connection that acts as them.
  ///
  /// - Parameters:
  ///   - place: where commands are kept.
  ///   - member: whose commands they are: `authenticate` tells the id, for an app to remember.
  ///   - limits: how much it keeps at most.
  /// - Throws: `outbox(.file)` when the file cannot be used, or another outbox has it; `outbox(.ofAnother)` when it is another
  ///   member's.
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
