import Catalog
import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// A round and its household, for results. A class for the same reason as `HouseholdView`.
final class RoundView: Sendable {
  let round: RoundDetails
  let household: HouseholdView
  /// The round's movies that the household has watched; empty if the result does not show them.
  let watched: Set<MovieID>

  init(round: RoundDetails, household: HouseholdView, watched: Set<MovieID> = []) {
    self.round = round
    self.household = household
    self.watched = watched
  }

  var names: HouseholdNames { household.names }
  var attendees: AttendeesView { AttendeesView(round.attendees, in: household) }
  var suggestions: some Sequence<SuggestionView> & SendableMetatype {
    round.suggestions.lazy.map { [household, watched] in
      SuggestionView($0, household, isWatched: watched.contains($0.movie.tmdbMovieID))
    }
  }
  /// The number of attendees who voted on at least one movie.
  var voted: Int {
    attendees.ids.count { attendee in round.suggestions.contains { $0.votes.contains { $0.memberID == attendee } } }
  }
  var raters: [MemberID] { round.raters(among: household.memberIDs) }
}

struct AttendeesView {
  let attendees: Attendees
  /// The attendees' ids; empty if the attendees were not recorded.
  let ids: [MemberID]
  private let household: HouseholdView

  init(_ attendees: Attendees, in household: HouseholdView) {
    self.attendees = attendees
    ids = attendees.knownIDs(among: household.memberIDs)
    self.household = household
  }

  var people: some Sequence<Person> & SendableMetatype { ids.lazy.map { [household] in household.person($0) } }
}

/// A movie of a round and its household, for results. A class for the same reason as `HouseholdView`.
final class SuggestionView {
  let suggestion: RoundDetails.Suggestion
  let household: HouseholdView
  let isWatched: Bool

  init(_ suggestion: RoundDetails.Suggestion, _ household: HouseholdView, isWatched: Bool = false) {
    self.suggestion = suggestion
    self.household = household
    self.isWatched = isWatched
  }

  var voters: some Sequence<Voter> & SendableMetatype {
    suggestion.votes.lazy.map { [household] in Voter(person: household.person($0.memberID), vote: $0.vote) }
  }
}

struct Voter {
  let person: Person
  let vote: Vote
}

struct PickView {
  let movie: Movie
  let pick: RoundDetails.Pick
  let pickedByName: String
  let watchedAt: Timestamp?

  /// Creates the view of the round's pick; nil if the round has none.
  init?(_ view: RoundView) {
    guard let pick = view.round.pick, let movie = view.round.suggestion(of: pick.tmdbMovieID)?.movie else { return nil }
    self.movie = movie
    self.pick = pick
    pickedByName = view.names[pick.pickedBy].displayName
    watchedAt = view.round.watchedAt
  }
}

/// A session and its household, for results. A class for the same reason as `HouseholdView`.
final class SessionView: Sendable {
  let session: SessionSummary
  let household: HouseholdView

  init(_ session: SessionSummary, in household: HouseholdView) {
    self.session = session
    self.household = household
  }
}

struct ViewPage<Row: Projection> {
  let page: RowPage<Row>
  let household: HouseholdView
}

// MARK: - Results of commands

extension CommandRows {
  func round(_ id: RoundID) throws -> RoundDetails {
    try required(row { try readModels.round(id, $0) }, "round \(id)")
  }

  func view(_ round: RoundDetails) throws -> RoundView {
    let watched = try library(
      round.householdID, now: { try readModels.watched(among: round.movieIDs, in: round.householdID) },
      then: { round.watched(in: $0) })
    return RoundView(round: round, household: try view(household(round.householdID)), watched: watched)
  }
}

protocol RoundResult: SendableMetatype {
  init(_ command: ChangedRound, _ rows: CommandRows) throws
}

extension RoundView: RoundResult {
  convenience init(_ command: ChangedRound, _ rows: CommandRows) throws {
    let view = try rows.view(command.round)
    self.init(round: view.round, household: view.household, watched: view.watched)
  }
}

/// A round after a pick. It lacks the watched movies, which the result does not show.
struct PickedRound: RoundResult {
  let view: RoundView

  init(_ command: ChangedRound, _ rows: CommandRows) throws {
    let household = try rows.view(rows.household(command.round.householdID))
    view = RoundView(round: command.round, household: household)
  }
}

/// A round after a command, with the movie and the member that the command concerned.
struct ChangedRound: RoundResult {
  let round: RoundDetails
  let movie: MovieID?
  /// The member who acted: the sender, or the managed member they acted for.
  let actor: MemberID

  init(_ round: RoundDetails, _ movie: MovieID?, _ actor: MemberID) {
    self.round = round
    self.movie = movie
    self.actor = actor
  }

  init(_ command: ChangedRound, _ rows: CommandRows) throws { self = command }

  /// The movie that the command concerned. Read this only for a command that concerned a movie.
  var changedMovie: MovieID {
    guard let movie else { preconditionFailure("the command is about no movie") }
    return movie
  }

  var vote: RoundDetails.CastVote? { round.vote(of: actor, on: changedMovie) }
  var rating: GivenRating? { round.rating(of: actor) }
}

struct StartedRound {
  let view: RoundView
  let watchlist: [ListedMovie]
  /// The constraints relaxed to find enough movies. No event records them, so they are empty for a repeated command.
  let relaxedConstraints: [RelaxedConstraint]
}

/// A sort key as a cursor: 16 hexadecimal digits of `order`, then 32 of `tie`. Cursors are opaque to clients.
extension SortKey {
  var wireText: String {
    let bytes = Identifier<TieKind>(high: UInt64(bitPattern: order), low: 0).bytes.prefix(8) + tie.bytes
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer[2 * index] = Self.digit(byte >> 4)
        buffer[2 * index + 1] = Self.digit(byte & 15)
      }
      return 2 * bytes.count
    }
  }

  init?(wireText: String) {
    let digits = wireText.utf8.compactMap(hexDigitValue)
    guard wireText.utf8.count == 48, digits.count == 48 else { return nil }
    func word(_ range: Range<Int>) -> UInt64 { digits[range].reduce(0) { $0 << 4 | UInt64($1) } }
    self.init(
      order: Int64(bitPattern: word(0..<16)), tie: Identifier<TieKind>(high: word(16..<32), low: word(32..<48)))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
