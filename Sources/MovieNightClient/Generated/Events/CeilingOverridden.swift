// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The creator set a ceiling for this round, whatever its attendees' ceilings say.
public struct CeilingOverridden: Hashable, Sendable {
  /// `G`, `PG`, `PG-13`, `R` or `NC-17`.
  public var maxContentRating: ContentRating
  /// `overridden_by`.
  public var overriddenBy: MemberID

  public init(maxContentRating: ContentRating, overriddenBy: MemberID) {
    self.maxContentRating = maxContentRating
    self.overriddenBy = overriddenBy
  }
}

extension CeilingOverridden: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    maxContentRating = try object.decode(ContentRating.self, forKey: "max_content_rating")
    overriddenBy = try object.decode(MemberID.self, forKey: "overridden_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(maxContentRating, forKey: "max_content_rating")
    try object.encode(overriddenBy, forKey: "overridden_by")
  }
}

extension CeilingOverridden: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    maxContentRating = try json.read("max_content_rating")
    overriddenBy = try json.read("overridden_by")
  }
}
