import Domain

extension RoundState {
  func propose(_ movie: Movie, _ allowWatched: Bool, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try requireOpenVoting()
    try requireAdmissible(movie, allowWatched: allowWatched, ceiling: ceiling(context), context)
    guard movies.count(where: { $0.proposedBy == context.actor }) < RoundLimits.proposalsPerMember else {
      throw .memberProposalLimit
    }
    // Movies promoted from the watchlist count as proposals.
    let proposals = movies.count { $0.proposedBy != nil || $0.source == .watchlist }
    guard proposals < RoundLimits.proposals else { throw .roundProposalLimit }
    guard room > 0 else { throw .roundFull }
    return Decision(
      .movieProposed(MovieProposed(movie: movie, position: nextPosition, proposedBy: context.actor)), in: id)
  }

  func withdraw(_ movie: MovieID, confirm: Bool, _ context: RoundContext) throws(Refusal) -> Decision {
    let found = movies.first { $0.movie.tmdbMovieID == movie }
    if let proposer = found?.proposedBy, proposer != context.actor, !context.isCreator {
      throw .proposerOrCreatorOnly
    }
    try requireOpenVoting()
    guard let found else { throw .notInRound.of(movie) }
    guard found.proposedBy != nil else { throw .notAProposal }
    let count = found.votes.count
    guard confirm || count == 0 else {
      throw .proposalHasVotes.with("\(count) \(count == 1 ? "vote" : "votes")", data: .votes(count))
    }
    return Decision(.proposalWithdrawn(ProposalWithdrawn(tmdbMovieID: movie, withdrawnBy: context.actor)), in: id)
  }

  func castVote(_ vote: Vote, on movie: MovieID, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try requireOpenVoting()
    guard let index = movieIndex(movie) else { throw .notInRound.of(movie) }
    if movies[index].votes[context.actor] == vote { return Decision() }
    return Decision(.voteCast(VoteCast(memberID: context.actor, tmdbMovieID: movie, vote: vote)), in: id)
  }

  func retractVote(on movie: MovieID, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try requireOpenVoting()
    guard let index = movieIndex(movie) else { throw .notInRound.of(movie) }
    guard movies[index].votes[context.actor] != nil else { throw .noVote }
    return Decision(.voteRetracted(VoteRetracted(memberID: context.actor, tmdbMovieID: movie)), in: id)
  }

  func finishVoting(_ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try requireOpenVoting()
    guard hasVotes(context.actor) else { throw .nothingVoted }
    guard !done.contains(context.actor) else { return Decision() }
    let event = RoundEvent.votingDone(VotingDone(memberID: context.actor))
    var decision = Decision(event, in: id)
    after(event, in: context.household).closeVotingIfAllDone(in: context.household, &decision)
    return decision
  }

  func closeVoting(_ context: RoundContext) throws(Refusal) -> Decision {
    try requireCreator(context)
    try requireOpenVoting()
    return Decision(
      .votingClosed(VotingClosed(closedBy: context.actor, attendees: attendeeIDs(in: context.household))), in: id)
  }

  func pick(_ movie: MovieID, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireCreator(context)
    try require(.voting)
    guard movieIndex(movie) != nil else { throw .notInRound.of(movie) }
    let picked = MoviePicked(
      tmdbMovieID: movie, pickedBy: context.actor, attendees: attendeeIDs(in: context.household))
    var decision = Decision(.moviePicked(picked), in: id)
    decision.record(.activeRoundEnded(ActiveRoundEnded(roundID: id)), in: context.household.id)
    return decision
  }
}
