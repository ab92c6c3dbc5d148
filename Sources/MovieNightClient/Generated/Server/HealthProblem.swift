// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Something that lasts and that whoever runs the server should know of.
public struct HealthProblem: Hashable, Sendable {
  /// What it is, for programs.
  public var reason: HealthReason
  /// What it is, for an operator.
  public var message: String
  /// When it began, or was first noticed.
  public var since: Timestamp
  /// Of the read model, where it has one.
  public var name: String?
  /// Of the event, where it has one.
  public var position: Int?
  /// What the clock says, where it has one.
  public var clock: Timestamp?
  /// The time of the last event, where it has one.
  public var lastRecorded: Timestamp?
  /// When it was last so, where it has one.
  public var lastAt: Timestamp?

  public init(
    reason: HealthReason, message: String, since: Timestamp, name: String? = nil, position: Int? = nil,
    clock: Timestamp? = nil, lastRecorded: Timestamp? = nil, lastAt: Timestamp? = nil
  ) {
    self.reason = reason
    self.message = message
    self.since = since
    self.name = name
    self.position = position
    self.clock = clock
    self.lastRecorded = lastRecorded
    self.lastAt = lastAt
  }
}

extension HealthProblem: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    reason = try object.decode(HealthReason.self, forKey: "reason")
    message = try object.decode(String.self, forKey: "message")
    since = try object.decode(Timestamp.self, forKey: "since")
    name = try object.decodeIfPresent(String.self, forKey: "name")
    position = try object.decodeIfPresent(Int.self, forKey: "position")
    clock = try object.decodeIfPresent(Timestamp.self, forKey: "clock")
    lastRecorded = try object.decodeIfPresent(Timestamp.self, forKey: "last_recorded")
    lastAt = try object.decodeIfPresent(Timestamp.self, forKey: "last_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(reason, forKey: "reason")
    try object.encode(message, forKey: "message")
    try object.encode(since, forKey: "since")
    try object.encodeIfPresent(name, forKey: "name")
    try object.encodeIfPresent(position, forKey: "position")
    try object.encodeIfPresent(clock, forKey: "clock")
    try object.encodeIfPresent(lastRecorded, forKey: "last_recorded")
    try object.encodeIfPresent(lastAt, forKey: "last_at")
  }
}

extension HealthProblem: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    reason = try json.read("reason")
    message = try json.read("message")
    since = try json.read("since")
    name = try json.readIfPresent("name")
    position = try json.readIfPresent("position")
    clock = try json.readIfPresent("clock")
    lastRecorded = try json.readIfPresent("last_recorded")
    lastAt = try json.readIfPresent("last_at")
  }
}
