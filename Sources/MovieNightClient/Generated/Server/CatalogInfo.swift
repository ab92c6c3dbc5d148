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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    source = try object.decode(String.self, forKey: "source")
    attribution = try object.decode(String.self, forKey: "attribution")
    imageURL = try object.decode(String.self, forKey: "image_url")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(source, forKey: "source")
    try object.encode(attribution, forKey: "attribution")
    try object.encode(imageURL, forKey: "image_url")
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
