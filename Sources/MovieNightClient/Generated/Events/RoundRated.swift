// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// No more ratings. Final.
public struct RoundRated: Hashable, Sendable {
  /// `all_rated`, `closed` or `timed_out`.
  public var reason: RatedReason
  /// Who closed them; nil for the other reasons.
  public var closedBy: MemberID?
  /// When it was due, to the microsecond; nil unless the clock did it.
  public var dueAt: Timestamp?

  public init(reason: RatedReason, closedBy: MemberID? = nil, dueAt: Timestamp? = nil) {
    self.reason = reason
    self.closedBy = closedBy
    self.dueAt = dueAt
  }
}

extension RoundRated: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    reason = try object.decode(RatedReason.self, forKey: "reason")
    closedBy = try object.decodeIfPresent(MemberID.self, forKey: "closed_by")
    dueAt = try object.decodeIfPresent(Timestamp.self, forKey: "due_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(reason, forKey: "reason")
    try object.encode(closedBy, forKey: "closed_by")
    try object.encode(dueAt, forKey: "due_at")
  }
}

extension RoundRated: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    reason = try json.read("reason")
    closedBy = try json.readIfPresent("closed_by")
    dueAt = try json.readIfPresent("due_at")
  }
}
