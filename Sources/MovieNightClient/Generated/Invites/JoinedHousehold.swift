// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who the newcomer is.
public struct JoinedHousehold: Hashable, Sendable {
  /// Where they are now.
  public var householdID: HouseholdID
  /// Who they are.
  public var memberID: MemberID
  /// To authenticate with, shown this once; nil where the command was sent again without a secret of the client's.
  public var token: String?

  public init(householdID: HouseholdID, memberID: MemberID, token: String? = nil) {
    self.householdID = householdID
    self.memberID = memberID
    self.token = token
  }
}

extension JoinedHousehold: Codable {
  private enum CodingKeys: String, CodingKey {
    case householdID = "household_id"
    case memberID = "member_id"
    case token
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(householdID, forKey: .householdID)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(token, forKey: .token)
  }
}

extension JoinedHousehold: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    householdID = try json.read("household_id")
    memberID = try json.read("member_id")
    token = try json.readIfPresent("token")
  }
}
