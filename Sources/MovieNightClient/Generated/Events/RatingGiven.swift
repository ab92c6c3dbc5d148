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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    rating = try object.decode(Rating.self, forKey: "rating")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(rating, forKey: "rating")
  }
}

extension RatingGiven: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    rating = try json.read("rating")
  }
}
