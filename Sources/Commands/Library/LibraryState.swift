import Domain
import EventStore
import Primitives

/// What deciders know of a household's library.
public struct LibraryState: Equatable, Sendable {
  /// In the order in which they were added.
  public private(set) var watchlist: [WatchlistEntry] = []
  /// How each was watched last: a round takes the place of a direct mark.
  public private(set) var watched: [MovieID: Watched] = [:]
  /// Of the last event that is in; `noRevision` before the first.
  public private(set) var revision: Revision = noRevision

  /// How a movie came to the watched list.
  public enum Watched: Equatable, Sendable {
    case inRound(RoundID)
    /// By a member's word; `entry` is what stood on the watchlist until then.
    case direct(by: MemberID, at: Timestamp, entry: WatchlistEntry?)
  }

  public init() {}

  public func hasWatched(_ movie: MovieID) -> Bool { watched[movie] != nil }

  func entry(of movie: MovieID) -> WatchlistEntry? { watchlist.first { $0.movie.tmdbMovieID == movie } }

  /// The state after `event`, which happened at `time`.
  public mutating func evolve(_ event: LibraryEvent, at time: Timestamp) {
    revision += 1
    switch event {
    case .movieWatched(let event):
      takeOff(event.movie.tmdbMovieID)
      watched[event.movie.tmdbMovieID] = .inRound(event.roundID)
    case .movieAddedToWatchlist(let event):
      watchlist.append(WatchlistEntry(movie: event.movie, addedBy: event.addedBy, addedAt: time))
    case .movieRemovedFromWatchlist(let event): takeOff(event.tmdbMovieID)
    case .movieMarkedWatched(let event):
      let id = event.movie.tmdbMovieID
      watched[id] = .direct(by: event.markedBy, at: time, entry: entry(of: id))
      takeOff(id)
    case .movieUnmarkedWatched(let event):
      watched[event.tmdbMovieID] = nil
      if let entry = event.restored { putBack(entry) }
    }
  }

  private mutating func takeOff(_ movie: MovieID) {
    watchlist.removeAll { $0.movie.tmdbMovieID == movie }
  }

  /// To where it stood: lists are ordered by the time of adding.
  private mutating func putBack(_ entry: WatchlistEntry) {
    let index = watchlist.firstIndex { $0.addedAt > entry.addedAt } ?? watchlist.count
    watchlist.insert(entry, at: index)
  }
}
