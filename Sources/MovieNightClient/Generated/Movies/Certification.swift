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
  private enum CodingKeys: String, CodingKey {
    case country
    case rating
  }
}

extension Certification: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    country = try json.read("country")
    rating = try json.read("rating")
  }
}
