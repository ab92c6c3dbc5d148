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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    invites = try object.decode([Invite].self, forKey: "invites")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(invites, forKey: "invites")
  }
}

extension InviteList: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    invites = try json.read("invites")
  }
}
