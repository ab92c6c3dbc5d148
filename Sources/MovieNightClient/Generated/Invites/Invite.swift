// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// An invite into a household.
public struct Invite: Identifiable, Hashable, Sendable {
  /// Which it is.
  public var inviteID: InviteID
  /// To be given on: `mi_` and 86 characters; nil but in the first answer of `invites.create`.
  public var inviteToken: String?
  /// Whether it lets somebody in.
  public var status: InviteStatus
  /// When it was made.
  public var createdAt: Timestamp
  /// From then on it lets nobody in.
  public var expiresAt: Timestamp

  /// The same as `inviteID`.
  public var id: InviteID { inviteID }

  public init(
    inviteID: InviteID, inviteToken: String? = nil, status: InviteStatus, createdAt: Timestamp, expiresAt: Timestamp
  ) {
    self.inviteID = inviteID
    self.inviteToken = inviteToken
    self.status = status
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

extension Invite: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    inviteID = try object.decode(InviteID.self, forKey: "invite_id")
    inviteToken = try object.decodeIfPresent(String.self, forKey: "invite_token")
    status = try object.decode(InviteStatus.self, forKey: "status")
    createdAt = try object.decode(Timestamp.self, forKey: "created_at")
    expiresAt = try object.decode(Timestamp.self, forKey: "expires_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(inviteID, forKey: "invite_id")
    try object.encode(inviteToken, forKey: "invite_token")
    try object.encode(status, forKey: "status")
    try object.encode(createdAt, forKey: "created_at")
    try object.encode(expiresAt, forKey: "expires_at")
  }
}

extension Invite: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    inviteID = try json.read("invite_id")
    inviteToken = try json.readIfPresent("invite_token")
    status = try json.read("status")
    createdAt = try json.read("created_at")
    expiresAt = try json.read("expires_at")
  }
}
