// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Voting is open.
public struct VotingOpened: Hashable, Sendable {
  /// `opened_by`.
  public var openedBy: MemberID

  public init(openedBy: MemberID) {
    self.openedBy = openedBy
  }
}

extension VotingOpened: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    openedBy = try object.decode(MemberID.self, forKey: "opened_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(openedBy, forKey: "opened_by")
  }
}

extension VotingOpened: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    openedBy = try json.read("opened_by")
  }
}
