import Domain
import EventStore
import Primitives

// When each round is due, from its row and its household's.
extension RoundTables {
  static func dueTime(of key: RowKey, in models: ReadModels) throws(ProjectionError) -> Timestamp? {
    guard let round = try models.look(key, { $0.rounds }) else { return nil }
    guard let household = try models.look(RowKey(round.householdID), { $0.households }) else {
      throw .projectionStopped(name: HouseholdDetails.name)
    }
    return round.dueAt(household.settings)
  }

  static func waiting(in household: HouseholdID, _ models: ReadModels) throws(ProjectionError) -> [StreamID] {
    try models.look(RowKey(household)) { $0.households }?.unfinishedRounds ?? []
  }

  /// Reads the rows of all households and of their rounds that are not over.
  static func deadlines(_ models: ReadModels) throws -> [(stream: StreamID, dueAt: Timestamp)] {
    var deadlines: [(stream: StreamID, dueAt: Timestamp)] = []
    for (stream, settings) in try unfinishedRounds(models) {
      do throws(ProjectionError) {
        guard let due = try models.look(RowKey(stream.id), { $0.rounds })?.dueAt(settings) else { continue }
        deadlines.append((stream, due))
      } catch .projectionStopped {
        deadlines.append((stream, Timestamp(microseconds: 0)))
      } catch .unreadableRow {
        continue
      }
    }
    return deadlines
  }

  private static func unfinishedRounds(_ models: ReadModels) throws -> [(StreamID, HouseholdSettings)] {
    var rounds: [(StreamID, HouseholdSettings)] = []
    func take(_ household: HouseholdDetails) {
      for stream in household.unfinishedRounds { rounds.append((stream, household.settings)) }
    }
    let inMemory = try models.state.withLock { state throws(ProjectionError) in
      try state.tables.households.answering().models
    }
    inMemory.forEach(take)
    guard models.store.keepsRows else { return rounds }
    let known = Set(inMemory.map(\.key))
    try models.store.forEachRow(HouseholdDetails.name) { row in
      // An unreadable row must not stop the deadlines of other households; queries report it.
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
