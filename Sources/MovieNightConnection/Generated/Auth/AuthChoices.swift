// Made by `make protocol` from the server's declarations: change those.

/// What ``Identity/role`` says: what they are in the household, or `administrator` of the server.
public enum IdentityRole: OpenChoice {
  case creator
  case member
  case administrator
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [IdentityRole] = [.creator, .member, .administrator]

  public init(rawValue: String) {
    switch rawValue {
    case "creator": self = .creator
    case "member": self = .member
    case "administrator": self = .administrator
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .creator: "creator"
    case .member: "member"
    case .administrator: "administrator"
    case .other(let word): word
    }
  }
}
