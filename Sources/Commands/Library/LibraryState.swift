import Domain
import EventStore
import MovieNightPrimitives

/// The state of a household's library, on which commands are decided.
///
/// A household may watch thousands of movies, so for most only the member who marked them is kept. A movie's facts are
/// kept while an event may need them: while it is on the watchlist, or the mark that removed it can be undone.
public struct LibraryState: Equatable, Sendable {
  /// The entries of the watchlist, in the order in which they were added.
  public private(set) var watchlist: [WatchlistEntry] = []
  /// For each movie on the watched list, the index in `markers` of the member who marked it, or `throughRound`.
  private var watched: [MovieID: Int32] = [:]
  private var markers: [MemberID] = []
  /// The times of the marks that can be undone. Marks that are too old may remain here until they are removed.
  private var markedAt: [MovieID: Timestamp] = [:]
  /// The watchlist entries that these marks removed. Stored separately, because they are few and large.
  private var removedFromWatchlist: [MovieID: WatchlistEntry] = [:]
  private var undosRemovedAt = Timestamp(microseconds: 0)
  /// The number of bytes that the entries in `watchlist` and `removedFromWatchlist` hold beside their own size.
  private var entryBytes = 0
  /// The revision of the last event; `noRevision` before the first.
  public private(set) var revision: Revision = noRevision

  private static let throughRound: Int32 = -1
  /// The minimum time between removals of marks too old to undo. Without it, every event would check all marks.
  private static let undoRemovalSeconds = Timestamp.secondsPerHour

  /// How a movie was last watched. A movie that was marked and later watched in a round counts as watched in the round.
  public enum Watched: Equatable, Sendable {
    case inRound
    /// The movie was marked by a member. If `undo` is nil, it is certainly too late to undo the mark.
    case direct(by: MemberID, undo: Undo?)
  }

  /// The data for undoing a mark.
  public struct Undo: Equatable, Sendable {
    public let markedAt: Timestamp
    /// The watchlist entry that the mark removed.
    public let entry: WatchlistEntry?
  }

  public init() {}

  public func hasWatched(_ movie: MovieID) -> Bool { watched[movie] != nil }

  /// The movies on the watched list, in no particular order.
  package var watchedMovies: some Sequence<MovieID> { watched.keys }

  package func howWatched(_ movie: MovieID) -> Watched? {
    guard let marker = watched[movie] else { return nil }
    return marker == Self.throughRound ? .inRound : .direct(by: markers[Int(marker)], undo: undo(of: movie))
  }

  private func undo(of movie: MovieID) -> Undo? {
    markedAt[movie].map { Undo(markedAt: $0, entry: removedFromWatchlist[movie]) }
  }

  func entry(of movie: MovieID) -> WatchlistEntry? { watchlist.first { $0.movie.tmdbMovieID == movie } }

  package var byteCount: Int {
    MemoryLayout<Self>.size + watchlist.allocatedBytes + watched.allocatedBytes + markers.allocatedBytes
      + markedAt.allocatedBytes + removedFromWatchlist.allocatedBytes + entryBytes
  }

  /// Applies `event`, which happened at `time`.
  public mutating func evolve(_ event: LibraryEvent, at time: Timestamp) {
    revision += 1
    forgetOldUndos(at: time)
    switch event {
    case .movieWatched(let event):
      _ = removeEntry(event.movie.tmdbMovieID)
      setWatched(event.movie.tmdbMovieID, Self.throughRound)
    case .movieAddedToWatchlist(let event):
      insertEntry(WatchlistEntry(movie: event.movie, addedBy: event.addedBy, addedAt: time), at: watchlist.count)
    case .movieRemovedFromWatchlist(let event): _ = removeEntry(event.tmdbMovieID)
    case .movieMarkedWatched(let event):
      let entry = removeEntry(event.movie.tmdbMovieID)
      setWatched(event.movie.tmdbMovieID, index(of: event.markedBy), at: time, removedFromWatchlist: entry)
    case .movieUnmarkedWatched(let event):
      setWatched(event.tmdbMovieID, nil)
      if let entry = event.restored { putBack(entry) }
    }
  }

  // MARK: Watchlist

  private mutating func removeEntry(_ movie: MovieID) -> WatchlistEntry? {
    guard let index = watchlist.firstIndex(where: { $0.movie.tmdbMovieID == movie }) else { return nil }
    let entry = watchlist.remove(at: index)
    entryBytes -= entry.movie.heldBytes
    return entry
  }

  /// Restores an entry at its former place. The list is ordered by the time at which entries were added.
  private mutating func putBack(_ entry: WatchlistEntry) {
    insertEntry(entry, at: watchlist.firstIndex { $0.addedAt > entry.addedAt } ?? watchlist.count)
  }

  private mutating func insertEntry(_ entry: WatchlistEntry, at index: Int) {
    entryBytes += entry.movie.heldBytes
    watchlist.insert(entry, at: index)
  }

  // MARK: Watched list

  /// Sets how a movie was watched. `marker` is nil to remove the movie from the watched list. `time` is given for a
  /// mark that can be undone, with the entry that it removed from the watchlist.
  private mutating func setWatched(
    _ movie: MovieID, _ marker: Int32?, at time: Timestamp? = nil, removedFromWatchlist entry: WatchlistEntry? = nil
  ) {
    watched[movie] = marker
    markedAt[movie] = time
    entryBytes += (entry?.movie.heldBytes ?? 0) - (removedFromWatchlist[movie]?.movie.heldBytes ?? 0)
    removedFromWatchlist[movie] = entry
  }

  /// Returns the index of a member in `markers`, and adds the member if necessary. A linear search suffices, because a
  /// household has at most eight members at a time, so few members ever mark a movie.
  private mutating func index(of member: MemberID) -> Int32 {
    if let index = markers.firstIndex(of: member) { return Int32(index) }
    markers.append(member)
    return Int32(markers.count - 1)
  }

  /// Removes marks too old to undo. No later decision needs them, because none precedes the stream's last event.
  private mutating func forgetOldUndos(at time: Timestamp) {
    guard !markedAt.isEmpty, time >= undosRemovedAt.advanced(bySeconds: Self.undoRemovalSeconds) else { return }
    undosRemovedAt = time
    markedAt = markedAt.filter { time < LibraryLimits.undoUntil(markedAt: $0.value) }
    removedFromWatchlist = removedFromWatchlist.filter { markedAt[$0.key] != nil }
    let entries = watchlist + removedFromWatchlist.values
    entryBytes = entries.reduce(0) { $0 + $1.movie.heldBytes }
  }
}
