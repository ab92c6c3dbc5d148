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
  private enum CodingKeys: String, CodingKey {
    case openedBy = "opened_by"
  }
}

extension VotingOpened: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    openedBy = try json.read("opened_by")
  }
}
