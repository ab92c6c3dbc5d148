// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// When it was watched.
public struct WatchedRound: Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is now.
  public var status: RoundStatus
  /// When it was watched.
  public var watchedAt: Timestamp?

  public init(roundID: RoundID, status: RoundStatus, watchedAt: Timestamp? = nil) {
    self.roundID = roundID
    self.status = status
    self.watchedAt = watchedAt
  }
}

extension WatchedRound: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    status = try object.decode(RoundStatus.self, forKey: "status")
    watchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "watched_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(status, forKey: "status")
    try object.encode(watchedAt, forKey: "watched_at")
  }
}

extension WatchedRound: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    status = try json.read("status")
    watchedAt = try json.readIfPresent("watched_at")
  }
}
