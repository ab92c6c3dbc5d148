import MovieNightPrimitives

/// A round's next deadline, and the status that the round gets when it passes (`docs/rules.md`, "The clock").
public struct RoundDeadline: Equatable, Sendable {
  /// The time from which the deadline is due.
  public let dueAt: Timestamp
  public let status: RoundStatus

  /// Computes the deadline of a round; nil if a round in this status has none. `status` is nil before the draft.
  /// `start` is the result of `RoundEvent.waitsSince`.
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

  /// Returns the time of the deadline, which does not depend on the ratings; nil if a round in this status has none.
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

/// How many of the attendees who are still members have rated the picked movie.
public enum RatingProgress: Equatable, Sendable {
  /// No one has rated the movie, not even a member whose rating is not awaited.
  case none
  case some
  case all

  public init(raters: Set<MemberID>, awaited: [MemberID]) {
    self = raters.isEmpty ? .none : awaited.allSatisfy(raters.contains) ? .all : .some
  }
}

extension RoundEvent {
  /// Returns the time from which the deadline counts: that of the last event in draft and voting, of the pick in
  /// `selected`, of the watching in `watched`, or of the import. `earlier` is the last result; nil at first.
  public func waitsSince(_ earlier: Timestamp?, recordedAt time: Timestamp) -> Timestamp {
    switch self {
    case .ratingGiven: earlier ?? time
    case .watched(let event): event.dueAt ?? time
    default: time
    }
  }
}
