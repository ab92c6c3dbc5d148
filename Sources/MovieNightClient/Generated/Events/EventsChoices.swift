// Made by `make protocol` from the server's declarations: change those.

/// What ``EventsClosed/reason`` says: why it ends.
public enum SubscriptionEnd: OpenChoice {
  case stopping
  case accessEnded
  case identityChanged
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [SubscriptionEnd] = [.stopping, .accessEnded, .identityChanged]

  public init(rawValue: String) {
    switch rawValue {
    case "stopping": self = .stopping
    case "access_ended": self = .accessEnded
    case "identity_changed": self = .identityChanged
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .stopping: "stopping"
    case .accessEnded: "access_ended"
    case .identityChanged: "identity_changed"
    case .other(let word): word
    }
  }
}
