// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What a member thought of it. It replaces an earlier rating.
public struct RatingGiven: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID
  /// `loved`, `liked` or `did_not_like`.
  public var rating: Rating

  public init(memberID: MemberID, rating: Rating) {
    self.memberID = memberID
    self.rating = rating
  }
}

extension RatingGiven: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case rating
  }
}

extension RatingGiven: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    rating = try json.read("rating")
  }
}
