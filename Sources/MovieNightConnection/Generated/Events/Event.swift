// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What happened.
public struct Event: Identifiable, Hashable, Sendable {
  /// Its place among all events, from 1 on.
  public var position: Int
  /// What it belongs to: `round-`, `household-` or `library-`, and its id.
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

  /// The same as `position`.
  public var id: Int { position }

  public init(
    position: Int, stream: String, revision: Int, type: String, version: Int, recordedAt: Timestamp,
    data: JSONObject? = nil, metadata: EventMetadata
  ) {
    self.position = position
    self.stream = stream
    self.revision = revision
    self.type = type
    self.version = version
    self.recordedAt = recordedAt
    self.data = data
    self.metadata = metadata
  }
}

extension Event: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    position = try object.decode(Int.self, forKey: "position")
    stream = try object.decode(String.self, forKey: "stream")
    revision = try object.decode(Int.self, forKey: "revision")
    type = try object.decode(String.self, forKey: "type")
    version = try object.decode(Int.self, forKey: "version")
    recordedAt = try object.decode(Timestamp.self, forKey: "recorded_at")
    data = try object.decodeIfPresent(JSONObject.self, forKey: "data")
    metadata = try object.decode(EventMetadata.self, forKey: "metadata")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(position, forKey: "position")
    try object.encode(stream, forKey: "stream")
    try object.encode(revision, forKey: "revision")
    try object.encode(type, forKey: "type")
    try object.encode(version, forKey: "version")
    try object.encode(recordedAt, forKey: "recorded_at")
    try object.encode(data, forKey: "data")
    try object.encode(metadata, forKey: "metadata")
  }
}

extension Event: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    position = try json.read("position")
    stream = try json.read("stream")
    revision = try json.read("revision")
    type = try json.read("type")
    version = try json.read("version")
    recordedAt = try json.read("recorded_at")
    data = try json.readIfPresent("data")
    metadata = try json.read("metadata")
  }
}
