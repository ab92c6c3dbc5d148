// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `rounds.…`.
  public var rounds: RoundsArea { RoundsArea(route: Route(client: self)) }

  /// The methods `rounds.…`.
  public struct RoundsArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.RoundsArea {
  /// Starts a round.
  ///
  /// Sends `rounds.start`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/unknownMovie`` (404): the catalog has no such movie, and who sent it told no title
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/activeRoundExists`` (409): another round of the household is in draft or voting
  /// - ``RefusalReason/alreadyInRound`` (409): the movie is in the round
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/alreadyWatched`` (422): the household has seen it; send `allow_watched`
  /// - ``RefusalReason/notMembers`` (422): some attendees are no members
  /// - ``RefusalReason/overCeiling`` (422): the movie's rating is above the round's ceiling
  /// - ``RefusalReason/roundFull`` (422): a round has at most 12 movies
  /// - ``RefusalReason/tooFewAttendees`` (422): a round needs 2
  /// - ``RefusalReason/tooFewPreferences`` (422): to find movies for them, 2 of the attendees must have set what they
  ///   like
  /// - ``RefusalReason/tooFewSuggestions`` (422): voting needs 2 movies
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - attendees: Who takes part; everyone where it is nil, newcomers too. Must be a list of ids, at most 100.
  ///   - movies: Which movies enter the draft; none where it is nil. Must be a list of objects (SentMovie), at most
  ///     100.
  ///   - includeWatchlist: `true`: movies of the watchlist enter behind those that were sent, the newest that may, up
  ///     to 4 of a round in all; `false` where it is nil.
  ///   - suggest: `true`: movies that suit the attendees enter behind all others, to 12 in all, as
  ///     `suggestions.generate` finds them; `false` where it is nil.
  ///   - excludedMovies: Movies that neither come from the watchlist nor are suggested; none where it is nil. Must be a
  ///     list of whole numbers, at most 100.
  ///   - openVoting: `true`: it is open for votes at once; else it is a draft; `false` where it is nil.
  ///   - replace: The round in draft or voting that this one takes the place of: it is discarded in the same step; none
  ///     where it is nil.
  ///   - ceilingOverride: Up to which rating movies may enter, for creators to say; what suits all attendees where it
  ///     is nil.
  ///   - allowWatched: `true`: movies that the household has watched enter, too; `false` where it is nil.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The new round.
  /// - Throws: why there is no result.
  @discardableResult
  public func start(
    attendees: [MemberID]? = nil, movies: [SentMovie]? = nil, includeWatchlist: Bool? = nil, suggest: Bool? = nil,
    excluding excludedMovies: [Int]? = nil, openVoting: Bool? = nil, replace: RoundID? = nil,
    ceilingOverride: ContentRating? = nil, allowWatched: Bool? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<StartedRound> {
    let request = RoundsRequests.start(
      attendees: attendees, movies: movies, includeWatchlist: includeWatchlist, suggest: suggest,
      excluding: excludedMovies, openVoting: openVoting, replace: replace, ceilingOverride: ceilingOverride,
      allowWatched: allowWatched, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Adds movies to a draft; all of them or none.
  ///
  /// Sends `rounds.suggest`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/starterOrCreatorOnly`` (403): only who started the round, or the creator
  /// - ``RefusalReason/unknownMovie`` (404): the catalog has no such movie, and who sent it told no title
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/alreadyInRound`` (409): the movie is in the round
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/alreadyWatched`` (422): the household has seen it; send `allow_watched`
  /// - ``RefusalReason/overCeiling`` (422): the movie's rating is above the round's ceiling
  /// - ``RefusalReason/roundFull`` (422): a round has at most 12 movies
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - movies: Which movies enter the draft; none where it is nil. Must be a list of objects (SentMovie), at most
  ///     100.
  ///   - round: Which round.
  ///   - includeWatchlist: `true`: movies of the watchlist enter behind those that were sent, the newest that may, up
  ///     to 4 of a round in all; `false` where it is nil.
  ///   - allowWatched: `true`: movies that the household has watched enter, too; `false` where it is nil.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The round as it is now.
  /// - Throws: why there is no result.
  @discardableResult
  public func suggest(
    _ movies: [SentMovie]? = nil, in round: RoundID, includeWatchlist: Bool? = nil, allowWatched: Bool? = nil,
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundShown> {
    let request = RoundsRequests.suggest(
      movies, in: round, includeWatchlist: includeWatchlist, allowWatched: allowWatched, actingAs: actingAs,
      expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Takes a movie out of a draft.
  ///
  /// Sends `rounds.unsuggest`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/starterOrCreatorOnly`` (403): only who started the round, or the creator
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/notInRound`` (422): the movie is not in the round
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The round as it is now.
  /// - Throws: why there is no result.
  @discardableResult
  public func unsuggest(
    _ movie: Int, from round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundShown> {
    let request = RoundsRequests.unsuggest(
      movie, from: round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Opens a draft for votes.
  ///
  /// Sends `rounds.open_voting`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/starterOrCreatorOnly`` (403): only who started the round, or the creator
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/tooFewSuggestions`` (422): voting needs 2 movies
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The round as it is now.
  /// - Throws: why there is no result.
  @discardableResult
  public func openVoting(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundShown> {
    let request = RoundsRequests.openVoting(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Says who takes part; the votes of who is dropped go.
  ///
  /// Sends `rounds.set_attendees`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/starterOrCreatorOnly`` (403): only who started the round, or the creator
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/votingClosed`` (409): voting would have to be open, and is closed
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/notMembers`` (422): some attendees are no members
  /// - ``RefusalReason/tooFewAttendees`` (422): a round needs 2
  ///
  /// - Parameters:
  ///   - attendees: Who takes part from now on; nil is everyone. Must be a list of ids, at most 100.
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The round as it is now.
  /// - Throws: why there is no result.
  @discardableResult
  public func setAttendees(
    _ attendees: [MemberID]?, of round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundShown> {
    let request = RoundsRequests.setAttendees(
      attendees, of: round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Sets up to which rating movies may enter: the creator only.
  ///
  /// Sends `rounds.override_ceiling`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/votingClosed`` (409): voting would have to be open, and is closed
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - maxContentRating: Up to which rating movies may enter.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The round as it is now.
  /// - Throws: why there is no result.
  @discardableResult
  public func overrideCeiling(
    of round: RoundID, to maxContentRating: ContentRating, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundShown> {
    let request = RoundsRequests.overrideCeiling(
      of: round, to: maxContentRating, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Adds a movie while voting is open.
  ///
  /// Sends `rounds.propose`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/notAnAttendee`` (403): you do not take part in this round
  /// - ``RefusalReason/unknownMovie`` (404): the catalog has no such movie, and who sent it told no title
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/alreadyInRound`` (409): the movie is in the round
  /// - ``RefusalReason/votingClosed`` (409): voting would have to be open, and is closed
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/alreadyWatched`` (422): the household has seen it; send `allow_watched`
  /// - ``RefusalReason/memberProposalLimit`` (422): a member proposes at most 2 movies a round
  /// - ``RefusalReason/overCeiling`` (422): the movie's rating is above the round's ceiling
  /// - ``RefusalReason/roundFull`` (422): a round has at most 12 movies
  /// - ``RefusalReason/roundProposalLimit`` (422): a round takes at most 4 proposals
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - movie: Which movie; its id suffices where the server has a catalog.
  ///   - round: Which round.
  ///   - allowWatched: `true`: movies that the household has watched enter, too; `false` where it is nil.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The movie that it was about.
  /// - Throws: why there is no result.
  @discardableResult
  public func propose(
    _ movie: SentMovie, in round: RoundID, allowWatched: Bool? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundMovie> {
    let request = RoundsRequests.propose(
      movie, in: round, allowWatched: allowWatched, actingAs: actingAs, expectedRevision: expectedRevision,
      commandID: commandID)
    return try await result(of: request)
  }

  /// Takes a proposal back.
  ///
  /// Sends `rounds.withdraw`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/proposerOrCreatorOnly`` (403): only who proposed the movie, or the creator
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/proposalHasVotes`` (409): they would go with the proposal; send `confirm`
  /// - ``RefusalReason/votingClosed`` (409): voting would have to be open, and is closed
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/notAProposal`` (422): the movie did not come as a proposal
  /// - ``RefusalReason/notInRound`` (422): the movie is not in the round
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - round: Which round.
  ///   - confirm: `true`: also where it has votes, which go with it; `false` where it is nil.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The movie that it was about.
  /// - Throws: why there is no result.
  @discardableResult
  public func withdraw(
    _ movie: Int, from round: RoundID, confirm: Bool? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundMovie> {
    let request = RoundsRequests.withdraw(
      movie, from: round, confirm: confirm, actingAs: actingAs, expectedRevision: expectedRevision,
      commandID: commandID)
    return try await result(of: request)
  }

  /// Votes on a movie, or takes the vote back; a later vote replaces an earlier one.
  ///
  /// Sends `rounds.vote`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/notAnAttendee`` (403): you do not take part in this round
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/noVote`` (409): there is no vote to retract
  /// - ``RefusalReason/votingClosed`` (409): voting would have to be open, and is closed
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/notInRound`` (422): the movie is not in the round
  ///
  /// - Parameters:
  ///   - vote: What the member says of the movie; nil retracts what they said.
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The vote as it stands.
  /// - Throws: why there is no result.
  @discardableResult
  public func vote(
    _ vote: Vote?, on movie: Int, in round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<CastVote> {
    let request = RoundsRequests.vote(
      vote, on: movie, in: round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Says that the member is done; voting closes by itself when every attendee is.
  ///
  /// Sends `rounds.done_voting`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/notAnAttendee`` (403): you do not take part in this round
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/votingClosed`` (409): voting would have to be open, and is closed
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/nothingVoted`` (422): vote first
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: Whether voting is closed.
  /// - Throws: why there is no result.
  @discardableResult
  public func doneVoting(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<VotingEnd> {
    let request = RoundsRequests.doneVoting(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Closes voting: the creator only.
  ///
  /// Sends `rounds.close_voting`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/votingClosed`` (409): voting would have to be open, and is closed
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: Whether voting is closed.
  /// - Throws: why there is no result.
  @discardableResult
  public func closeVoting(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<VotingEnd> {
    let request = RoundsRequests.closeVoting(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Chooses any movie of the round: the creator only.
  ///
  /// Sends `rounds.pick`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  /// - ``RefusalReason/notInRound`` (422): the movie is not in the round
  ///
  /// - Parameters:
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: What was chosen.
  /// - Throws: why there is no result.
  @discardableResult
  public func pick(
    _ movie: Int, in round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundPick> {
    let request = RoundsRequests.pick(
      movie, in: round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Says that the pick was watched.
  ///
  /// Sends `rounds.mark_watched`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: When it was watched.
  /// - Throws: why there is no result.
  @discardableResult
  public func markWatched(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<WatchedRound> {
    let request = RoundsRequests.markWatched(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Says what the member thought of it; a later rating replaces an earlier one.
  ///
  /// Sends `rounds.rate`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/notAnAttendee`` (403): you do not take part in this round
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - rating: What the member thought of it.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: The rating as it stands.
  /// - Throws: why there is no result.
  @discardableResult
  public func rate(
    _ round: RoundID, as rating: Rating, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<GivenRating> {
    let request = RoundsRequests.rate(
      round, as: rating, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Takes no more ratings: the creator only.
  ///
  /// Sends `rounds.close_ratings`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: How far the round is.
  /// - Throws: why there is no result.
  @discardableResult
  public func closeRatings(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundState> {
    let request = RoundsRequests.closeRatings(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Ends a round without a pick; one that has a pick, the creator only.
  ///
  /// Sends `rounds.discard`.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/creatorOnly`` (403): only the household's creator can do this
  /// - ``RefusalReason/starterOrCreatorOnly`` (403): only who started the round, or the creator
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  /// - ``RefusalReason/wrongState`` (409): the round is in a state where this cannot be done
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: How far the round is.
  /// - Throws: why there is no result.
  @discardableResult
  public func discard(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<RoundState> {
    let request = RoundsRequests.discard(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }

  /// Shows a round with its vote breakdown.
  ///
  /// Sends `rounds.get`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - household: Whose round; a member's own where it is nil, an administrator may leave it out.
  ///   - moment: A position or a time: as it was then; as it is where it is nil.
  /// - Returns: A round with its vote breakdown.
  /// - Throws: why there is no result.
  public func get(
    _ round: RoundID, household: HouseholdID? = nil, asOf moment: Moment? = nil
  ) async throws(ClientError) -> Round {
    let request = Request.read("rounds.get") { json in
      json.field("round_id", round)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("as_of", moment)
    }
    return try await result(of: request)
  }

  /// Ranks a round's movies by their votes.
  ///
  /// Sends `rounds.results`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - household: Whose round; a member's own where it is nil, an administrator may leave it out.
  ///   - moment: A position or a time: as it was then; as it is where it is nil.
  /// - Returns: The ranking by votes.
  /// - Throws: why there is no result.
  public func results(
    _ round: RoundID, household: HouseholdID? = nil, asOf moment: Moment? = nil
  ) async throws(ClientError) -> RoundResults {
    let request = Request.read("rounds.results") { json in
      json.field("round_id", round)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("as_of", moment)
    }
    return try await result(of: request)
  }

  /// Shows who thought what, in every state of the round.
  ///
  /// Sends `rounds.ratings`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  /// - ``RefusalReason/unknownRound`` (404): no such round, or not yours to see
  ///
  /// - Parameters:
  ///   - round: Which round.
  ///   - household: Whose round; a member's own where it is nil, an administrator may leave it out.
  ///   - moment: A position or a time: as it was then; as it is where it is nil.
  /// - Returns: Who thought what.
  /// - Throws: why there is no result.
  public func ratings(
    _ round: RoundID, household: HouseholdID? = nil, asOf moment: Moment? = nil
  ) async throws(ClientError) -> RoundRatings {
    let request = Request.read("rounds.ratings") { json in
      json.field("round_id", round)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("as_of", moment)
    }
    return try await result(of: request)
  }

  /// Shows the round in draft or voting, and those that wait to be watched or rated.
  ///
  /// Sends `rounds.active`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  ///
  /// - Parameters:
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: What is under way.
  /// - Throws: why there is no result.
  public func active(household: HouseholdID? = nil) async throws(ClientError) -> ActiveRounds {
    let request = Request.read("rounds.active") { json in
      json.fieldIfPresent("household_id", household)
    }
    return try await result(of: request)
  }

  /// Takes in a round of the time before this program.
  ///
  /// Sends `rounds.import`. Only for administrators.
  ///
  /// Refused, but for what refuses any command, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/notAllowed`` (403): only an administrator can do this
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  /// - ``RefusalReason/roundOfAnotherHousehold`` (409): a round that would be imported is there, in another household
  ///
  /// - Parameters:
  ///   - round: The round as the old API served it.
  ///   - household: Whose round it becomes.
  ///   - actingAs: The managed member that a parent sends it for.
  ///   - expectedRevision: What the client has seen; -1 where nothing was recorded yet; any where it is nil. Must be a
  ///     whole number from -1 on.
  ///   - commandID: Of the client's making; sent again, the command gives its first answer again.
  /// - Returns: What became of the round.
  /// - Throws: why there is no result.
  @discardableResult
  public func `import`(
    _ round: JSONObject, into household: HouseholdID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Changed<ImportedRound> {
    let request = RoundsRequests.`import`(
      round, into: household, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await result(of: request)
  }
}
