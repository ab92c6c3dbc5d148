import Domain
import EventStore
import Primitives
import Testing

@testable import Projections

@Suite struct LibraryDetailsTests {
  /// The library after what `play` records, read back from the row that is stored of it.
  private func library(_ play: (inout Recorder) -> Void) throws -> LibraryDetails {
    var recorder = Recorder()
    play(&recorder)
    let store = RowStore(keepsRows: true)
    store.record(recorder.events)
    let stream = StreamID(category: LibraryDetails.category, id: Home.id)
    let folded = try #require(
      try StreamFold<LibraryDetails>(stream: stream, through: .position(.max)).run(store, .current))
    let row = folded.model.row(at: folded.position)
    let read = try LibraryDetails(row: row)
    #expect(read == folded.model)
    #expect(read.row(at: folded.position) == row)
    return read
  }

  @Test func whatIsAddedComesLast() throws {
    let library = try library { recorder in
      for id in [3, 1, 2] { recorder.addToWatchlist(id) }
      recorder.record(MovieRemovedFromWatchlist(tmdbMovieID: 1, removedBy: Home.tim), library: Home.id)
    }
    #expect(library.watchlist.map(\.movie) == [Home.movie(3), Home.movie(2)])
    #expect(library.watchlist.map(\.addedBy) == [Home.sarah, Home.sarah])
    #expect(library.watched.isEmpty)
    #expect(library.revision == 3)
  }

  @Test func whatIsWatchedLeavesTheWatchlist() throws {
    let library = try library { recorder in
      for id in 1...3 { recorder.addToWatchlist(id) }
      recorder.mark(1)
      recorder.watch(3, in: 9)
    }
    #expect(library.watchlist.map(\.movie.tmdbMovieID) == [2])
    #expect(library.watched.map(\.movie.tmdbMovieID) == [1, 3])
    #expect(library.watched.map(\.source) == [.direct(markedBy: Home.tim), .round(RoundID(high: 3, low: 9))])
    #expect(library.hasWatched(1))
    #expect(!library.hasWatched(2))
  }

  @Test func anUndoneMarkPutsTheEntryBackWhereItStood() throws {
    var second: WatchlistEntry?
    let library = try library { recorder in
      recorder.addToWatchlist(1)
      recorder.addToWatchlist(2)
      second = WatchlistEntry(movie: Home.movie(2), addedBy: Home.sarah, addedAt: recorder.now)
      recorder.addToWatchlist(3)
      recorder.mark(2)
      recorder.record(
        MovieUnmarkedWatched(tmdbMovieID: 2, unmarkedBy: Home.tim, restored: second), library: Home.id)
    }
    #expect(library.watchlist.map(\.movie.tmdbMovieID) == [1, 2, 3])
    #expect(library.watchlistEntry(of: 2) == second)
    #expect(library.watched.isEmpty)
    #expect(!library.hasWatched(2))
  }

  @Test func anUndoneMarkOfAMovieThatWasNowhereLeavesNothing() throws {
    let library = try library { recorder in
      recorder.mark(1)
      recorder.record(MovieUnmarkedWatched(tmdbMovieID: 1, unmarkedBy: Home.tim), library: Home.id)
    }
    #expect(library.watchlist.isEmpty)
    #expect(library.watched.isEmpty)
  }

  @Test func aMovieWatchedAgainIsOneWithItsLastTime() throws {
    let library = try library { recorder in
      recorder.watch(1, in: 1)
      recorder.watch(2, in: 2)
      recorder.watch(1, in: 3)
    }
    #expect(library.watched.map(\.movie.tmdbMovieID) == [2, 1])
    #expect(library.watched.map(\.roundID?.low) == [2, 3])
    #expect(library.watched[0].watchedAt < library.watched[1].watchedAt)
  }

  @Test func anImportedRoundOfLongAgoLeavesTheLastTime() throws {
    var longAgo = Timestamp(microseconds: 0)
    let library = try library { recorder in
      longAgo = recorder.now.advanced(bySeconds: -86_400)
      recorder.watch(1, in: 1)
      recorder.mark(2)
      for (id, round) in [(1, 2), (2, 3), (3, 4), (3, 5)] {
        recorder.watch(id, in: UInt64(round), at: longAgo.advanced(bySeconds: Int64(round)))
      }
    }
    #expect(library.watched.map(\.movie.tmdbMovieID) == [2, 3, 1])
    #expect(library.watched.map(\.roundID?.low) == [3, 5, 1], "a mark is overridden, a later round is not")
    #expect(library.watched[0].watchedAt == longAgo.advanced(bySeconds: 3))
  }

  @Test func aRoundOverridesAnEarlierMark() throws {
    let library = try library { recorder in
      recorder.mark(1)
      recorder.mark(2)
      recorder.watch(1, in: 7)
    }
    #expect(library.watched.map(\.movie.tmdbMovieID) == [2, 1])
    #expect(library.watchedMovie(1)?.source == .round(RoundID(high: 3, low: 7)))
    #expect(library.watchedMovie(1)?.markedBy == nil)
    #expect(library.watchedMovie(2)?.markedBy == Home.tim)
    #expect(library.watchedMovie(3) == nil)
  }

  @Test func pagesGoOnWhereTheyStoppedWhileMoviesComeAndGo() throws {
    func play(_ recorder: inout Recorder) { for id in 1...5 { recorder.addToWatchlist(id) } }
    let before = try library { play(&$0) }
    let first = before.watchlistPage(after: nil, limit: 2)
    #expect(first.items.map(\.movie.tmdbMovieID) == [5, 4])
    let after = try library { recorder in
      play(&recorder)
      recorder.addToWatchlist(6)
      // The very one that the cursor names is gone.
      recorder.mark(4)
    }
    let second = after.watchlistPage(after: first.next, limit: 2)
    #expect(second.items.map(\.movie.tmdbMovieID) == [3, 2])
    let last = after.watchlistPage(after: second.next, limit: 2)
    #expect(last.items.map(\.movie.tmdbMovieID) == [1])
    #expect(last.next == nil)
    #expect(after.watchlistPage(after: nil, limit: 5).next == nil)
    #expect(after.watchedPage(after: nil, limit: 1).items.map(\.movie.tmdbMovieID) == [4])
  }

  /// Commands that arrive together are recorded at one time.
  @Test func moviesOfOneMomentAreNewestFirstToo() throws {
    let library = try library { recorder in
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
    let first = library.watchlistPage(after: nil, limit: 3)
    #expect(first.items.map(\.movie.tmdbMovieID) == [41, 10, 30])
    #expect(library.watchlistPage(after: first.next, limit: 3).items.map(\.movie.tmdbMovieID) == [20])
    #expect(library.watchedPage(after: nil, limit: 9).items.map(\.movie.tmdbMovieID) == [1, 3, 2])
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
