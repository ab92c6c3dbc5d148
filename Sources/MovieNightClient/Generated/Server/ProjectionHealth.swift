// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How a read model is.
public struct ProjectionHealth: Identifiable, Hashable, Sendable {
  /// What it is called.
  public var name: String
  /// The version of its fold.
  public var version: Int
  /// Up to which position it has folded.
  public var checkpoint: Int
  /// How many events it is behind; 0 unless it stopped.
  public var lag: Int
  /// What it does.
  public var state: ProjectionState
  /// The event that it cannot read; nil unless it stopped.
  public var stoppedPosition: Int?
  /// Why; nil unless it stopped.
  public var stoppedReason: String?

  /// The same as `name`.
  public var id: String { name }

  public init(
    name: String, version: Int, checkpoint: Int, lag: Int, state: ProjectionState, stoppedPosition: Int? = nil,
    stoppedReason: String? = nil
  ) {
    self.name = name
    self.version = version
    self.checkpoint = checkpoint
    self.lag = lag
    self.state = state
    self.stoppedPosition = stoppedPosition
    self.stoppedReason = stoppedReason
  }
}

extension ProjectionHealth: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    name = try object.decode(String.self, forKey: "name")
    version = try object.decode(Int.self, forKey: "version")
    checkpoint = try object.decode(Int.self, forKey: "checkpoint")
    lag = try object.decode(Int.self, forKey: "lag")
    state = try object.decode(ProjectionState.self, forKey: "state")
    stoppedPosition = try object.decodeIfPresent(Int.self, forKey: "stopped_position")
    stoppedReason = try object.decodeIfPresent(String.self, forKey: "stopped_reason")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(name, forKey: "name")
    try object.encode(version, forKey: "version")
    try object.encode(checkpoint, forKey: "checkpoint")
    try object.encode(lag, forKey: "lag")
    try object.encode(state, forKey: "state")
    try object.encode(stoppedPosition, forKey: "stopped_position")
    try object.encode(stoppedReason, forKey: "stopped_reason")
  }
}

extension ProjectionHealth: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    name = try json.read("name")
    version = try json.read("version")
    checkpoint = try json.read("checkpoint")
    lag = try json.read("lag")
    state = try json.read("state")
    stoppedPosition = try json.readIfPresent("stopped_position")
    stoppedReason = try json.readIfPresent("stopped_reason")
  }
}
