import Domain
import EventStore
import Primitives
import Projections

/// Which part of a round a query shows.
enum RoundView: Hashable, Sendable {
  case details, results, ratings
}

/// Whose rounds a caller may see.
struct RoundScope: Hashable {
  /// All where it is nil: an administrator need not name one.
  let household: HouseholdID?

  /// The row of a round that is there and may be seen. That others have one nobody learns.
  func require<Row: Projection>(_ row: Row?) throws(WireError) -> Row {
    guard let row, household.map({ row.owner == OwnerID($0) }) ?? true else { throw .unknownRound }
    return row
  }
}

/// `rounds.get`, `rounds.results` and `rounds.ratings`.
struct RoundQuery: Query {
  let id: RoundID
  let view: RoundView
  let scope: RoundScope

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let models = answering.readModels
    let round = try scope.require(answering.value(models.cachedRound(id)) { try models.round(id) })
    let household = try answering.household(round.householdID)
    switch view {
    case .details: json.round(round, in: try answering.view(household), watched: try answering.watched(among: round))
    case .results: json.results(of: round, try answering.directory(of: household))
    case .ratings: json.ratings(round, in: try answering.view(household))
    }
  }
}

extension RoundDetails {
  var movieIDs: [MovieID] { suggestions.map(\.movie.tmdbMovieID) }

  /// Which of its movies a library of the time had on the watched list.
  func watched(in library: PastLibrary?) -> Set<MovieID> {
    Set(movieIDs.filter { library?.watchedMovie($0) != nil })
  }
}

extension Answering {
  /// Which of a round's movies its household has watched.
  func watched(among round: RoundDetails) throws -> Set<MovieID> {
    let (models, household) = (readModels, round.householdID)
    let cached = try models.cachedWatched(among: round.movieIDs, in: household)
    return try value(cached) { try models.watched(among: round.movieIDs, in: household) } ?? []
  }
}

/// `rounds.active`.
struct ActiveRoundQuery: Query {
  let id: HouseholdID

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    try answering.requireStore()
    let view = try answering.view(household)
    json.beginObject()
    json.key("round")
    if let id = household.activeRoundID, let round = try answering.readModels.round(id) {
      json.round(round, in: view, watched: try answering.watched(among: round))
    } else {
      json.null()
    }
    json.key("awaiting")
    json.array(try answering.readModels.awaitingSessions(household)) { $0.awaitingSession($1, in: view) }
    json.endObject()
  }
}

/// `sessions.list`.
struct SessionsQuery: Query {
  let id: HouseholdID
  let limit: Int
  let cursor: String?

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    let cursor = try answering.cursor(cursor)
    let models = answering.readModels
    let cached = try models.cachedSessions(household.id, after: cursor, limit: limit)
    let page = try answering.value(cached) { try models.sessions(household.id, after: cursor, limit: limit) }
    guard let page else { throw WireError.unknownHousehold }
    json.sessions(page, in: try answering.view(household))
  }
}
