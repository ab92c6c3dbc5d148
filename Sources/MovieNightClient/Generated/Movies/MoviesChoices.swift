// Made by `make protocol` from the server's declarations: change those.

/// What ``MovieDetails/source`` says: who says so; nil where nobody was asked.
public enum FactSource: OpenChoice {
  case tmdb
  case file
  case household
  case builtin
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [FactSource] = [.tmdb, .file, .household, .builtin]

  public init(rawValue: String) {
    switch rawValue {
    case "tmdb": self = .tmdb
    case "file": self = .file
    case "household": self = .household
    case "builtin": self = .builtin
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .tmdb: "tmdb"
    case .file: "file"
    case .household: "household"
    case .builtin: "builtin"
    case .other(let word): word
    }
  }
}
