import MovieNightPrimitives

/// The status of a round. `rated` and `expired` are final.
public enum RoundStatus: String, FieldValue, CaseIterable, Sendable {
  case draft, voting, selected, watched, rated, expired

  /// The text for people (`docs/protocol/types.md`, "status_label").
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

  /// Whether voting is not over; a household has at most one such round.
  public var isActive: Bool { self == .draft || self == .voting }
}

/// A member's vote on a movie before the pick; a later one replaces it.
public enum Vote: String, FieldValue, CaseIterable, Sendable {
  case up, down
}

/// An attendee's rating of the pick; a later one replaces it until the round is rated.
public enum Rating: String, FieldValue, CaseIterable, Sendable {
  case loved, liked
  case didNotLike = "did_not_like"
}

/// The origin of a movie in a round.
public enum SuggestionSource: String, FieldValue, CaseIterable, Sendable {
  case member, watchlist, algorithm
}

/// The reason why the algorithm suggests a movie (`docs/catalog.md`, "Suggestions").
public struct SuggestionMerit: FieldObject, Equatable, Sendable {
  /// The score from 0 to 1.
  public var score: Double
  /// Sentences for people.
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

/// The reason why a watched round became rated.
public enum RatedReason: String, FieldValue, CaseIterable, Sendable {
  case allRated = "all_rated"
  case closed
  case timedOut = "timed_out"
}

/// The participants of a round.
public enum Attendees: Equatable, Sendable {
  /// Only these members, in this order.
  case fixed([MemberID])
  /// All members, including newcomers, until an event fixes the attendees.
  case everyone
  /// Not recorded, as in imported rounds.
  case unknown

  /// Fixes the attendees, unless they are unknown.
  public mutating func fix(_ ids: [MemberID]) { if self != .unknown { self = .fixed(ids) } }

  /// Returns the participants; all of `members`, the household's, if they are unknown.
  public func ids(among members: [MemberID]) -> [MemberID] {
    if case .fixed(let ids) = self { ids } else { members }
  }

  /// Returns the participants who are still among `members`. The round waits for them.
  public func waitedFor(among members: [MemberID]) -> [MemberID] {
    ids(among: members).filter(members.contains)
  }

  /// Removes a member from the list. `everyone` needs no change, since it excludes former members.
  public mutating func drop(_ member: MemberID) {
    if case .fixed(let ids) = self { self = .fixed(ids.filter { $0 != member }) }
  }
}

extension [MemberID] {
  /// Returns those who are still done voting: it lapses for a member without votes.
  public func stillDone(hasVote: (MemberID) -> Bool) -> [MemberID] { filter(hasVote) }
}

/// The limits of a round (`docs/rules.md`, "Rounds").
public enum RoundLimits {
  public static let movies = 12
  /// The range of positions. They are not reused, so they can be far greater than the number of movies.
  public static let positions = 1...Int(Int32.max)
  /// The number of movies that are required to open voting.
  public static let suggestionsToOpen = 2
  /// The number of a member's proposals in the round; withdrawn ones do not count.
  public static let proposalsPerMember = 2
  /// The number of all proposals together, including movies promoted from the watchlist.
  public static let proposals = 4
  public static let attendeesAtLeast = 2
  /// The number of attendees who must have set their preferences before movies are suggested.
  public static let preferencesToSuggest = 2
}
