// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What was folded.
public struct Rebuilt: Hashable, Sendable {
  /// The read models.
  public var names: [String]
  /// How many were folded.
  public var events: Int
  /// How long it took. In seconds.
  public var seconds: Double

  public init(names: [String], events: Int, seconds: Double) {
    self.names = names
    self.events = events
    self.seconds = seconds
  }
}

extension Rebuilt: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    names = try object.decode([String].self, forKey: "names")
    events = try object.decode(Int.self, forKey: "events")
    seconds = try object.decode(Double.self, forKey: "seconds")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(names, forKey: "names")
    try object.encode(events, forKey: "events")
    try object.encode(seconds, forKey: "seconds")
  }
}

extension Rebuilt: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    names = try json.read("names")
    events = try json.read("events")
    seconds = try json.read("seconds")
  }
}
