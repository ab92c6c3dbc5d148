import Domain
import MovieNightPrimitives

/// A command on a household's library.
public enum LibraryCommand: Equatable, Sendable {
  case addToWatchlist(Movie)
  case removeFromWatchlist(MovieID)
  case markWatched(Movie)
  case unmarkWatched(MovieID)
}

struct LibraryContext {
  let household: HouseholdState
  let awaitedRounds: [RoundState]
  /// The sender, or the managed member they act for.
  let actor: MemberID
  /// The time of the decision, which determines whether a mark is too old to undo.
  let now: Timestamp
}
