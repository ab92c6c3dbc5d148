// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What happened.
public struct Event: Identifiable, Hashable, Codable, Sendable {
  /// Its place among all events, from 1 on.
  public var position: Int
  /// What it belongs to, and the id of that: `round-`, `household-` or `library-` and a UUID.
  public var stream: String
  /// Its place in its stream, from 0 on.
  public var revision: Int
  /// What happened: `VoteCast`.
  public var type: String
  /// The version of its `data`.
  public var version: Int
  /// When it was recorded.
  public var recordedAt: Timestamp
  /// What it says, by its type (`x-events` of `rpc.discover`); nil where it is not yours to read.
  public var data: JSONObject?
  /// Who did it.
  public var metadata: EventMetadata

  public var id: Int { position }

  private enum CodingKeys: String, CodingKey {
    case position, stream, revision, type, version, recordedAt = "recorded_at", data, metadata
  }
}

/// Who did it.
public struct EventMetadata: Hashable, Codable, Sendable {
  /// Who sent the command; nil for the clock and the administrator.
  public var actor: MemberID?
  /// For which managed member they sent it; nil where for themself.
  public var actingAs: MemberID?
  /// The command's; shown to its own sender only, else nil.
  public var commandID: CommandID?

  private enum CodingKeys: String, CodingKey {
    case actor, actingAs = "acting_as", commandID = "command_id"
  }
}
