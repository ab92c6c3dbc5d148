// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The addresses of one image in different widths.
public struct ImageURLs: Hashable, Sendable {
  /// The smallest.
  public var thumbnail: String
  /// For lists.
  public var card: String
  /// For a page.
  public var detail: String
  /// The largest.
  public var full: String

  public init(thumbnail: String, card: String, detail: String, full: String) {
    self.thumbnail = thumbnail
    self.card = card
    self.detail = detail
    self.full = full
  }
}

extension ImageURLs: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    thumbnail = try object.decode(String.self, forKey: "thumbnail")
    card = try object.decode(String.self, forKey: "card")
    detail = try object.decode(String.self, forKey: "detail")
    full = try object.decode(String.self, forKey: "full")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(thumbnail, forKey: "thumbnail")
    try object.encode(card, forKey: "card")
    try object.encode(detail, forKey: "detail")
    try object.encode(full, forKey: "full")
  }
}

extension ImageURLs: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    thumbnail = try json.read("thumbnail")
    card = try json.read("card")
    detail = try json.read("detail")
    full = try json.read("full")
  }
}
