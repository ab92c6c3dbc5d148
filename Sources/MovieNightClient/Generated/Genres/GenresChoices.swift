// Made by `make protocol` from the server's declarations: change those.

/// What `kind` of `genres.list` says: of movies, or of series; `movie` where it is nil.
public enum MediaKind: OpenChoice {
  case movie
  case tv
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [MediaKind] = [.movie, .tv]

  public init(rawValue: String) {
    switch rawValue {
    case "movie": self = .movie
    case "tv": self = .tv
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .movie: "movie"
    case .tv: "tv"
    case .other(let word): word
    }
  }
}
