// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Some of the watchlist.
public struct WatchlistPage: Hashable, Sendable {
  /// Newest first.
  public var items: [WatchlistItem]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: String?

  public init(items: [WatchlistItem], nextCursor: String? = nil) {
    self.items = items
    self.nextCursor = nextCursor
  }
}

extension WatchlistPage: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    items = try object.decode([WatchlistItem].self, forKey: "items")
    nextCursor = try object.decodeIfPresent(String.self, forKey: "next_cursor")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(items, forKey: "items")
    try object.encode(nextCursor, forKey: "next_cursor")
  }
}

extension WatchlistPage: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    items = try json.read("items")
    nextCursor = try json.readIfPresent("next_cursor")
  }
}
