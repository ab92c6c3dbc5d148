import Primitives

/// One thing that has happened in a household, as `events.read` and `events.appended` tell it (`docs/events.md`).
public struct Event: Sendable {
  /// Where it stands among all events of the store: greater than that of every event before it.
  public let position: Int
  /// What it is about: `round-…`, `household-…`.
  public let stream: String
  /// Its place in the stream, counted from 0.
  public let revision: Int
  /// What kind of thing has happened: `VoteCast`.
  public let type: String
  /// The version of its shape.
  public let version: Int
  public let recordedAt: Timestamp
  /// Nil where it is not yours to read.
  public let data: JSONValue?
  /// Who did it.
  public let metadata: JSONValue
  /// All of it, as the server wrote it.
  public let json: JSONValue

  /// - Throws: what is missing in it, or of another type.
  public init(_ json: JSONValue) throws(JSONError) {
    position = try json.integer("position")
    stream = try json.string("stream")
    revision = try json.integer("revision")
    type = try json.string("type")
    version = try json.integer("version")
    recordedAt = try json.timestamp("recorded_at")
    data = json["data"].flatMap { $0.isNull ? nil : $0 }
    metadata = try json.object("metadata")
    self.json = json
  }
}
