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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
  }
}

extension AttendeeDropped: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
  }
}
