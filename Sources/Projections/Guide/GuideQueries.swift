import Domain
import EventStore

extension ReadModels {
  private func tables<Model>(_ choose: @escaping (GuideTables) -> Table<Model>) -> (TableSet) -> Table<Model> {
    { choose($0.of(GuideTables.self)) }
  }

  /// Returns the revision of a household's guide; nil if the guide has no events.
  public func guide(_ household: HouseholdID, _ reading: Reading = .applied) throws(ProjectionError) -> GuideDetails? {
    try reader.find(RowKey(household), reading, tables(\.guides))
  }

  /// Returns what a household's guide records about series, by their TMDb ids.
  public func guideShows(of household: HouseholdID) throws(ProjectionError) -> [Int: GuideShowRecord] {
    let page = try reader.page(PartitionKey(household), after: nil, limit: GuideLimits.recordedShows, tables(\.shows))
    return Dictionary(uniqueKeysWithValues: page.rows.map { ($0.tmdbID, $0.record) })
  }

  /// Returns a page of a member's reminders after `sortKey`, the newest first.
  public func reminders(of member: MemberID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<GuideReminder>
  {
    try reader.page(PartitionKey(member), after: sortKey, limit: limit, tables(\.reminders))
  }

  /// Returns all reminders of a member, the newest first.
  public func reminders(of member: MemberID) throws(ProjectionError) -> [Reminder] {
    try reminders(of: member, after: nil, limit: GuideLimits.reminders).rows.map(\.reminder)
  }
}
