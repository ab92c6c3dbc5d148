// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `rounds.…`.
  public var rounds: RoundsArea { RoundsArea(scope: scope) }
}

/// The methods `rounds.…`.
public struct RoundsArea: Sendable {
  let scope: ClientScope

  /// Starts a round.
  ///
  /// Sends `rounds.start`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/unknownMovie``,
  /// ``RefusalReason/unknownRound``, ``RefusalReason/activeRoundExists``, ``RefusalReason/alreadyInRound``,
  /// ``RefusalReason/wrongState``, ``RefusalReason/alreadyWatched``, ``RefusalReason/notMembers``,
  /// ``RefusalReason/overCeiling``, ``RefusalReason/roundFull``, ``RefusalReason/tooFewAttendees``,
  /// ``RefusalReason/tooFewPreferences``, ``RefusalReason/tooFewSuggestions``, ``RefusalReason/catalogUnauthorised``,
  /// ``RefusalReason/catalogUnavailable``, ``RefusalReason/noCatalog``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - attendees: Who takes part; everyone where it is nil, newcomers too. Must be a list of ids, at most 100.
  ///   - movies: Which movies enter the draft; none where it is nil. Must be a list of objects (SentMovie), at most
  ///     100.
  ///   - includeWatchlist: `true`: movies of the watchlist enter behind those that were sent, the newest that may, up
  ///     to 4 of a round in all.
  ///   - suggest: `true`: movies that suit the attendees enter behind all others, to 12 in all, as
  ///     `suggestions.generate` finds them.
  ///   - excludedMovies: Movies that neither come from the watchlist nor are suggested; none where it is nil. Must be a
  ///     list of whole numbers, at most 100.
  ///   - openVoting: `true`: it is open for votes at once; else it is a draft.
  ///   - replace: The round in draft or voting that this one takes the place of: it is discarded in the same step; none
  ///     where it is nil.
  ///   - ceilingOverride: Up to which rating movies may enter, for creators to say; what suits all attendees where it
  ///     is nil.
  ///   - allowWatched: `true`: movies that the household has watched enter, too.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The new round.
  @discardableResult
  public func start(
    attendees: [MemberID]? = nil, movies: [SentMovie]? = nil, includeWatchlist: Bool = false, suggest: Bool = false,
    excluding excludedMovies: [MovieID]? = nil, openVoting: Bool = false, replace: RoundID? = nil,
    ceilingOverride: ContentRating? = nil, allowWatched: Bool = false, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<StartedRound> {
    try await scope.send(
      RoundsRequests.start(
        attendees: attendees, movies: movies, includeWatchlist: includeWatchlist, suggest: suggest,
        excluding: excludedMovies, openVoting: openVoting, replace: replace, ceilingOverride: ceilingOverride,
        allowWatched: allowWatched), options: options)
  }

  /// Adds movies to a draft; all of them or none.
  ///
  /// Sends `rounds.suggest`. Refused with ``RefusalReason/starterOrCreatorOnly``, ``RefusalReason/unknownMovie``,
  /// ``RefusalReason/unknownRound``, ``RefusalReason/alreadyInRound``, ``RefusalReason/wrongState``,
  /// ``RefusalReason/alreadyWatched``, ``RefusalReason/overCeiling``, ``RefusalReason/roundFull``,
  /// ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``, ``RefusalReason/noCatalog``, and with
  /// what refuses any command.
  ///
  /// - Parameters:
  ///   - movies: Which movies enter the draft; none where it is nil. Must be a list of objects (SentMovie), at most
  ///     100.
  ///   - round: Which round.
  ///   - includeWatchlist: `true`: movies of the watchlist enter behind those that were sent, the newest that may, up
  ///     to 4 of a round in all.
  ///   - allowWatched: `true`: movies that the household has watched enter, too.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The round as it is now.
  @discardableResult
  public func suggest(
    _ movies: [SentMovie]? = nil, in round: RoundID, includeWatchlist: Bool = false, allowWatched: Bool = false,
    options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<UpdatedRound> {
    try await scope.send(
      RoundsRequests.suggest(
        movies, in: round, includeWatchlist: includeWatchlist, allowWatched: allowWatched), options: options)
  }

  /// Takes a movie out of a draft.
  ///
  /// Sends `rounds.unsuggest`. Refused with ``RefusalReason/starterOrCreatorOnly``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/wrongState``, ``RefusalReason/notInRound``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The round as it is now.
  @discardableResult
  public func unsuggest(
    _ movie: MovieID, from round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<UpdatedRound> {
    try await scope.send(RoundsRequests.unsuggest(movie, from: round), options: options)
  }

  /// Opens a draft for votes.
  ///
  /// Sends `rounds.open_voting`. Refused with ``RefusalReason/starterOrCreatorOnly``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/wrongState``, ``RefusalReason/tooFewSuggestions``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The round as it is now.
  @discardableResult
  public func openVoting(
    _ round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<UpdatedRound> {
    try await scope.send(RoundsRequests.openVoting(round), options: options)
  }

  /// Says who takes part; the votes of who is dropped go.
  ///
  /// Sends `rounds.set_attendees`. Refused with ``RefusalReason/starterOrCreatorOnly``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/votingClosed``, ``RefusalReason/wrongState``, ``RefusalReason/notMembers``,
  /// ``RefusalReason/tooFewAttendees``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - attendees: Who takes part from now on; nil is everyone. Must be a list of ids, at most 100.
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The round as it is now.
  @discardableResult
  public func setAttendees(
    _ attendees: [MemberID]?, of round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<UpdatedRound> {
    try await scope.send(RoundsRequests.setAttendees(attendees, of: round), options: options)
  }

  /// Sets up to which rating movies may enter: the creator only.
  ///
  /// Sends `rounds.override_ceiling`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/votingClosed``, ``RefusalReason/wrongState``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - maxContentRating: Up to which rating movies may enter.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The round as it is now.
  @discardableResult
  public func overrideCeiling(
    of round: RoundID, to maxContentRating: ContentRating, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<UpdatedRound> {
    try await scope.send(RoundsRequests.overrideCeiling(of: round, to: maxContentRating), options: options)
  }

  /// Adds a movie while voting is open.
  ///
  /// Sends `rounds.propose`. Refused with ``RefusalReason/notAnAttendee``, ``RefusalReason/unknownMovie``,
  /// ``RefusalReason/unknownRound``, ``RefusalReason/alreadyInRound``, ``RefusalReason/votingClosed``,
  /// ``RefusalReason/wrongState``, ``RefusalReason/alreadyWatched``, ``RefusalReason/memberProposalLimit``,
  /// ``RefusalReason/overCeiling``, ``RefusalReason/roundFull``, ``RefusalReason/roundProposalLimit``,
  /// ``RefusalReason/catalogUnauthorised``, ``RefusalReason/catalogUnavailable``, ``RefusalReason/noCatalog``, and with
  /// what refuses any command.
  ///
  /// - Parameters:
  ///   - movie: Which movie; its id suffices where the server has a catalog.
  ///   - round: Which round.
  ///   - allowWatched: `true`: movies that the household has watched enter, too.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The movie that it was about.
  @discardableResult
  public func propose(
    _ movie: SentMovie, in round: RoundID, allowWatched: Bool = false, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<RoundMovie> {
    try await scope.send(RoundsRequests.propose(movie, in: round, allowWatched: allowWatched), options: options)
  }

  /// Takes a proposal back.
  ///
  /// Sends `rounds.withdraw`. Refused with ``RefusalReason/proposerOrCreatorOnly``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/proposalHasVotes``, ``RefusalReason/votingClosed``, ``RefusalReason/wrongState``,
  /// ``RefusalReason/notAProposal``, ``RefusalReason/notInRound``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - round: Which round.
  ///   - confirm: `true`: also where it has votes, which go with it.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The movie that it was about.
  @discardableResult
  public func withdraw(
    _ movie: MovieID, from round: RoundID, confirm: Bool = false, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<RoundMovie> {
    try await scope.send(RoundsRequests.withdraw(movie, from: round, confirm: confirm), options: options)
  }

  /// Votes on a movie, or takes the vote back; a later vote replaces an earlier one.
  ///
  /// Sends `rounds.vote`. Refused with ``RefusalReason/notAnAttendee``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/noVote``, ``RefusalReason/votingClosed``, ``RefusalReason/wrongState``,
  /// ``RefusalReason/notInRound``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - vote: What the member says of the movie; nil retracts what they said.
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The vote as it stands.
  @discardableResult
  public func vote(
    _ vote: Vote?, on movie: MovieID, in round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<CastVote> {
    try await scope.send(RoundsRequests.vote(vote, on: movie, in: round), options: options)
  }

  /// Says that the member is done; voting closes by itself when every attendee is.
  ///
  /// Sends `rounds.done_voting`. Refused with ``RefusalReason/notAnAttendee``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/votingClosed``, ``RefusalReason/wrongState``, ``RefusalReason/nothingVoted``, and with what
  /// refuses any command.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: Whether voting is closed.
  @discardableResult
  public func doneVoting(
    _ round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<VotingEnd> {
    try await scope.send(RoundsRequests.doneVoting(round), options: options)
  }

  /// Closes voting: the creator only.
  ///
  /// Sends `rounds.close_voting`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/votingClosed``, ``RefusalReason/wrongState``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: Whether voting is closed.
  @discardableResult
  public func closeVoting(
    _ round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<VotingEnd> {
    try await scope.send(RoundsRequests.closeVoting(round), options: options)
  }

  /// Chooses any movie of the round: the creator only.
  ///
  /// Sends `rounds.pick`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/wrongState``, ``RefusalReason/notInRound``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: What was chosen.
  @discardableResult
  public func pick(
    _ movie: MovieID, in round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<RoundPick> {
    try await scope.send(RoundsRequests.pick(movie, in: round), options: options)
  }

  /// Says that the pick was watched.
  ///
  /// Sends `rounds.mark_watched`. Refused with ``RefusalReason/unknownRound``, ``RefusalReason/wrongState``, and with
  /// what refuses any command.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: When it was watched.
  @discardableResult
  public func markWatched(
    _ round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<WatchedRound> {
    try await scope.send(RoundsRequests.markWatched(round), options: options)
  }

  /// Says what the member thought of it; a later rating replaces an earlier one.
  ///
  /// Sends `rounds.rate`. Refused with ``RefusalReason/notAnAttendee``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/wrongState``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - rating: What the member thought of it.
  ///   - options: The command's id and the expected revision.
  /// - Returns: The rating as it stands.
  @discardableResult
  public func rate(
    _ round: RoundID, as rating: Rating, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<GivenRating> {
    try await scope.send(RoundsRequests.rate(round, as: rating), options: options)
  }

  /// Takes no more ratings: the creator only.
  ///
  /// Sends `rounds.close_ratings`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/unknownRound``,
  /// ``RefusalReason/wrongState``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: How far the round is.
  @discardableResult
  public func closeRatings(
    _ round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<RoundState> {
    try await scope.send(RoundsRequests.closeRatings(round), options: options)
  }

  /// Ends a round without a pick; one that has a pick, the creator only.
  ///
  /// Sends `rounds.discard`. Refused with ``RefusalReason/creatorOnly``, ``RefusalReason/starterOrCreatorOnly``,
  /// ``RefusalReason/unknownRound``, ``RefusalReason/wrongState``, and with what refuses any command.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - options: The command's id and the expected revision.
  /// - Returns: How far the round is.
  @discardableResult
  public func discard(
    _ round: RoundID, options: CommandOptions = CommandOptions()
  ) async throws -> CommandResult<RoundState> {
    try await scope.send(RoundsRequests.discard(round), options: options)
  }

  /// Shows a round with its vote breakdown.
  ///
  /// Sends `rounds.get`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``,
  /// ``RefusalReason/unknownRound``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - household: Whose round; a member's own where it is nil, an administrator may leave it out.
  ///   - moment: A position or a time: as it was then; as it is where it is nil.
  /// - Returns: A round with its vote breakdown.
  public func get(_ round: RoundID, household: HouseholdID? = nil, asOf moment: Moment? = nil) async throws -> Round {
    try await scope.send(RoundsRequests.get(round, household: household, asOf: moment))
  }

  /// Ranks a round's movies by their votes.
  ///
  /// Sends `rounds.results`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``,
  /// ``RefusalReason/unknownRound``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - household: Whose round; a member's own where it is nil, an administrator may leave it out.
  ///   - moment: A position or a time: as it was then; as it is where it is nil.
  /// - Returns: The ranking by votes.
  public func results(
    _ round: RoundID, household: HouseholdID? = nil, asOf moment: Moment? = nil
  ) async throws -> RoundResults {
    try await scope.send(RoundsRequests.results(round, household: household, asOf: moment))
  }

  /// Shows who thought what, in every state of the round.
  ///
  /// Sends `rounds.ratings`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``,
  /// ``RefusalReason/unknownRound``, and with what refuses any request.
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - household: Whose round; a member's own where it is nil, an administrator may leave it out.
  ///   - moment: A position or a time: as it was then; as it is where it is nil.
  /// - Returns: Who thought what.
  public func ratings(
    _ round: RoundID, household: HouseholdID? = nil, asOf moment: Moment? = nil
  ) async throws -> RoundRatings {
    try await scope.send(RoundsRequests.ratings(round, household: household, asOf: moment))
  }

  /// Shows the round in draft or voting, and those that wait to be watched or rated.
  ///
  /// Sends `rounds.active`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``, and with
  /// what refuses any request.
  ///
  /// - Parameters:
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: What is under way.
  public func active(household: HouseholdID? = nil) async throws -> ActiveRounds {
    try await scope.send(RoundsRequests.active(household: household))
  }
}

extension Administration {
  /// The administrator's methods `rounds.…`.
  public var rounds: RoundsArea { RoundsArea(scope: scope) }

  /// The administrator's methods `rounds.…`.
  public struct RoundsArea: Sendable {
    let scope: ClientScope

    /// Takes in a round of the time before this program.
    ///
    /// Sends `rounds.import`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/notAllowed``,
    /// ``RefusalReason/unknownHousehold``, ``RefusalReason/roundOfAnotherHousehold``, and with what refuses any
    /// command.
    ///
    /// - Parameters:
    ///   - round: The round as the old API served it.
    ///   - household: Whose round it becomes.
    ///   - options: The command's id and the expected revision.
    /// - Returns: What became of the round.
    @discardableResult
    public func `import`(
      _ round: JSONObject, into household: HouseholdID, options: CommandOptions = CommandOptions()
    ) async throws -> CommandResult<ImportedRound> {
      try await scope.send(RoundsRequests.`import`(round, into: household), options: options)
    }
  }
}

/// The requests of the methods `rounds.…`. An outbox keeps commands without secrets only.
public enum RoundsRequests {
  /// The request `rounds.start`: starts a round.
  public static func start(
    attendees: [MemberID]? = nil, movies: [SentMovie]? = nil, includeWatchlist: Bool = false, suggest: Bool = false,
    excluding excludedMovies: [MovieID]? = nil, openVoting: Bool = false, replace: RoundID? = nil,
    ceilingOverride: ContentRating? = nil, allowWatched: Bool = false
  ) -> TypedRequest<CommandResult<StartedRound>> {
    TypedRequest("rounds.start") { json in
      json.fieldIfPresent("attendees", attendees)
      json.fieldIfPresent("movies", movies)
      json.fieldIfPresent("include_watchlist", includeWatchlist ? true : nil)
      json.fieldIfPresent("suggest", suggest ? true : nil)
      json.fieldIfPresent("exclude_movie_ids", excludedMovies)
      json.fieldIfPresent("open_voting", openVoting ? true : nil)
      json.fieldIfPresent("replace", replace)
      json.fieldIfPresent("ceiling_override", ceilingOverride)
      json.fieldIfPresent("allow_watched", allowWatched ? true : nil)
    }
  }

  /// The request `rounds.suggest`: adds movies to a draft; all of them or none.
  public static func suggest(
    _ movies: [SentMovie]? = nil, in round: RoundID, includeWatchlist: Bool = false, allowWatched: Bool = false
  ) -> TypedRequest<CommandResult<UpdatedRound>> {
    TypedRequest("rounds.suggest") { json in
      json.fieldIfPresent("movies", movies)
      json.field("round_id", round)
      json.fieldIfPresent("include_watchlist", includeWatchlist ? true : nil)
      json.fieldIfPresent("allow_watched", allowWatched ? true : nil)
    }
  }

  /// The request `rounds.unsuggest`: takes a movie out of a draft.
  public static func unsuggest(_ movie: MovieID, from round: RoundID) -> TypedRequest<CommandResult<UpdatedRound>> {
    TypedRequest("rounds.unsuggest") { json in
      json.field("tmdb_movie_id", movie)
      json.field("round_id", round)
    }
  }

  /// The request `rounds.open_voting`: opens a draft for votes.
  public static func openVoting(_ round: RoundID) -> TypedRequest<CommandResult<UpdatedRound>> {
    TypedRequest("rounds.open_voting") { $0.field("round_id", round) }
  }

  /// The request `rounds.set_attendees`: says who takes part; the votes of who is dropped go.
  public static func setAttendees(
    _ attendees: [MemberID]?, of round: RoundID
  ) -> TypedRequest<CommandResult<UpdatedRound>> {
    TypedRequest("rounds.set_attendees") { json in
      json.field("attendees", attendees)
      json.field("round_id", round)
    }
  }

  /// The request `rounds.override_ceiling`: sets up to which rating movies may enter: the creator only.
  public static func overrideCeiling(
    of round: RoundID, to maxContentRating: ContentRating
  ) -> TypedRequest<CommandResult<UpdatedRound>> {
    TypedRequest("rounds.override_ceiling") { json in
      json.field("round_id", round)
      json.field("max_content_rating", maxContentRating)
    }
  }

  /// The request `rounds.propose`: adds a movie while voting is open.
  public static func propose(
    _ movie: SentMovie, in round: RoundID, allowWatched: Bool = false
  ) -> TypedRequest<CommandResult<RoundMovie>> {
    TypedRequest("rounds.propose") { json in
      json.field("movie", movie)
      json.field("round_id", round)
      json.fieldIfPresent("allow_watched", allowWatched ? true : nil)
    }
  }

  /// The request `rounds.withdraw`: takes a proposal back.
  public static func withdraw(
    _ movie: MovieID, from round: RoundID, confirm: Bool = false
  ) -> TypedRequest<CommandResult<RoundMovie>> {
    TypedRequest("rounds.withdraw") { json in
      json.field("tmdb_movie_id", movie)
      json.field("round_id", round)
      json.fieldIfPresent("confirm", confirm ? true : nil)
    }
  }

  /// The request `rounds.vote`: votes on a movie, or takes the vote back; a later vote replaces an earlier one.
  public static func vote(
    _ vote: Vote?, on movie: MovieID, in round: RoundID
  ) -> TypedRequest<CommandResult<CastVote>> {
    TypedRequest("rounds.vote") { json in
      json.field("vote", vote)
      json.field("tmdb_movie_id", movie)
      json.field("round_id", round)
    }
  }

  /// The request `rounds.done_voting`: says that the member is done; voting closes by itself when every attendee is.
  public static func doneVoting(_ round: RoundID) -> TypedRequest<CommandResult<VotingEnd>> {
    TypedRequest("rounds.done_voting") { $0.field("round_id", round) }
  }

  /// The request `rounds.close_voting`: closes voting: the creator only.
  public static func closeVoting(_ round: RoundID) -> TypedRequest<CommandResult<VotingEnd>> {
    TypedRequest("rounds.close_voting") { $0.field("round_id", round) }
  }

  /// The request `rounds.pick`: chooses any movie of the round: the creator only.
  public static func pick(_ movie: MovieID, in round: RoundID) -> TypedRequest<CommandResult<RoundPick>> {
    TypedRequest("rounds.pick") { json in
      json.field("tmdb_movie_id", movie)
      json.field("round_id", round)
    }
  }

  /// The request `rounds.mark_watched`: says that the pick was watched.
  public static func markWatched(_ round: RoundID) -> TypedRequest<CommandResult<WatchedRound>> {
    TypedRequest("rounds.mark_watched") { $0.field("round_id", round) }
  }

  /// The request `rounds.rate`: says what the member thought of it; a later rating replaces an earlier one.
  public static func rate(_ round: RoundID, as rating: Rating) -> TypedRequest<CommandResult<GivenRating>> {
    TypedRequest("rounds.rate") { json in
      json.field("round_id", round)
      json.field("rating", rating)
    }
  }

  /// The request `rounds.close_ratings`: takes no more ratings: the creator only.
  public static func closeRatings(_ round: RoundID) -> TypedRequest<CommandResult<RoundState>> {
    TypedRequest("rounds.close_ratings") { $0.field("round_id", round) }
  }

  /// The request `rounds.discard`: ends a round without a pick; one that has a pick, the creator only.
  public static func discard(_ round: RoundID) -> TypedRequest<CommandResult<RoundState>> {
    TypedRequest("rounds.discard") { $0.field("round_id", round) }
  }

  /// The request `rounds.get`: shows a round with its vote breakdown.
  public static func get(
    _ round: RoundID, household: HouseholdID? = nil, asOf moment: Moment? = nil
  ) -> TypedRequest<Round> {
    TypedRequest("rounds.get") { json in
      json.field("round_id", round)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("as_of", moment)
    }
  }

  /// The request `rounds.results`: ranks a round's movies by their votes.
  public static func results(
    _ round: RoundID, household: HouseholdID? = nil, asOf moment: Moment? = nil
  ) -> TypedRequest<RoundResults> {
    TypedRequest("rounds.results") { json in
      json.field("round_id", round)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("as_of", moment)
    }
  }

  /// The request `rounds.ratings`: shows who thought what, in every state of the round.
  public static func ratings(
    _ round: RoundID, household: HouseholdID? = nil, asOf moment: Moment? = nil
  ) -> TypedRequest<RoundRatings> {
    TypedRequest("rounds.ratings") { json in
      json.field("round_id", round)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("as_of", moment)
    }
  }

  /// The request `rounds.active`: shows the round in draft or voting, and those that wait to be watched or rated.
  public static func active(household: HouseholdID? = nil) -> TypedRequest<ActiveRounds> {
    TypedRequest("rounds.active") { $0.fieldIfPresent("household_id", household) }
  }

  /// The request `rounds.import`: takes in a round of the time before this program.
  public static func `import`(
    _ round: JSONObject, into household: HouseholdID
  ) -> TypedRequest<CommandResult<ImportedRound>> {
    TypedRequest("rounds.import") { json in
      json.field("round", round)
      json.field("household_id", household)
    }
  }
}

/// A movie, as a client sends it.
public struct SentMovie: Hashable, Codable, Sendable, JSONWritable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// Its title; it has to be there where the catalog cannot tell it.
  public var title: String?
  /// The year of its release; nil where it was not released.
  public var year: Int?
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// Its American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as none.
  public var contentRating: ContentRating?
  /// The names of its genres.
  public var genres: [String]?
  /// TMDb's ids of its genres.
  public var genreIDs: [GenreID]?
  /// How long it is.
  @Minutes public var runtime: Duration?
  /// What it is about.
  public var overview: String?
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?
  /// Names of the services that have it.
  public var streaming: [String]?

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, year, posterPath = "poster_path", contentRating = "content_rating",
      genres, genreIDs = "genre_ids", runtime, overview, popularity, voteAverage = "vote_average", streaming
  }

  public init(
    tmdbMovieID: MovieID, title: String? = nil, year: Int? = nil, posterPath: String? = nil,
    contentRating: ContentRating? = nil, genres: [String]? = nil, genreIDs: [GenreID]? = nil, runtime: Duration? = nil,
    overview: String? = nil, popularity: Double? = nil, voteAverage: Double? = nil, streaming: [String]? = nil
  ) {
    self.tmdbMovieID = tmdbMovieID
    self.title = title
    self.year = year
    self.posterPath = posterPath
    self.contentRating = contentRating
    self.genres = genres
    self.genreIDs = genreIDs
    self.runtime = runtime
    self.overview = overview
    self.popularity = popularity
    self.voteAverage = voteAverage
    self.streaming = streaming
  }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("tmdb_movie_id", tmdbMovieID)
      json.fieldIfPresent("title", title)
      json.fieldIfPresent("year", year)
      json.fieldIfPresent("poster_path", posterPath)
      json.fieldIfPresent("content_rating", contentRating)
      json.fieldIfPresent("genres", genres)
      json.fieldIfPresent("genre_ids", genreIDs)
      json.fieldIfPresent("runtime", _runtime)
      json.fieldIfPresent("overview", overview)
      json.fieldIfPresent("popularity", popularity)
      json.fieldIfPresent("vote_average", voteAverage)
      json.fieldIfPresent("streaming", streaming)
    }
  }
}

/// The new round.
public struct StartedRound: Hashable, Codable, Sendable {
  /// As in `rounds.get`.
  public var round: Round
  /// How many movies of the watchlist the round's ceiling lets in, whether or not they entered.
  public var watchlistEligibleCount: Int
  /// With `suggest`, what was given up to find enough, in this order; else empty, and also where the command is sent
  /// again.
  public var relaxedConstraints: [RelaxedConstraint]

  private enum CodingKeys: String, CodingKey {
    case round, watchlistEligibleCount = "watchlist_eligible_count", relaxedConstraints = "relaxed_constraints"
  }
}

/// A round with its vote breakdown.
public struct Round: Identifiable, Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// Whose it is.
  public var householdID: HouseholdID
  /// The same once more, for clients that know that name.
  public var groupID: HouseholdID
  /// How far it is.
  public var status: RoundStatus
  /// The status for people: `Draft`, `Voting`, `Selected`, `Watched`, `Rated` or `Expired`.
  public var statusLabel: String
  /// Who started it.
  public var startedBy: MemberID
  /// Their name today.
  public var startedByName: String
  /// When it was started.
  public var createdAt: Timestamp
  /// When it was opened for votes; nil before.
  public var votingStartedAt: Timestamp?
  /// When voting was closed; nil where it was not, as where the pick ended it.
  public var votingClosedAt: Timestamp?
  /// When a movie was picked; nil before.
  public var selectedAt: Timestamp?
  /// When it was watched; nil before.
  public var watchedAt: Timestamp?
  /// When ratings were closed; nil before.
  public var ratedAt: Timestamp?
  /// When it was discarded, or timed out; nil unless it was.
  public var expiredAt: Timestamp?
  /// Why it expired; nil unless it did.
  public var expiredReason: ExpiryReason?
  /// Who takes part; empty where nobody wrote it down.
  public var attendees: [Attendee]
  /// `everyone` as long as newcomers take part too, else `fixed`; `unknown` in an imported round whose records do not
  /// tell, with no `attendees`: show "All members".
  public var attendeesMode: AttendeesMode
  /// Its movies, by position.
  public var suggestions: [Suggestion]
  /// How many have voted.
  public var voteProgress: VoteProgress
  /// Who has said that they are done.
  public var doneVoting: [MemberID]
  /// TMDb's id of the pick; nil before.
  public var pickedMovieID: MovieID?
  /// What the round chose; nil before.
  public var pick: Pick?
  /// How it was rated; nil unless the status is `watched` or `rated`.
  public var ratingsSummary: RatingsSummary?
  /// The ceiling in force: up to which rating movies may enter; from the pick on nil, unless it was overridden.
  public var maxContentRating: ContentRating?
  /// Whether the creator set the ceiling.
  public var ceilingOverridden: Bool
  /// When the clock acts next on it, if nothing else happens; nil when it is over.
  public var dueAt: Timestamp?
  /// What it becomes then; nil when it is over.
  public var dueStatus: RoundStatus?
  /// Of the round, to be sent as `expected_revision`.
  public var revision: Revision

  public var id: RoundID { roundID }

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", householdID = "household_id", groupID = "group_id", status, statusLabel = "status_label",
      startedBy = "started_by", startedByName = "started_by_name", createdAt = "created_at",
      votingStartedAt = "voting_started_at", votingClosedAt = "voting_closed_at", selectedAt = "selected_at",
      watchedAt = "watched_at", ratedAt = "rated_at", expiredAt = "expired_at", expiredReason = "expired_reason",
      attendees, attendeesMode = "attendees_mode", suggestions, voteProgress = "vote_progress",
      doneVoting = "done_voting", pickedMovieID = "picked_movie_id", pick, ratingsSummary = "ratings_summary",
      maxContentRating = "max_content_rating", ceilingOverridden = "ceiling_overridden", dueAt = "due_at",
      dueStatus = "due_status", revision
  }
}

/// Who takes part.
public struct Attendee: Identifiable, Hashable, Codable, Sendable {
  /// Who it is.
  public var memberID: MemberID
  /// What they are called today; `[Deleted member]` of who was erased.
  public var displayName: String
  /// Their picture today; nil of who was erased.
  public var avatarKey: String?

  public var id: MemberID { memberID }

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", displayName = "display_name", avatarKey = "avatar_key"
  }
}

/// A movie of a round, with its votes.
public struct Suggestion: Identifiable, Hashable, Codable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// Its title, as of when it was recorded, or as the catalog has it.
  public var title: String
  /// The year of its release; nil where it was not released.
  public var year: Int?
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// Its American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as none.
  public var contentRating: ContentRating?
  /// The names of its genres.
  public var genres: [String]
  /// TMDb's ids of its genres.
  public var genreIDs: [GenreID]
  /// What it is about.
  public var overview: String?
  /// How long it is.
  @Minutes public var runtime: Duration?
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?
  /// Names of the services that have it.
  public var streaming: [String]
  /// Its place in the round, from 1 on.
  public var position: Int
  /// From 0 to 1, of what the algorithm found; else nil.
  public var score: Double?
  /// Why the algorithm found it; else nil.
  public var reason: String?
  /// How it came into the round.
  public var source: SuggestionSource
  /// Who proposed it while voting was open; else nil.
  public var proposedBy: MemberID?
  /// Their name today; nil without a proposer.
  public var proposedByName: String?
  /// Whether this household has seen it, ever.
  public var watched: Bool
  /// How many are for it.
  public var votesUp: Int
  /// How many are against it.
  public var votesDown: Int
  /// The first less the second.
  public var netScore: Int
  /// Who voted.
  public var voters: [Voter]

  public var id: MovieID { tmdbMovieID }

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, year, posterPath = "poster_path", contentRating = "content_rating",
      genres, genreIDs = "genre_ids", overview, runtime, popularity, voteAverage = "vote_average", streaming, position,
      score, reason, source, proposedBy = "proposed_by", proposedByName = "proposed_by_name", watched,
      votesUp = "votes_up", votesDown = "votes_down", netScore = "net_score", voters
  }
}

/// Who voted on a movie, and how.
public struct Voter: Identifiable, Hashable, Codable, Sendable {
  /// Who it is.
  public var memberID: MemberID
  /// What they are called today; `[Deleted member]` of who was erased.
  public var displayName: String
  /// Their picture today; nil of who was erased.
  public var avatarKey: String?
  /// Their last word.
  public var vote: Vote

  public var id: MemberID { memberID }

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", displayName = "display_name", avatarKey = "avatar_key", vote
  }
}

/// How many attendees have voted.
public struct VoteProgress: Hashable, Codable, Sendable {
  /// How many voted on one movie at least.
  public var voted: Int
  /// How many take part.
  public var total: Int
}

/// What a round chose.
public struct Pick: Hashable, Codable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// Its title.
  public var title: String
  /// The year of its release.
  public var year: Int?
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// Its American rating, as of when it was recorded.
  public var contentRating: ContentRating?
  /// Who chose it.
  public var pickedBy: MemberID
  /// Their name today.
  public var pickedByName: String
  /// When they did.
  public var pickedAt: Timestamp
  /// Whether the round has watched it.
  public var watched: Bool
  /// When it was watched; nil before.
  public var watchedAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, year, posterPath = "poster_path", contentRating = "content_rating",
      pickedBy = "picked_by", pickedByName = "picked_by_name", pickedAt = "picked_at", watched, watchedAt = "watched_at"
  }
}

/// How many of each rating.
public struct RatingsSummary: Hashable, Codable, Sendable {
  /// How many said so.
  public var loved: Int
  /// How many said so.
  public var liked: Int
  /// How many said so.
  public var didNotLike: Int

  private enum CodingKeys: String, CodingKey {
    case loved, liked, didNotLike = "did_not_like"
  }
}

/// The round as it is now.
public struct UpdatedRound: Hashable, Codable, Sendable {
  /// As in `rounds.get`.
  public var round: Round
}

/// The movie that it was about.
public struct RoundMovie: Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", tmdbMovieID = "tmdb_movie_id"
  }
}

/// The vote as it stands.
public struct CastVote: Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// For whom it was sent.
  public var memberID: MemberID
  /// What they say of the movie; nil where it was retracted.
  public var vote: Vote?
  /// When they said so; nil where it was retracted.
  public var votedAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", tmdbMovieID = "tmdb_movie_id", memberID = "member_id", vote, votedAt = "voted_at"
  }
}

/// Whether voting is closed.
public struct VotingEnd: Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is now.
  public var status: RoundStatus
  /// When voting was closed; nil while others are not done.
  public var votingClosedAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", status, votingClosedAt = "voting_closed_at"
  }
}

/// What was chosen.
public struct RoundPick: Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is now.
  public var status: RoundStatus
  /// What the round chose.
  public var pick: Pick?

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", status, pick
  }
}

/// When it was watched.
public struct WatchedRound: Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is now.
  public var status: RoundStatus
  /// When it was watched.
  public var watchedAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", status, watchedAt = "watched_at"
  }
}

/// The rating as it stands.
public struct GivenRating: Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// For whom it was sent.
  public var memberID: MemberID
  /// What they thought of it.
  public var rating: Rating?
  /// When they said so.
  public var ratedAt: Timestamp?
  /// How far the round is now.
  public var status: RoundStatus

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", memberID = "member_id", rating, ratedAt = "rated_at", status
  }
}

/// How far the round is.
public struct RoundState: Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is now.
  public var status: RoundStatus

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", status
  }
}

/// The ranking by votes.
public struct RoundResults: Identifiable, Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is.
  public var status: RoundStatus
  /// The best; nil when two movies share the highest net score, or nobody voted.
  public var clearWinner: MovieCard?
  /// Best first.
  public var results: [RankedMovie]

  public var id: RoundID { roundID }

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", status, clearWinner = "clear_winner", results
  }
}

/// A movie, as lists show it.
public struct MovieCard: Identifiable, Hashable, Codable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// Its title.
  public var title: String
  /// The part of its poster's address behind the size.
  public var posterPath: String?

  public var id: MovieID { tmdbMovieID }

  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id", title, posterPath = "poster_path"
  }
}

/// A movie's place in the ranking.
public struct RankedMovie: Identifiable, Hashable, Codable, Sendable {
  /// From 1 on; equal movies share one.
  public var rank: Int
  /// Whether another has the same net score.
  public var tied: Bool
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: MovieID
  /// Its title.
  public var title: String
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// How it came into the round.
  public var source: SuggestionSource
  /// How many are for it.
  public var votesUp: Int
  /// How many are against it.
  public var votesDown: Int
  /// The first less the second.
  public var netScore: Int
  /// Who voted.
  public var voters: [Voter]

  public var id: MovieID { tmdbMovieID }

  private enum CodingKeys: String, CodingKey {
    case rank, tied, tmdbMovieID = "tmdb_movie_id", title, posterPath = "poster_path", source, votesUp = "votes_up",
      votesDown = "votes_down", netScore = "net_score", voters
  }
}

/// Who thought what.
public struct RoundRatings: Identifiable, Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// One entry an attendee.
  public var ratings: [AttendeeRating]
  /// How it was rated; nil unless the status is `watched` or `rated`.
  public var summary: FullRatingsSummary?
  /// Whether ratings are taken no more.
  public var closed: Bool

  public var id: RoundID { roundID }

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", ratings, summary, closed
  }
}

/// What one attendee thought.
public struct AttendeeRating: Identifiable, Hashable, Codable, Sendable {
  /// Who it is.
  public var memberID: MemberID
  /// What they are called today; `[Deleted member]` of who was erased.
  public var displayName: String
  /// Their picture today; nil of who was erased.
  public var avatarKey: String?
  /// What they thought of it; nil of who has not rated.
  public var rating: Rating?
  /// When they said so; nil of who has not rated.
  public var ratedAt: Timestamp?

  public var id: MemberID { memberID }

  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id", displayName = "display_name", avatarKey = "avatar_key", rating, ratedAt = "rated_at"
  }
}

/// How many of each rating, and of how many.
public struct FullRatingsSummary: Hashable, Codable, Sendable {
  /// How many said so.
  public var loved: Int
  /// How many said so.
  public var liked: Int
  /// How many said so.
  public var didNotLike: Int
  /// How many have rated.
  public var totalRated: Int
  /// How many may rate.
  public var totalAttendees: Int

  private enum CodingKeys: String, CodingKey {
    case loved, liked, didNotLike = "did_not_like", totalRated = "total_rated", totalAttendees = "total_attendees"
  }
}

/// What is under way.
public struct ActiveRounds: Hashable, Codable, Sendable {
  /// The one in draft or voting; nil where there is none.
  public var round: Round?
  /// The selected and watched ones, newest first.
  public var awaiting: [AwaitingSession]
}

/// A session that waits to be watched, or for ratings.
public struct AwaitingSession: Identifiable, Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far it is.
  public var status: RoundStatus
  /// The status for people: `Draft`, `Voting`, `Selected`, `Watched`, `Rated` or `Expired`.
  public var statusLabel: String
  /// When it was started.
  public var createdAt: Timestamp
  /// Who takes part; empty where nobody wrote it down.
  public var attendees: [Attendee]
  /// `everyone` as long as newcomers take part too, else `fixed`; `unknown` in an imported round whose records do not
  /// tell, with no `attendees`: show "All members".
  public var attendeesMode: AttendeesMode
  /// What the round chose; nil before.
  public var pick: MovieCard?
  /// How it was rated; nil unless the status is `watched` or `rated`.
  public var ratingsSummary: RatingsSummary?
  /// Who has yet to rate.
  public var waitingFor: [MemberID]

  public var id: RoundID { roundID }

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", status, statusLabel = "status_label", createdAt = "created_at", attendees,
      attendeesMode = "attendees_mode", pick, ratingsSummary = "ratings_summary", waitingFor = "waiting_for"
  }
}

/// What became of the round.
public struct ImportedRound: Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far it is now.
  public var status: RoundStatus
  /// `false` where it was there already, which changes nothing.
  public var imported: Bool

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", status, imported
  }
}

/// What ``Round/status`` says: how far it is.
public struct RoundStatus: OpenEnum {
  public static let draft = Self(rawValue: "draft")
  public static let voting = Self(rawValue: "voting")
  public static let selected = Self(rawValue: "selected")
  public static let watched = Self(rawValue: "watched")
  public static let rated = Self(rawValue: "rated")
  public static let expired = Self(rawValue: "expired")

  public static let allCases: [Self] = [.draft, .voting, .selected, .watched, .rated, .expired]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``Round/expiredReason`` says: why it expired; nil unless it did.
public struct ExpiryReason: OpenEnum {
  public static let discarded = Self(rawValue: "discarded")
  public static let timedOut = Self(rawValue: "timed_out")

  public static let allCases: [Self] = [.discarded, .timedOut]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``Round/attendeesMode`` says: `everyone` as long as newcomers take part too, else `fixed`; `unknown` in an
/// imported round whose records do not tell, with no `attendees`: show "All members".
public struct AttendeesMode: OpenEnum {
  public static let fixed = Self(rawValue: "fixed")
  public static let everyone = Self(rawValue: "everyone")
  public static let unknown = Self(rawValue: "unknown")

  public static let allCases: [Self] = [.fixed, .everyone, .unknown]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``Suggestion/source`` says: how it came into the round.
public struct SuggestionSource: OpenEnum {
  public static let member = Self(rawValue: "member")
  public static let watchlist = Self(rawValue: "watchlist")
  public static let algorithm = Self(rawValue: "algorithm")

  public static let allCases: [Self] = [.member, .watchlist, .algorithm]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``Voter/vote`` says: their last word.
public struct Vote: OpenEnum {
  public static let up = Self(rawValue: "up")
  public static let down = Self(rawValue: "down")

  public static let allCases: [Self] = [.up, .down]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``StartedRound/relaxedConstraints`` says: with `suggest`, what was given up to find enough, in this order; else
/// empty, and also where the command is sent again.
public struct RelaxedConstraint: OpenEnum {
  public static let expandedGenres = Self(rawValue: "expanded_genres")
  public static let loweredPopularityFloor = Self(rawValue: "lowered_popularity_floor")
  public static let includedOlderMovies = Self(rawValue: "included_older_movies")

  public static let allCases: [Self] = [.expandedGenres, .loweredPopularityFloor, .includedOlderMovies]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What `rating` of `rounds.rate` says: what the member thought of it.
public struct Rating: OpenEnum {
  public static let loved = Self(rawValue: "loved")
  public static let liked = Self(rawValue: "liked")
  public static let didNotLike = Self(rawValue: "did_not_like")

  public static let allCases: [Self] = [.loved, .liked, .didNotLike]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
