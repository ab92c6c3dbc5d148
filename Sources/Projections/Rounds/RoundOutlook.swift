import Domain
import MovieNightPrimitives

// Values derived from a round and its household, which a client could not compute.

extension RoundDetails {
  /// Returns the round's next deadline; nil if the round is over.
  public func deadline(in household: HouseholdDetails) -> RoundDeadline? {
    let awaited = attendees.waitedFor(among: household.memberIDs)
    let progress = RatingProgress(raters: Set(ratings.map(\.memberID)), awaited: awaited)
    return RoundDeadline(of: status, since: waitsSince, ratings: progress, household.settings)
  }

  /// Returns the highest content rating that may enter the round. After the pick it is nil, unless the creator has set
  /// the ceiling, because no movie can enter then, and the attendees' later preferences do not describe that night.
  public func ceiling(in household: HouseholdDetails) -> ContentRating? {
    if let ceilingOverride { return ceilingOverride }
    guard status.isActive else { return nil }
    return household.ceiling(of: attendees.ids(among: household.memberIDs))
  }
}

extension HouseholdDetails {
  /// Returns the lowest ceiling of `members`.
  public func ceiling(of members: [MemberID]) -> ContentRating {
    .lowestCeiling(of: members.map { (member($0)?.type, preferences(of: $0)?.maxContentRating) })
  }
}

extension SessionSummary {
  /// Returns the attendees among the household's `members` who have not rated yet; none once ratings are closed.
  public func waitingFor(among members: [MemberID]) -> [MemberID] {
    guard status == .selected || status == .watched else { return [] }
    return attendees.waitedFor(among: members).filter { member in !ratings.contains { $0.memberID == member } }
  }
}
