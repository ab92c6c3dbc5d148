import Domain

/// The import of rounds that are older than this program (`docs/rules.md`, "Legacy rounds").
extension RoundState {
  /// Decides to import this round into `household`. The decision is empty if the round exists. If the household has a
  /// round in draft or voting, it keeps that round, and an imported one in draft or voting is imported as expired.
  package func decideImport(_ imported: RoundImported, by sender: Sender, in household: HouseholdState) throws(Refusal)
    -> Decision
  {
    guard sender == .administrator else { throw .memberIsGone }
    guard household.creator != nil else { throw .unknownHousehold }
    guard self.household == nil || self.household == household.id else { throw .roundOfAnotherHousehold }
    guard status == nil else { return Decision() }
    var imported = imported
    if imported.status.isActive, household.activeRound != nil {
      imported.status = .expired
      imported.expiredReason = .timedOut
      if imported.attendees == .everyone { imported.attendees = .unknown }
    }
    var decision = Decision(.imported(imported), in: id)
    switch imported.status {
    case .draft, .voting:
      decision.record(.activeRoundStarted(ActiveRoundStarted(roundID: id)), in: household.id)
    case .selected, .watched:
      decision.record(.activeRoundEnded(ActiveRoundEnded(roundID: id)), in: household.id)
    case .rated, .expired: break
    }
    if let movie = imported.watchedMovie {
      decision.record(
        .movieWatched(MovieWatched(movie: movie, roundID: id, dueAt: imported.watchedAt ?? imported.createdAt)),
        in: household.id)
    }
    return decision
  }
}

extension RoundImported {
  fileprivate var watchedMovie: Movie? {
    guard status == .watched || status == .rated else { return nil }
    return movies.first { $0.movie.tmdbMovieID == pick?.tmdbMovieID }?.movie
  }
}
