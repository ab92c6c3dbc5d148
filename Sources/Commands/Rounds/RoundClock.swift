import Domain
import MovieNightPrimitives

extension RoundState {
  /// The round's deadline; nil if it has none. At exactly this moment it is due.
  public func dueAt(_ settings: HouseholdSettings) -> Timestamp? {
    waitsSince.flatMap { RoundDeadline.dueAt(status, since: $0, settings) }
  }

  /// The decision that is due at `now`; empty if it is too early. Afterwards more can be due: ask again.
  public func expire(at now: Timestamp, in household: HouseholdState) -> Decision {
    // Called before every command and nearly always early, so the raters are only read when the deadline has passed.
    guard let due = dueAt(household.settings), due <= now, let deadline = deadline(in: household) else {
      return Decision()
    }
    switch deadline.status {
    case .expired: return expired(.timedOut, by: nil, dueAt: deadline.dueAt, in: household)
    case _ where status == .selected: return watched(markedBy: nil, dueAt: deadline.dueAt, in: household)
    default: return ended(by: .rated(RoundRated(reason: .timedOut, dueAt: deadline.dueAt)), in: household)
    }
  }

  private func deadline(in household: HouseholdState) -> RoundDeadline? {
    waitsSince.flatMap {
      RoundDeadline(of: status, since: $0, ratings: ratingProgress(in: household), household.settings)
    }
  }
}
