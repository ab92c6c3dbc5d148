import Domain
import EventStore
import MovieNightPrimitives

// Computes each round's deadline from the rows of the round and its household.
extension RoundTables {
  package static func dueTime(of key: RowKey, in models: ReadModels) throws(ProjectionError) -> Timestamp? {
    guard let round = try models.reader.lookUp(key, { $0.rounds }) else { return nil }
    guard let household = try models.reader.lookUp(RowKey(round.householdID), { $0.households }) else {
      throw .projectionStopped(name: HouseholdDetails.name)
    }
    return round.dueAt(household.settings)
  }

  package static func streamsWithDeadlines(in household: HouseholdID, _ models: ReadModels) throws(ProjectionError)
    -> [StreamID]
  {
    try models.reader.lookUp(RowKey(household)) { $0.households }?.unfinishedRounds ?? []
  }

  package static func deadlines(_ models: ReadModels) throws -> [(stream: StreamID, dueAt: Timestamp)] {
    let known = try unfinishedRounds(models)
    guard let since = try roundsChangedSinceStop(models) else {
      return try known.compactMap { stream, settings in
        try due(stream, settings, models).map { (stream: stream, dueAt: $0) }
      }
    }
    // Settings and rounds may have changed since the read model stopped, so these rounds must all be checked.
    return since.union(known.map(\.0)).map { (stream: $0, dueAt: earliest) }
  }

  /// The time that stands for a deadline that the rows do not show. It leads to a check at once.
  private static let earliest = Timestamp(microseconds: 0)

  /// Returns a round's deadline; nil if it has none, or if its row is unreadable, which must not affect other rounds.
  private static func due(
    _ stream: StreamID, _ settings: HouseholdSettings, _ models: ReadModels
  ) throws(ProjectionError) -> Timestamp? {
    do throws(ProjectionError) {
      return try models.reader.lookUp(RowKey(stream.id), { $0.rounds })?.dueAt(settings)
    } catch {
      switch error {
      case .projectionStopped: return earliest
      case .unreadableRow: return nil
      case .unknownProjection, .store: throw error
      }
    }
  }

  /// Returns the rounds with events since a read model stopped, because its rows lack them; nil if neither stopped.
  private static func roundsChangedSinceStop(_ models: ReadModels) throws -> Set<StreamID>? {
    let stops = models.served.withLock { served in
      let tables = served.tables
      return [tables.households.stopped, tables.rounds.stopped].compactMap { $0?.position }
    }
    guard let first = stops.min() else { return nil }
    var rounds: Set<StreamID> = []
    do {
      try models.store.forEachEvent(after: first - 1, through: models.store.head()) { event in
        if event.stream.category == RoundEvent.category { rounds.insert(event.stream) }
      }
    } catch let error as StoreError where error.code == .damaged {
      // Other reads report the damaged event. A round whose events follow it is checked after its next event.
    }
    return rounds
  }

  private static func unfinishedRounds(_ models: ReadModels) throws -> [(StreamID, HouseholdSettings)] {
    var rounds: [(StreamID, HouseholdSettings)] = []
    func take(_ household: HouseholdDetails) {
      for stream in household.unfinishedRounds { rounds.append((stream, household.settings)) }
    }
    // The rows of a stopped read model are included, because their rounds still have deadlines.
    let inMemory = models.served.withLock { $0.tables.households.rows.models }
    inMemory.forEach(take)
    guard models.store.keepsRows else { return rounds }
    let known = Set(inMemory.map(\.key))
    try models.store.forEachRow(HouseholdDetails.name) { row in
      // Queries report an unreadable row, which must not affect the deadlines of other households.
      if !known.contains(row.key), let household = try? HouseholdDetails(row: row) { take(household) }
    }
    return rounds
  }
}

extension RoundDetails {
  fileprivate func dueAt(_ settings: HouseholdSettings) -> Timestamp? {
    RoundDeadline.dueAt(status, since: waitsSince, settings)
  }
}

extension HouseholdDetails {
  fileprivate var unfinishedRounds: [StreamID] {
    (awaitedRoundIDs + (activeRoundID.map { [$0] } ?? [])).map { StreamID(category: RoundEvent.category, id: $0) }
  }
}
