import Domain
import Primitives
import Projections

extension Answering {
  func library(_ id: HouseholdID) throws -> LibraryDetails? {
    try value(readModels.cachedLibrary(id)) { try readModels.library(id) }
  }
}

/// `watchlist.list`.
struct WatchlistQuery: Query {
  let id: HouseholdID
  let limit: Int
  let cursor: String?
  var household: HouseholdID? { id }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    let cursor = try answering.cursor(cursor)
    let page = try answering.library(id)?.watchlistPage(after: cursor, limit: limit)
    json.watchlist(page ?? .empty, try answering.directory(of: household))
  }
}

/// `watched.list`.
struct WatchedQuery: Query {
  let id: HouseholdID
  let limit: Int
  let cursor: String?
  var household: HouseholdID? { id }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    let cursor = try answering.cursor(cursor)
    let page = try answering.library(id)?.watchedPage(after: cursor, limit: limit) ?? .empty
    let models = answering.readModels
    var summaries: [RoundID: RatingsSummary] = [:]
    for id in page.items.compactMap(\.roundID) {
      summaries[id] = try answering.value(models.cachedRatings(id), { try models.ratings(id) })?.summary
    }
    json.watched(page, summaries, try answering.directory(of: household))
  }
}

/// `movies.get`: what a household knows of a movie, and what its reader voted.
struct MovieQuery: Query {
  let id: MovieID
  let householdID: HouseholdID
  let reader: MemberID
  var household: HouseholdID? { householdID }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(householdID)
    try answering.requireStore()
    let models = answering.readModels
    let history = MovieHistory(
      id: id, household: try answering.view(household),
      rounds: try models.rounds(of: household.id, with: id, amongNewest: MovieHistory.roundLimit),
      activeRound: try household.activeRoundID.flatMap { try models.round($0) })
    guard let movie = history.movie else { throw WireError.noCatalog }
    json.movie(movie, history, for: reader)
  }
}
