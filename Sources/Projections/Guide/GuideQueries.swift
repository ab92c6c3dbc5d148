import Domain
import EventStore

// Functions whose names begin with `cached` return `miss` instead of reading the store. All others may read it.

extension ReadModels {
  private func tables<Model>(_ choose: @escaping (GuideTables) -> Table<Model>) -> (TableSet) -> Table<Model> {
    { choose($0.of(GuideTables.self)) }
  }

  /// Returns the revision of a household's guide; nil if the guide has no events.
  public func guide(_ household: HouseholdID, _ reading: Reading = .applied) throws(ProjectionError) -> GuideDetails? {
    try reader.find(RowKey(household), reading, tables(\.guides))
  }

  public func cachedGuide(_ household: HouseholdID) throws(ProjectionError) -> Cached<GuideDetails> {
    try reader.cached(RowKey(household), tables(\.guides))
  }

  /// Returns the series about which a household's guide records something, in ascending order of their TMDb ids.
  public func guideShows(of household: HouseholdID) throws(ProjectionError) -> [GuideShow] {
    try reader.page(
      PartitionKey(household), after: nil, limit: GuideLimits.recordedShows, tables(\.shows)
    ).rows
  }

  /// Returns what a household's guide records about a series; nil if nothing.
  public func guideShow(_ tmdbID: Int, in household: HouseholdID) throws(ProjectionError) -> GuideShow? {
    try reader.find(RowKey(tmdbID, in: household), tables(\.shows))
  }

  /// Returns a page of a member's reminders after `sortKey`, the newest first.
  public func reminders(of member: MemberID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<GuideReminder>
  {
    try reader.page(PartitionKey(member), after: sortKey, limit: limit, tables(\.reminders))
  }

  /// Returns a member's reminder of a target; nil if there is none.
  public func reminder(of target: ReminderTarget, for member: MemberID) throws(ProjectionError) -> Reminder? {
    try reminders(of: member, after: nil, limit: GuideLimits.reminders).rows.map(\.reminder)
      .first { $0.target == target }
  }
}
