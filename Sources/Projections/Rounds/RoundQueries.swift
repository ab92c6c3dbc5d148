import Domain
import EventStore
import MovieNightPrimitives

extension ReadModels {
  /// Returns the round; nil if there is none.
  public func round(_ id: RoundID, _ reading: Reading = .applied) throws(ProjectionError) -> RoundDetails? {
    try reader.find(RowKey(id), reading) { $0.rounds }
  }

  /// Returns the round without reading the store; `miss` if it is not in memory.
  public func cachedRound(_ id: RoundID) throws(ProjectionError) -> Cached<RoundDetails> {
    try reader.cached(RowKey(id)) { $0.rounds }
  }

  // MARK: Sessions

  /// Returns a page of sessions after `sortKey`, by creation time and then round id, newest first. May read the store.
  public func sessions(_ household: HouseholdID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<SessionSummary>
  {
    try reader.page(PartitionKey(household), after: sortKey, limit: limit) { $0.sessions }
  }

  /// Returns the page without reading the store; `miss` if it is not in memory.
  public func cachedSessions(_ household: HouseholdID, after sortKey: SortKey?, limit: Int)
    throws(ProjectionError) -> Cached<RowPage<SessionSummary>>
  {
    try reader.cachedPage(PartitionKey(household), after: sortKey, limit: limit) { $0.sessions }
  }

  /// Returns the summary of a household's round; nil if there is none. May read the store.
  public func session(_ id: RoundID, of household: HouseholdID) throws(ProjectionError) -> SessionSummary? {
    try reader.find(RowKey(partition: PartitionKey(household), item: ItemID(id))) { $0.sessions }
  }

  /// Returns the summary without reading the store; `miss` if it is not in memory.
  public func cachedSession(_ id: RoundID, of household: HouseholdID) throws(ProjectionError)
    -> Cached<SessionSummary>
  {
    try reader.cached(RowKey(partition: PartitionKey(household), item: ItemID(id))) { $0.sessions }
  }

  /// Returns a household's sessions that are selected or watched, newest first. May read the store.
  public func awaitingSessions(_ household: HouseholdDetails) throws(ProjectionError) -> [SessionSummary] {
    var awaiting: [SessionSummary] = []
    for id in household.awaitedRoundIDs {
      if let session = try session(id, of: household.id) { awaiting.append(session) }
    }
    return awaiting.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
  }

  /// Returns those of a household's `limit` newest rounds that contain a movie, newest first. May read the store.
  public func rounds(of household: HouseholdID, with movie: MovieID, amongNewest limit: Int = 1000)
    throws(ProjectionError) -> [RoundDetails]
  {
    var rounds: [RoundDetails] = []
    var cursor: SortKey?
    var left = limit
    repeat {
      let page = try sessions(household, after: cursor, limit: min(left, 100))
      for session in page.rows where session.movieIDs.contains(movie) {
        if let round = try round(session.id) { rounds.append(round) }
      }
      left -= page.rows.count
      cursor = page.next
    } while cursor != nil && left > 0
    return rounds
  }

  // MARK: Nights

  /// Returns a household's nights in a period, the last one first, but at most `limit`. May read the store, page by
  /// page.
  public func nights(
    _ household: HouseholdID, in period: Range<Timestamp>, limit: Int = RoundLimits.nightsOfYear
  ) throws(ProjectionError) -> [NightTally] {
    var nights: [NightTally] = []
    var cursor: SortKey? = SortKey(order: period.upperBound.microseconds, tie: RoundID(high: 0, low: 0))
    while cursor != nil, nights.count < limit {
      let page = try reader.page(PartitionKey(household), after: cursor, limit: min(limit - nights.count, 100)) {
        $0.nights
      }
      let found = page.rows.prefix { night in night.watchedAt.map { period.contains($0) } ?? false }
      nights += found
      cursor = found.count == page.rows.count ? page.next : nil
    }
    return nights
  }
}
