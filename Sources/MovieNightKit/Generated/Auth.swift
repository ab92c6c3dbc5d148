// Made by `make protocol` from the server's declarations: change those.

/// Who the connection is.
public struct Identity: Hashable, Codable, Sendable {
  /// Who; nil for an administrator.
  public var memberID: MemberID?
  /// Of which household; nil for an administrator.
  public var householdID: HouseholdID?
  /// What they are in the household, or `administrator` of the server.
  public var role: IdentityRole
  /// What they are called today; nil for an administrator.
  public var displayName: String?

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", householdID = "household_id", role, displayName = "display_name"
  }
}

/// What ``Identity/role`` says: what they are in the household, or `administrator` of the server.
public struct IdentityRole: OpenEnum {
  public static let creator = Self(rawValue: "creator")
  public static let member = Self(rawValue: "member")
  public static let administrator = Self(rawValue: "administrator")

  public static let allCases: [Self] = [.creator, .member, .administrator]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
