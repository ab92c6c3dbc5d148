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
  private enum CodingKeys: String, CodingKey {
    case markedBy = "marked_by"
    case dueAt = "due_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(markedBy, forKey: .markedBy)
    try object.encode(dueAt, forKey: .dueAt)
  }
}

extension RoundWatched: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    markedBy = try json.readIfPresent("marked_by")
    dueAt = try json.readIfPresent("due_at")
  }
}
