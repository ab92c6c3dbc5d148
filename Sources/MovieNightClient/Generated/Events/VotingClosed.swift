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
  private enum CodingKeys: String, CodingKey {
    case closedBy = "closed_by"
    case attendees
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(closedBy, forKey: .closedBy)
    try object.encode(attendees, forKey: .attendees)
  }
}

extension VotingClosed: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    closedBy = try json.readIfPresent("closed_by")
    attendees = try json.read("attendees")
  }
}
