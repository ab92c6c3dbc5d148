// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A member who went takes no part in the open round any more; their votes go.
public struct AttendeeDropped: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID

  public init(memberID: MemberID) {
    self.memberID = memberID
  }
}

extension AttendeeDropped: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
  }
}

extension AttendeeDropped: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
  }
}
