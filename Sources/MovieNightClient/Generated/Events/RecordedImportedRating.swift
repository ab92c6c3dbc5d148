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
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case rating
    case ratedAt = "rated_at"
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
