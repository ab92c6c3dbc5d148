// Made by `make protocol` from the server's declarations: change those.

/// What ``WatchedItem/source`` says: through a round, or marked.
public enum WatchedSource: OpenChoice {
  case round
  case direct
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [WatchedSource] = [.round, .direct]

  public init(rawValue: String) {
    switch rawValue {
    case "round": self = .round
    case "direct": self = .direct
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .round: "round"
    case .direct: "direct"
    case .other(let word): word
    }
  }
}
