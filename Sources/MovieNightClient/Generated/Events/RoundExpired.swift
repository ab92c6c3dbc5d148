// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The round ended without being watched. Final.
public struct RoundExpired: Hashable, Sendable {
  /// `discarded` or `timed_out`.
  public var reason: ExpiryReason
  /// Nil when the clock did it.
  public var discardedBy: MemberID?
  /// When it was due, to the microsecond; nil unless the clock did it.
  public var dueAt: Timestamp?
  /// Who took part, fixed from here on.
  public var attendees: [MemberID]

  public init(reason: ExpiryReason, discardedBy: MemberID? = nil, dueAt: Timestamp? = nil, attendees: [MemberID]) {
    self.reason = reason
    self.discardedBy = discardedBy
    self.dueAt = dueAt
    self.attendees = attendees
  }
}

extension RoundExpired: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    reason = try object.decode(ExpiryReason.self, forKey: "reason")
    discardedBy = try object.decodeIfPresent(MemberID.self, forKey: "discarded_by")
    dueAt = try object.decodeIfPresent(Timestamp.self, forKey: "due_at")
    attendees = try object.decode([MemberID].self, forKey: "attendees")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(reason, forKey: "reason")
    try object.encode(discardedBy, forKey: "discarded_by")
    try object.encode(dueAt, forKey: "due_at")
    try object.encode(attendees, forKey: "attendees")
  }
}

extension RoundExpired: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    reason = try json.read("reason")
    discardedBy = try json.readIfPresent("discarded_by")
    dueAt = try json.readIfPresent("due_at")
    attendees = try json.read("attendees")
  }
}
