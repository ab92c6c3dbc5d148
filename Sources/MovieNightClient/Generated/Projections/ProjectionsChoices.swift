// Made by `make protocol` from the server's declarations: change those.

/// What `names` of `projections.rebuild` says: which read models, all where none is named; none where it is nil.
public enum ReadModel: OpenChoice {
  case households
  case access
  case libraries
  case watchlist
  case watched
  case rounds
  case sessions
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [ReadModel] = [
    .households, .access, .libraries, .watchlist, .watched, .rounds, .sessions,
  ]

  public init(rawValue: String) {
    switch rawValue {
    case "households": self = .households
    case "access": self = .access
    case "libraries": self = .libraries
    case "watchlist": self = .watchlist
    case "watched": self = .watched
    case "rounds": self = .rounds
    case "sessions": self = .sessions
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .households: "households"
    case .access: "access"
    case .libraries: "libraries"
    case .watchlist: "watchlist"
    case .watched: "watched"
    case .rounds: "rounds"
    case .sessions: "sessions"
    case .other(let word): word
    }
  }
}
