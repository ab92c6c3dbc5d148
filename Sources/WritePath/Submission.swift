import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// A command on its way to the committer.
public struct Submission: Sendable {
  public var command: Command
  public var sender: Sender
  /// The token that the sender has authenticated with, if any.
  public var token: TokenID?
  /// The id that the sender gave it, with the fingerprint of method and parameters.
  public var mark: CommandMark?
  /// The revision that the sender has seen; nil for any.
  public var expectedRevision: Revision?
  /// The request that waits for the outcome; the committer returns it unchanged.
  public var waiter: (any Sendable)?
  var arrival: UInt64 = 0

  public init(
    command: Command, sender: Sender, token: TokenID? = nil, mark: CommandMark? = nil,
    expectedRevision: Revision? = nil, waiter: (any Sendable)? = nil
  ) {
    self.command = command
    self.sender = sender
    self.token = token
    self.mark = mark
    self.expectedRevision = expectedRevision
    self.waiter = waiter
  }

  var receiptKey: ReceiptKey? {
    mark.map { ReceiptKey(of: sender, $0) }
  }

  var metadata: EventMetadata {
    guard case .member(let id, let actingAs) = sender else { return EventMetadata(command: mark) }
    return EventMetadata(actor: Identifier(id), actingAs: actingAs.map { Identifier($0) }, command: mark)
  }
}

/// The outcome of a submission.
public enum SubmissionOutcome: Sendable {
  /// Its events are durable; there are none if it changed nothing.
  case recorded(Recorded)
  /// It was carried out before: the answer is that of the first time.
  case repeated(Receipt)
  case refused(Refusal)
  /// The household has recorded as much as it may. Nothing was changed.
  case overQuota(retryAfterMilliseconds: Int)
  case failed(CommitFailure)

  /// The durable records of a command.
  public struct Recorded: Sendable {
    public var events: [RecordedEvent]
    /// The decoded events, in the same order.
    public var decodedEvents: [Event]
    /// The head after the command.
    public var position: Position
    /// The revision, after the command, of the stream that the command is about.
    public var revision: Revision
  }
}

/// The reason why a command can neither be carried out nor refused now.
public enum CommitFailure: Error, Sendable, CustomStringConvertible {
  /// Nothing was changed.
  case unavailable(StoreError)
  /// It may have been recorded; sending the same command id again finds out.
  case outcomeUnknown(StoreError)
  /// A stream that it depends on cannot be folded. Nothing was changed.
  case unreadable(ReplayError)
  /// The clock is not plausible. Nothing was changed.
  case implausibleTime(ImplausibleTime)
  /// Nothing was changed.
  case stopping

  public var description: String {
    switch self {
    case .unavailable(let error): "not recorded: \(error)"
    case .outcomeUnknown(let error): "outcome unknown: \(error)"
    case .unreadable(let error): "not decided: \(error)"
    case .implausibleTime(let error): "not recorded: \(error)"
    case .stopping: "not recorded: the server is stopping"
    }
  }
}

extension ReceiptKey {
  package init(of sender: Sender, _ mark: CommandMark) {
    if case .member(let id, _) = sender {
      self.init(actor: Identifier(id), command: mark.id)
    } else {
      self.init(actor: nil, command: mark.id)
    }
  }
}
