// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Some of what is kept.
public struct CatalogExport: Hashable, Sendable {
  /// To be written one a line.
  public var lines: [JSONObject]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: String?

  public init(lines: [JSONObject], nextCursor: String? = nil) {
    self.lines = lines
    self.nextCursor = nextCursor
  }
}

extension CatalogExport: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    lines = try object.decode([JSONObject].self, forKey: "lines")
    nextCursor = try object.decodeIfPresent(String.self, forKey: "next_cursor")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(lines, forKey: "lines")
    try object.encode(nextCursor, forKey: "next_cursor")
  }
}

extension CatalogExport: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    lines = try json.read("lines")
    nextCursor = try json.readIfPresent("next_cursor")
  }
}
