import Domain
import EventStore
import Primitives

// What the clock asks: when each round is due, from rows and without a replay.
extension ReadModels {
  /// When the clock moves the round on; nil where it never does, or there is no such round. May read the store.
  public func dueTime(of id: RoundID) throws(ProjectionError) -> Timestamp? {
    guard let round = try look(RowKey(id), { $0.rounds }) else { return nil }
    guard let household = try look(RowKey(round.householdID), { $0.households }) else {
      throw .projectionStopped(name: HouseholdDetails.name)
    }
    return round.dueAt(household.settings)
  }

  /// The household's rounds that are not over. May read the store.
  public func unfinishedRounds(of id: HouseholdID) throws(ProjectionError) -> [RoundID] {
    try look(RowKey(id)) { $0.households }?.unfinishedRoundIDs ?? []
  }

  /// Every round that is not over, with the moment at which the clock moves it on, in no order. Reads the rows of all
  /// households and of these rounds.
  ///
  /// A round that changes meanwhile may have the moment of before or after; one whose row does not tell has the earliest
  /// there is.
  public func deadlines() throws -> [(id: RoundID, dueAt: Timestamp)] {
    var deadlines: [(id: RoundID, dueAt: Timestamp)] = []
    for (id, settings) in try unfinishedRounds() {
      do throws(ProjectionError) {
        guard let due = try look(RowKey(id), { $0.rounds })?.dueAt(settings) else { continue }
        deadlines.append((id, due))
      } catch .projectionStopped {
        deadlines.append((id, Timestamp(microseconds: 0)))
      }
    }
    return deadlines
  }

  private func unfinishedRounds() throws -> [(RoundID, HouseholdSettings)] {
    var rounds: [(RoundID, HouseholdSettings)] = []
    func take(_ household: HouseholdDetails) {
      for id in household.unfinishedRoundIDs { rounds.append((id, household.settings)) }
    }
    let inMemory = try state.withLock { state throws(ProjectionError) in
      try state.tables.households.answering().models
    }
    inMemory.forEach(take)
    guard store.keepsRows else { return rounds }
    let known = Set(inMemory.map(\.key))
    try store.forEachRow(HouseholdDetails.name) { row in
      if !known.contains(row.key) { take(try HouseholdDetails(row: row)) }
    }
    return rounds
  }

  /// The row as `find` finds it, but it does not stay in memory for that: the clock looks at what nobody asks for.
  private func look<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    let known = try state.withLock { state throws(ProjectionError) in try choose(state.tables).answering().cached(key) }
    if case .hit(let model) = known { return model }
    return try storedRow(Model.name, key).map { (row) throws(ProjectionError) in try Model(stored: row) }
  }
}

extension RoundDetails {
  fileprivate func dueAt(_ settings: HouseholdSettings) -> Timestamp? {
    RoundDeadline.dueAt(status, since: waitsSince, settings)
  }
}

extension HouseholdDetails {
  fileprivate var unfinishedRoundIDs: [RoundID] { awaitedRoundIDs + (activeRoundID.map { [$0] } ?? []) }
}
