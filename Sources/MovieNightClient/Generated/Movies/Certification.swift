// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A country's rating.
public struct Certification: Hashable, Sendable {
  /// Which country.
  public var country: String
  /// The rating, as it is written there.
  public var rating: String

  public init(country: String, rating: String) {
    self.country = country
    self.rating = rating
  }
}

extension Certification: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    country = try object.decode(String.self, forKey: "country")
    rating = try object.decode(String.self, forKey: "rating")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(country, forKey: "country")
    try object.encode(rating, forKey: "rating")
  }
}

extension Certification: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    country = try json.read("country")
    rating = try json.read("rating")
  }
}
