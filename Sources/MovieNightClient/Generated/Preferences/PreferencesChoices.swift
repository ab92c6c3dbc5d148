// Made by `make protocol` from the server's declarations: change those.

/// What `max_content_rating` of `preferences.set` says: up to which rating; of an independent member it has to be
/// there, of a managed one it is `PG`, also where it is nil.
public enum PreferredRating: OpenChoice {
  case g
  case pg
  case pg13
  case r
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [PreferredRating] = [.g, .pg, .pg13, .r]

  public init(rawValue: String) {
    switch rawValue {
    case "G": self = .g
    case "PG": self = .pg
    case "PG-13": self = .pg13
    case "R": self = .r
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .g: "G"
    case .pg: "PG"
    case .pg13: "PG-13"
    case .r: "R"
    case .other(let word): word
    }
  }
}
