// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// No more votes.
public struct VotingClosed: Hashable, Sendable {
  /// The creator; nil when it closed by itself.
  public var closedBy: MemberID?
  /// Who took part, fixed from here on.
  public var attendees: [MemberID]

  public init(closedBy: MemberID? = nil, attendees: [MemberID]) {
    self.closedBy = closedBy
    self.attendees = attendees
  }
}

extension VotingClosed: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    closedBy = try object.decodeIfPresent(MemberID.self, forKey: "closed_by")
    attendees = try object.decode([MemberID].self, forKey: "attendees")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(closedBy, forKey: "closed_by")
    try object.encode(attendees, forKey: "attendees")
  }
}

extension VotingClosed: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    closedBy = try json.readIfPresent("closed_by")
    attendees = try json.read("attendees")
  }
}
