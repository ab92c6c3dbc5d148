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

/// What ``MemberLeft/reason`` says: `left`, `removed` or `erased`.
public enum DepartureReason: OpenChoice {
  case left
  case removed
  case erased
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [DepartureReason] = [.left, .removed, .erased]

  public init(rawValue: String) {
    switch rawValue {
    case "left": self = .left
    case "removed": self = .removed
    case "erased": self = .erased
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .left: "left"
    case .removed: "removed"
    case .erased: "erased"
    case .other(let word): word
    }
  }
}

/// What ``RoundRated/reason`` says: `all_rated`, `closed` or `timed_out`.
public enum RatedReason: OpenChoice {
  case allRated
  case closed
  case timedOut
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [RatedReason] = [.allRated, .closed, .timedOut]

  public init(rawValue: String) {
    switch rawValue {
    case "all_rated": self = .allRated
    case "closed": self = .closed
    case "timed_out": self = .timedOut
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .allRated: "all_rated"
    case .closed: "closed"
    case .timedOut: "timed_out"
    case .other(let word): word
    }
  }
}
