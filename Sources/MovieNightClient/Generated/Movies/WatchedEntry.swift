// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How the household saw a movie.
public struct WatchedEntry: Hashable, Sendable {
  /// When the household saw it last.
  public var watchedAt: Timestamp
  /// Through a round, or marked.
  public var source: WatchedSource
  /// Who marked it; nil for `round`.
  public var markedBy: MemberID?
  /// Their name today; nil for `round`.
  public var markedByName: String?
  /// The round; nil for `direct`.
  public var roundID: RoundID?

  public init(
    watchedAt: Timestamp, source: WatchedSource, markedBy: MemberID? = nil, markedByName: String? = nil,
    roundID: RoundID? = nil
  ) {
    self.watchedAt = watchedAt
    self.source = source
    self.markedBy = markedBy
    self.markedByName = markedByName
    self.roundID = roundID
  }
}

extension WatchedEntry: Codable {
  private enum CodingKeys: String, CodingKey {
    case watchedAt = "watched_at"
    case source
    case markedBy = "marked_by"
    case markedByName = "marked_by_name"
    case roundID = "round_id"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(watchedAt, forKey: .watchedAt)
    try object.encode(source, forKey: .source)
    try object.encode(markedBy, forKey: .markedBy)
    try object.encode(markedByName, forKey: .markedByName)
    try object.encode(roundID, forKey: .roundID)
  }
}

extension WatchedEntry: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    watchedAt = try json.read("watched_at")
    source = try json.read("source")
    markedBy = try json.readIfPresent("marked_by")
    markedByName = try json.readIfPresent("marked_by_name")
    roundID = try json.readIfPresent("round_id")
  }
}
