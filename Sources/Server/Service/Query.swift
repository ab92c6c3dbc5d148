import Domain
import EventStore
import Primitives
import Projections

/// A question about the read models or the events. Equal questions about an unchanged household have equal answers.
enum Query: Hashable, Sendable {
  case health
  case household(HouseholdID)
  case households(limit: Int, after: HouseholdID?)
  /// Of one member, or of all where that is nil. How long ago one ended depends on the time.
  case tokens(HouseholdID, of: MemberID?)
  /// By the creator, or an administrator where that is nil. Whether one is expired depends on the time.
  case invites(HouseholdID, for: MemberID?)
  case preferences(HouseholdID, of: MemberID, for: MemberID)
  /// The household whose rounds the caller may see; nil for an administrator.
  case round(RoundID, RoundView, in: HouseholdID?)
  /// The same, as it was.
  case pastRound(RoundID, RoundView, in: HouseholdID?, asOf: Moment)
  case activeRound(HouseholdID)
  case sessions(HouseholdID, limit: Int, cursor: String?)
  case watchlist(HouseholdID, limit: Int, cursor: String?)
  case watched(HouseholdID, limit: Int, cursor: String?)
  /// What a household knows of a movie, and what its reader voted.
  case movie(MovieID, in: HouseholdID, for: MemberID)
  case events(EventQuery)

  enum RoundView: Hashable, Sendable {
    case details, results, ratings
  }

  /// The household on whose rows alone the answer rests, so that the answer holds until they change.
  var household: HouseholdID? {
    switch self {
    case .household(let id), .preferences(let id, _, _), .activeRound(let id),
      .sessions(let id, _, _), .watchlist(let id, _, _), .watched(let id, _, _),
      .movie(_, let id, _):
      id
    case .round(_, _, let id), .pastRound(_, _, let id, _): id
    case .health, .households, .tokens, .invites, .events: nil
    }
  }
}

/// What `events.read` asks for.
struct EventQuery: Hashable, Sendable {
  var household: HouseholdID
  /// Who reads, which decides what data is shown; nil for an administrator.
  var reader: MemberID?
  var after: Position
  var limit: Int
  var round: RoundID?
  /// All where nil.
  var types: [String]?
  /// The last that counts.
  var until: Moment?
}
