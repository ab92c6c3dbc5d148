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
  private enum CodingKeys: String, CodingKey {
    case inviteID = "invite_id"
    case revokedBy = "revoked_by"
  }
}

extension InviteRevoked: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    inviteID = try json.read("invite_id")
    revokedBy = try json.read("revoked_by")
  }
}
