import Domain
import EventStore

extension ReadModels {
  /// A household's sessions after `place`, by created_at, then round id, newest first. May read the store.
  public func sessions(_ household: HouseholdID, after place: RowPlace?, limit: Int) throws(ProjectionError)
    -> RowPage<SessionSummary>
  {
    try page(ShelfID(household), after: place, limit: limit) { $0.sessions }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedSessions(_ household: HouseholdID, after place: RowPlace?, limit: Int)
    throws(ProjectionError) -> Cached<RowPage<SessionSummary>>
  {
    try cachedPage(ShelfID(household), after: place, limit: limit) { $0.sessions }
  }

  /// The summary of a household's round; nil when there is none. May read the store.
  public func session(_ id: RoundID, of household: HouseholdID) throws(ProjectionError) -> SessionSummary? {
    try find(RowKey(shelf: ShelfID(household), item: ItemID(id))) { $0.sessions }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedSession(_ id: RoundID, of household: HouseholdID) throws(ProjectionError)
    -> Cached<SessionSummary>
  {
    try cached(RowKey(shelf: ShelfID(household), item: ItemID(id))) { $0.sessions }
  }

  /// A household's sessions that are selected or watched, newest first. May read the store.
  public func awaitingSessions(_ household: HouseholdDetails) throws(ProjectionError) -> [SessionSummary] {
    var awaiting: [SessionSummary] = []
    for id in household.awaitedRoundIDs {
      if let session = try session(id, of: household.id) { awaiting.append(session) }
    }
    return awaiting.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
  }
}
