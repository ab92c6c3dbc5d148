// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Where facts about movies and series are from.
public struct CatalogInfo: Hashable, Sendable {
  /// `tmdb` or `file`.
  public var source: String
  /// To be shown with what is from there.
  public var attribution: String
  /// What addresses of images begin with.
  public var imageURL: String

  public init(source: String, attribution: String, imageURL: String) {
    self.source = source
    self.attribution = attribution
    self.imageURL = imageURL
  }
}

extension CatalogInfo: Codable {
  private enum CodingKeys: String, CodingKey {
    case source
    case attribution
    case imageURL = "image_url"
  }
}

extension CatalogInfo: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    source = try json.read("source")
    attribution = try json.read("attribution")
    imageURL = try json.read("image_url")
  }
}
