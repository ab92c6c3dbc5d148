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

extension Answering {
  /// What a household had to do with a movie. Reads the store.
  func history(of movie: MovieID, in id: HouseholdID) throws -> MovieHistory {
    let household = try household(id)
    try requireStore()
    return MovieHistory(
      id: movie, household: try view(household), listed: try readModels.listedMovie(movie, in: id),
      watched: try readModels.watchedMovie(movie, in: id),
      rounds: try readModels.rounds(of: id, with: movie, amongNewest: MovieHistory.roundLimit),
      activeRound: try household.activeRoundID.flatMap { try readModels.round($0) })
  }
}
