import Domain
import EventStore
import MovieNightPrimitives

// What the clock asks: when each stream is due, from rows and without a replay.
extension ReadModels {
  /// When the clock moves the stream on; nil where it never does, or there is no such stream. May read the store.
  public func dueTime(of stream: StreamID) throws(ProjectionError) -> Timestamp? {
    for area in areas.all where area.category == stream.category {
      return try area.dueTime(of: RowKey(stream.id), in: self)
    }
    return nil
  }

  /// The household's streams that the clock looks at. May read the store.
  public func waiting(in household: HouseholdID) throws(ProjectionError) -> [StreamID] {
    var waiting: [StreamID] = []
    for area in areas.all { waiting += try area.waiting(in: household, self) }
    return waiting
  }

  /// Every stream that the clock looks at, with the moment at which it moves it on, in no order. Reads the store.
  ///
  /// A stream that changes meanwhile may have the moment of before or after; one whose row does not tell has the earliest
  /// there is.
  public func deadlines() throws -> [(stream: StreamID, dueAt: Timestamp)] {
    notes?.ruleOut()
    return try areas.all.flatMap { try $0.deadlines(self) }
  }

  /// The row as `find` finds it, but it does not stay in memory for that: the clock looks at what nobody asks for.
  func look<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    notes?.note(.row(Model.self, key))
    let known = try state.withLock { state throws(ProjectionError) in try choose(state.tables).answering().cached(key) }
    if case .hit(let model) = known { return model }
    return try storedRow(Model.name, key).map { (row) throws(ProjectionError) in try Model(stored: row) }
  }
}
