/// Why an outbox did not take a command, or cannot be opened.
public enum OutboxProblem: Equatable, Sendable, CustomStringConvertible {
  /// As many commands and outcomes, or as many bytes of them, as it may keep: acknowledge outcomes, or wait.
  case full
  /// Only commands can be sent later; what a query would say then nobody waits for.
  case notACommand(method: String)
  /// Tokens and invites are in the command or come with its answer, and those are never kept.
  case holdsSecrets(method: String)
  /// The file cannot be used, and why.
  case file(String)
  /// It was closed.
  case closed

  public var description: String {
    switch self {
    case .full: "The outbox is full"
    case .notACommand(let method): "\(method) is no command that could be sent later"
    case .holdsSecrets(let method): "\(method) has to do with tokens or invites, which are never kept in an outbox"
    case .file(let reason): "The outbox cannot be kept: \(reason)"
    case .closed: "The outbox was closed"
    }
  }
}
