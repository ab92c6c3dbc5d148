// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension Outbox {
  /// The commands `rounds.…`.
  public var rounds: RoundsCommands { RoundsCommands(outbox: self) }

  /// The commands `rounds.…`.
  public struct RoundsCommands: OutboxArea {
    public let outbox: Outbox
  }
}

extension Outbox.RoundsCommands {
  /// Starts a round.
  ///
  /// Keeps `rounds.start`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func start(
    attendees: [MemberID]? = nil, movies: [SentMovie]? = nil, includeWatchlist: Bool? = nil, suggest: Bool? = nil,
    excluding excludedMovies: [Int]? = nil, openVoting: Bool? = nil, replace: RoundID? = nil,
    ceilingOverride: ContentRating? = nil, allowWatched: Bool? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<StartedRound>> {
    let request = RoundsRequests.start(
      attendees: attendees, movies: movies, includeWatchlist: includeWatchlist, suggest: suggest,
      excluding: excludedMovies, openVoting: openVoting, replace: replace, ceilingOverride: ceilingOverride,
      allowWatched: allowWatched, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Adds movies to a draft; all of them or none.
  ///
  /// Keeps `rounds.suggest`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func suggest(
    _ movies: [SentMovie]? = nil, in round: RoundID, includeWatchlist: Bool? = nil, allowWatched: Bool? = nil,
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundShown>> {
    let request = RoundsRequests.suggest(
      movies, in: round, includeWatchlist: includeWatchlist, allowWatched: allowWatched, actingAs: actingAs,
      expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Takes a movie out of a draft.
  ///
  /// Keeps `rounds.unsuggest`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func unsuggest(
    _ movie: Int, from round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundShown>> {
    let request = RoundsRequests.unsuggest(
      movie, from: round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Opens a draft for votes.
  ///
  /// Keeps `rounds.open_voting`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func openVoting(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundShown>> {
    let request = RoundsRequests.openVoting(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Says who takes part; the votes of who is dropped go.
  ///
  /// Keeps `rounds.set_attendees`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func setAttendees(
    _ attendees: [MemberID]?, of round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundShown>> {
    let request = RoundsRequests.setAttendees(
      attendees, of: round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Sets up to which rating movies may enter: the creator only.
  ///
  /// Keeps `rounds.override_ceiling`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func overrideCeiling(
    of round: RoundID, to maxContentRating: ContentRating, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundShown>> {
    let request = RoundsRequests.overrideCeiling(
      of: round, to: maxContentRating, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Adds a movie while voting is open.
  ///
  /// Keeps `rounds.propose`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func propose(
    _ movie: SentMovie, in round: RoundID, allowWatched: Bool? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundMovie>> {
    let request = RoundsRequests.propose(
      movie, in: round, allowWatched: allowWatched, actingAs: actingAs, expectedRevision: expectedRevision,
      commandID: commandID)
    return try await keep(request)
  }

  /// Takes a proposal back.
  ///
  /// Keeps `rounds.withdraw`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func withdraw(
    _ movie: Int, from round: RoundID, confirm: Bool? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundMovie>> {
    let request = RoundsRequests.withdraw(
      movie, from: round, confirm: confirm, actingAs: actingAs, expectedRevision: expectedRevision,
      commandID: commandID)
    return try await keep(request)
  }

  /// Votes on a movie, or takes the vote back; a later vote replaces an earlier one.
  ///
  /// Keeps `rounds.vote`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func vote(
    _ vote: Vote?, on movie: Int, in round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<CastVote>> {
    let request = RoundsRequests.vote(
      vote, on: movie, in: round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Says that the member is done; voting closes by itself when every attendee is.
  ///
  /// Keeps `rounds.done_voting`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func doneVoting(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<VotingEnd>> {
    let request = RoundsRequests.doneVoting(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Closes voting: the creator only.
  ///
  /// Keeps `rounds.close_voting`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func closeVoting(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<VotingEnd>> {
    let request = RoundsRequests.closeVoting(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Chooses any movie of the round: the creator only.
  ///
  /// Keeps `rounds.pick`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func pick(
    _ movie: Int, in round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundPick>> {
    let request = RoundsRequests.pick(
      movie, in: round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Says that the pick was watched.
  ///
  /// Keeps `rounds.mark_watched`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func markWatched(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<WatchedRound>> {
    let request = RoundsRequests.markWatched(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Says what the member thought of it; a later rating replaces an earlier one.
  ///
  /// Keeps `rounds.rate`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func rate(
    _ round: RoundID, as rating: Rating, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<GivenRating>> {
    let request = RoundsRequests.rate(
      round, as: rating, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Takes no more ratings: the creator only.
  ///
  /// Keeps `rounds.close_ratings`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func closeRatings(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundState>> {
    let request = RoundsRequests.closeRatings(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Ends a round without a pick; one that has a pick, the creator only.
  ///
  /// Keeps `rounds.discard`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func discard(
    _ round: RoundID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<RoundState>> {
    let request = RoundsRequests.discard(
      round, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }

  /// Takes in a round of the time before this program.
  ///
  /// Keeps `rounds.import`: see the method of that name of ``MovieNightClient/RoundsArea``.
  ///
  /// - Throws: `outbox` when it is not kept.
  @discardableResult
  public func `import`(
    _ round: JSONObject, into household: HouseholdID, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) async throws(ClientError) -> Outbox.Kept<Changed<ImportedRound>> {
    let request = RoundsRequests.`import`(
      round, into: household, actingAs: actingAs, expectedRevision: expectedRevision, commandID: commandID)
    return try await keep(request)
  }
}
