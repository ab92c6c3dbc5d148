// Made by `make protocol` from the server's declarations: change those.

/// What ``Member/role`` says: what they are in the household.
public enum Role: OpenChoice {
  case creator
  case member
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [Role] = [.creator, .member]

  public init(rawValue: String) {
    switch rawValue {
    case "creator": self = .creator
    case "member": self = .member
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .creator: "creator"
    case .member: "member"
    case .other(let word): word
    }
  }
}

/// What ``Member/memberType`` says: whether they act for themselves, or a parent does.
public enum MemberType: OpenChoice {
  case independent
  case managed
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [MemberType] = [.independent, .managed]

  public init(rawValue: String) {
    switch rawValue {
    case "independent": self = .independent
    case "managed": self = .managed
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .independent: "independent"
    case .managed: "managed"
    case .other(let word): word
    }
  }
}

/// What ``Member/contentRatingCeiling`` says: `PG` for a managed member, else nil: preferences are private.
public enum ContentRating: OpenChoice {
  case g
  case pg
  case pg13
  case r
  case nc17
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [ContentRating] = [.g, .pg, .pg13, .r, .nc17]

  public init(rawValue: String) {
    switch rawValue {
    case "G": self = .g
    case "PG": self = .pg
    case "PG-13": self = .pg13
    case "R": self = .r
    case "NC-17": self = .nc17
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .g: "G"
    case .pg: "PG"
    case .pg13: "PG-13"
    case .r: "R"
    case .nc17: "NC-17"
    case .other(let word): word
    }
  }
}
