/// Why an outbox did not take a command, or cannot be opened.
public enum OutboxProblem: Hashable, Sendable, CustomStringConvertible {
  /// As many commands and outcomes, or as many bytes of them, as it may keep: acknowledge outcomes, or wait.
  case full
  /// Only commands can be sent later; what a query would say then nobody waits for.
  case notACommand(method: String)
  /// A token or an invite is in the command or comes with its answer, and those are never kept.
  case holdsSecrets(method: String)
  /// The file cannot be used, and why.
  case file(String)
  /// The file is another member's outbox.
  case ofAnother
  /// The command was withdrawn, or its outcome acknowledged.
  case gone
  /// It was closed.
  case closed

  public var description: String {
    switch self {
    case .full: "The outbox is full"
    case .notACommand(let method): "\(method) is no command that could be sent later"
    case .holdsSecrets(let method): "\(method) has to do with tokens or invites, which are never kept in an outbox"
    case .file(let reason): "The outbox cannot be kept: \(reason)"
    case .ofAnother: "The file is another member's outbox: give each member a file of their own"
    case .gone: "The command was withdrawn, or its outcome acknowledged before"
    case .closed: "The outbox was closed"
    }
  }
}
