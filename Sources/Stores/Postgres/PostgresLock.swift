#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// The advisory locks in the database. A lock's key: the program's number (`movi` in ASCII), and the raw value.
  enum PostgresLock: Int {
    case append = 1
    case migration = 2
    case rebuild = 3
    /// A shared lock that every appending connection holds until it ends. It distinguishes servers from other holders
    /// of the append lock, regardless of application names.
    case appender = 4

    static let program = 0x6D6F_7669

    var parameters: String { "\(Self.program), \(rawValue)" }

    /// The condition for rows of `pg_locks` whose session holds this lock or waits for it.
    fileprivate var inLocks: String {
      """
      locktype = 'advisory' AND objsubid = 2 AND classid = \(Self.program) AND objid = \(rawValue)
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    }
  }

  extension AppendLock {
    // The age of the holder's transaction includes its wait for the lock, so the lock was held at most that long.
    private static let holder = PostgresStatement(
      name: "append_lock",
      sql: """
        WITH locks AS (SELECT pid, granted FROM pg_locks WHERE \(PostgresLock.append.inLocks))
        SELECT coalesce(application_name, ''), pid::bigint, coalesce(host(client_addr), 'the same machine'),
          (extract(epoch FROM clock_timestamp() - xact_start) * 1000000)::bigint,
          (SELECT count(*) FROM locks WHERE NOT granted)
        FROM locks LEFT JOIN pg_stat_activity USING (pid) WHERE granted
        """)
    private static let isReadOnly = PostgresStatement(
      name: "is_read_only", sql: "SELECT CASE WHEN current_setting('transaction_read_only') = 'on' THEN 1 ELSE 0 END")

    static func current(_ connection: PostgresConnection) throws(StoreError) -> AppendLock? {
      let results = try connection.run([PostgresRequest(isReadOnly), PostgresRequest(holder)])
      guard results[0].integer(0, 0) == 0 else {
        throw StoreError(.unavailable, "\(connection.place) is read-only")
      }
      return results[1].first.map { row in
        AppendLock(
          holder: row.process, heldMicroseconds: row.isNull(3) ? nil : Int64(max(0, row.integer(3))),
          waiting: row.integer(4))
      }
    }
  }

  /// The result of looking for a stalled server that keeps others from getting the append lock.
  enum LockObstacle: Equatable {
    /// No holder is stalled: another server terminated one, or holders take turns. Another attempt may succeed.
    case gone
    /// The holder is still working, or must not be terminated.
    case stays
    /// The holder was a stalled server, and its session was terminated.
    case ended(EndedHolder)

    /// Terminates the session that holds the lock, if the session belongs to a stalled server. A server is stalled if
    /// the database has been waiting to receive data from it, or to send data to it, for more than half of this
    /// connection's `lock_timeout`.
    ///
    /// A single statement both checks and terminates, so that it never acts on outdated data such as a reused process
    /// id. The materialized query is evaluated before anything is terminated. Sessions of other roles are not
    /// terminated, because the database does not show their state, and neither are sessions of other programs.
    private static let endStalledHolder = PostgresStatement(
      name: "end_stalled_holder",
      sql: """
        WITH holder AS MATERIALIZED (
          SELECT pid, application_name, client_addr, clock_timestamp() - state_change AS silence,
            coalesce(wait_event_type = 'Client' AND pg_has_role(usesysid, 'USAGE')
              AND pid IN (SELECT pid FROM pg_locks WHERE \(PostgresLock.appender.inLocks)), false) AS is_stalled
          FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
          WHERE granted AND \(PostgresLock.append.inLocks)
          AND coalesce(clock_timestamp() - state_change > current_setting('lock_timeout')::interval / 2, true))
        SELECT coalesce(application_name, ''), pid::bigint, coalesce(host(client_addr), 'the same machine'),
          (extract(epoch FROM silence) * 1000000)::bigint, CASE WHEN is_stalled THEN 1 ELSE 0 END,
          CASE WHEN NOT is_stalled THEN 0 WHEN pg_terminate_backend(pid) THEN 1 ELSE 0 END
        FROM holder
        """)

    static func remove(_ connection: PostgresConnection) throws(StoreError) -> LockObstacle {
      guard let row = try connection.run(endStalledHolder).first else { return .gone }
      guard row.integer(4) == 1 else { return .stays }
      guard row.integer(5) == 1 else { return .gone }
      return .ended(EndedHolder(holder: row.process, silentMicroseconds: Int64(row.integer(3))))
    }
  }

  extension PostgresRow {
    fileprivate var process: String { "\(string(0)), backend \(integer(1)), from \(string(2))" }
  }
#endif
