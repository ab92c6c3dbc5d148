import Domain
import EventStore
import MovieNightPrimitives

/// What deciders know of a household's library.
///
/// A household may watch many thousand movies. So of each there is only who marked it; its facts are kept where a
/// decision can still put them into an event: on the watchlist, and for as long as a mark can be undone.
public struct LibraryState: Equatable, Sendable {
  /// In the order in which they were added.
  public private(set) var watchlist: [WatchlistEntry] = []
  /// Of each movie on the watched list its marker's index in `markers`, or `throughRound`.
  private var watched: [MovieID: Int32] = [:]
  private var markers: [MemberID] = []
  /// When the marks were made that can be undone, and some older ones until they are forgotten.
  private var markedAt: [MovieID: Timestamp] = [:]
  /// What of these stood on the watchlist until then. Apart, because few did, and an entry has room for a whole movie.
  private var takenOff: [MovieID: WatchlistEntry] = [:]
  private var forgotAt = Timestamp(microseconds: 0)
  /// What the entries on the watchlist and in `takenOff` hold.
  private var entryBytes = 0
  /// Of the last event that is in; `noRevision` before the first.
  public private(set) var revision: Revision = noRevision

  private static let throughRound: Int32 = -1
  /// Undone marks that are too old are looked for this often, by the times of the events, so that many marks in a day do
  /// not make each event look at all of them.
  private static let forgettingSeconds = Timestamp.secondsPerHour

  /// How a movie was watched last: a round takes the place of a direct mark.
  public enum Watched: Equatable, Sendable {
    case inRound
    /// By a member's word. It is certainly too late to undo it where `undo` is nil.
    case direct(by: MemberID, undo: Undo?)
  }

  /// What taking a mark back needs.
  public struct Undo: Equatable, Sendable {
    public let markedAt: Timestamp
    /// What stood on the watchlist until then.
    public let entry: WatchlistEntry?
  }

  public init() {}

  public func hasWatched(_ movie: MovieID) -> Bool { watched[movie] != nil }

  /// In no order.
  package var watchedMovies: some Sequence<MovieID> { watched.keys }

  /// Nil for a movie that is not on the watched list.
  package func howWatched(_ movie: MovieID) -> Watched? {
    guard let marker = watched[movie] else { return nil }
    return marker == Self.throughRound ? .inRound : .direct(by: markers[Int(marker)], undo: undo(of: movie))
  }

  private func undo(of movie: MovieID) -> Undo? {
    markedAt[movie].map { Undo(markedAt: $0, entry: takenOff[movie]) }
  }

  func entry(of movie: MovieID) -> WatchlistEntry? { watchlist.first { $0.movie.tmdbMovieID == movie } }

  /// About how many bytes it takes in memory.
  package var byteCount: Int {
    MemoryLayout<Self>.size + watchlist.allocatedBytes + watched.allocatedBytes + markers.allocatedBytes
      + markedAt.allocatedBytes + takenOff.allocatedBytes + entryBytes
  }

  /// The state after `event`, which happened at `time`.
  public mutating func evolve(_ event: LibraryEvent, at time: Timestamp) {
    revision += 1
    forgetOldUndos(at: time)
    switch event {
    case .movieWatched(let event):
      _ = takeOff(event.movie.tmdbMovieID)
      note(event.movie.tmdbMovieID, Self.throughRound)
    case .movieAddedToWatchlist(let event):
      putOn(WatchlistEntry(movie: event.movie, addedBy: event.addedBy, addedAt: time), at: watchlist.count)
    case .movieRemovedFromWatchlist(let event): _ = takeOff(event.tmdbMovieID)
    case .movieMarkedWatched(let event):
      let entry = takeOff(event.movie.tmdbMovieID)
      note(event.movie.tmdbMovieID, index(of: event.markedBy), at: time, takenOff: entry)
    case .movieUnmarkedWatched(let event):
      note(event.tmdbMovieID, nil)
      if let entry = event.restored { putBack(entry) }
    }
  }

  // MARK: Watchlist

  private mutating func takeOff(_ movie: MovieID) -> WatchlistEntry? {
    guard let index = watchlist.firstIndex(where: { $0.movie.tmdbMovieID == movie }) else { return nil }
    let entry = watchlist.remove(at: index)
    entryBytes -= entry.movie.heldBytes
    return entry
  }

  /// To where it stood: lists are ordered by the time of adding.
  private mutating func putBack(_ entry: WatchlistEntry) {
    putOn(entry, at: watchlist.firstIndex { $0.addedAt > entry.addedAt } ?? watchlist.count)
  }

  private mutating func putOn(_ entry: WatchlistEntry, at index: Int) {
    entryBytes += entry.movie.heldBytes
    watchlist.insert(entry, at: index)
  }

  // MARK: Watched list

  /// - Parameters:
  ///   - marker: nil where it is on the watched list no longer.
  ///   - time: of a mark that can be undone.
  private mutating func note(
    _ movie: MovieID, _ marker: Int32?, at time: Timestamp? = nil, takenOff entry: WatchlistEntry? = nil
  ) {
    watched[movie] = marker
    markedAt[movie] = time
    entryBytes += (entry?.movie.heldBytes ?? 0) - (takenOff[movie]?.movie.heldBytes ?? 0)
    takenOff[movie] = entry
  }

  /// Few members ever mark: a household has at most eight at a time.
  private mutating func index(of member: MemberID) -> Int32 {
    if let index = markers.firstIndex(of: member) { return Int32(index) }
    markers.append(member)
    return Int32(markers.count - 1)
  }

  /// No decision is made before the last event of its stream: what is too old now will be too old for it.
  private mutating func forgetOldUndos(at time: Timestamp) {
    guard !markedAt.isEmpty, time >= forgotAt.advanced(bySeconds: Self.forgettingSeconds) else { return }
    forgotAt = time
    markedAt = markedAt.filter { time < LibraryLimits.undoUntil(markedAt: $0.value) }
    takenOff = takenOff.filter { markedAt[$0.key] != nil }
    let entries = watchlist + takenOff.values
    entryBytes = entries.reduce(0) { $0 + $1.movie.heldBytes }
  }
}
