// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who the connection is.
public struct Identity: Hashable, Sendable {
  /// Who; nil for an administrator.
  public var memberID: MemberID?
  /// Of which household; nil for an administrator.
  public var householdID: HouseholdID?
  /// What they are in the household, or `administrator` of the server.
  public var role: IdentityRole
  /// What they are called today; nil for an administrator.
  public var displayName: String?

  public init(
    memberID: MemberID? = nil, householdID: HouseholdID? = nil, role: IdentityRole, displayName: String? = nil
  ) {
    self.memberID = memberID
    self.householdID = householdID
    self.role = role
    self.displayName = displayName
  }
}

extension Identity: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decodeIfPresent(MemberID.self, forKey: "member_id")
    householdID = try object.decodeIfPresent(HouseholdID.self, forKey: "household_id")
    role = try object.decode(IdentityRole.self, forKey: "role")
    displayName = try object.decodeIfPresent(String.self, forKey: "display_name")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(householdID, forKey: "household_id")
    try object.encode(role, forKey: "role")
    try object.encode(displayName, forKey: "display_name")
  }
}

extension Identity: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.readIfPresent("member_id")
    householdID = try json.readIfPresent("household_id")
    role = try json.read("role")
    displayName = try json.readIfPresent("display_name")
  }
}
