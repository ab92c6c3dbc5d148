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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    startedBy = try object.decode(MemberID.self, forKey: "started_by")
    attendees = try object.decode(Attendees.self, forKey: "attendees")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(startedBy, forKey: "started_by")
    try object.encode(attendees, forKey: "attendees")
  }
}

extension RoundDrafted: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    startedBy = try json.read("started_by")
    attendees = try json.read("attendees")
  }
}
