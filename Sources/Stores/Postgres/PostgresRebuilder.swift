#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// The connection that writes shadow rows. Used by one thread at a time (`PostgresStore` holds it in a lock).
  struct PostgresRebuilder {
    private let uri: PostgresURI
    private let ending: PostgresEnding
    private var connection: PostgresConnection?
    private var isReserved = false
    /// In a rebuild that is reserved: the halves that it has cleared, which it writes and in the end swaps in.
    private var cleared: [String: Int] = [:]

    private static let tryLock = PostgresStatement(
      name: "try_rebuild_lock",
      sql: "SELECT CASE WHEN pg_try_advisory_lock(\(PostgresLock.rebuild.parameters)) THEN 1 ELSE 0 END")

    private static let isThere = PostgresStatement(name: "is_there", sql: "SELECT 1")

    init(_ uri: PostgresURI, _ ending: PostgresEnding) {
      self.uri = uri
      self.ending = ending
    }

    /// The reservation lasts as long as its connection.
    mutating func reserve() throws(StoreError) {
      guard !isReserved else { throw taken }
      let connection = try connect()
      guard try connection.run(Self.tryLock).integer(0, 0) == 1 else { throw taken }
      // Whoever had the reservation before may have lost sight of a COMMIT that swaps: it has come to its end then.
      _ = try connection.run([PostgresRequest(GroupStatements.lock)])
      self.connection = connection
      isReserved = true
    }

    /// To be asked in the group that swaps: whoever rebuilds next would be clearing what is swapped in.
    /// - Returns: the half that was cleared for it; nil outside a rebuild that is reserved.
    /// - Throws: `unavailable` where the reservation was lost.
    mutating func shadowToSwap(of model: String) throws(StoreError) -> Int? {
      guard isReserved else { return nil }
      _ = try connected().run(Self.isThere)
      return cleared[model]
    }

    mutating func end() {
      connection = nil
      isReserved = false
      cleared = [:]
    }

    /// Empties the half that is not active. Snapshots keep what they saw, and the room is used again.
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
          .unavailable, "\(uri): the connection of the rebuild was lost, and with it its reservation",
          hint: "Start the rebuild again.")
      }
      let connection = try connect()
      self.connection = connection
      return connection
    }

    private func connect() throws(StoreError) -> PostgresConnection {
      let connection = try PostgresConnection(uri, .reader, ending)
      connection.isPatient = true
      return connection
    }

    private static func shadow(of model: String, _ connection: PostgresConnection) throws(StoreError) -> Int {
      let models = try connection.run(PostgresReadModel.all)
      guard let found = models.first(where: { $0.string(0) == model }) else { throw .noReadModel(model) }
      return PostgresReadModel(found).half ^ 1
    }

    private var taken: StoreError {
      StoreError(.locked, "\(uri): another rebuild goes on", hint: "Wait for its end; server.health tells of it.")
    }
  }
#endif
