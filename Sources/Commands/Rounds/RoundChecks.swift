import Domain
import EventStore
import MovieNightPrimitives

/// Checks and effects that several commands share.
extension RoundState {
  // MARK: Permissions

  func requireCreator(_ context: RoundContext) throws(Refusal) {
    guard context.isCreator else { throw .creatorOnly }
  }

  func requireStarterOrCreator(_ context: RoundContext) throws(Refusal) {
    guard context.isCreator || context.actor == startedBy else { throw .starterOrCreatorOnly }
  }

  func requireAttendee(_ context: RoundContext) throws(Refusal) {
    guard attendeeIDs(in: context.household).contains(context.actor) else { throw .notAnAttendee }
  }

  // MARK: Required status

  func require(_ allowed: RoundStatus...) throws(Refusal) {
    guard let status else { throw .unknownRound }
    guard allowed.contains(status) else { throw .wrongState.with(status.rawValue, data: .status(status)) }
  }

  func requireOpenVoting() throws(Refusal) {
    try require(.voting)
    if votingIsClosed { throw .votingClosed }
  }

  func requireDraftOrOpenVoting() throws(Refusal) {
    try require(.draft, .voting)
    if votingIsClosed { throw .votingClosed }
  }

  // MARK: Movies

  /// Refuses a movie that may not enter the round. The ceiling is checked only when a movie enters.
  func requireAdmissible(_ movie: Movie, allowWatched: Bool, ceiling: ContentRating, _ context: RoundContext)
    throws(Refusal)
  {
    guard movieIndex(movie.tmdbMovieID) == nil else { throw .alreadyInRound.of(movie) }
    guard allowWatched || !context.requireLibrary().hasWatched(movie.tmdbMovieID) else {
      throw .alreadyWatched.of(movie)
    }
    guard ContentRating.passes(movie.contentRating, ceiling: ceiling, overridden: ceilingOverride != nil) else {
      let rated = movie.contentRating.map { "rated \($0)" } ?? "unrated"
      throw .overCeiling.with(movie.title, rated, ceiling.rawValue, data: .movies([movie.tmdbMovieID]))
    }
  }

  func ceiling(_ context: RoundContext) -> ContentRating {
    ceilingOverride ?? context.household.ceiling(of: attendeeIDs(in: context.household))
  }

  /// Returns the round after an event of a decision, except for its times, which are not meaningful.
  func after(_ event: RoundEvent, in household: HouseholdState) -> RoundState {
    var after = self
    after.evolve(event, at: Timestamp(microseconds: 0), in: household.id)
    return after
  }

  /// Adds the end of voting to `decision` if every attendee is done. Ignores non-members, as after an import.
  func closeVotingIfAllDone(in household: HouseholdState, _ decision: inout Decision) {
    let attendees = attendeeIDs(in: household)
    let waitedFor = attendees.filter { household.member($0) != nil }
    guard status == .voting, !votingIsClosed, !waitedFor.isEmpty, waitedFor.allSatisfy(done.contains) else { return }
    decision.record(.votingClosed(VotingClosed(closedBy: nil, attendees: attendees)), in: id)
  }
}

extension StreamID {
  /// Returns the stream `round-<id>`, which records one movie night from its draft to its end.
  public static func round(_ id: RoundID) -> StreamID { StreamID(category: RoundEvent.category, id: id) }
}

extension Decision {
  init(_ event: RoundEvent, in id: RoundID) { self.init(.round(event), in: .round(id)) }
  mutating func record(_ event: RoundEvent, in id: RoundID) { record(.round(event), in: .round(id)) }
}
