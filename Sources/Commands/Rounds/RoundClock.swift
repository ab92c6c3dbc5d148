import Domain
import MovieNightPrimitives

extension RoundState {
  /// Returns the round's deadline; nil if it has none. At exactly this time, the deadline is already due.
  public func dueAt(_ settings: HouseholdSettings) -> Timestamp? {
    waitsSince.flatMap { RoundDeadline.dueAt(status, since: $0, settings) }
  }

  /// Returns the decision that is due at `now`, or an empty one. Callers repeat the call until the result is empty.
  public func expire(at now: Timestamp, in household: HouseholdState) -> Decision {
    // Called before every command, and nearly always too early, so the raters are determined only at the deadline.
    guard let due = dueAt(household.settings), due <= now, let deadline = deadline(in: household) else {
      return Decision()
    }
    switch deadline.status {
    case .expired: return endExpired(.timedOut, by: nil, dueAt: deadline.dueAt, in: household)
    case _ where status == .selected: return decideWatched(markedBy: nil, dueAt: deadline.dueAt, in: household)
    default: return end(by: .rated(RoundRated(reason: .timedOut, dueAt: deadline.dueAt)), in: household)
    }
  }

  private func deadline(in household: HouseholdState) -> RoundDeadline? {
    waitsSince.flatMap {
      RoundDeadline(of: status, since: $0, ratings: ratingProgress(in: household), household.settings)
    }
  }
}
