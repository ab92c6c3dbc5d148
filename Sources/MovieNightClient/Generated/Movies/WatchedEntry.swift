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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    watchedAt = try object.decode(Timestamp.self, forKey: "watched_at")
    source = try object.decode(WatchedSource.self, forKey: "source")
    markedBy = try object.decodeIfPresent(MemberID.self, forKey: "marked_by")
    markedByName = try object.decodeIfPresent(String.self, forKey: "marked_by_name")
    roundID = try object.decodeIfPresent(RoundID.self, forKey: "round_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(watchedAt, forKey: "watched_at")
    try object.encode(source, forKey: "source")
    try object.encode(markedBy, forKey: "marked_by")
    try object.encode(markedByName, forKey: "marked_by_name")
    try object.encode(roundID, forKey: "round_id")
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
