// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The pick was watched.
public struct RoundWatched: Hashable, Sendable {
  /// Nil when the clock did it: somebody had rated, and the time to mark it was over.
  public var markedBy: MemberID?
  /// When it was due, to the microsecond; nil unless the clock did it.
  public var dueAt: Timestamp?

  public init(markedBy: MemberID? = nil, dueAt: Timestamp? = nil) {
    self.markedBy = markedBy
    self.dueAt = dueAt
  }
}

extension RoundWatched: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    markedBy = try object.decodeIfPresent(MemberID.self, forKey: "marked_by")
    dueAt = try object.decodeIfPresent(Timestamp.self, forKey: "due_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(markedBy, forKey: "marked_by")
    try object.encode(dueAt, forKey: "due_at")
  }
}

extension RoundWatched: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    markedBy = try json.readIfPresent("marked_by")
    dueAt = try json.readIfPresent("due_at")
  }
}
