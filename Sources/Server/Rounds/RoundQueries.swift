import Domain
import MovieNightPrimitives
import Projections

enum RoundPart: Hashable, Sendable {
  case breakdown, ranking, ratings

  var result: ResultObject<RoundView> {
    switch self {
    case .breakdown: RoundTypes.round
    case .ranking: RoundTypes.results
    case .ratings: RoundTypes.ratings
    }
  }

  /// Whether this part shows which movies the household has watched.
  var showsWatched: Bool { self == .breakdown }
}

/// The query of `rounds.get`, `rounds.results` and `rounds.ratings`.
struct RoundQuery: Query {
  let id: RoundID
  /// The household that the round must belong to; nil if an administrator did not name one.
  let household: HouseholdID?
  /// The position or time at which to show the round; nil for its current state.
  let moment: Moment?
  let part: RoundPart

  func write(to json: inout JSONWriter, _ answering: AnswerContext) throws {
    part.result.write(try shown(answering), to: &json)
  }

  private func shown(_ answering: AnswerContext) throws -> RoundView {
    let models = answering.readModels
    if let moment { return try past(answering, asOf: moment) }
    let round = try require(answering.value(models.cachedRound(id)) { try models.round(id) })
    let household = try answering.household(round.householdID)
    return RoundView(
      round: round, household: try answering.view(household),
      watched: part.showsWatched ? try answering.watched(among: round) : [])
  }

  /// Returns the round as of `moment`, with its members and watched list, but current names. Reads the store.
  private func past(_ answering: AnswerContext, asOf moment: Moment) throws -> RoundView {
    try answering.requireStore()
    let models = answering.readModels
    let round = try require(models.round(id, .asOf(moment)))
    guard let today = try models.household(round.householdID),
      let then = try models.household(round.householdID, .asOf(moment))
    else { throw Refusal.unknownHousehold }
    return RoundView(
      round: round, household: HouseholdView(details: then, names: try answering.names(of: today)),
      watched: part.showsWatched ? round.watched(in: try models.library(then.id, asOf: moment)) : [])
  }

  /// Returns the round. Refuses a round of another household in the same way as a round that does not exist.
  private func require(_ round: RoundDetails?) throws(Refusal) -> RoundDetails {
    guard let round, household == nil || round.householdID == household else { throw .unknownRound }
    return round
  }
}

extension RoundDetails {
  var movieIDs: [MovieID] { suggestions.map(\.movie.tmdbMovieID) }

  /// Returns the round's movies that are on the watched list of a past library.
  func watched(in library: PastLibrary?) -> Set<MovieID> {
    Set(movieIDs.filter { library?.watchedMovie($0) != nil })
  }
}

extension AnswerContext {
  fileprivate func watched(among round: RoundDetails) throws -> Set<MovieID> {
    try watched(among: round.movieIDs, in: round.householdID)
  }
}

struct ActiveRoundQuery: ResultQuery {
  let id: HouseholdID

  struct Shown {
    /// The round in draft or voting; nil if there is none.
    let round: RoundView?
    let awaiting: [SessionView]
  }

  static var result: ResultObject<Shown> { RoundTypes.active }

  func shown(_ answering: AnswerContext) throws -> Shown {
    let household = try answering.household(id)
    try answering.requireStore()
    let (models, view) = (answering.readModels, try answering.view(household))
    let round = try household.activeRoundID.flatMap { try models.round($0) }
    return Shown(
      round: try round.map { RoundView(round: $0, household: view, watched: try answering.watched(among: $0)) },
      awaiting: try models.awaitingSessions(household).map { SessionView($0, in: view) })
  }
}

struct SessionsQuery: ResultQuery {
  let id: HouseholdID
  let limit: Int
  let cursor: String?

  static var result: ResultObject<ViewPage<SessionSummary>> { RoundTypes.sessions }

  func shown(_ answering: AnswerContext) throws -> ViewPage<SessionSummary> {
    let household = try answering.household(id)
    let cursor = try answering.cursor(cursor)
    let models = answering.readModels
    let cached = try models.cachedSessions(household.id, after: cursor, limit: limit)
    let page = try answering.value(cached) { try models.sessions(household.id, after: cursor, limit: limit) }
    guard let page else { throw Refusal.unknownHousehold }
    return ViewPage(page: page, household: try answering.view(household))
  }
}
