// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Some of the watched list.
public struct WatchedPage: Hashable, Sendable {
  /// Watched last first, each movie once.
  public var items: [WatchedItem]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: String?

  public init(items: [WatchedItem], nextCursor: String? = nil) {
    self.items = items
    self.nextCursor = nextCursor
  }
}

extension WatchedPage: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    items = try object.decode([WatchedItem].self, forKey: "items")
    nextCursor = try object.decodeIfPresent(String.self, forKey: "next_cursor")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(items, forKey: "items")
    try object.encode(nextCursor, forKey: "next_cursor")
  }
}

extension WatchedPage: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    items = try json.read("items")
    nextCursor = try json.readIfPresent("next_cursor")
  }
}
