import Primitives

/// Commands that are sent when there is a connection, and not before: a vote that is given in a tunnel counts once.
///
///     let outbox = try client.outbox(.file(path))
///     try await outbox.send(Request("rounds.vote") { ... })
///     for await outcome in outbox.outcomes {
///       show(outcome)
///       try await outbox.acknowledge(outcome)
///     }
///
/// ``send(_:)`` returns when the command is kept, with or without a network. Commands are sent in their order, each when
/// the one before was answered, and sent again with the same id until they are answered: the
/// server carries each out once, within the 30 days for which it remembers ids. In a file they wait also while the app is
/// not running.
///
/// What the server answered comes as one of ``outcomes``, and is kept until it is acknowledged. An app that is ended
/// in between gets it again, so whoever handles outcomes may see one twice, and misses none.
///
/// While the server does not accept the client's token, commands wait for one that it accepts. An outbox belongs to the
/// member who acted when its first command was sent, and sends nothing for others: give each member a file of their own.
///
/// Tokens and invites are never kept: methods that have to do with them are refused.
public final class Outbox: Sendable {
  private let keeper: OutboxKeeper
  /// As long as there is the outbox, there is its connection.
  private let client: MovieNightClient

  init(_ client: MovieNightClient, _ store: any OutboxStore, _ limits: Limits) throws(ClientError) {
    self.client = client
    keeper = try OutboxKeeper(client.core, store, limits)
    keeper.sendNext()
  }

  deinit { keeper.close() }

  /// How much an outbox keeps at most: commands that wait, and outcomes that were not acknowledged.
  public struct Limits: Sendable {
    public var commands: Int
    public var bytes: Int

    public init(commands: Int = 1000, bytes: Int = 4 * 1024 * 1024) {
      self.commands = commands
      self.bytes = bytes
    }
  }

  /// A command that waits to be sent, or to be answered.
  public struct Command: Sendable, Identifiable {
    /// Its `command_id`.
    public let id: String
    public let method: String
    public let parameters: JSONValue
    public let keptAt: Timestamp
  }

  /// What became of a command.
  public struct Outcome: Sendable, Identifiable {
    /// The command's `command_id`.
    public var id: String { command.id }
    public let command: Command
    /// The server's result, or why it refused (`ClientError.refused`, always).
    public let result: Result<JSONValue, ClientError>
  }

  /// Keeps a command, and returns its id when it is kept. It is sent as soon as it can be.
  ///
  /// - Throws: `outbox` when it is not kept: the outbox is full or closed, the file cannot be written, the method is no
  ///   command, or has to do with secrets. `unreadableParameters` when they are not JSON.
  @discardableResult
  public func send(_ request: Request) async throws(ClientError) -> String { try await keeper.keep(request) }

  /// What waits, in its order: the first may be under way.
  public var pending: [Command] { keeper.pending }

  /// What became of commands, in their order: at first what was not acknowledged so far, then what comes. It ends when
  /// the outbox is closed, or the task is cancelled. Each iteration gives all of them.
  public var outcomes: Outcomes { Outcomes(keeper: keeper) }

  /// The outcome was dealt with, and need not come again.
  ///
  /// - Throws: `outbox` when that cannot be written down; it comes again then after a restart.
  public func acknowledge(_ outcome: Outcome) async throws(ClientError) { try await keeper.finish(outcome.id) }

  /// Takes back a command that waits.
  ///
  /// - Returns: false when it is too late: it is under way, or answered.
  /// - Throws: `outbox` when that cannot be written down; it is sent then after a restart.
  @discardableResult
  public func withdraw(_ id: Command.ID) async throws(ClientError) -> Bool { try await keeper.withdraw(id) }

  /// Sends no more, and returns when the file is free for another outbox. What waits stays in it.
  public func close() async { await keeper.closed() }

  public struct Outcomes: AsyncSequence, Sendable {
    public typealias Failure = Never
    let keeper: OutboxKeeper

    public func makeAsyncIterator() -> Iterator { Iterator(keeper: keeper) }

    public struct Iterator: AsyncIteratorProtocol {
      let keeper: OutboxKeeper
      private var last = 0

      init(keeper: OutboxKeeper) { self.keeper = keeper }

      public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Never) -> Outcome? {
        guard let next = await keeper.outcome(after: last) else { return nil }
        last = next.number
        return next.outcome
      }
    }
  }
}

extension Outbox.Command {
  init?(_ command: KeptCommand) {
    guard let parameters = try? JSONDocument(command.request.parameters).root else { return nil }
    self.init(id: command.id, method: command.request.method, parameters: parameters, keptAt: command.keptAt)
  }
}

extension Outbox.Outcome {
  init?(_ outcome: KeptOutcome) {
    guard let command = Outbox.Command(outcome.command) else { return nil }
    switch outcome.answer {
    case .result(let bytes):
      guard let result = try? JSONDocument(bytes).root else { return nil }
      self.init(command: command, result: .success(result))
    case .refusal(let bytes):
      guard let json = try? JSONDocument(bytes).root, let refusal = try? Refusal(json) else { return nil }
      self.init(command: command, result: .failure(.refused(refusal)))
    }
  }
}

extension MovieNightClient {
  /// Opens an outbox: commands that are sent when there is a connection.
  ///
  /// - Throws: `outbox(.file)` when the file cannot be used, or another outbox has it.
  public func outbox(_ place: OutboxPlace, limits: Outbox.Limits = Outbox.Limits()) throws(ClientError) -> Outbox {
    switch place {
    case .memory: try Outbox(self, MemoryOutboxStore(), limits)
    case .file(let path): try Outbox(self, try OutboxFile(path), limits)
    case .store(let store): try Outbox(self, store, limits)
    }
  }
}
