import Domain
import MovieNightPrimitives

/// What can be done once a movie is picked, and how a round ends.
extension RoundState {
  func markWatched(_ context: RoundContext) throws(Refusal) -> Decision {
    try require(.selected)
    return watched(markedBy: context.actor, dueAt: nil, in: context.household)
  }

  /// The pick becomes watched, and the round rated at once if nobody is waited for.
  func watched(markedBy member: MemberID?, dueAt: Timestamp?, in household: HouseholdState) -> Decision {
    var decision = Decision()
    decision.record(.watched(RoundWatched(markedBy: member, dueAt: dueAt)), in: id)
    if let movie = movies.first(where: { $0.movie.tmdbMovieID == pick })?.movie {
      decision.record(.movieWatched(MovieWatched(movie: movie, roundID: id, dueAt: dueAt)), in: household.id)
    }
    if everyoneHasRated(Set(ratings.keys), household) {
      finish(.rated(RoundRated(reason: .allRated, dueAt: dueAt)), &decision, household)
    }
    return decision
  }

  func rate(_ rating: Rating, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try require(.selected, .watched)
    var decision = Decision()
    guard ratings[context.actor] != rating else { return decision }
    decision.record(.ratingGiven(RatingGiven(memberID: context.actor, rating: rating)), in: id)
    if status == .watched, everyoneHasRated(Set(ratings.keys).union([context.actor]), context.household) {
      finish(.rated(RoundRated(reason: .allRated)), &decision, context.household)
    }
    return decision
  }

  func closeRatings(_ context: RoundContext) throws(Refusal) -> Decision {
    try requireCreator(context)
    try require(.watched)
    var decision = Decision()
    finish(.rated(RoundRated(reason: .closed, closedBy: context.actor)), &decision, context.household)
    return decision
  }

  func discard(_ context: RoundContext) throws(Refusal) -> Decision {
    if status == .selected { try requireCreator(context) } else { try requireStarterOrCreator(context) }
    try require(.draft, .voting, .selected)
    return expired(.discarded, by: context.actor, dueAt: nil, in: context.household)
  }

  func expired(_ reason: ExpiryReason, by member: MemberID?, dueAt: Timestamp?, in household: HouseholdState)
    -> Decision
  {
    var decision = Decision()
    let attendees = attendeeIDs(in: household)
    finish(
      .expired(RoundExpired(reason: reason, discardedBy: member, dueAt: dueAt, attendees: attendees)), &decision,
      household)
    return decision
  }

  /// Records the event that ends the round, and that its household waits for it no longer.
  func finish(_ last: RoundEvent, _ decision: inout Decision, _ household: HouseholdState) {
    decision.record(last, in: id)
    if status?.isActive == true {
      decision.record(.activeRoundEnded(ActiveRoundEnded(roundID: id)), in: household.id)
    }
    decision.record(.roundFinished(RoundFinished(roundID: id)), in: household.id)
  }

  /// Whether nobody is waited for: who is no longer a member is not.
  private func everyoneHasRated(_ raters: Set<MemberID>, _ household: HouseholdState) -> Bool {
    awaitedRaters(in: household).allSatisfy(raters.contains)
  }

  func ratingProgress(in household: HouseholdState) -> RatingProgress {
    RatingProgress(raters: Set(ratings.keys), awaited: awaitedRaters(in: household))
  }

  private func awaitedRaters(in household: HouseholdState) -> [MemberID] {
    attendees.waitedFor(among: household.members.map(\.id))
  }

  /// What it means for the round that `member` is no longer in `household`, which is as it is without them.
  func without(_ member: MemberID, in household: HouseholdState) -> Decision {
    var decision = Decision()
    switch status {
    case .draft, .voting:
      if case .fixed(let ids) = attendees, !ids.contains(member) { return decision }
      let dropped = RoundEvent.attendeeDropped(AttendeeDropped(memberID: member))
      decision.record(dropped, in: id)
      var after = self
      after.evolve(dropped, at: Timestamp(microseconds: 0), in: household.id)
      let remaining = after.attendeeIDs(in: household)
      if status == .voting, !votingIsClosed, closesVoting(done: after.done, attendees: remaining, in: household) {
        decision.record(.votingClosed(VotingClosed(closedBy: nil, attendees: remaining)), in: id)
      }
    case .watched where everyoneHasRated(Set(ratings.keys), household):
      finish(.rated(RoundRated(reason: .allRated)), &decision, household)
    case .selected, .watched, .rated, .expired, nil: break
    }
    return decision
  }
}
