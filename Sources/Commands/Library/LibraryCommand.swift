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
public struct LibraryContext: Sendable {
  public var household: HouseholdState
  /// The rounds that have a pick and are not over.
  public var awaitedRounds: [RoundState]
  /// Who acts: the sender, or the managed member they act for.
  public var actor: MemberID
  /// When it is decided: whether it is too late to undo a mark is as of here.
  public var now: Timestamp

  public init(household: HouseholdState, awaitedRounds: [RoundState], actor: MemberID, now: Timestamp) {
    self.household = household
    self.awaitedRounds = awaitedRounds
    self.actor = actor
    self.now = now
  }
}
