import Domain
import MovieNightPrimitives
import Transport

/// The imports in progress on this server. An import ends with its connection, or after a minute without a piece.
final class ImportSessions: Sendable {
  private static let ofServer = 2
  private static let idleSeconds: Int64 = 60

  private let clock: @Sendable () -> Timestamp
  private let sessions = Locked<[ImportID: ImportSession]>([:])

  init(clock: @escaping @Sendable () -> Timestamp) { self.clock = clock }

  /// Begins an import. It replaces an earlier one of the same member on the same connection.
  /// - Throws: `too_many_imports` beside another import of the member, or two of other members.
  func begin(
    _ id: ImportID, by owner: CollectionOwner, on connection: ConnectionID, _ format: ImportFormat, isDryRun: Bool
  ) throws(Refusal) -> ImportSession {
    let now = clock()
    return try sessions.withLock { sessions throws(Refusal) in
      for (id, other) in sessions {
        let isReplaced = other.owner == owner && other.connection == connection && !other.isBusy
        if isReplaced || other.isIdle(for: Self.idleSeconds, at: now) { sessions[id] = nil }
      }
      guard sessions.count < Self.ofServer, !sessions.values.contains(where: { $0.owner.member == owner.member }) else {
        throw .tooManyImports
      }
      let session = ImportSession(id, by: owner, on: connection, format, isDryRun: isDryRun, at: now)
      sessions[id] = session
      return session
    }
  }

  /// Returns the import that a further piece belongs to.
  /// - Throws: `unknown_import` if it has ended, or belongs to others.
  func session(_ id: ImportID, by owner: CollectionOwner, on connection: ConnectionID) throws(Refusal) -> ImportSession
  {
    let now = clock()
    let session = sessions.withLock { sessions in
      if sessions[id]?.isIdle(for: Self.idleSeconds, at: now) == true { sessions[id] = nil }
      return sessions[id]
    }
    guard let session, session.owner == owner, session.connection == connection else { throw .unknownImport }
    return session
  }

  func end(_ id: ImportID) { sessions.withLock { $0[id] = nil } }

  /// Returns the same lookup of a piece, which fails with `too_many_imports` during another lookup of the session.
  func occupying<Value>(_ session: ImportSession, with lookup: Lookup<Value>) -> Lookup<Value> {
    .pending { [clock] done in
      do throws(Refusal) { try session.beginPiece() } catch { return done(.failure(error)) }
      lookup.begin { outcome in
        session.endPiece(at: clock())
        done(outcome)
      }
    }
  }

  /// Ends the imports of a connection. `perform` frees them on another thread, because they can hold a lot of memory.
  func connectionClosed(_ id: ConnectionID, freeing perform: (_ job: @escaping @Sendable () -> Void) -> Bool) {
    let ended = sessions.withLock { sessions in
      let ended = sessions.filter { $0.value.connection == id }
      for id in ended.keys { sessions[id] = nil }
      return ended.isEmpty ? nil : Locked(ended)
    }
    if let ended { _ = perform { ended.withLock { $0 = [:] } } }
  }
}
