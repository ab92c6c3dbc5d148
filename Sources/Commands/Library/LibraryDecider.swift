import Domain
import EventStore

extension LibraryState {
  /// Decides a command (`docs/rules.md`, "Watchlist and watched list").
  func decide(_ command: LibraryCommand, in context: LibraryContext) throws(Refusal) -> Decision {
    switch command {
    case .addToWatchlist(let movie): try add(movie, context)
    case .removeFromWatchlist(let id): try remove(id, context)
    case .markWatched(let movie): try mark(movie, context)
    case .unmarkWatched(let id): try unmark(id, context)
    }
  }

  private func add(_ movie: Movie, _ context: LibraryContext) throws(Refusal) -> Decision {
    guard entry(of: movie.tmdbMovieID) == nil else { throw .alreadyOnWatchlist.of(movie) }
    guard !hasWatched(movie.tmdbMovieID) else { throw .markedAlready.of(movie) }
    guard watchlist.count < LibraryLimits.watchlist else { throw .watchlistFull }
    return Decision(
      .movieAddedToWatchlist(MovieAddedToWatchlist(movie: movie, addedBy: context.actor)), in: context.household.id)
  }

  private func remove(_ id: MovieID, _ context: LibraryContext) throws(Refusal) -> Decision {
    guard let entry = entry(of: id) else { throw .notOnWatchlist.of(id) }
    guard entry.addedBy == context.actor || context.household.creator == context.actor else {
      throw .adderOrCreatorOnly
    }
    return Decision(
      .movieRemovedFromWatchlist(MovieRemovedFromWatchlist(tmdbMovieID: id, removedBy: context.actor)),
      in: context.household.id)
  }

  /// Decides that a movie was watched. A selected round with this pick becomes watched; else the mark is direct.
  private func mark(_ movie: Movie, _ context: LibraryContext) throws(Refusal) -> Decision {
    let picks = context.awaitedRounds.filter { $0.status == .selected && $0.pick == movie.tmdbMovieID }
    var decision = Decision()
    for round in picks {
      decision.add(round.decideWatched(markedBy: context.actor, dueAt: nil, in: context.household))
    }
    guard picks.isEmpty else { return decision }
    guard !hasWatched(movie.tmdbMovieID) else { throw .markedAlready.of(movie) }
    decision.record(
      .movieMarkedWatched(MovieMarkedWatched(movie: movie, markedBy: context.actor)), in: context.household.id)
    return decision
  }

  private func unmark(_ id: MovieID, _ context: LibraryContext) throws(Refusal) -> Decision {
    switch howWatched(id) {
    case nil: throw .notWatched.of(id)
    case .inRound: throw .watchedInRound
    case .direct(let marker, let undo):
      guard marker == context.actor || context.household.creator == context.actor else { throw .markerOrCreatorOnly }
      guard let undo, context.now < LibraryLimits.undoUntil(markedAt: undo.markedAt) else { throw .tooLate }
      guard undo.entry == nil || watchlist.count < LibraryLimits.watchlist else { throw .watchlistFull }
      return Decision(
        .movieUnmarkedWatched(MovieUnmarkedWatched(tmdbMovieID: id, unmarkedBy: context.actor, restored: undo.entry)),
        in: context.household.id)
    }
  }
}

extension StreamID {
  /// Returns the stream `library-<id>`, with the watchlist and the watched list. Its id is the household's.
  public static func library(_ id: HouseholdID) -> StreamID { StreamID(category: LibraryEvent.category, id: id) }
}

extension Decision {
  init(_ event: LibraryEvent, in id: HouseholdID) { self.init(.library(event), in: .library(id)) }
  mutating func record(_ event: LibraryEvent, in id: HouseholdID) { record(.library(event), in: .library(id)) }
}
