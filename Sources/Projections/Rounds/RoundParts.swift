import Domain
import MovieNightPrimitives

/// A member's rating of the pick.
public struct GivenRating: Equatable, Sendable {
  public let memberID: MemberID
  public internal(set) var rating: Rating
  /// The time at which the member last rated.
  public internal(set) var ratedAt: Timestamp
}

extension [GivenRating] {
  init(_ imported: RoundImported) {
    self = imported.ratings.map { GivenRating(memberID: $0.memberID, rating: $0.rating, ratedAt: $0.ratedAt) }
  }

  /// Adds a rating, or replaces the member's earlier one.
  mutating func setRating(_ given: RatingGiven, at time: Timestamp) {
    if let index = firstIndex(where: { $0.memberID == given.memberID }) {
      self[index].rating = given.rating
      self[index].ratedAt = time
    } else {
      append(GivenRating(memberID: given.memberID, rating: given.rating, ratedAt: time))
    }
  }
}

/// The number of times that each rating was given.
public struct RatingsSummary: Equatable, Sendable {
  public let loved: Int
  public let liked: Int
  public let didNotLike: Int

  public var total: Int { loved + liked + didNotLike }

  /// Counts the ratings. Returns nil unless the round was watched.
  init?(of ratings: [GivenRating], status: RoundStatus) {
    guard status == .watched || status == .rated else { return nil }
    func count(_ rating: Rating) -> Int { ratings.count { $0.rating == rating } }
    loved = count(.loved)
    liked = count(.liked)
    didNotLike = count(.didNotLike)
  }
}

extension Attendees {
  /// Returns the attendees; none if they are unknown. `members` are the household's current members.
  public func knownIDs(among members: [MemberID]) -> [MemberID] {
    switch self {
    case .fixed(let ids): ids
    case .everyone: members
    case .unknown: []
    }
  }
}

// MARK: - JSON

extension GivenRating: FieldObject {
  public static let fields = Fields(
    Self.init(memberID:rating:ratedAt:), Field("member_id", \.memberID), Field("rating", \.rating),
    Field("rated_at", time: \.ratedAt))
}
