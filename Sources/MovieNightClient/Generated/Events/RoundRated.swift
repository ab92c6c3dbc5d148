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
  private enum CodingKeys: String, CodingKey {
    case reason
    case closedBy = "closed_by"
    case dueAt = "due_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(reason, forKey: .reason)
    try object.encode(closedBy, forKey: .closedBy)
    try object.encode(dueAt, forKey: .dueAt)
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
