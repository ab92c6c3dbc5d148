import Domain
import EventStore
import Primitives

/// What the passing of time does to a round.
extension RoundState {
  /// When the clock moves this round on, nil when it never will. At exactly this moment it is due.
  public func dueAt(_ settings: HouseholdSettings) -> Timestamp? {
    switch status {
    case .draft, .voting:
      lastEventAt?.advanced(bySeconds: Int64(settings.votingExpiryHours) * Timestamp.secondsPerHour)
    case .selected: selectedAt?.advanced(bySeconds: Int64(settings.selectedExpiryDays) * Timestamp.secondsPerDay)
    case .watched: watchedAt?.advanced(bySeconds: Int64(settings.ratingDays) * Timestamp.secondsPerDay)
    case .rated, .expired, nil: nil
    }
  }

  /// What is due at `now`; nothing, where it is too early. Afterwards more can be due: ask again.
  public func expire(at now: Timestamp, in household: HouseholdState) -> Decision {
    guard let due = dueAt(household.settings), due <= now else { return Decision() }
    switch status {
    case .draft, .voting: return expired(.timedOut, by: nil, dueAt: due, in: household)
    case .selected where ratings.isEmpty: return expired(.timedOut, by: nil, dueAt: due, in: household)
    case .selected: return watched(markedBy: nil, dueAt: due, in: household)
    case .watched:
      var decision = Decision()
      finish(.rated(RoundRated(reason: .timedOut, dueAt: due)), &decision, household)
      return decision
    case .rated, .expired, nil: return Decision()
    }
  }
}
