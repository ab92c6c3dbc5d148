import MovieNightPrimitives

/// Where a round stands. `rated` and `expired` are final.
public enum RoundStatus: String, FieldValue, CaseIterable, Sendable {
  case draft, voting, selected, watched, rated, expired

  /// What a person reads (`docs/protocol/types.md`, "status_label").
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

  /// A household has at most one round in these states.
  public var isActive: Bool { self == .draft || self == .voting }
}

/// What an attendee says of a movie before the pick: one vote a member a movie, and a later one replaces it.
public enum Vote: String, FieldValue, CaseIterable, Sendable {
  case up, down
}

/// What an attendee thinks of the pick. A later one replaces it until the round is rated.
public enum Rating: String, FieldValue, CaseIterable, Sendable {
  case loved, liked
  case didNotLike = "did_not_like"
}

/// Where a movie of a round came from.
public enum SuggestionSource: String, FieldValue, CaseIterable, Sendable {
  case member, watchlist, algorithm
}

/// Why the algorithm suggests a movie (`docs/catalog.md`, "Suggestions").
public struct SuggestionMerit: FieldObject, Equatable, Sendable {
  /// 0-1.
  public var score: Double
  /// In sentences, for a person.
  public var reason: String

  public init(score: Double, reason: String) {
    self.score = score
    self.reason = reason
  }

  public static let fields = Fields(Self.init(score:reason:), Field("score", \.score), Field("reason", \.reason))
}

/// Why a round ended without being watched: somebody discarded it, or its time was over.
public enum ExpiryReason: String, FieldValue, CaseIterable, Sendable {
  case discarded
  case timedOut = "timed_out"
}

/// Why a watched round became rated.
public enum RatedReason: String, FieldValue, CaseIterable, Sendable {
  case allRated = "all_rated"
  case closed
  case timedOut = "timed_out"
}

/// Who takes part in a round.
public enum Attendees: Equatable, Sendable {
  /// Just these members, in this order.
  case fixed([MemberID])
  /// Whoever is a member, newcomers too, until something fixes it.
  case everyone
  /// Nobody wrote it down, as in rounds of the time before this program.
  case unknown

  /// Says who took part, where that was not lost before.
  public mutating func fix(_ ids: [MemberID]) { if self != .unknown { self = .fixed(ids) } }

  /// Who takes part, where the household has `members`; all of them, where nobody wrote down who did.
  public func ids(among members: [MemberID]) -> [MemberID] {
    if case .fixed(let ids) = self { ids } else { members }
  }

  /// Those for whom a round waits: who takes part and is still one of `members`.
  public func waitedFor(among members: [MemberID]) -> [MemberID] {
    ids(among: members).filter(members.contains)
  }

  /// Takes one off the list; where it is everyone, who is no member is off it anyway.
  public mutating func drop(_ member: MemberID) {
    if case .fixed(let ids) = self { self = .fixed(ids.filter { $0 != member }) }
  }
}

extension [MemberID] {
  /// Those of them who have said that they are done voting and still are: it lapses for whoever has no vote left.
  public func stillDone(hasVote: (MemberID) -> Bool) -> [MemberID] { filter(hasVote) }
}

/// The limits of a round (`docs/rules.md`, "Rounds").
public enum RoundLimits {
  public static let movies = 12
  /// What a movie's position can be. A position is not given again, so that it can be far greater than the number of movies.
  public static let positions = 1...Int(Int32.max)
  /// Without so many movies voting does not open.
  public static let suggestionsToOpen = 2
  /// Those that a member has in the round: a withdrawn one counts no longer.
  public static let proposalsAMember = 2
  /// Of all members together; what was promoted from the watchlist counts too.
  public static let proposals = 4
  public static let attendeesAtLeast = 2
  /// So many attendees must have set their preferences before movies are suggested to them.
  public static let preferencesToSuggest = 2
}
