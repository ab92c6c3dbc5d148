/// The reason why an outbox rejects a command or cannot be opened.
public enum OutboxProblem: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The outbox has reached its limit on commands and outcomes, or on their bytes. Acknowledge outcomes, or wait.
  case full
  /// The request is not a command, and only commands can be sent later.
  case notACommand(method: String)
  /// The command or its answer contains a token or an invite, which an outbox never keeps.
  case holdsSecrets(method: String)
  /// The file cannot be used, for the given reason.
  case file(String)
  /// The file is another member's outbox.
  case ofAnother
  /// The command was withdrawn, or its outcome was acknowledged.
  case gone
  /// The outbox was closed.
  case closed

  public var description: String {
    switch self {
    case .full: "The outbox is full"
    case .notACommand(let method): "\(method) cannot be sent later: it is not a command"
    case .holdsSecrets(let method): "\(method) cannot be sent later: an outbox never keeps tokens or invites"
    case .file(let reason): "The outbox cannot use its file: \(reason)"
    case .ofAnother: "The file is another member's outbox: give each member a file of their own"
    case .gone: "The command was withdrawn, or its outcome was already acknowledged"
    case .closed: "The outbox was closed"
    }
  }
}
