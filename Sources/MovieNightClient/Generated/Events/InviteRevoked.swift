// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// An invite works no longer.
public struct InviteRevoked: Hashable, Sendable {
  /// `invite_id`.
  public var inviteID: InviteID
  /// `revoked_by`.
  public var revokedBy: MemberID

  public init(inviteID: InviteID, revokedBy: MemberID) {
    self.inviteID = inviteID
    self.revokedBy = revokedBy
  }
}

extension InviteRevoked: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    inviteID = try object.decode(InviteID.self, forKey: "invite_id")
    revokedBy = try object.decode(MemberID.self, forKey: "revoked_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(inviteID, forKey: "invite_id")
    try object.encode(revokedBy, forKey: "revoked_by")
  }
}

extension InviteRevoked: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    inviteID = try json.read("invite_id")
    revokedBy = try json.read("revoked_by")
  }
}
