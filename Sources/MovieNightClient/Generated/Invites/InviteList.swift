// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The household's invites.
public struct InviteList: Hashable, Sendable {
  /// Oldest first; those that ended for 30 days more, of each creator the last 50.
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
