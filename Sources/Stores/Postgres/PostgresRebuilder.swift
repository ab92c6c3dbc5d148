#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// The connection for shadow rows. `PostgresStore` guards it with a lock, so only one thread uses it at a time.
  struct PostgresRebuilder {
    private let uri: PostgresURI
    private let shutdownDeadline: ShutdownDeadline
    private var connection: PostgresConnection?
    private var isReserved = false
    /// The shadow halves, by read model, that the reserved rebuild has cleared. It writes them, and swaps them in.
    private var cleared: [String: Int] = [:]

    private static let tryLock = PostgresStatement(
      name: "try_rebuild_lock",
      sql: "SELECT CASE WHEN pg_try_advisory_lock(\(PostgresLock.rebuild.parameters)) THEN 1 ELSE 0 END")

    private static let unlock = PostgresStatement(
      name: "rebuild_unlock",
      sql: "SELECT CASE WHEN pg_advisory_unlock(\(PostgresLock.rebuild.parameters)) THEN 1 ELSE 0 END")

    private static let ping = PostgresStatement(name: "is_there", sql: "SELECT 1")

    init(_ uri: PostgresURI, _ shutdownDeadline: ShutdownDeadline) {
      self.uri = uri
      self.shutdownDeadline = shutdownDeadline
    }

    /// Reserves the shadow rows for a rebuild, until `end` is called or the connection is lost.
    mutating func reserve() throws(StoreError) {
      guard !isReserved else { throw rebuildInProgress }
      let connection = try connect()
      guard try connection.run(Self.tryLock).integer(0, 0) == 1 else { throw rebuildInProgress }
      // The COMMIT of the previous holder's swap may still be running. The append lock proves that it has ended.
      _ = try connection.run([PostgresRequest(GroupStatements.lock)])
      self.connection = connection
      isReserved = true
    }

    /// Returns the half that the reserved rebuild has cleared and written; nil if no rebuild is reserved. Call this in
    /// the group that swaps, because it verifies the reservation. Else another rebuild could clear the rows.
    /// - Throws: `unavailable` if the reservation was lost.
    mutating func shadowToSwap(of model: String) throws(StoreError) -> Int? {
      guard isReserved else { return nil }
      _ = try connected().run(Self.ping)
      return cleared[model]
    }

    /// Ends the reservation, so that the next rebuild can begin at once. PostgreSQL notices a closed connection later.
    mutating func end() {
      if isReserved, let connection, !connection.isLost {
        connection.hasLongTimeout = false
        // If this fails, closing the connection releases the lock.
        _ = try? connection.run(Self.unlock)
      }
      connection = nil
      isReserved = false
      cleared = [:]
    }

    /// Deletes the rows of the shadow half. Earlier snapshots still see the rows, and their space is reused later.
    mutating func clear(_ model: String) throws(StoreError) {
      let connection = try connected()
      let half = try Self.shadow(of: model, connection)
      try PostgresRows.clear(half: half, connection)
      if isReserved { cleared[model] = half }
    }

    mutating func write(_ model: String, _ changes: RowChanges) throws(StoreError) {
      let connection = try connected()
      let half = if let known = cleared[model] { known } else { try Self.shadow(of: model, connection) }
      _ = try connection.run(PostgresRows.write(changes, half: half))
    }

    mutating func row(_ model: String, key: RowKey) throws(StoreError) -> Row? {
      try PostgresReads(connection: connected()).row(model, key: key, shadow: true)
    }

    private mutating func connected() throws(StoreError) -> PostgresConnection {
      if let connection, !connection.isLost { return connection }
      guard !isReserved else {
        throw StoreError(
          .unavailable, "\(uri): the rebuild lost its connection, and with it its lock",
          hint: "Start the rebuild again.")
      }
      let connection = try connect()
      self.connection = connection
      return connection
    }

    private func connect() throws(StoreError) -> PostgresConnection {
      let connection = try PostgresConnection(uri, .reader, shutdownDeadline)
      connection.hasLongTimeout = true
      return connection
    }

    private static func shadow(of model: String, _ connection: PostgresConnection) throws(StoreError) -> Int {
      let models = try connection.run(PostgresReadModel.all)
      guard let found = models.first(where: { $0.string(0) == model }) else { throw .noReadModel(model) }
      return PostgresReadModel(found).half ^ 1
    }

    private var rebuildInProgress: StoreError {
      StoreError(
        .locked, "\(uri): another rebuild is running", hint: "Wait until it has finished; server.health shows it.")
    }
  }
#endif
