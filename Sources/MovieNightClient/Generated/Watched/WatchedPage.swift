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
  private enum CodingKeys: String, CodingKey {
    case items
    case nextCursor = "next_cursor"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(items, forKey: .items)
    try object.encode(nextCursor, forKey: .nextCursor)
  }
}

extension WatchedPage: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    items = try json.read("items")
    nextCursor = try json.readIfPresent("next_cursor")
  }
}
