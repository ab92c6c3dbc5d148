// Made by `make protocol` from the server's declarations: change those.

import Primitives

// What some refusals tell besides; nil of all others.
extension Refusal {
  /// Which ones. Of ``RefusalReason/badParameters``.
  public var fields: [BadField]? { told("fields") }
  /// Which movies. Of ``RefusalReason/notOnWatchlist``, ``RefusalReason/notWatched``, ``RefusalReason/alreadyInRound``,
  /// ``RefusalReason/alreadyOnWatchlist``, ``RefusalReason/alreadyWatched``, ``RefusalReason/notInRound``,
  /// ``RefusalReason/overCeiling``.
  public var tmdbMovieIDs: [Int]? { told("tmdb_movie_ids") }
  /// That round. Of ``RefusalReason/activeRoundExists``.
  public var roundID: RoundID? { told("round_id") }
  /// The last position. Of ``RefusalReason/aheadOfHistory``.
  public var head: Int? { told("head") }
  /// The position of the first event that cannot be served. Of ``RefusalReason/cannotImport``,
  /// ``RefusalReason/storeUnavailable``.
  public var position: Int? { told("position") }
  /// How many it may or must be. Of ``RefusalReason/householdFull``, ``RefusalReason/memberProposalLimit``,
  /// ``RefusalReason/roundFull``, ``RefusalReason/roundProposalLimit``, ``RefusalReason/tooFewAttendees``,
  /// ``RefusalReason/tooFewPreferences``, ``RefusalReason/tooFewSuggestions``, ``RefusalReason/tooManyInvites``,
  /// ``RefusalReason/tooManyTokens``, ``RefusalReason/watchlistFull``, ``RefusalReason/tooManySubscriptions``.
  public var limit: Int? { told("limit") }
  /// How many it has. Of ``RefusalReason/proposalHasVotes``.
  public var votes: Int? { told("votes") }
  /// How far the round is. Of ``RefusalReason/votingClosed``, ``RefusalReason/wrongState``.
  public var status: RoundStatus? { told("status") }
  /// The actual one. Of ``RefusalReason/wrongRevision``.
  public var revision: Int? { told("revision") }
  /// Which of them. Of ``RefusalReason/notMembers``.
  public var memberIDs: [MemberID]? { told("member_ids") }
  /// When to try again, where it is known. In milliseconds. Of ``RefusalReason/tooManyConnections``,
  /// ``RefusalReason/tooManyRefreshes``, ``RefusalReason/tooManyRequests``, ``RefusalReason/tooMuchRecorded``,
  /// ``RefusalReason/catalogUnavailable``.
  public var retryAfterMilliseconds: Int? { told("retry_after_ms") }
  /// The read model's name. Of ``RefusalReason/projectionStopped``.
  public var projection: String? { told("projection") }
}
