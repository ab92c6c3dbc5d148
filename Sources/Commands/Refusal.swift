import Domain

/// Why a command is not carried out: a rule of the domain, said so that a person understands and a program can tell.
public struct Refusal: Error, Equatable, Sendable {
  public let kind: Kind
  /// Stable, for programs; the names stand in the domain's rules.
  public let reason: String
  /// A sentence for a person, with a way out where there is one.
  public let message: String
  /// The values that go with `reason`; none, where it says all.
  public let details: [Detail]

  /// What stands in the way, and so what helps.
  public enum Kind: CaseIterable, Sendable {
    /// A value is not what it may be: another is needed.
    case badValue
    /// The sender may send nothing (any more).
    case unknownSender
    /// It is for others to do.
    case notAllowed
    /// What is named is not there.
    case unknown
    /// It does not go with what has happened: a look at it tells what to do.
    case conflict
    /// What is named was there, and does not come back.
    case ended
    /// A limit, or another rule, is against it.
    case againstRule
  }

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

  init(_ kind: Kind, _ reason: String, _ message: String, _ details: Detail...) {
    self.kind = kind
    self.reason = reason
    self.message = message
    self.details = details
  }
}

// MARK: - Of every command

extension Refusal {
  public static func badParameter(_ name: String, _ message: String) -> Refusal {
    Refusal(.badValue, "bad_parameters", "\(name): \(message).", .field(name: name, message: message))
  }
  /// The sender is no independent member of the household (any more), or sends with a revoked token.
  public static let memberIsGone = Refusal(
    .unknownSender, "not_authenticated", "The token was revoked, or its member is no longer in the household.")
  /// `docs/rules.md`, "Acting as".
  public static let cannotActAs = Refusal(
    .notAllowed, "cannot_act_as", "Only the parent of a managed member can do this for them, and not everything.")
  public static let creatorOnly = Refusal(.notAllowed, "creator_only", "Only the household's creator can do this.")
  /// The sender's id has a receipt with another fingerprint (`docs/rules.md`, "Every command").
  public static let commandIDReused = Refusal(
    .conflict, "command_id_reused", "This command_id was used for another command. Make a new one.")
  static func wrongRevision(actual: Int) -> Refusal {
    Refusal(
      .conflict, "wrong_revision",
      "Something changed in the meantime: the revision is \(actual). Look again, then decide.",
      .revision(actual))
  }
}

// MARK: - Households

extension Refusal {
  public static let unknownHousehold = Refusal(.unknown, "unknown_household", "There is no such household.")
  public static let unknownMember = Refusal(.unknown, "unknown_member", "There is no such member.")
  static let unknownToken = Refusal(.unknown, "unknown_token", "There is no such token.")
  static let householdExists = Refusal(.conflict, "household_exists", "A household with this id is there already.")
  static let householdFull = Refusal(
    .conflict, "household_full", "A household has at most \(HouseholdLimits.members) members.",
    .limit(HouseholdLimits.members))
  static let tooManyTokens = Refusal(
    .againstRule, "too_many_tokens",
    "A member has at most \(HouseholdLimits.tokens) tokens that work. Revoke one first.",
    .limit(HouseholdLimits.tokens))
  static let managedMember = Refusal(
    .againstRule, "managed_member", "A managed member has no tokens: its parent acts for it.")
  static let notYourToken = Refusal(.notAllowed, "not_your_token", "Members issue and revoke only their own tokens.")
}

extension Refusal {
  static let creatorStays = Refusal(
    .notAllowed, "creator_stays", "Nobody removes the creator. A creator who wants out leaves.")
  static let parentOrCreatorOnly = Refusal(
    .notAllowed, "parent_or_creator_only", "Only the parent of a managed member or the creator can do this.")
  static let ceilingFixed = Refusal(
    .notAllowed, "ceiling_fixed", "The ceiling of a managed member is PG, and stays so.")
  /// Also for a wrong secret, and for a household that is not there: who has only an invite learns no more.
  public static let unknownInvite = Refusal(.unknown, "unknown_invite", "There is no such invite.")
  static let tooManyInvites = Refusal(
    .againstRule, "too_many_invites",
    "A household has at most \(HouseholdLimits.openInvites) open invites. Revoke one first; each lets in many.",
    .limit(HouseholdLimits.openInvites))
  static let inviteExpired = Refusal(
    .ended, "invite_expired", "This invite has expired. Ask the creator for a new one.")
  static let inviteRevoked = Refusal(
    .ended, "invite_revoked", "This invite was revoked. Ask the creator for a new one.")
}

// MARK: - Libraries

extension Refusal {
  static let watchlistFull = Refusal(
    .againstRule, "watchlist_full", "A watchlist has at most \(LibraryLimits.watchlist) movies. Take one off first.",
    .limit(LibraryLimits.watchlist))
  static func alreadyOnWatchlist(_ movie: Movie) -> Refusal {
    Refusal(
      .conflict, "already_on_watchlist", "\(movie.title) is on the watchlist already.", .movies([movie.tmdbMovieID]))
  }
  /// On the watched list already, where marking it again is what is asked.
  static func markedAlready(_ movie: Movie) -> Refusal {
    Refusal(
      .conflict, "already_watched", "\(movie.title) is on the watched list already.", .movies([movie.tmdbMovieID]))
  }
  static func notOnWatchlist(_ id: MovieID) -> Refusal {
    Refusal(.unknown, "not_on_watchlist", "The movie \(id) is not on the watchlist.", .movies([id]))
  }
  static let adderOrCreatorOnly = Refusal(
    .notAllowed, "adder_or_creator_only", "Only who put the movie on the watchlist or the creator can take it off.")
  static func notWatched(_ id: MovieID) -> Refusal {
    Refusal(.unknown, "not_watched", "The movie \(id) is not on the watched list.", .movies([id]))
  }
  static let markerOrCreatorOnly = Refusal(
    .notAllowed, "marker_or_creator_only", "Only who marked the movie or the creator can undo it.")
  static let tooLate = Refusal(.conflict, "too_late", "A mark can be undone for 24 hours.")
  static let watchedInRound = Refusal(
    .againstRule, "watched_in_round", "The household watched this movie in a round, which cannot be undone.")
}

// MARK: - Rounds

extension Refusal {
  /// Of an import alone.
  public static let roundOfAnotherHousehold = Refusal(
    .conflict, "round_of_another_household", "Another household has a round with this id.")
  public static let unknownRound = Refusal(.unknown, "unknown_round", "There is no such round.")
  static func activeRoundExists(_ id: RoundID) -> Refusal {
    Refusal(
      .conflict, "active_round_exists", "Another round is in draft or voting. Finish it, or replace it.", .roundID(id))
  }
  static func wrongState(_ status: RoundStatus) -> Refusal {
    Refusal(.conflict, "wrong_state", "This cannot be done: the round is \(status.rawValue).", .status(status))
  }
  static let votingClosed = Refusal(
    .conflict, "voting_closed", "Voting is closed: the creator picks now.", .status(.voting))
  static let starterOrCreatorOnly = Refusal(
    .notAllowed, "starter_or_creator_only", "Only who started the round or the creator can do this.")
  static let proposerOrCreatorOnly = Refusal(
    .notAllowed, "proposer_or_creator_only", "Only who proposed the movie or the creator can withdraw it.")
  static let notAnAttendee = Refusal(.notAllowed, "not_an_attendee", "You do not take part in this round.")
  static func notMembers(_ ids: [MemberID]) -> Refusal {
    Refusal(.againstRule, "not_members", "Not all of the attendees are members of the household.", .members(ids))
  }
  static let tooFewAttendees = Refusal(
    .againstRule, "too_few_attendees", "A round needs at least \(RoundLimits.attendeesAtLeast) attendees.",
    .limit(RoundLimits.attendeesAtLeast))
  static func alreadyInRound(_ movie: Movie) -> Refusal {
    Refusal(.conflict, "already_in_round", "\(movie.title) is in the round already.", .movies([movie.tmdbMovieID]))
  }
  static let roundFull = Refusal(
    .againstRule, "round_full", "A round has at most \(RoundLimits.movies) movies.", .limit(RoundLimits.movies))
  static func alreadyWatched(_ movie: Movie) -> Refusal {
    Refusal(
      .againstRule, "already_watched", "The household has watched \(movie.title). Send allow_watched to have it again.",
      .movies([movie.tmdbMovieID]))
  }
  static func overCeiling(_ movie: Movie, ceiling: ContentRating) -> Refusal {
    let rated = movie.contentRating.map { "rated \($0)" } ?? "without a rating"
    return Refusal(
      .againstRule, "over_ceiling",
      "\(movie.title) is \(rated), and this round goes up to \(ceiling.rawValue). The creator can override it.",
      .movies([movie.tmdbMovieID]))
  }
  static let tooFewSuggestions = Refusal(
    .againstRule, "too_few_suggestions", "Voting needs at least \(RoundLimits.suggestionsToOpen) movies.",
    .limit(RoundLimits.suggestionsToOpen))
  static let memberProposalLimit = Refusal(
    .againstRule, "member_proposal_limit", "A member proposes at most \(RoundLimits.proposalsAMember) movies a round.",
    .limit(RoundLimits.proposalsAMember))
  static let roundProposalLimit = Refusal(
    .againstRule, "round_proposal_limit", "A round takes at most \(RoundLimits.proposals) proposals.",
    .limit(RoundLimits.proposals))
  static func proposalHasVotes(_ count: Int) -> Refusal {
    Refusal(
      .conflict, "proposal_has_votes",
      "The proposal has \(count) \(count == 1 ? "vote" : "votes"), which would go with it. Send confirm to withdraw it.",
      .votes(count))
  }
  static let notAProposal = Refusal(.againstRule, "not_a_proposal", "The movie was not proposed while voting was open.")
  static func notInRound(_ id: MovieID) -> Refusal {
    Refusal(.againstRule, "not_in_round", "The movie \(id) is not in this round.", .movies([id]))
  }
  static let noVote = Refusal(.conflict, "no_vote", "You have no vote on this movie.")
  static let nothingVoted = Refusal(.againstRule, "nothing_voted", "Vote on a movie first.")
}
