import Domain
import MovieNightPrimitives

/// What can be asked of a household's library.
public enum LibraryCommand: Equatable, Sendable {
  case addToWatchlist(Movie)
  case removeFromWatchlist(MovieID)
  case markWatched(Movie)
  case unmarkWatched(MovieID)
}

/// What a decision on a library rests on beside the library itself.
struct LibraryContext {
  let household: HouseholdState
  /// The rounds that have a pick and are not over.
  let awaitedRounds: [RoundState]
  /// Who acts: the sender, or the managed member they act for.
  let actor: MemberID
  /// When it is decided: whether it is too late to undo a mark is as of here.
  let now: Timestamp
}
