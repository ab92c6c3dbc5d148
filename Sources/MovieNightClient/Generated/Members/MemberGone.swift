// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who is gone.
public struct MemberGone: Hashable, Sendable {
  /// Who is gone.
  public var memberID: MemberID

  public init(memberID: MemberID) {
    self.memberID = memberID
  }
}

extension MemberGone: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
  }
}

extension MemberGone: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
  }
}
