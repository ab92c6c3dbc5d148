// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Some sessions.
public struct SessionPage: Hashable, Sendable {
  /// Newest first.
  public var sessions: [Session]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: String?

  public init(sessions: [Session], nextCursor: String? = nil) {
    self.sessions = sessions
    self.nextCursor = nextCursor
  }
}

extension SessionPage: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    sessions = try object.decode([Session].self, forKey: "sessions")
    nextCursor = try object.decodeIfPresent(String.self, forKey: "next_cursor")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(sessions, forKey: "sessions")
    try object.encode(nextCursor, forKey: "next_cursor")
  }
}

extension SessionPage: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    sessions = try json.read("sessions")
    nextCursor = try json.readIfPresent("next_cursor")
  }
}
