// Made by `make protocol` from the server's declarations: change those.

/// Why a request was refused, as programs tell it.
public enum RefusalReason: OpenChoice {
  /// -32700: the line is not JSON, or deeper than 32 levels.
  case parseError
  /// -32602: a parameter is missing, unknown, or not what it must be. Of every method. With
  /// ``MovieNightConnection/Refusal/fields``.
  case badParameters
  /// -32601: there is no such method.
  case unknownMethod
  /// -32600: it is JSON, and no request; or a batch of none or too many; or a text has more than 30 combining marks in
  /// a row.
  case invalidRequest
  /// 401: no token yet; the token is unknown or revoked; its member is gone, by their own command too. Of every method
  /// that needs a token. Of every command.
  case notAuthenticated
  /// 403: only who put the movie on the watchlist, or the creator.
  case adderOrCreatorOnly
  /// 403: not your managed member, or not for this command. Of every command.
  case cannotActAs
  /// 403: the ceiling of a managed member is PG.
  case ceilingFixed
  /// 403: only the household's creator can do this.
  case creatorOnly
  /// 403: nobody removes the creator; a creator leaves.
  case creatorStays
  /// 403: only who marked the movie, or the creator.
  case markerOrCreatorOnly
  /// 403: an administrator tried what only members do. Of every command.
  case noMember
  /// 403: that household is not yours.
  case notAMember
  /// 403: not through the Unix socket, or as another user.
  case notAdministrator
  /// 403: only an administrator can do this.
  case notAllowed
  /// 403: you do not take part in this round.
  case notAnAttendee
  /// 403: members issue tokens for themselves only.
  case notYourToken
  /// 403: only the parent of a managed member, or the creator.
  case parentOrCreatorOnly
  /// 403: only who proposed the movie, or the creator.
  case proposerOrCreatorOnly
  /// 403: only who started the round, or the creator.
  case starterOrCreatorOnly
  /// 404: the movie is not on the watchlist. With ``MovieNightConnection/Refusal/tmdbMovieIDs``.
  case notOnWatchlist
  /// 404: the movie is not on the watched list. With ``MovieNightConnection/Refusal/tmdbMovieIDs``.
  case notWatched
  /// 404: the catalog has no such episode.
  case unknownEpisode
  /// 404: no such household.
  case unknownHousehold
  /// 404: no such invite.
  case unknownInvite
  /// 404: no such member.
  case unknownMember
  /// 404: the catalog has no such movie, and who sent it told no title.
  case unknownMovie
  /// 404: no such round, or not yours to see.
  case unknownRound
  /// 404: the catalog has no such season.
  case unknownSeason
  /// 404: the catalog has no such series.
  case unknownSeries
  /// 404: this connection has no such subscription.
  case unknownSubscription
  /// 404: no such token, or not yours.
  case unknownToken
  /// 409: another round of the household is in draft or voting. With ``MovieNightConnection/Refusal/roundID``.
  case activeRoundExists
  /// 409: nothing was recorded after that position: a backup was restored. Look at everything anew. With
  /// ``MovieNightConnection/Refusal/head``.
  case aheadOfHistory
  /// 409: the movie is in the round. With ``MovieNightConnection/Refusal/tmdbMovieIDs``.
  case alreadyInRound
  /// 409: the movie is on the watchlist. With ``MovieNightConnection/Refusal/tmdbMovieIDs``.
  case alreadyOnWatchlist
  /// 409: the movie is on the watched list, where it would be added or marked. With
  /// ``MovieNightConnection/Refusal/tmdbMovieIDs``.
  ///
  /// 422: the household has seen it; send `allow_watched`. With ``MovieNightConnection/Refusal/tmdbMovieIDs``.
  case alreadyWatched
  /// 409: the events do not follow those that are there, no server could serve them (`position`), or they cannot be
  /// written. With ``MovieNightConnection/Refusal/position``.
  case cannotImport
  /// 409: the id was used for another command. Of every command.
  case commandIDReused
  /// 409: a household with this id is there.
  case householdExists
  /// 409: it has 8 members. With ``MovieNightConnection/Refusal/limit``.
  case householdFull
  /// 409: there is no vote to retract.
  case noVote
  /// 409: they would go with the proposal; send `confirm`. With ``MovieNightConnection/Refusal/votes``.
  case proposalHasVotes
  /// 409: a rebuild is running already.
  case rebuildRunning
  /// 409: a round that would be imported is there, in another household.
  case roundOfAnotherHousehold
  /// 409: the mark is 24 hours old or older.
  case tooLate
  /// 409: voting would have to be open, and is closed. With ``MovieNightConnection/Refusal/status``.
  case votingClosed
  /// 409: something changed since you looked. Of every command. With ``MovieNightConnection/Refusal/revision``.
  case wrongRevision
  /// 409: the round is in a state where this cannot be done. With ``MovieNightConnection/Refusal/status``.
  case wrongState
  /// 410: the invite is older than 7 days.
  case inviteExpired
  /// 410: the invite was revoked.
  case inviteRevoked
  /// 413: a line or an answer is too long. Of every method.
  case tooLarge
  /// 422: a managed member has no tokens.
  case managedMember
  /// 422: a member proposes at most 2 movies a round. With ``MovieNightConnection/Refusal/limit``.
  case memberProposalLimit
  /// 422: the movie did not come as a proposal.
  case notAProposal
  /// 422: the movie is not in the round. With ``MovieNightConnection/Refusal/tmdbMovieIDs``.
  case notInRound
  /// 422: some attendees are no members. With ``MovieNightConnection/Refusal/memberIDs``.
  case notMembers
  /// 422: vote first.
  case nothingVoted
  /// 422: the movie's rating is above the round's ceiling. With ``MovieNightConnection/Refusal/tmdbMovieIDs``.
  case overCeiling
  /// 422: a round has at most 12 movies. With ``MovieNightConnection/Refusal/limit``.
  case roundFull
  /// 422: a round takes at most 4 proposals. With ``MovieNightConnection/Refusal/limit``.
  case roundProposalLimit
  /// 422: a round needs 2. With ``MovieNightConnection/Refusal/limit``.
  case tooFewAttendees
  /// 422: to find movies for them, 2 of the attendees must have set what they like. With
  /// ``MovieNightConnection/Refusal/limit``.
  case tooFewPreferences
  /// 422: voting needs 2 movies. With ``MovieNightConnection/Refusal/limit``.
  case tooFewSuggestions
  /// 422: a household has at most 20 open ones; revoke one first. With ``MovieNightConnection/Refusal/limit``.
  case tooManyInvites
  /// 422: a member has at most 50 that work; revoke one first. With ``MovieNightConnection/Refusal/limit``.
  case tooManyTokens
  /// 422: what was watched in a round cannot be undone.
  case watchedInRound
  /// 422: it has 50 movies. With ``MovieNightConnection/Refusal/limit``.
  case watchlistFull
  /// 429: the server has as many as it takes, or newer ones of this member took its place; it closes this one. With
  /// ``MovieNightConnection/Refusal/retryAfterMilliseconds``.
  case tooManyConnections
  /// 429: the household (or administrators, all together) had the catalog asked anew 10 times in a minute. With
  /// ``MovieNightConnection/Refusal/retryAfterMilliseconds``.
  case tooManyRefreshes
  /// 429: too many requests of the member, the household or everybody wait already. Nothing was changed. Of every
  /// method. With ``MovieNightConnection/Refusal/retryAfterMilliseconds``.
  case tooManyRequests
  /// 429: the connection has as many as it may. With ``MovieNightConnection/Refusal/limit``.
  case tooManySubscriptions
  /// 429: the household has recorded as much as it may in a day. Of every command. With
  /// ``MovieNightConnection/Refusal/retryAfterMilliseconds``.
  case tooMuchRecorded
  /// 500: our fault. Of every method.
  case `internal`
  /// 503: the catalog does not accept the server's key: its operator's matter. Nothing was changed.
  case catalogUnauthorised
  /// 503: the catalog fails, is silent, or is not to be asked now. Nothing was changed. With
  /// ``MovieNightConnection/Refusal/retryAfterMilliseconds``.
  case catalogUnavailable
  /// 503: only a movie catalog could tell this, or the rest of the movie; the server has none.
  case noCatalog
  /// 503: it may stand or not: send the same `command_id` again. Of every command.
  case outcomeUnknown
  /// 503: a read model has met an event that it cannot read. Of every method. With
  /// ``MovieNightConnection/Refusal/projection``.
  case projectionStopped
  /// 503: the server is stopping. Nothing was changed. Of every method.
  case stopping
  /// 503: the store does not answer, or the server's clock is wrong, or an event is damaged (`position`). Nothing was
  /// changed. Of every method. With ``MovieNightConnection/Refusal/position``.
  case storeUnavailable
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [RefusalReason] = [
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

  public init(rawValue: String) {
    switch rawValue {
    case "parse_error": self = .parseError
    case "bad_parameters": self = .badParameters
    case "unknown_method": self = .unknownMethod
    case "invalid_request": self = .invalidRequest
    case "not_authenticated": self = .notAuthenticated
    case "adder_or_creator_only": self = .adderOrCreatorOnly
    case "cannot_act_as": self = .cannotActAs
    case "ceiling_fixed": self = .ceilingFixed
    case "creator_only": self = .creatorOnly
    case "creator_stays": self = .creatorStays
    case "marker_or_creator_only": self = .markerOrCreatorOnly
    case "no_member": self = .noMember
    case "not_a_member": self = .notAMember
    case "not_administrator": self = .notAdministrator
    case "not_allowed": self = .notAllowed
    case "not_an_attendee": self = .notAnAttendee
    case "not_your_token": self = .notYourToken
    case "parent_or_creator_only": self = .parentOrCreatorOnly
    case "proposer_or_creator_only": self = .proposerOrCreatorOnly
    case "starter_or_creator_only": self = .starterOrCreatorOnly
    case "not_on_watchlist": self = .notOnWatchlist
    case "not_watched": self = .notWatched
    case "unknown_episode": self = .unknownEpisode
    case "unknown_household": self = .unknownHousehold
    case "unknown_invite": self = .unknownInvite
    case "unknown_member": self = .unknownMember
    case "unknown_movie": self = .unknownMovie
    case "unknown_round": self = .unknownRound
    case "unknown_season": self = .unknownSeason
    case "unknown_series": self = .unknownSeries
    case "unknown_subscription": self = .unknownSubscription
    case "unknown_token": self = .unknownToken
    case "active_round_exists": self = .activeRoundExists
    case "ahead_of_history": self = .aheadOfHistory
    case "already_in_round": self = .alreadyInRound
    case "already_on_watchlist": self = .alreadyOnWatchlist
    case "already_watched": self = .alreadyWatched
    case "cannot_import": self = .cannotImport
    case "command_id_reused": self = .commandIDReused
    case "household_exists": self = .householdExists
    case "household_full": self = .householdFull
    case "no_vote": self = .noVote
    case "proposal_has_votes": self = .proposalHasVotes
    case "rebuild_running": self = .rebuildRunning
    case "round_of_another_household": self = .roundOfAnotherHousehold
    case "too_late": self = .tooLate
    case "voting_closed": self = .votingClosed
    case "wrong_revision": self = .wrongRevision
    case "wrong_state": self = .wrongState
    case "invite_expired": self = .inviteExpired
    case "invite_revoked": self = .inviteRevoked
    case "too_large": self = .tooLarge
    case "managed_member": self = .managedMember
    case "member_proposal_limit": self = .memberProposalLimit
    case "not_a_proposal": self = .notAProposal
    case "not_in_round": self = .notInRound
    case "not_members": self = .notMembers
    case "nothing_voted": self = .nothingVoted
    case "over_ceiling": self = .overCeiling
    case "round_full": self = .roundFull
    case "round_proposal_limit": self = .roundProposalLimit
    case "too_few_attendees": self = .tooFewAttendees
    case "too_few_preferences": self = .tooFewPreferences
    case "too_few_suggestions": self = .tooFewSuggestions
    case "too_many_invites": self = .tooManyInvites
    case "too_many_tokens": self = .tooManyTokens
    case "watched_in_round": self = .watchedInRound
    case "watchlist_full": self = .watchlistFull
    case "too_many_connections": self = .tooManyConnections
    case "too_many_refreshes": self = .tooManyRefreshes
    case "too_many_requests": self = .tooManyRequests
    case "too_many_subscriptions": self = .tooManySubscriptions
    case "too_much_recorded": self = .tooMuchRecorded
    case "internal": self = .internal
    case "catalog_unauthorised": self = .catalogUnauthorised
    case "catalog_unavailable": self = .catalogUnavailable
    case "no_catalog": self = .noCatalog
    case "outcome_unknown": self = .outcomeUnknown
    case "projection_stopped": self = .projectionStopped
    case "stopping": self = .stopping
    case "store_unavailable": self = .storeUnavailable
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .parseError: "parse_error"
    case .badParameters: "bad_parameters"
    case .unknownMethod: "unknown_method"
    case .invalidRequest: "invalid_request"
    case .notAuthenticated: "not_authenticated"
    case .adderOrCreatorOnly: "adder_or_creator_only"
    case .cannotActAs: "cannot_act_as"
    case .ceilingFixed: "ceiling_fixed"
    case .creatorOnly: "creator_only"
    case .creatorStays: "creator_stays"
    case .markerOrCreatorOnly: "marker_or_creator_only"
    case .noMember: "no_member"
    case .notAMember: "not_a_member"
    case .notAdministrator: "not_administrator"
    case .notAllowed: "not_allowed"
    case .notAnAttendee: "not_an_attendee"
    case .notYourToken: "not_your_token"
    case .parentOrCreatorOnly: "parent_or_creator_only"
    case .proposerOrCreatorOnly: "proposer_or_creator_only"
    case .starterOrCreatorOnly: "starter_or_creator_only"
    case .notOnWatchlist: "not_on_watchlist"
    case .notWatched: "not_watched"
    case .unknownEpisode: "unknown_episode"
    case .unknownHousehold: "unknown_household"
    case .unknownInvite: "unknown_invite"
    case .unknownMember: "unknown_member"
    case .unknownMovie: "unknown_movie"
    case .unknownRound: "unknown_round"
    case .unknownSeason: "unknown_season"
    case .unknownSeries: "unknown_series"
    case .unknownSubscription: "unknown_subscription"
    case .unknownToken: "unknown_token"
    case .activeRoundExists: "active_round_exists"
    case .aheadOfHistory: "ahead_of_history"
    case .alreadyInRound: "already_in_round"
    case .alreadyOnWatchlist: "already_on_watchlist"
    case .alreadyWatched: "already_watched"
    case .cannotImport: "cannot_import"
    case .commandIDReused: "command_id_reused"
    case .householdExists: "household_exists"
    case .householdFull: "household_full"
    case .noVote: "no_vote"
    case .proposalHasVotes: "proposal_has_votes"
    case .rebuildRunning: "rebuild_running"
    case .roundOfAnotherHousehold: "round_of_another_household"
    case .tooLate: "too_late"
    case .votingClosed: "voting_closed"
    case .wrongRevision: "wrong_revision"
    case .wrongState: "wrong_state"
    case .inviteExpired: "invite_expired"
    case .inviteRevoked: "invite_revoked"
    case .tooLarge: "too_large"
    case .managedMember: "managed_member"
    case .memberProposalLimit: "member_proposal_limit"
    case .notAProposal: "not_a_proposal"
    case .notInRound: "not_in_round"
    case .notMembers: "not_members"
    case .nothingVoted: "nothing_voted"
    case .overCeiling: "over_ceiling"
    case .roundFull: "round_full"
    case .roundProposalLimit: "round_proposal_limit"
    case .tooFewAttendees: "too_few_attendees"
    case .tooFewPreferences: "too_few_preferences"
    case .tooFewSuggestions: "too_few_suggestions"
    case .tooManyInvites: "too_many_invites"
    case .tooManyTokens: "too_many_tokens"
    case .watchedInRound: "watched_in_round"
    case .watchlistFull: "watchlist_full"
    case .tooManyConnections: "too_many_connections"
    case .tooManyRefreshes: "too_many_refreshes"
    case .tooManyRequests: "too_many_requests"
    case .tooManySubscriptions: "too_many_subscriptions"
    case .tooMuchRecorded: "too_much_recorded"
    case .internal: "internal"
    case .catalogUnauthorised: "catalog_unauthorised"
    case .catalogUnavailable: "catalog_unavailable"
    case .noCatalog: "no_catalog"
    case .outcomeUnknown: "outcome_unknown"
    case .projectionStopped: "projection_stopped"
    case .stopping: "stopping"
    case .storeUnavailable: "store_unavailable"
    case .other(let word): word
    }
  }
}
