// Made by `make protocol` from the server's declarations: change those.

/// What ``Invite/status`` says: whether it lets somebody in.
public enum InviteStatus: OpenChoice {
  case active
  case expired
  case revoked
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [InviteStatus] = [.active, .expired, .revoked]

  public init(rawValue: String) {
    switch rawValue {
    case "active": self = .active
    case "expired": self = .expired
    case "revoked": self = .revoked
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .active: "active"
    case .expired: "expired"
    case .revoked: "revoked"
    case .other(let word): word
    }
  }
}
