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
  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
    case status
    case watchedAt = "watched_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(roundID, forKey: .roundID)
    try object.encode(status, forKey: .status)
    try object.encode(watchedAt, forKey: .watchedAt)
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
