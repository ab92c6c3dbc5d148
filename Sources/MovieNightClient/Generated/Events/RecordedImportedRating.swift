// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// ImportedRating, as an event holds it.
public struct RecordedImportedRating: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID
  /// `rating`.
  public var rating: Rating
  /// `rated_at`.
  public var ratedAt: Timestamp

  public init(memberID: MemberID, rating: Rating, ratedAt: Timestamp) {
    self.memberID = memberID
    self.rating = rating
    self.ratedAt = ratedAt
  }
}

extension RecordedImportedRating: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    rating = try object.decode(Rating.self, forKey: "rating")
    ratedAt = try object.decode(Timestamp.self, forKey: "rated_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(rating, forKey: "rating")
    try object.encode(ratedAt, forKey: "rated_at")
  }
}

extension RecordedImportedRating: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    rating = try json.read("rating")
    ratedAt = try json.read("rated_at")
  }
}
