import Domain
import EventStore
import Primitives

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
