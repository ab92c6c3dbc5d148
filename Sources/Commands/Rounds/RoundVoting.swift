import Domain

/// What can be done while a round is voting.
extension RoundState {
  func propose(_ movie: Movie, _ allowWatched: Bool, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try requireOpenVoting()
    try requireAdmissible(movie, allowWatched: allowWatched, ceiling: ceiling(context), context)
    guard movies.count(where: { $0.proposedBy == context.actor }) < RoundLimits.proposalsAMember else {
      throw .memberProposalLimit
    }
    // What came from the watchlist counts as proposed.
    let proposals = movies.count { $0.proposedBy != nil || $0.source == .watchlist }
    guard proposals < RoundLimits.proposals else { throw .roundProposalLimit }
    guard room > 0 else { throw .roundFull }
    var decision = Decision()
    decision.record(
      .movieProposed(MovieProposed(movie: movie, position: nextPosition, proposedBy: context.actor)), in: id)
    return decision
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
    var decision = Decision()
    decision.record(
      .proposalWithdrawn(ProposalWithdrawn(tmdbMovieID: movie, withdrawnBy: context.actor)), in: id)
    return decision
  }

  func castVote(_ vote: Vote, on movie: MovieID, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try requireOpenVoting()
    guard let index = movieIndex(movie) else { throw .notInRound.of(movie) }
    var decision = Decision()
    if movies[index].votes[context.actor] != vote {
      decision.record(.voteCast(VoteCast(memberID: context.actor, tmdbMovieID: movie, vote: vote)), in: id)
    }
    return decision
  }

  func retractVote(on movie: MovieID, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try requireOpenVoting()
    guard let index = movieIndex(movie) else { throw .notInRound.of(movie) }
    guard movies[index].votes[context.actor] != nil else { throw .noVote }
    var decision = Decision()
    decision.record(.voteRetracted(VoteRetracted(memberID: context.actor, tmdbMovieID: movie)), in: id)
    return decision
  }

  func finishVoting(_ context: RoundContext) throws(Refusal) -> Decision {
    try requireAttendee(context)
    try requireOpenVoting()
    guard hasVotes(context.actor) else { throw .nothingVoted }
    var decision = Decision()
    guard !done.contains(context.actor) else { return decision }
    decision.record(.votingDone(VotingDone(memberID: context.actor)), in: id)
    let ids = attendeeIDs(in: context.household)
    if closesVoting(done: done + [context.actor], attendees: ids, in: context.household) {
      decision.record(.votingClosed(VotingClosed(closedBy: nil, attendees: ids)), in: id)
    }
    return decision
  }

  func closeVoting(_ context: RoundContext) throws(Refusal) -> Decision {
    try requireCreator(context)
    try requireOpenVoting()
    var decision = Decision()
    decision.record(
      .votingClosed(VotingClosed(closedBy: context.actor, attendees: attendeeIDs(in: context.household))), in: id)
    return decision
  }

  func pick(_ movie: MovieID, _ context: RoundContext) throws(Refusal) -> Decision {
    try requireCreator(context)
    try require(.voting)
    guard movieIndex(movie) != nil else { throw .notInRound.of(movie) }
    var decision = Decision()
    decision.record(
      .moviePicked(
        MoviePicked(tmdbMovieID: movie, pickedBy: context.actor, attendees: attendeeIDs(in: context.household))),
      in: id)
    decision.record(.activeRoundEnded(ActiveRoundEnded(roundID: id)), in: context.household.id)
    return decision
  }
}
