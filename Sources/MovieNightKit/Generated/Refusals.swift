// Made by `make protocol` from the server's declarations: change those.

/// Why a request was refused, as programs tell it.
public struct RefusalReason: OpenEnum {
  /// -32700: the line is not JSON, or deeper than 32 levels.
  public static let parseError = Self(rawValue: "parse_error")
  /// -32602: a parameter is missing, unknown, or not what it must be. Of every method. With ``Refusal/fields``.
  public static let badParameters = Self(rawValue: "bad_parameters")
  /// -32601: there is no such method.
  public static let unknownMethod = Self(rawValue: "unknown_method")
  /// -32600: it is JSON, and no request; or a batch of none or too many; or a text has more than 30 combining marks in
  /// a row.
  public static let invalidRequest = Self(rawValue: "invalid_request")
  /// 401: no token yet; the token is unknown or revoked; its member is gone, by their own command too. Of every method
  /// that needs a token. Of every command.
  public static let notAuthenticated = Self(rawValue: "not_authenticated")
  /// 403: only who put the movie on the watchlist, or the creator.
  public static let adderOrCreatorOnly = Self(rawValue: "adder_or_creator_only")
  /// 403: not your managed member, or not for this command. Of every command.
  public static let cannotActAs = Self(rawValue: "cannot_act_as")
  /// 403: the ceiling of a managed member is PG.
  public static let ceilingFixed = Self(rawValue: "ceiling_fixed")
  /// 403: only the household's creator can do this.
  public static let creatorOnly = Self(rawValue: "creator_only")
  /// 403: nobody removes the creator; a creator leaves.
  public static let creatorStays = Self(rawValue: "creator_stays")
  /// 403: only who marked the movie, or the creator.
  public static let markerOrCreatorOnly = Self(rawValue: "marker_or_creator_only")
  /// 403: an administrator tried what only members do. Of every command.
  public static let noMember = Self(rawValue: "no_member")
  /// 403: that household is not yours.
  public static let notAMember = Self(rawValue: "not_a_member")
  /// 403: not through the Unix socket, or as another user.
  public static let notAdministrator = Self(rawValue: "not_administrator")
  /// 403: only an administrator can do this.
  public static let notAllowed = Self(rawValue: "not_allowed")
  /// 403: you do not take part in this round.
  public static let notAnAttendee = Self(rawValue: "not_an_attendee")
  /// 403: members issue tokens for themselves only.
  public static let notYourToken = Self(rawValue: "not_your_token")
  /// 403: only the parent of a managed member, or the creator.
  public static let parentOrCreatorOnly = Self(rawValue: "parent_or_creator_only")
  /// 403: only who proposed the movie, or the creator.
  public static let proposerOrCreatorOnly = Self(rawValue: "proposer_or_creator_only")
  /// 403: only who started the round, or the creator.
  public static let starterOrCreatorOnly = Self(rawValue: "starter_or_creator_only")
  /// 404: the movie is not on the watchlist. With ``Refusal/tmdbMovieIDs``.
  public static let notOnWatchlist = Self(rawValue: "not_on_watchlist")
  /// 404: the movie is not on the watched list. With ``Refusal/tmdbMovieIDs``.
  public static let notWatched = Self(rawValue: "not_watched")
  /// 404: the catalog has no such episode.
  public static let unknownEpisode = Self(rawValue: "unknown_episode")
  /// 404: no such household.
  public static let unknownHousehold = Self(rawValue: "unknown_household")
  /// 404: no such invite.
  public static let unknownInvite = Self(rawValue: "unknown_invite")
  /// 404: no such member.
  public static let unknownMember = Self(rawValue: "unknown_member")
  /// 404: the catalog has no such movie, and who sent it told no title.
  public static let unknownMovie = Self(rawValue: "unknown_movie")
  /// 404: no such round, or not yours to see.
  public static let unknownRound = Self(rawValue: "unknown_round")
  /// 404: the catalog has no such season.
  public static let unknownSeason = Self(rawValue: "unknown_season")
  /// 404: the catalog has no such series.
  public static let unknownSeries = Self(rawValue: "unknown_series")
  /// 404: this connection has no such subscription.
  public static let unknownSubscription = Self(rawValue: "unknown_subscription")
  /// 404: no such token, or not yours.
  public static let unknownToken = Self(rawValue: "unknown_token")
  /// 409: another round of the household is in draft or voting. With ``Refusal/roundID``.
  public static let activeRoundExists = Self(rawValue: "active_round_exists")
  /// 409: nothing was recorded after that position: a backup was restored. Look at everything anew. With
  /// ``Refusal/head``.
  public static let aheadOfHistory = Self(rawValue: "ahead_of_history")
  /// 409: the movie is in the round. With ``Refusal/tmdbMovieIDs``.
  public static let alreadyInRound = Self(rawValue: "already_in_round")
  /// 409: the movie is on the watchlist. With ``Refusal/tmdbMovieIDs``.
  public static let alreadyOnWatchlist = Self(rawValue: "already_on_watchlist")
  /// 409: the movie is on the watched list, where it would be added or marked. With ``Refusal/tmdbMovieIDs``.
  ///
  /// 422: the household has seen it; send `allow_watched`. With ``Refusal/tmdbMovieIDs``.
  public static let alreadyWatched = Self(rawValue: "already_watched")
  /// 409: the events do not follow those that are there, no server could serve them (`position`), or they cannot be
  /// written. With ``Refusal/position``.
  public static let cannotImport = Self(rawValue: "cannot_import")
  /// 409: the id was used for another command. Of every command.
  public static let commandIDReused = Self(rawValue: "command_id_reused")
  /// 409: a household with this id is there.
  public static let householdExists = Self(rawValue: "household_exists")
  /// 409: it has 8 members. With ``Refusal/limit``.
  public static let householdFull = Self(rawValue: "household_full")
  /// 409: there is no vote to retract.
  public static let noVote = Self(rawValue: "no_vote")
  /// 409: they would go with the proposal; send `confirm`. With ``Refusal/votes``.
  public static let proposalHasVotes = Self(rawValue: "proposal_has_votes")
  /// 409: a rebuild is running already.
  public static let rebuildRunning = Self(rawValue: "rebuild_running")
  /// 409: a round that would be imported is there, in another household.
  public static let roundOfAnotherHousehold = Self(rawValue: "round_of_another_household")
  /// 409: the mark is 24 hours old or older.
  public static let tooLate = Self(rawValue: "too_late")
  /// 409: voting would have to be open, and is closed. With ``Refusal/status``.
  public static let votingClosed = Self(rawValue: "voting_closed")
  /// 409: something changed since you looked. Of every command. With ``Refusal/revision``.
  public static let wrongRevision = Self(rawValue: "wrong_revision")
  /// 409: the round is in a state where this cannot be done. With ``Refusal/status``.
  public static let wrongState = Self(rawValue: "wrong_state")
  /// 410: the invite is older than 7 days.
  public static let inviteExpired = Self(rawValue: "invite_expired")
  /// 410: the invite was revoked.
  public static let inviteRevoked = Self(rawValue: "invite_revoked")
  /// 413: a line or an answer is too long. Of every method.
  public static let tooLarge = Self(rawValue: "too_large")
  /// 422: a managed member has no tokens.
  public static let managedMember = Self(rawValue: "managed_member")
  /// 422: a member proposes at most 2 movies a round. With ``Refusal/limit``.
  public static let memberProposalLimit = Self(rawValue: "member_proposal_limit")
  /// 422: the movie did not come as a proposal.
  public static let notAProposal = Self(rawValue: "not_a_proposal")
  /// 422: the movie is not in the round. With ``Refusal/tmdbMovieIDs``.
  public static let notInRound = Self(rawValue: "not_in_round")
  /// 422: some attendees are no members. With ``Refusal/memberIDs``.
  public static let notMembers = Self(rawValue: "not_members")
  /// 422: vote first.
  public static let nothingVoted = Self(rawValue: "nothing_voted")
  /// 422: the movie's rating is above the round's ceiling. With ``Refusal/tmdbMovieIDs``.
  public static let overCeiling = Self(rawValue: "over_ceiling")
  /// 422: a round has at most 12 movies. With ``Refusal/limit``.
  public static let roundFull = Self(rawValue: "round_full")
  /// 422: a round takes at most 4 proposals. With ``Refusal/limit``.
  public static let roundProposalLimit = Self(rawValue: "round_proposal_limit")
  /// 422: a round needs 2. With ``Refusal/limit``.
  public static let tooFewAttendees = Self(rawValue: "too_few_attendees")
  /// 422: to find movies for them, 2 of the attendees must have set what they like. With ``Refusal/limit``.
  public static let tooFewPreferences = Self(rawValue: "too_few_preferences")
  /// 422: voting needs 2 movies. With ``Refusal/limit``.
  public static let tooFewSuggestions = Self(rawValue: "too_few_suggestions")
  /// 422: a household has at most 20 open ones; revoke one first. With ``Refusal/limit``.
  public static let tooManyInvites = Self(rawValue: "too_many_invites")
  /// 422: a member has at most 50 that work; revoke one first. With ``Refusal/limit``.
  public static let tooManyTokens = Self(rawValue: "too_many_tokens")
  /// 422: what was watched in a round cannot be undone.
  public static let watchedInRound = Self(rawValue: "watched_in_round")
  /// 422: it has 50 movies. With ``Refusal/limit``.
  public static let watchlistFull = Self(rawValue: "watchlist_full")
  /// 429: the server has as many as it takes, or newer ones of this member took its place; it closes this one. With
  /// ``Refusal/retryAfterMilliseconds``.
  public static let tooManyConnections = Self(rawValue: "too_many_connections")
  /// 429: the household (or administrators, all together) had the catalog asked anew 10 times in a minute. With
  /// ``Refusal/retryAfterMilliseconds``.
  public static let tooManyRefreshes = Self(rawValue: "too_many_refreshes")
  /// 429: too many requests of the member, the household or everybody wait already. Nothing was changed. Of every
  /// method. With ``Refusal/retryAfterMilliseconds``.
  public static let tooManyRequests = Self(rawValue: "too_many_requests")
  /// 429: the connection has as many as it may. With ``Refusal/limit``.
  public static let tooManySubscriptions = Self(rawValue: "too_many_subscriptions")
  /// 429: the household has recorded as much as it may in a day. Of every command. With
  /// ``Refusal/retryAfterMilliseconds``.
  public static let tooMuchRecorded = Self(rawValue: "too_much_recorded")
  /// 500: our fault. Of every method.
  public static let `internal` = Self(rawValue: "internal")
  /// 503: the catalog does not accept the server's key: its operator's matter. Nothing was changed.
  public static let catalogUnauthorised = Self(rawValue: "catalog_unauthorised")
  /// 503: the catalog fails, is silent, or is not to be asked now. Nothing was changed. With
  /// ``Refusal/retryAfterMilliseconds``.
  public static let catalogUnavailable = Self(rawValue: "catalog_unavailable")
  /// 503: only a movie catalog could tell this, or the rest of the movie; the server has none.
  public static let noCatalog = Self(rawValue: "no_catalog")
  /// 503: it may stand or not: send the same `command_id` again. Of every command.
  public static let outcomeUnknown = Self(rawValue: "outcome_unknown")
  /// 503: a read model has met an event that it cannot read. Of every method. With ``Refusal/projection``.
  public static let projectionStopped = Self(rawValue: "projection_stopped")
  /// 503: the server is stopping. Nothing was changed. Of every method.
  public static let stopping = Self(rawValue: "stopping")
  /// 503: the store does not answer, or the server's clock is wrong, or an event is damaged (`position`). Nothing was
  /// changed. Of every method. With ``Refusal/position``.
  public static let storeUnavailable = Self(rawValue: "store_unavailable")

  public static let allCases: [Self] = [
    .parseError, .badParameters, .unknownMethod, .invalidRequest, .notAuthenticated, .adderOrCreatorOnly, .cannotActAs,
    .ceilingFixed, .creatorOnly, .creatorStays, .markerOrCreatorOnly, .noMember, .notAMember, .notAdministrator,
    .notAllowed, .notAnAttendee, .notYourToken, .parentOrCreatorOnly, .proposerOrCreatorOnly, .starterOrCreatorOnly,
    .notOnWatchlist, .notWatched, .unknownEpisode, .unknownHousehold, .unknownInvite, .unknownMember, .unknownMovie,
    .unknownRound, .unknownSeason, .unknownSeries, .unknownSubscription, .unknownToken, .activeRoundExists,
    .aheadOfHistory, .alreadyInRound, .alreadyOnWatchlist, .alreadyWatched, .cannotImport, .commandIDReused,
    .householdExists, .householdFull, .noVote, .proposalHasVotes, .rebuildRunning, .roundOfAnotherHousehold, .tooLate,
    .votingClosed, .wrongRevision, .wrongState, .inviteExpired, .inviteRevoked, .tooLarge, .managedMember,
    .memberProposalLimit, .notAProposal, .notInRound, .notMembers, .nothingVoted, .overCeiling, .roundFull,
    .roundProposalLimit, .tooFewAttendees, .tooFewPreferences, .tooFewSuggestions, .tooManyInvites, .tooManyTokens,
    .watchedInRound, .watchlistFull, .tooManyConnections, .tooManyRefreshes, .tooManyRequests, .tooManySubscriptions,
    .tooMuchRecorded, .internal, .catalogUnauthorised, .catalogUnavailable, .noCatalog, .outcomeUnknown,
    .projectionStopped, .stopping, .storeUnavailable,
  ]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

// Data of some refusals; nil for the others.
extension Refusal {
  /// Which ones. Of ``RefusalReason/badParameters``.
  public var fields: [BadField]? { value("fields") }
  /// Which movies. Of ``RefusalReason/notOnWatchlist``, ``RefusalReason/notWatched``, ``RefusalReason/alreadyInRound``,
  /// ``RefusalReason/alreadyOnWatchlist``, ``RefusalReason/alreadyWatched``, ``RefusalReason/notInRound``,
  /// ``RefusalReason/overCeiling``.
  public var tmdbMovieIDs: [MovieID]? { value("tmdb_movie_ids") }
  /// That round. Of ``RefusalReason/activeRoundExists``.
  public var roundID: RoundID? { value("round_id") }
  /// The last position. Of ``RefusalReason/aheadOfHistory``.
  public var head: EventPosition? { value("head") }
  /// The position of the first event that cannot be served. Of ``RefusalReason/cannotImport``,
  /// ``RefusalReason/storeUnavailable``.
  public var position: EventPosition? { value("position") }
  /// How many it may or must be. Of ``RefusalReason/householdFull``, ``RefusalReason/memberProposalLimit``,
  /// ``RefusalReason/roundFull``, ``RefusalReason/roundProposalLimit``, ``RefusalReason/tooFewAttendees``,
  /// ``RefusalReason/tooFewPreferences``, ``RefusalReason/tooFewSuggestions``, ``RefusalReason/tooManyInvites``,
  /// ``RefusalReason/tooManyTokens``, ``RefusalReason/watchlistFull``, ``RefusalReason/tooManySubscriptions``.
  public var limit: Int? { value("limit") }
  /// How many it has. Of ``RefusalReason/proposalHasVotes``.
  public var votes: Int? { value("votes") }
  /// How far the round is. Of ``RefusalReason/votingClosed``, ``RefusalReason/wrongState``.
  public var status: RoundStatus? { value("status") }
  /// The actual one. Of ``RefusalReason/wrongRevision``.
  public var revision: Revision? { value("revision") }
  /// Which of them. Of ``RefusalReason/notMembers``.
  public var memberIDs: [MemberID]? { value("member_ids") }
  /// When to try again, where it is known. In milliseconds. Of ``RefusalReason/tooManyConnections``,
  /// ``RefusalReason/tooManyRefreshes``, ``RefusalReason/tooManyRequests``, ``RefusalReason/tooMuchRecorded``,
  /// ``RefusalReason/catalogUnavailable``.
  public var retryAfterMilliseconds: Int? { value("retry_after_ms") }
  /// The read model's name. Of ``RefusalReason/projectionStopped``.
  public var projection: String? { value("projection") }
}

/// A parameter that is not what it must be.
public struct BadField: Hashable, Codable, Sendable {
  /// Which: `movies[1].title`.
  public var field: String
  /// What is wrong with it.
  public var message: String
}
