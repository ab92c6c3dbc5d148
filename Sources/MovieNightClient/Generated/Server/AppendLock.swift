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
  private enum CodingKeys: String, CodingKey {
    case holder
    case heldMilliseconds = "held_ms"
    case waiting
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(holder, forKey: .holder)
    try object.encode(heldMilliseconds, forKey: .heldMilliseconds)
    try object.encode(waiting, forKey: .waiting)
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
