import Domain
import MovieNightPrimitives

@testable import Commands

/// A reference library that forgets nothing, with the refusals of `docs/rules.md`. Tests compare decisions on the
/// compact state with it.
struct WholeLibrary {
  private(set) var watchlist: [WatchlistEntry] = []
  private(set) var watched: [MovieID: Watched] = [:]

  enum Watched {
    case inRound
    case direct(by: MemberID, at: Timestamp, entry: WatchlistEntry?)
  }

  private func entry(of movie: MovieID) -> WatchlistEntry? { watchlist.first { $0.movie.tmdbMovieID == movie } }

  mutating func evolve(_ event: LibraryEvent, at time: Timestamp) {
    switch event {
    case .movieWatched(let event):
      takeOff(event.movie.tmdbMovieID)
      watched[event.movie.tmdbMovieID] = .inRound
    case .movieAddedToWatchlist(let event):
      watchlist.append(WatchlistEntry(movie: event.movie, addedBy: event.addedBy, addedAt: time))
    case .movieRemovedFromWatchlist(let event): takeOff(event.tmdbMovieID)
    case .movieMarkedWatched(let event):
      let id = event.movie.tmdbMovieID
      watched[id] = .direct(by: event.markedBy, at: time, entry: entry(of: id))
      takeOff(id)
    case .movieUnmarkedWatched(let event):
      watched[event.tmdbMovieID] = nil
      guard let entry = event.restored else { return }
      watchlist.insert(entry, at: watchlist.firstIndex { $0.addedAt > entry.addedAt } ?? watchlist.count)
    }
  }

  private mutating func takeOff(_ movie: MovieID) { watchlist.removeAll { $0.movie.tmdbMovieID == movie } }

  enum Answer: Equatable {
    case event(LibraryEvent)
    case refusal(String)
  }

  /// Returns the outcome of a command that does not mark a round's pick.
  func answer(to command: LibraryCommand, by actor: MemberID, creator: MemberID, at now: Timestamp) -> Answer {
    switch command {
    case .addToWatchlist(let movie):
      if entry(of: movie.tmdbMovieID) != nil { return .refusal("already_on_watchlist") }
      if watched[movie.tmdbMovieID] != nil { return .refusal("already_watched") }
      if watchlist.count == 50 { return .refusal("watchlist_full") }
      return .event(.movieAddedToWatchlist(MovieAddedToWatchlist(movie: movie, addedBy: actor)))
    case .removeFromWatchlist(let id):
      guard let entry = entry(of: id) else { return .refusal("not_on_watchlist") }
      if entry.addedBy != actor, creator != actor { return .refusal("adder_or_creator_only") }
      return .event(.movieRemovedFromWatchlist(MovieRemovedFromWatchlist(tmdbMovieID: id, removedBy: actor)))
    case .markWatched(let movie):
      if watched[movie.tmdbMovieID] != nil { return .refusal("already_watched") }
      return .event(.movieMarkedWatched(MovieMarkedWatched(movie: movie, markedBy: actor)))
    case .unmarkWatched(let id):
      guard let how = watched[id] else { return .refusal("not_watched") }
      guard case .direct(let marker, let time, let entry) = how else { return .refusal("watched_in_round") }
      if marker != actor, creator != actor { return .refusal("marker_or_creator_only") }
      if now >= time.advanced(bySeconds: Timestamp.secondsPerDay) { return .refusal("too_late") }
      if entry != nil, watchlist.count == 50 { return .refusal("watchlist_full") }
      return .event(
        .movieUnmarkedWatched(MovieUnmarkedWatched(tmdbMovieID: id, unmarkedBy: actor, restored: entry)))
    }
  }
}
