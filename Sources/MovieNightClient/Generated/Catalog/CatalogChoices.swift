// Made by `make protocol` from the server's declarations: change those.

/// What ``CatalogStatus/state`` says: `none` without a catalog.
public enum CatalogStatusState: OpenChoice {
  case ok
  case unauthorised
  case limited
  case unavailable
  case none
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [CatalogStatusState] = [.ok, .unauthorised, .limited, .unavailable, .none]

  public init(rawValue: String) {
    switch rawValue {
    case "ok": self = .ok
    case "unauthorised": self = .unauthorised
    case "limited": self = .limited
    case "unavailable": self = .unavailable
    case "none": self = .none
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .ok: "ok"
    case .unauthorised: "unauthorised"
    case .limited: "limited"
    case .unavailable: "unavailable"
    case .none: "none"
    case .other(let word): word
    }
  }
}

/// What ``CatalogTrouble/operation`` says: with which question.
public enum CatalogOperation: OpenChoice {
  case movie
  case series
  case season
  case episode
  case search
  case discover
  case genres
  case providers
  case configuration
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [CatalogOperation] = [
    .movie, .series, .season, .episode, .search, .discover, .genres, .providers, .configuration,
  ]

  public init(rawValue: String) {
    switch rawValue {
    case "movie": self = .movie
    case "series": self = .series
    case "season": self = .season
    case "episode": self = .episode
    case "search": self = .search
    case "discover": self = .discover
    case "genres": self = .genres
    case "providers": self = .providers
    case "configuration": self = .configuration
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .movie: "movie"
    case .series: "series"
    case .season: "season"
    case .episode: "episode"
    case .search: "search"
    case .discover: "discover"
    case .genres: "genres"
    case .providers: "providers"
    case .configuration: "configuration"
    case .other(let word): word
    }
  }
}
