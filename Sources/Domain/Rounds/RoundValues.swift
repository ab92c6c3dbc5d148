import MovieNightPrimitives

/// The status of a round. `rated` and `expired` are final.
public enum RoundStatus: String, FieldValue, CaseIterable, Sendable {
  case draft, voting, selected, watched, rated, expired

  /// The name of the status for people (`status_label` in `docs/protocol/types.md`).
  public var label: String {
    switch self {
    case .draft: "Draft"
    case .voting: "Voting"
    case .selected: "Selected"
    case .watched: "Watched"
    case .rated: "Rated"
    case .expired: "Expired"
    }
  }

  public var isFinal: Bool { self == .rated || self == .expired }

  /// Whether the round is in draft or voting. A household has at most one such round.
  public var isActive: Bool { self == .draft || self == .voting }
}

/// A member's vote on a movie. Before the pick, a later vote replaces it.
public enum Vote: String, FieldValue, CaseIterable, Sendable {
  case up, down
}

/// An attendee's rating of the picked movie. Until the round is rated, a later rating replaces it.
public enum Rating: String, FieldValue, CaseIterable, Sendable {
  case loved, liked
  case didNotLike = "did_not_like"
}

/// The way in which a movie entered a round.
public enum SuggestionSource: String, FieldValue, CaseIterable, Sendable {
  case member, watchlist, algorithm
}

/// The score and reason with which the algorithm suggests a movie (`docs/catalog.md`, "Suggestions").
public struct SuggestionMerit: FieldObject, Equatable, Sendable {
  /// The score from 0 to 1.
  public var score: Double
  /// The reason, in sentences for people.
  public var reason: String

  public init(score: Double, reason: String) {
    self.score = score
    self.reason = reason
  }

  public static let fields = Fields(Self.init(score:reason:), Field("score", \.score), Field("reason", \.reason))
}

/// The reason why a round ended without being watched.
public enum ExpiryReason: String, FieldValue, CaseIterable, Sendable {
  case discarded
  case timedOut = "timed_out"
}

public enum RatedReason: String, FieldValue, CaseIterable, Sendable {
  case allRated = "all_rated"
  case closed
  case timedOut = "timed_out"
}

public enum Attendees: Equatable, Sendable {
  /// The listed members, in this order.
  case fixed([MemberID])
  /// All members, including those who join later, until an event fixes the attendees.
  case everyone
  /// The attendees were not recorded. This occurs in imported rounds.
  case unknown

  /// Replaces the attendees by a fixed list, unless they are unknown.
  public mutating func fix(_ ids: [MemberID]) { if self != .unknown { self = .fixed(ids) } }

  /// Returns the attendees' ids. If everyone attends or the attendees are unknown, these are all `members`.
  public func ids(among members: [MemberID]) -> [MemberID] {
    if case .fixed(let ids) = self { ids } else { members }
  }

  /// Returns the attendees who are still among `members`, and for whom the round therefore waits.
  public func waitedFor(among members: [MemberID]) -> [MemberID] {
    ids(among: members).filter(members.contains)
  }

  /// Removes a member from a fixed list. `everyone` needs no change, because it never includes former members.
  public mutating func drop(_ member: MemberID) {
    if case .fixed(let ids) = self { self = .fixed(ids.filter { $0 != member }) }
  }
}

extension [MemberID] {
  /// Returns the members who still count as done voting: those who have a vote left.
  public func stillDone(hasVote: (MemberID) -> Bool) -> [MemberID] { filter(hasVote) }
}

/// The limits of a round (`docs/rules.md`, "Rounds").
public enum RoundLimits {
  public static let movies = 12
  /// The range of positions. Positions are not reused, so they can be much greater than the number of movies.
  public static let positions = 1...Int(Int32.max)
  /// The number of movies that a draft needs before voting can be opened.
  public static let suggestionsToOpen = 2
  /// The number of proposals that one member can have in a round at a time. Withdrawn proposals do not count.
  public static let proposalsPerMember = 2
  /// The number of proposals of all members in a round at a time, including movies from the watchlist.
  public static let proposals = 4
  public static let attendeesAtLeast = 2
  /// The number of attendees who must have set preferences before the algorithm suggests movies.
  public static let preferencesToSuggest = 2
  /// The number of a year's last nights whose proposals and ratings are counted.
  public static let nightsOfYear = 5000
}
