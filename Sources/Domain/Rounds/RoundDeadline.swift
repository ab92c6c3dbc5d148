import MovieNightPrimitives

/// A round's next deadline, and its effect (`docs/rules.md`, "The clock").
public struct RoundDeadline: Equatable, Sendable {
  /// The time at which it is due.
  public let dueAt: Timestamp
  /// The status of the round after the deadline.
  public let status: RoundStatus

  /// Computes the deadline, if there is one. `status` is nil before the draft; `start` is from `RoundEvent.waitsSince`.
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

  /// Returns the deadline's time, which does not depend on the ratings.
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

/// The progress of ratings among the attendees who are still members.
public enum RatingProgress: Equatable, Sendable {
  /// There are no ratings, not even of unexpected members.
  case none
  case some
  case all

  public init(raters: Set<MemberID>, awaited: [MemberID]) {
    self = raters.isEmpty ? .none : awaited.allSatisfy(raters.contains) ? .all : .some
  }
}

extension RoundEvent {
  /// Returns the time from which the deadline counts after this event: that of the last event in draft and voting, of the pick,
  /// or of the watching; of an imported round, that of the import. `earlier` is the previous value, nil for the first event.
  public func waitsSince(_ earlier: Timestamp?, recordedAt time: Timestamp) -> Timestamp {
    switch self {
    case .ratingGiven: earlier ?? time
    case .watched(let event): event.dueAt ?? time
    default: time
    }
  }
}
