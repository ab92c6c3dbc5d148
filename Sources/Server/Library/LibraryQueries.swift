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

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    let (models, place) = (answering.readModels, try answering.cursor(cursor))
    let cached = try models.cachedWatchlist(id, after: place, limit: limit)
    let page = try answering.value(cached) { try models.watchlist(id, after: place, limit: limit) }
    guard let page else { throw WireError.unknownHousehold }
    json.watchlist(page, try answering.directory(of: household))
  }
}

/// `watched.list`.
struct WatchedQuery: Query {
  let id: HouseholdID
  let limit: Int
  let cursor: String?

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    let (models, place) = (answering.readModels, try answering.cursor(cursor))
    let cached = try models.cachedWatched(id, after: place, limit: limit)
    let page = try answering.value(cached) { try models.watched(id, after: place, limit: limit) }
    guard let page else { throw WireError.unknownHousehold }
    var summaries: [RoundID: RatingsSummary] = [:]
    for round in page.rows.compactMap(\.roundID) {
      let session = try answering.value(models.cachedSession(round, of: id)) { try models.session(round, of: id) }
      summaries[round] = session?.ratingsSummary
    }
    json.watched(page, summaries, try answering.directory(of: household))
  }
}

/// `movies.get`: what a household knows of a movie, and what its reader voted.
struct MovieQuery: Query {
  let id: MovieID
  let householdID: HouseholdID
  let reader: MemberID

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(householdID)
    try answering.requireStore()
    let models = answering.readModels
    let history = MovieHistory(
      id: id, household: try answering.view(household), listed: try models.listedMovie(id, in: household.id),
      watched: try models.watchedMovie(id, in: household.id),
      rounds: try models.rounds(of: household.id, with: id, amongNewest: MovieHistory.roundLimit),
      activeRound: try household.activeRoundID.flatMap { try models.round($0) })
    guard let movie = history.movie else { throw WireError.noCatalog }
    json.movie(movie, history, for: reader)
  }
}
