import Domain
import EventStore
import Primitives

// MARK: - One row

extension ReadModels {
  /// The round; nil when there is none. May read the store.
  public func round(_ id: RoundID) throws(ProjectionError) -> RoundDetails? {
    try find(RowKey(id)) { $0.rounds }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedRound(_ id: RoundID) throws(ProjectionError) -> Cached<RoundDetails> {
    try cached(RowKey(id)) { $0.rounds }
  }

  /// The ratings of a round; nil when there is no such round. May read the store.
  public func ratings(_ id: RoundID) throws(ProjectionError) -> RoundRatings? {
    try find(RowKey(id)) { $0.ratings }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedRatings(_ id: RoundID) throws(ProjectionError) -> Cached<RoundRatings> {
    try cached(RowKey(id)) { $0.ratings }
  }

  /// The household; nil when there is none. May read the store.
  public func household(_ id: HouseholdID) throws(ProjectionError) -> HouseholdDetails? {
    try find(RowKey(id)) { $0.households }
  }

  /// The household as it is at this moment, also where another server has just changed it; while a shared store cannot
  /// be reached, as far as it is known.
  public func latestHousehold(_ id: HouseholdID) throws(ProjectionError) -> HouseholdDetails? {
    guard store.isShared else { return try household(id) }
    _ = try state.withLock { state throws(ProjectionError) in try state.tables.households.answering() }
    let row: Row?
    do throws(StoreError) {
      row = try store.row(HouseholdDetails.name, key: RowKey(id))
    } catch {
      guard error.code == .unavailable else { throw ProjectionError(error) }
      return try household(id)
    }
    // It stays in memory for when the store cannot be reached.
    _ = try household(id)
    return try row.map { (row) throws(ProjectionError) in try HouseholdDetails(stored: row) }
  }

  /// What `household` answers, without the store; `miss` where it would be needed.
  public func cachedHousehold(_ id: HouseholdID) throws(ProjectionError) -> Cached<HouseholdDetails> {
    try cached(RowKey(id)) { $0.households }
  }

  /// A household's library; nil while nothing ever happened in it. May read the store.
  public func library(_ id: HouseholdID) throws(ProjectionError) -> LibraryDetails? {
    try find(RowKey(id)) { $0.libraries }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedLibrary(_ id: HouseholdID) throws(ProjectionError) -> Cached<LibraryDetails> {
    try cached(RowKey(id)) { $0.libraries }
  }

  private func cached<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError)
    -> Cached<Model>
  {
    try state.withLock { state throws(ProjectionError) in try choose(state.tables).answering().cached(key) }
  }

  private func find<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    let (known, epoch, position) = try state.withLock { state throws(ProjectionError) in
      let table = try choose(state.tables).answering()
      return (table.cached(key), table.epoch, state.position)
    }
    if case .hit(let model) = known { return model }
    let row = try storedRow(Model.name, key)
    let model = try row.map { (row) throws(ProjectionError) in try Model(stored: row) }
    // While no row has left memory since, a row that is not there has not changed since either.
    state.withLock { state in
      let table = choose(state.tables)
      guard table.epoch == epoch else { return }
      // Of a shared store, events that came meanwhile were not folded into a row that was not here.
      if let model, store.isShared, state.stamps[model.owner].position > position { return }
      if let model, let row { table.install(model, at: row.position) } else { table.noteAbsence(of: key) }
    }
    trim(Model.name)
    return model
  }

  /// The round with what was recorded up to the event at `position`, which has just been applied: the rows of a shared
  /// store may be ahead of it. To be called by the committer.
  public func round(_ id: RoundID, through position: Position) throws(ProjectionError) -> RoundDetails? {
    try find(RowKey(id), through: position) { $0.rounds }
  }

  /// The same of a household.
  public func household(_ id: HouseholdID, through position: Position) throws(ProjectionError) -> HouseholdDetails? {
    try find(RowKey(id), through: position) { $0.households }
  }

  /// The same of a library.
  public func library(_ id: HouseholdID, through position: Position) throws(ProjectionError) -> LibraryDetails? {
    try find(RowKey(id), through: position) { $0.libraries }
  }

  private func find<Model>(_ key: RowKey, through position: Position, _ choose: (TableSet) -> Table<Model>)
    throws(ProjectionError) -> Model?
  {
    let model = try find(key, choose)
    // What is not there now was not there then.
    guard store.isShared, model != nil else { return model }
    let known = state.withLock { choose($0.tables).position(of: key) }
    if let known, known <= position { return model }
    return try find(key, asOf: .position(position))
  }

  func storedRow(_ name: String, _ key: RowKey) throws(ProjectionError) -> Row? {
    do throws(StoreError) { return try store.row(name, key: key) } catch { throw ProjectionError(error) }
  }
}

// MARK: - Sessions

/// Part of a household's sessions, newest first.
public struct SessionPage: Equatable, Sendable {
  public let sessions: [SessionSummary]
  /// Where the next page begins; nil at the end.
  public let next: RowCursor?

  /// `found` is one longer than the page where something follows it.
  init(_ found: [SessionSummary], limit: Int) {
    sessions = Array(found.prefix(limit))
    next = found.count > limit ? sessions.last?.place : nil
  }
}

extension ReadModels {
  /// A household's sessions after a cursor, by created_at, then round id, newest first. May read the store.
  public func sessions(_ household: HouseholdID, after cursor: RowCursor?, limit: Int) throws(ProjectionError)
    -> SessionPage
  {
    let owner = OwnerID(household)
    if case .hit(let page?) = try cachedSessions(household, after: cursor, limit: limit) { return page }
    let (changed, epoch, stamp) = state.withLock { state in
      let table = state.tables.sessions
      return (table.dirtyRows(of: owner), table.epoch, state.stamps[owner])
    }
    let wanted = max(limit + 1, cursor == nil ? OwnerLists.depth : 0)
    let stored = try storedSessions(owner, after: cursor, limit: wanted)
    let merged = Self.merge(stored, changed, after: cursor)
    let sessions = merged.prefix(wanted).map(\.model)
    if cursor == nil {
      state.withLock { state in
        // What was read is still all there is only when nothing of this owner happened meanwhile.
        guard state.tables.sessions.epoch == epoch, state.stamps[owner] == stamp else { return }
        state.tables.sessions.installList(
          merged.prefix(wanted), isComplete: merged.count <= wanted && stored.count < wanted, owner: owner)
      }
      trim(SessionSummary.name)
    }
    return SessionPage(Array(sessions.prefix(limit + 1)), limit: limit)
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedSessions(_ household: HouseholdID, after cursor: RowCursor?, limit: Int)
    throws(ProjectionError) -> Cached<SessionPage>
  {
    try state.withLock { state throws(ProjectionError) in
      let page = try state.tables.sessions.answering().page(OwnerID(household), after: cursor, limit: limit)
      return page.map { .hit($0) } ?? .miss
    }
  }

  /// The summary of a round; nil when there is none. May read the store.
  public func session(_ id: RoundID) throws(ProjectionError) -> SessionSummary? {
    try find(RowKey(id)) { $0.sessions }
  }

  /// A household's sessions that are selected or watched, newest first. May read the store.
  public func awaitingSessions(_ household: HouseholdDetails) throws(ProjectionError) -> [SessionSummary] {
    var awaiting: [SessionSummary] = []
    for id in household.awaitedRoundIDs {
      if let session = try session(id) { awaiting.append(session) }
    }
    return awaiting.sorted { $1.place < $0.place }
  }

  private typealias FoundSession = (model: SessionSummary, position: Position)

  private func storedSessions(_ owner: OwnerID, after cursor: RowCursor?, limit: Int) throws(ProjectionError)
    -> [FoundSession]
  {
    let rows: [Row]
    do throws(StoreError) {
      rows = try store.rows(SessionSummary.name, owner: owner, after: cursor, limit: limit)
    } catch {
      throw ProjectionError(error)
    }
    var sessions: [FoundSession] = []
    for row in rows { sessions.append((try SessionSummary(stored: row), row.position)) }
    return sessions
  }

  // Of a row that is in both, the one that has seen more: a flush may have come between the two readings.
  private static func merge(_ stored: [FoundSession], _ changed: [FoundSession], after cursor: RowCursor?)
    -> [FoundSession]
  {
    var newest: [RowKey: FoundSession] = [:]
    for session in stored + changed where cursor.map({ session.model.place < $0 }) ?? true {
      if let known = newest[session.model.key], known.position >= session.position { continue }
      newest[session.model.key] = session
    }
    return newest.values.sorted { $1.model.place < $0.model.place }
  }
}

extension Table where Model == SessionSummary {
  /// A page of an owner's list; nil where memory does not hold all of it.
  fileprivate func page(_ owner: OwnerID, after cursor: RowCursor?, limit: Int) -> SessionPage? {
    guard let places = lists?.page(owner: owner, after: cursor, limit: limit + 1) else { return nil }
    var sessions: [SessionSummary] = []
    sessions.reserveCapacity(places.count)
    for place in places {
      guard case .hit(let session?) = cached(place.key) else { return nil }
      sessions.append(session)
    }
    return SessionPage(sessions, limit: limit)
  }

  fileprivate func installList(
    _ sessions: some Collection<(model: SessionSummary, position: Position)>, isComplete: Bool, owner: OwnerID
  ) {
    for session in sessions { install(session.model, at: session.position) }
    lists?.install(sessions.map(\.model.place), isComplete: isComplete, owner: owner)
  }
}

// MARK: - As of

extension ReadModels {
  /// The round as it was at a moment; nil when it was not there yet. Reads the store.
  public func round(_ id: RoundID, asOf moment: Moment) throws(ProjectionError) -> RoundDetails? {
    try find(RowKey(id), asOf: moment)
  }

  /// The ratings as they were at a moment. Reads the store.
  public func ratings(_ id: RoundID, asOf moment: Moment) throws(ProjectionError) -> RoundRatings? {
    try find(RowKey(id), asOf: moment)
  }

  /// The household as it was at a moment. Reads the store.
  public func household(_ id: HouseholdID, asOf moment: Moment) throws(ProjectionError) -> HouseholdDetails? {
    try find(RowKey(id), asOf: moment)
  }

  /// The library as it was at a moment. Reads the store.
  public func library(_ id: HouseholdID, asOf moment: Moment) throws(ProjectionError) -> LibraryDetails? {
    try find(RowKey(id), asOf: moment)
  }

  private func find<Model: Projection>(_ key: RowKey, asOf moment: Moment) throws(ProjectionError) -> Model? {
    do {
      return try StreamFold<Model>(stream: StreamID(category: Model.category, id: key), through: moment)
        .run(store, schema)?.model
    } catch let error as StoreError {
      throw ProjectionError(error)
    } catch {
      throw .projectionStopped(name: Model.name)
    }
  }
}

// MARK: - Helpers

extension Table {
  /// Itself, unless it has stopped.
  func answering() throws(ProjectionError) -> Table {
    if stopped != nil { throw .projectionStopped(name: name) }
    return self
  }
}

extension Projection {
  init(stored row: Row) throws(ProjectionError) {
    do throws(JSONError) {
      try self.init(row: row)
    } catch {
      throw .unreadableRow(name: Self.name, key: row.key)
    }
  }
}
