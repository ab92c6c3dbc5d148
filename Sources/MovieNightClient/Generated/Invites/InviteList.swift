// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The household's invites.
public struct InviteList: Hashable, Sendable {
  /// With those that ended in the last 30 days.
  public var invites: [Invite]

  public init(invites: [Invite]) {
    self.invites = invites
  }
}

extension InviteList: Codable {
  private enum CodingKeys: String, CodingKey {
    case invites
  }
}

extension InviteList: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    invites = try json.read("invites")
  }
}
