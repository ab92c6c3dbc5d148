import Domain
import MovieNightPrimitives

// What a round in its household is heading for, which a client could not work out.

extension RoundDetails {
  /// What the clock does to it next, and when; nil when it is over.
  public func deadline(in household: HouseholdDetails) -> RoundDeadline? {
    let awaited = attendees.waitedFor(among: household.memberIDs)
    let progress = RatingProgress(raters: Set(ratings.map(\.memberID)), awaited: awaited)
    return RoundDeadline(of: status, since: waitsSince, ratings: progress, household.settings)
  }

  /// Up to which rating movies may enter it. Nil from the pick on, unless the creator has overridden it: no movie enters
  /// then, and what the attendees allow years later says nothing about that night.
  public func ceiling(in household: HouseholdDetails) -> ContentRating? {
    if let ceilingOverride { return ceilingOverride }
    guard status.isActive else { return nil }
    return household.ceiling(of: attendees.ids(among: household.memberIDs))
  }
}

extension HouseholdDetails {
  /// The lowest of what `members` may see.
  public func ceiling(of members: [MemberID]) -> ContentRating {
    .lowestCeiling(of: members.map { (member($0)?.type, preferences(of: $0)?.maxContentRating) })
  }
}

extension SessionSummary {
  /// Who has yet to rate, where the household has `members`; nobody once ratings are closed.
  public func waitingFor(among members: [MemberID]) -> [MemberID] {
    guard status == .selected || status == .watched else { return [] }
    return attendees.waitedFor(among: members).filter { member in !ratings.contains { $0.memberID == member } }
  }
}
