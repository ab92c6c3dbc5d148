import Domain

/// Why a command is not carried out: a rule of the domain, said so that a person understands and a program can tell.
public struct Refusal: Error, Equatable, Sendable {
  /// As in `docs/protocol.md`, "Errors".
  public let code: Int
  /// Stable, for programs; the names stand in the domain's rules.
  public let reason: String
  /// A sentence for a person, with a way out where there is one.
  public let message: String
  /// The values that go with `reason`; none, where it says all.
  public let details: [Detail]

  /// A value that a program needs to go on.
  public enum Detail: Equatable, Sendable {
    case roundID(RoundID)
    case status(RoundStatus)
    case revision(Int)
    case votes(Int)
    case limit(Int)
    case movies([MovieID])
    case members([MemberID])
    case field(name: String, message: String)
  }

  init(_ code: Int, _ reason: String, _ message: String, _ details: Detail...) {
    self.code = code
    self.reason = reason
    self.message = message
    self.details = details
  }
}

// MARK: - Of every command

extension Refusal {
  public static func badParameter(_ name: String, _ message: String) -> Refusal {
    Refusal(-32602, "bad_parameters", "\(name): \(message).", .field(name: name, message: message))
  }
  /// The sender is no independent member of the household (any more), or sends with a revoked token.
  public static let memberIsGone = Refusal(
    401, "not_authenticated", "The token was revoked, or its member is no longer in the household.")
  /// `docs/rules.md`, "Acting as".
  public static let cannotActAs = Refusal(
    403, "cannot_act_as", "Only the parent of a managed member can do this for them, and not everything.")
  public static let creatorOnly = Refusal(403, "creator_only", "Only the household's creator can do this.")
  /// The sender's id has a receipt with another fingerprint (`docs/rules.md`, "Every command").
  public static let commandIDReused = Refusal(
    409, "command_id_reused", "This command_id was used for another command. Make a new one.")
  static func wrongRevision(actual: Int) -> Refusal {
    Refusal(
      409, "wrong_revision", "Something changed in the meantime: the revision is \(actual). Look again, then decide.",
      .revision(actual))
  }
}

// MARK: - Households

extension Refusal {
  public static let unknownHousehold = Refusal(404, "unknown_household", "There is no such household.")
  public static let unknownMember = Refusal(404, "unknown_member", "There is no such member.")
  static let unknownToken = Refusal(404, "unknown_token", "There is no such token.")
  static let householdExists = Refusal(409, "household_exists", "A household with this id is there already.")
  static let householdFull = Refusal(
    409, "household_full", "A household has at most \(HouseholdLimits.members) members.",
    .limit(HouseholdLimits.members))
  static let tooManyTokens = Refusal(
    422, "too_many_tokens", "A member has at most \(HouseholdLimits.tokens) tokens that work. Revoke one first.",
    .limit(HouseholdLimits.tokens))
  static let managedMember = Refusal(
    422, "managed_member", "A managed member has no tokens: its parent acts for it.")
  static let notYourToken = Refusal(403, "not_your_token", "Members issue and revoke only their own tokens.")
}

extension Refusal {
  static let creatorStays = Refusal(
    403, "creator_stays", "Nobody removes the creator. A creator who wants out leaves.")
  static let parentOrCreatorOnly = Refusal(
    403, "parent_or_creator_only", "Only the parent of a managed member or the creator can do this.")
  static let ceilingFixed = Refusal(403, "ceiling_fixed", "The ceiling of a managed member is PG, and stays so.")
  /// Also for a wrong secret, and for a household that is not there: who has only an invite learns no more.
  public static let unknownInvite = Refusal(404, "unknown_invite", "There is no such invite.")
  static let tooManyInvites = Refusal(
    422, "too_many_invites",
    "A household has at most \(HouseholdLimits.openInvites) open invites. Revoke one first; each lets in many.",
    .limit(HouseholdLimits.openInvites))
  static let inviteExpired = Refusal(410, "invite_expired", "This invite has expired. Ask the creator for a new one.")
  static let inviteRevoked = Refusal(410, "invite_revoked", "This invite was revoked. Ask the creator for a new one.")
}

// MARK: - Libraries

extension Refusal {
  static let watchlistFull = Refusal(
    422, "watchlist_full", "A watchlist has at most \(LibraryLimits.watchlist) movies. Take one off first.",
    .limit(LibraryLimits.watchlist))
  static func alreadyOnWatchlist(_ movie: Movie) -> Refusal {
    Refusal(
      409, "already_on_watchlist", "\(movie.title) is on the watchlist already.", .movies([movie.tmdbMovieID]))
  }
  /// On the watched list already, where marking it again is what is asked.
  static func markedAlready(_ movie: Movie) -> Refusal {
    Refusal(409, "already_watched", "\(movie.title) is on the watched list already.", .movies([movie.tmdbMovieID]))
  }
  static func notOnWatchlist(_ id: MovieID) -> Refusal {
    Refusal(404, "not_on_watchlist", "The movie \(id) is not on the watchlist.", .movies([id]))
  }
  static let adderOrCreatorOnly = Refusal(
    403, "adder_or_creator_only", "Only who put the movie on the watchlist or the creator can take it off.")
  static func notWatched(_ id: MovieID) -> Refusal {
    Refusal(404, "not_watched", "The movie \(id) is not on the watched list.", .movies([id]))
  }
  static let markerOrCreatorOnly = Refusal(
    403, "marker_or_creator_only", "Only who marked the movie or the creator can undo it.")
  static let tooLate = Refusal(409, "too_late", "A mark can be undone for 24 hours.")
  static let watchedInRound = Refusal(
    422, "watched_in_round", "The household watched this movie in a round, which cannot be undone.")
}

// MARK: - Rounds

extension Refusal {
  /// Of an import alone.
  public static let roundOfAnotherHousehold = Refusal(
    409, "round_of_another_household", "Another household has a round with this id.")
  public static let unknownRound = Refusal(404, "unknown_round", "There is no such round.")
  static func activeRoundExists(_ id: RoundID) -> Refusal {
    Refusal(
      409, "active_round_exists", "Another round is in draft or voting. Finish it, or replace it.", .roundID(id))
  }
  static func wrongState(_ status: RoundStatus) -> Refusal {
    Refusal(409, "wrong_state", "This cannot be done: the round is \(status.rawValue).", .status(status))
  }
  static let votingClosed = Refusal(
    409, "voting_closed", "Voting is closed: the creator picks now.", .status(.voting))
  static let starterOrCreatorOnly = Refusal(
    403, "starter_or_creator_only", "Only who started the round or the creator can do this.")
  static let proposerOrCreatorOnly = Refusal(
    403, "proposer_or_creator_only", "Only who proposed the movie or the creator can withdraw it.")
  static let notAnAttendee = Refusal(403, "not_an_attendee", "You do not take part in this round.")
  static func notMembers(_ ids: [MemberID]) -> Refusal {
    Refusal(422, "not_members", "Not all of the attendees are members of the household.", .members(ids))
  }
  static let tooFewAttendees = Refusal(
    422, "too_few_attendees", "A round needs at least \(RoundLimits.attendeesAtLeast) attendees.",
    .limit(RoundLimits.attendeesAtLeast))
  static func alreadyInRound(_ movie: Movie) -> Refusal {
    Refusal(409, "already_in_round", "\(movie.title) is in the round already.", .movies([movie.tmdbMovieID]))
  }
  static let roundFull = Refusal(
    422, "round_full", "A round has at most \(RoundLimits.movies) movies.", .limit(RoundLimits.movies))
  static func alreadyWatched(_ movie: Movie) -> Refusal {
    Refusal(
      422, "already_watched", "The household has watched \(movie.title). Send allow_watched to have it again.",
      .movies([movie.tmdbMovieID]))
  }
  static func overCeiling(_ movie: Movie, ceiling: ContentRating) -> Refusal {
    let rated = movie.contentRating.map { "rated \($0)" } ?? "without a rating"
    return Refusal(
      422, "over_ceiling",
      "\(movie.title) is \(rated), and this round goes up to \(ceiling.rawValue). The creator can override it.",
      .movies([movie.tmdbMovieID]))
  }
  static let tooFewSuggestions = Refusal(
    422, "too_few_suggestions", "Voting needs at least \(RoundLimits.suggestionsToOpen) movies.",
    .limit(RoundLimits.suggestionsToOpen))
  static let memberProposalLimit = Refusal(
    422, "member_proposal_limit", "A member proposes at most \(RoundLimits.proposalsAMember) movies a round.",
    .limit(RoundLimits.proposalsAMember))
  static let roundProposalLimit = Refusal(
    422, "round_proposal_limit", "A round takes at most \(RoundLimits.proposals) proposals.",
    .limit(RoundLimits.proposals))
  static func proposalHasVotes(_ count: Int) -> Refusal {
    Refusal(
      409, "proposal_has_votes",
      "The proposal has \(count) \(count == 1 ? "vote" : "votes"), which would go with it. Send confirm to withdraw it.",
      .votes(count))
  }
  static let notAProposal = Refusal(422, "not_a_proposal", "The movie was not proposed while voting was open.")
  static func notInRound(_ id: MovieID) -> Refusal {
    Refusal(422, "not_in_round", "The movie \(id) is not in this round.", .movies([id]))
  }
  static let noVote = Refusal(409, "no_vote", "You have no vote on this movie.")
  static let nothingVoted = Refusal(422, "nothing_voted", "Vote on a movie first.")
}
