// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A member has nothing more to vote. It lapses with the member's last vote.
public struct VotingDone: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID

  public init(memberID: MemberID) {
    self.memberID = memberID
  }
}

extension VotingDone: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
  }
}

extension VotingDone: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
  }
}
