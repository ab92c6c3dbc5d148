// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A round is there, as a draft.
public struct RoundDrafted: Hashable, Sendable {
  /// `started_by`.
  public var startedBy: MemberID
  /// Ids of members in their order, or nil for everyone.
  public var attendees: Attendees

  public init(startedBy: MemberID, attendees: Attendees) {
    self.startedBy = startedBy
    self.attendees = attendees
  }
}

extension RoundDrafted: Codable {
  private enum CodingKeys: String, CodingKey {
    case startedBy = "started_by"
    case attendees
  }
}

extension RoundDrafted: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    startedBy = try json.read("started_by")
    attendees = try json.read("attendees")
  }
}
