import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// A command on its way to the committer.
public struct Submission: Sendable {
  package var command: any AddressedCommand
  public var sender: Sender
  /// The token that the sender has authenticated with, if any.
  public var token: TokenID?
  /// The command id that the sender chose, with a fingerprint of the method and parameters; nil if it gave none.
  public var mark: CommandMark?
  /// The revision that the sender expects; nil to accept any revision.
  public var expectedRevision: Revision?
  /// The request that waits for the outcome; the committer returns it unchanged.
  public var waiter: (any Sendable)?
  var arrival: UInt64 = 0
  /// Whether other commands arrive while this one is decided, so that a part of it should be small.
  var othersWait = false
  /// The reason why the command's states could not be loaded. Only its receipt can still answer it.
  var failure: CommitFailure?

  package init(
    command: any AddressedCommand, sender: Sender, token: TokenID? = nil, mark: CommandMark? = nil,
    expectedRevision: Revision? = nil, waiter: (any Sendable)? = nil
  ) {
    self.command = command
    self.sender = sender
    self.token = token
    self.mark = mark
    self.expectedRevision = expectedRevision
    self.waiter = waiter
  }

  /// The submission to decide first, and the rest. Only the last part of a command gets its id.
  var parts: (first: Submission, rest: Submission?) {
    guard let parts = command.parts(othersWait: othersWait) else { return (self, nil) }
    var (first, rest) = (self, self)
    first.command = parts.first
    guard let last = parts.rest else { return (first, nil) }
    first.mark = nil
    rest.command = last
    rest.expectedRevision = nil
    return (first, rest)
  }

  var receiptKey: ReceiptKey? {
    mark.map { ReceiptKey(of: sender, $0) }
  }

  var metadata: EventMetadata {
    guard case .member(let id, let actingAs) = sender else { return EventMetadata(command: mark) }
    return EventMetadata(actor: Identifier(id), actingAs: actingAs.map { Identifier($0) }, command: mark)
  }
}

/// The outcome of a submission or of a deadline.
public enum SubmissionOutcome: Sendable {
  /// The decision was carried out, and its events are durable. There are no events if the command changed nothing.
  case recorded(Recorded)
  /// The command was carried out before. It gets the same answer as the first time.
  case repeated(Receipt)
  case refused(Refusal)
  /// The household has used up its recording quota. Nothing was changed.
  case overQuota(retryAfterMilliseconds: Int)
  case failed(CommitFailure)

  /// The recorded events of a command or deadline, with the position after it.
  public struct Recorded: Sendable {
    public var events: [RecordedEvent]
    /// The decoded events, in the same order.
    public var decodedEvents: [Event]
    /// The store's last position after these events.
    public var position: Position
  }
}

/// The reason why a command can neither be carried out nor refused now.
public enum CommitFailure: Error, Sendable, CustomStringConvertible {
  /// The store cannot record or read events now. Nothing was changed.
  case unavailable(StoreError)
  /// The command may have been recorded. Sending it again with the same command id shows whether it was.
  case outcomeUnknown(StoreError)
  /// The command depends on a stream that cannot be folded. Nothing was changed.
  case unreadable(ReplayError)
  /// The clock is not plausible. Nothing was changed.
  case implausibleTime(ImplausibleTime)
  /// The server is stopping. Nothing was changed.
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
