import Domain
import EventStore
import Projections

extension AnswerContext {
  func library(_ id: HouseholdID) throws -> LibraryDetails? {
    try value(readModels.cachedLibrary(id)) { try readModels.library(id) }
  }

  /// Returns which of `movies` a household has watched.
  func watched(among movies: [MovieID], in id: HouseholdID) throws -> Set<MovieID> {
    try value(readModels.cachedWatched(among: movies, in: id)) { try readModels.watched(among: movies, in: id) } ?? []
  }
}

struct WatchlistQuery: ResultQuery {
  let id: HouseholdID
  let limit: Int
  let cursor: String?

  static var result: ResultObject<ViewPage<ListedMovie>> { LibraryTypes.watchlist }

  func shown(_ answering: AnswerContext) throws -> ViewPage<ListedMovie> {
    let household = try answering.household(id)
    let (models, sortKey) = (answering.readModels, try answering.cursor(cursor))
    let cached = try models.cachedWatchlist(id, after: sortKey, limit: limit)
    let page = try answering.value(cached) { try models.watchlist(id, after: sortKey, limit: limit) }
    guard let page else { throw Refusal.unknownHousehold }
    return ViewPage(page: page, household: try answering.view(household))
  }
}

struct WatchedQuery: ResultQuery {
  let id: HouseholdID
  let limit: Int
  let cursor: String?

  struct Shown {
    let items: [WatchedView]
    let next: SortKey?
  }

  static var result: ResultObject<Shown> { LibraryTypes.watched }

  func shown(_ answering: AnswerContext) throws -> Shown {
    let household = try answering.household(id)
    let (models, sortKey) = (answering.readModels, try answering.cursor(cursor))
    let cached = try models.cachedWatched(id, after: sortKey, limit: limit)
    let page = try answering.value(cached) { try models.watched(id, after: sortKey, limit: limit) }
    guard let page else { throw Refusal.unknownHousehold }
    let names = try answering.names(of: household)
    let items = try page.rows.map { row in
      let session = try row.roundID.flatMap { round in
        try answering.value(models.cachedSession(round, of: id)) { try models.session(round, of: id) }
      }
      return WatchedView(watched: row, names: names, ratingsSummary: session?.ratingsSummary)
    }
    return Shown(items: items, next: page.next)
  }
}

extension AnswerContext {
  /// Returns a movie's history in a household. Reads the store.
  func history(of movie: MovieID, in id: HouseholdID, for reader: MemberID) throws -> MovieHistory {
    let household = try household(id)
    try requireStore()
    return MovieHistory(
      id: movie, reader: reader, household: try view(household), listed: try readModels.listedMovie(movie, in: id),
      watched: try readModels.watchedMovie(movie, in: id),
      rounds: try readModels.rounds(of: id, with: movie),
      activeRound: try household.activeRoundID.flatMap { try readModels.round($0) })
  }
}
