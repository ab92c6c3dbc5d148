// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Which of several servers is appending.
public struct AppendLock: Hashable, Sendable {
  /// Which server.
  public var holder: String?
  /// For how long it has appended. In milliseconds.
  public var heldMilliseconds: Int?
  /// How many servers wait to append.
  public var waiting: Int

  public init(holder: String? = nil, heldMilliseconds: Int? = nil, waiting: Int) {
    self.holder = holder
    self.heldMilliseconds = heldMilliseconds
    self.waiting = waiting
  }
}

extension AppendLock: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    holder = try object.decodeIfPresent(String.self, forKey: "holder")
    heldMilliseconds = try object.decodeIfPresent(Int.self, forKey: "held_ms")
    waiting = try object.decode(Int.self, forKey: "waiting")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(holder, forKey: "holder")
    try object.encode(heldMilliseconds, forKey: "held_ms")
    try object.encode(waiting, forKey: "waiting")
  }
}

extension AppendLock: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    holder = try json.readIfPresent("holder")
    heldMilliseconds = try json.readIfPresent("held_ms")
    waiting = try json.read("waiting")
  }
}
