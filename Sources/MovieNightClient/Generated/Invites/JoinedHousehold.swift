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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    householdID = try object.decode(HouseholdID.self, forKey: "household_id")
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    token = try object.decodeIfPresent(String.self, forKey: "token")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(householdID, forKey: "household_id")
    try object.encode(memberID, forKey: "member_id")
    try object.encode(token, forKey: "token")
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
