import MovieNightPrimitives

/// What the clock does to a round next, and when (`docs/rules.md`, "The clock").
public struct RoundDeadline: Equatable, Sendable {
  /// At exactly this moment it is due.
  public let dueAt: Timestamp
  /// What the round becomes then.
  public let status: RoundStatus

  /// Nil where the clock never moves the round on.
  ///
  /// - Parameters:
  ///   - status: of the round now; nil before it is drafted.
  ///   - start: what its deadline counts from, as `RoundEvent.waitsSince` gives it.
  ///   - ratings: whether the attendees have rated.
  public init?(of status: RoundStatus?, since start: Timestamp, ratings: RatingProgress, _ settings: HouseholdSettings)
  {
    guard let dueAt = Self.dueAt(status, since: start, settings) else { return nil }
    self.dueAt = dueAt
    switch (status, ratings) {
    case (.selected, .some): self.status = .watched
    case (.selected, .all), (.watched, _): self.status = .rated
    default: self.status = .expired
    }
  }

  /// The moment alone, which does not depend on who has rated.
  public static func dueAt(_ status: RoundStatus?, since start: Timestamp, _ settings: HouseholdSettings) -> Timestamp?
  {
    switch status {
    case .draft, .voting: start.advanced(bySeconds: Int64(settings.votingExpiryHours) * Timestamp.secondsPerHour)
    case .selected: start.advanced(bySeconds: Int64(settings.selectedExpiryDays) * Timestamp.secondsPerDay)
    case .watched: start.advanced(bySeconds: Int64(settings.ratingDays) * Timestamp.secondsPerDay)
    case .rated, .expired, nil: nil
    }
  }
}

/// How many of those who are waited for have rated a round: its attendees who are still members.
public enum RatingProgress: Equatable, Sendable {
  /// Nobody at all, also of those who are not waited for.
  case none
  case some
  case all

  public init(raters: Set<MemberID>, awaited: [MemberID]) {
    self = raters.isEmpty ? .none : awaited.allSatisfy(raters.contains) ? .all : .some
  }
}

extension RoundEvent {
  /// What the deadline of the round counts from after this event: in draft and voting it, then the pick, then when the
  /// round became watched. What was imported waits since the import, whatever happened long ago.
  ///
  /// - Parameters:
  ///   - earlier: what it counted from before; nil before the first event.
  ///   - time: when the event was recorded.
  public func waitsSince(_ earlier: Timestamp?, recordedAt time: Timestamp) -> Timestamp {
    switch self {
    case .ratingGiven: earlier ?? time
    case .watched(let event): event.dueAt ?? time
    default: time
    }
  }
}
