import Domain
import MovieNightPrimitives

extension RoundState {
  func markWatched(_ context: RoundContext) throws(Refusal) -> Decision {
    try require(.selected)
    return decideWatched(markedBy: context.actor, dueAt: nil, in: context.household)
  }

  /// Decides that the pick was watched, and that the round is rated if no rating is awaited.
  func decideWatched(markedBy member: MemberID?, dueAt: Timestamp?, in household: HouseholdState) -> Decision {
    var decision = Decision(.watched(RoundWatched(markedBy: member, dueAt: dueAt)), in: id)
    if let movie = movies.first(where: { $0.movie.tmdbMovieID == pick })?.movie {
      decision.record(.movieWatched(MovieWatched(movie: movie, roundID: id, dueAt: dueAt)), in: household.id)
    }
    if everyoneHasRated(Set(ratings.keys), household) {
      decision.add(end(by: .rated(RoundRated(reason: .allRated, dueAt: dueAt)), in: household))
    }
    return decision
  }

  func rate(_ rating: Rating, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try require(.selected, .watched)
    guard ratings[context.actor] != rating else { return Decision() }
    var decision = Decision(.ratingGiven(RatingGiven(memberID: context.actor, rating: rating)), in: id)
    if status == .watched, everyoneHasRated(Set(ratings.keys).union([context.actor]), context.household) {
      decision.add(end(by: .rated(RoundRated(reason: .allRated)), in: context.household))
    }
    return decision
  }

  func closeRatings(_ context: RoundContext) throws(Refusal) -> Decision {
    try requireCreator(context)
    try require(.watched)
    return end(by: .rated(RoundRated(reason: .closed, closedBy: context.actor)), in: context.household)
  }

  func discard(_ context: RoundContext) throws(Refusal) -> Decision {
    if status == .selected { try requireCreator(context) } else { try requireStarterOrCreator(context) }
    try require(.draft, .voting, .selected)
    return endExpired(.discarded, by: context.actor, dueAt: nil, in: context.household)
  }

  func endExpired(_ reason: ExpiryReason, by member: MemberID?, dueAt: Timestamp?, in household: HouseholdState)
    -> Decision
  {
    let attendees = attendeeIDs(in: household)
    return end(
      by: .expired(RoundExpired(reason: reason, discardedBy: member, dueAt: dueAt, attendees: attendees)), in: household
    )
  }

  /// Ends the round with the event `last`, and records in the household that the round is over.
  func end(by last: RoundEvent, in household: HouseholdState) -> Decision {
    var decision = Decision(last, in: id)
    if status?.isActive == true {
      decision.record(.activeRoundEnded(ActiveRoundEnded(roundID: id)), in: household.id)
    }
    decision.record(.roundFinished(RoundFinished(roundID: id)), in: household.id)
    return decision
  }

  /// Whether all members whose ratings are awaited have rated. Former members are not awaited.
  private func everyoneHasRated(_ raters: Set<MemberID>, _ household: HouseholdState) -> Bool {
    awaitedRaters(in: household).allSatisfy(raters.contains)
  }

  func ratingProgress(in household: HouseholdState) -> RatingProgress {
    RatingProgress(raters: Set(ratings.keys), awaited: awaitedRaters(in: household))
  }

  private func awaitedRaters(in household: HouseholdState) -> [MemberID] {
    attendees.waitedFor(among: household.members.map(\.id))
  }

  /// Returns the effects of a member's departure on the round. `household` no longer includes the member.
  func memberLeft(_ member: MemberID, in household: HouseholdState) -> Decision {
    switch status {
    case .draft, .voting:
      if case .fixed(let ids) = attendees, !ids.contains(member) { return Decision() }
      let dropped = RoundEvent.attendeeDropped(AttendeeDropped(memberID: member))
      var decision = Decision(dropped, in: id)
      after(dropped, in: household).closeVotingIfAllDone(in: household, &decision)
      return decision
    case .watched where everyoneHasRated(Set(ratings.keys), household):
      return end(by: .rated(RoundRated(reason: .allRated)), in: household)
    case .selected, .watched, .rated, .expired, nil: return Decision()
    }
  }
}
