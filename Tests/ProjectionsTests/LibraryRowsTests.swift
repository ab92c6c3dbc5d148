import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Projections

/// A library's rows in a store that keeps none, as just folded in memory, and as read back from a store that keeps
/// them.
@Suite struct LibraryRowsTests {
  enum Memory: CaseIterable, Sendable { case whole, folded, written }

  /// Returns the read models after the events that `play` records.
  private func library(_ memory: Memory, _ play: (inout Recorder) -> Void) throws -> ReadModels {
    var recorder = Recorder()
    play(&recorder)
    let store = RowStore(keepsRows: memory != .whole)
    store.record(recorder.events)
    let models = try openModels(store)
    guard memory == .written else { return models }
    try models.flush()
    return try openModels(store)
  }

  private func watchlist(_ models: ReadModels) throws -> [MovieID] {
    try models.watchlist(Home.id, after: nil, limit: 100).rows.map(\.entry.movie.tmdbMovieID)
  }

  private func watched(_ models: ReadModels) throws -> [WatchedMovie] {
    try models.watched(Home.id, after: nil, limit: 100).rows
  }

  @Test(arguments: Memory.allCases)
  func newestWatchlistEntryComesFirst(_ memory: Memory) throws {
    let library = try library(memory) { recorder in
      for id in [3, 1, 2] { recorder.addToWatchlist(id) }
      recorder.record(MovieRemovedFromWatchlist(tmdbMovieID: 1, removedBy: Home.tim), library: Home.id)
    }
    #expect(try watchlist(library) == [2, 3])
    #expect(try library.listedMovie(3, in: Home.id)?.entry.addedBy == Home.sarah)
    #expect(try library.listedMovie(1, in: Home.id) == nil && watched(library).isEmpty)
    #expect(try library.library(Home.id)?.revision == 3)
  }

  @Test(arguments: Memory.allCases)
  func watchedMovieLeavesWatchlist(_ memory: Memory) throws {
    let library = try library(memory) { recorder in
      for id in 1...3 { recorder.addToWatchlist(id) }
      recorder.mark(1)
      recorder.watch(3, in: 9)
    }
    #expect(try watchlist(library) == [2])
    #expect(try watched(library).map(\.movie.tmdbMovieID) == [3, 1])
    #expect(try watched(library).map(\.source) == [.round(RoundID(high: 3, low: 9)), .direct(markedBy: Home.tim)])
    #expect(try library.watched(among: [1, 2, 3, 4], in: Home.id) == [1, 3])
    guard case .hit([1, 3]?) = try library.cachedWatched(among: [1, 2, 3, 4], in: Home.id) else {
      Issue.record("now all of it is in memory")
      return
    }
  }

  @Test(arguments: Memory.allCases)
  func undoneMarkRestoresWatchlistEntryInPlace(_ memory: Memory) throws {
    var second: WatchlistEntry?
    let library = try library(memory) { recorder in
      recorder.addToWatchlist(1)
      recorder.addToWatchlist(2)
      second = WatchlistEntry(movie: Home.movie(2), addedBy: Home.sarah, addedAt: recorder.now)
      recorder.addToWatchlist(3)
      recorder.mark(2)
      recorder.record(
        MovieUnmarkedWatched(tmdbMovieID: 2, unmarkedBy: Home.tim, restored: second), library: Home.id)
    }
    #expect(try watchlist(library) == [3, 2, 1])
    #expect(try library.listedMovie(2, in: Home.id)?.entry == second)
    #expect(try watched(library).isEmpty && library.watchedMovie(2, in: Home.id) == nil)
  }

  @Test(arguments: Memory.allCases)
  func undoneMarkOfUnlistedMovieLeavesNothing(_ memory: Memory) throws {
    let library = try library(memory) { recorder in
      recorder.mark(1)
      recorder.record(MovieUnmarkedWatched(tmdbMovieID: 1, unmarkedBy: Home.tim), library: Home.id)
    }
    #expect(try watchlist(library).isEmpty && watched(library).isEmpty)
    #expect(try library.library(Home.id)?.revision == 1)
  }

  @Test(arguments: Memory.allCases)
  func rewatchedMovieAppearsOnceWithLastTime(_ memory: Memory) throws {
    let library = try library(memory) { recorder in
      recorder.watch(1, in: 1)
      recorder.watch(2, in: 2)
      recorder.watch(1, in: 3)
    }
    #expect(try watched(library).map(\.movie.tmdbMovieID) == [1, 2])
    #expect(try watched(library).map(\.roundID?.low) == [3, 2])
  }

  @Test(arguments: Memory.allCases)
  func earlierImportedRoundOverridesMarkButNotLaterRound(_ memory: Memory) throws {
    var longAgo = Timestamp(microseconds: 0)
    let library = try library(memory) { recorder in
      longAgo = recorder.now.advanced(bySeconds: -86_400)
      recorder.watch(1, in: 1)
      recorder.mark(2)
      for (id, round) in [(1, 2), (2, 3), (3, 4), (3, 5)] {
        recorder.watch(id, in: UInt64(round), at: longAgo.advanced(bySeconds: Int64(round)))
      }
    }
    let watched = try watched(library)
    #expect(watched.map(\.movie.tmdbMovieID) == [1, 3, 2])
    #expect(watched.map(\.roundID?.low) == [1, 5, 3], "a mark is overridden, a later round is not")
    #expect(watched[2].watchedAt == longAgo.advanced(bySeconds: 3))
  }

  @Test(arguments: Memory.allCases)
  func roundOverridesEarlierMark(_ memory: Memory) throws {
    let library = try library(memory) { recorder in
      recorder.mark(1)
      recorder.mark(2)
      recorder.watch(1, in: 7)
    }
    #expect(try watched(library).map(\.movie.tmdbMovieID) == [1, 2])
    #expect(try library.watchedMovie(1, in: Home.id)?.source == .round(RoundID(high: 3, low: 7)))
    #expect(try library.watchedMovie(1, in: Home.id)?.markedBy == nil)
    #expect(try library.watchedMovie(2, in: Home.id)?.markedBy == Home.tim)
    #expect(try library.watchedMovie(3, in: Home.id) == nil)
  }

  @Test(arguments: Memory.allCases)
  func pagingContinuesAfterCursorRowIsRemoved(_ memory: Memory) throws {
    var recorder = Recorder()
    let library = try library(memory) { played in
      for id in 1...5 { played.addToWatchlist(id) }
      recorder = played
    }
    func page(after sortKey: SortKey?, limit: Int) throws -> (movies: [MovieID], next: SortKey?) {
      let page = try library.watchlist(Home.id, after: sortKey, limit: limit)
      return (page.rows.map(\.entry.movie.tmdbMovieID), page.next)
    }
    let first = try page(after: nil, limit: 2)
    #expect(first.movies == [5, 4])
    recorder.addToWatchlist(6)
    // Movie 4, which the cursor names, leaves the list.
    recorder.mark(4)
    try library.apply(Array(recorder.events.suffix(2)))
    let second = try page(after: first.next, limit: 2)
    #expect(second.movies == [3, 2])
    let last = try page(after: second.next, limit: 2)
    #expect(last.movies == [1] && last.next == nil)
    #expect(try page(after: nil, limit: 5).next == nil)
    #expect(try watched(library).map(\.movie.tmdbMovieID) == [4])
  }

  /// Commands that arrive together are recorded with the same time.
  @Test(arguments: Memory.allCases)
  func moviesRecordedAtSameTimeAreNewestFirst(_ memory: Memory) throws {
    let library = try library(memory) { recorder in
      let moment = recorder.now
      for id in [20, 30, 10, 41] {
        recorder.now = moment
        recorder.addToWatchlist(id)
      }
      for id in [2, 3, 1] {
        recorder.now = moment
        recorder.mark(id)
      }
    }
    let first = try library.watchlist(Home.id, after: nil, limit: 3)
    #expect(first.rows.map(\.entry.movie.tmdbMovieID) == [41, 10, 30])
    let rest = try library.watchlist(Home.id, after: first.next, limit: 3)
    #expect(rest.rows.map(\.entry.movie.tmdbMovieID) == [20])
    #expect(try watched(library).map(\.movie.tmdbMovieID) == [1, 3, 2])
  }

  /// The lists are longer than their cached part, and many entries are deleted or moved before they are flushed.
  @Test(arguments: RandomCases.seeds(3))
  func pagesMatchReplayInAnyFlushState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = RowStore(keepsRows: true)
    let models = try openModels(store, rowMemory: 100_000)
    var recorder = Recorder()
    for step in 0..<25 {
      let start = recorder.events.count
      for _ in 0..<Int.random(in: 1...80, using: &random) {
        let movie = Int.random(in: 1...400, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: recorder.addToWatchlist(movie)
        case 5: recorder.record(MovieRemovedFromWatchlist(tmdbMovieID: movie, removedBy: Home.tim), library: Home.id)
        case 6: recorder.mark(movie)
        case 7: recorder.record(MovieUnmarkedWatched(tmdbMovieID: movie, unmarkedBy: Home.tim), library: Home.id)
        default:
          let past = recorder.now.advanced(bySeconds: -Int64.random(in: 0...900_000, using: &random))
          recorder.watch(movie, in: UInt64(recorder.events.count), at: past)
        }
      }
      let events = Array(recorder.events[start...])
      store.record(events)
      try models.apply(events)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: try models.flush()
      case 1: _ = try models.flushPart(through: models.position, rows: 20)
      default: break
      }
      let rows = try foldAllRows(recorder.events)
      func wanted(_ name: String) -> [RowKey] {
        (rows[name] ?? [:]).values.sorted {
          ($0.sortKey?.order ?? 0, $0.position) > ($1.sortKey?.order ?? 0, $1.position)
        }
        .map(\.key)
      }
      let limit = Int.random(in: 1...150, using: &random)
      #expect(
        try walk(limit) { try models.watchlist(Home.id, after: $0, limit: $1) } == wanted("watchlist"),
        "seed \(seed), step \(step)")
      #expect(
        try walk(limit) { try models.watched(Home.id, after: $0, limit: $1) } == wanted("watched"),
        "seed \(seed), step \(step)")
    }
  }

  private func walk<Model: Projection>(
    _ limit: Int, _ page: (SortKey?, Int) throws -> RowPage<Model>
  ) throws -> [RowKey] {
    var (keys, sortKey) = ([RowKey](), SortKey?.none)
    repeat {
      let page = try page(sortKey, limit)
      #expect(page.rows.count == limit || page.next == nil)
      keys += page.rows.map(\.key)
      sortKey = page.next
    } while sortKey != nil
    return keys
  }

  /// The row is cached as absent. Before a flush, it is created, deleted, created again and evicted.
  @Test func movieLookedUpWhileAbsentIsFoundOnceAdded() throws {
    let store = RowStore(keepsRows: true)
    let models = try openModels(store, rowMemory: 2_000)
    var recorder = Recorder()
    func play(_ body: (inout Recorder) -> Void) throws {
      let start = recorder.events.count
      body(&recorder)
      store.record(Array(recorder.events[start...]))
      try models.apply(Array(recorder.events[start...]))
    }
    try play { $0.addToWatchlist(9) }
    #expect(try models.listedMovie(1, in: Home.id) == nil)
    try play { recorder in
      recorder.mark(1)
      recorder.record(MovieUnmarkedWatched(tmdbMovieID: 1, unmarkedBy: Home.tim), library: Home.id)
      for movie in 1...8 { recorder.addToWatchlist(movie) }
    }
    try models.flush()
    #expect(try (1...9).allSatisfy { try models.listedMovie($0, in: Home.id) != nil })
  }

  /// On a shared store, a concurrent read may be about to cache the row as absent.
  @Test func newSharedRowAdvancesEpochOfItsTable() throws {
    let models = try openModels(RowStore(keepsRows: true, isShared: true))
    var recorder = Recorder()
    recorder.watch(1, in: 1)
    let before = models.served.withLock { $0.tables.watched.epoch }
    try models.apply(recorder.events)
    #expect(models.served.withLock { $0.tables.watched.epoch } != before)
    recorder.record(MovieUnmarkedWatched(tmdbMovieID: 1, unmarkedBy: Home.tim), library: Home.id)
    try models.apply(Array(recorder.events.suffix(1)))
    guard case .hit(nil) = models.served.withLock({ $0.tables.watched.cached(RowKey(1, in: Home.id)) }) else {
      Issue.record("that it has ended is known")
      return
    }
  }

  @Test func libraryAsOfPositionHasStateOfThatPosition() throws {
    let library = try library(.written) { recorder in
      recorder.addToWatchlist(1)
      recorder.addToWatchlist(2)
      recorder.mark(1)
      recorder.record(MovieRemovedFromWatchlist(tmdbMovieID: 2, removedBy: Home.tim), library: Home.id)
    }
    let then = try #require(try library.library(Home.id, asOf: .position(3)))
    #expect(then.listed.map(\.entry.movie.tmdbMovieID) == [2] && then.listedMovie(1) == nil)
    #expect(then.watchedMovie(1) != nil && then.details.revision == 2)
  }
}

extension Recorder {
  fileprivate mutating func addToWatchlist(_ movie: MovieID) {
    record(MovieAddedToWatchlist(movie: Home.movie(movie), addedBy: Home.sarah), library: Home.id)
  }

  fileprivate mutating func mark(_ movie: MovieID) {
    record(MovieMarkedWatched(movie: Home.movie(movie), markedBy: Home.tim), library: Home.id)
  }

  fileprivate mutating func watch(_ movie: MovieID, in round: UInt64, at time: Timestamp? = nil) {
    record(
      MovieWatched(movie: Home.movie(movie), roundID: RoundID(high: 3, low: round), dueAt: time), library: Home.id)
  }
}
