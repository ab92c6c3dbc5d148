#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// The advisory locks, each a pair of numbers: of this program (`movi`), and of what it is for.
  enum PostgresLock: Int {
    case append = 1
    case migration = 2
    case rebuild = 3
    /// Every connection that appends shares it for as long as it lasts: by it a server is told from anybody else who
    /// holds the append lock, whatever name it goes by.
    case appender = 4

    static let program = 0x6D6F_7669

    var parameters: String { "\(Self.program), \(rawValue)" }

    /// Who has it or waits for it, of `pg_locks`.
    fileprivate var inLocks: String {
      """
      locktype = 'advisory' AND objsubid = 2 AND classid = \(Self.program) AND objid = \(rawValue)
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    }
  }

  extension AppendLock {
    // The transaction's age counts its own wait for the lock, and so is the longest that it can have held it.
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
        throw StoreError(.unavailable, "\(connection.place) takes no writes")
      }
      return results[1].first.map { row in
        AppendLock(
          holder: row.process, heldMicroseconds: row.isNull(3) ? nil : Int64(max(0, row.integer(3))),
          waiting: row.integer(4))
      }
    }
  }

  /// Why the append lock was not given.
  enum LockObstacle: Equatable {
    /// Nobody has been as he is for long: somebody else has ended who stood still, or others take turns.
    case gone
    /// Somebody who is at work, or is not to be ended.
    case stays
    /// A server that stood still, and was ended.
    case ended(EndedHolder)

    /// Looks at who has the lock, and ends him if he stands still: a server for which the database, for half the time
    /// that this connection waits for the lock, has waited to hear something, or to get rid of something.
    ///
    /// It looks and ends in one statement: nothing that was seen before, such as a process id that somebody else has
    /// now, is acted upon. What is materialized is chosen before anybody is ended. Other roles' sessions, of which the
    /// database does not tell how they stand, and those of other programs are left alone.
    private static let endStanding = PostgresStatement(
      name: "end_standing_holder",
      sql: """
        WITH holder AS MATERIALIZED (
          SELECT pid, application_name, client_addr, clock_timestamp() - state_change AS silence,
            coalesce(wait_event_type = 'Client' AND pg_has_role(usesysid, 'USAGE')
              AND pid IN (SELECT pid FROM pg_locks WHERE \(PostgresLock.appender.inLocks)), false) AS stands_still
          FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
          WHERE granted AND \(PostgresLock.append.inLocks)
          AND coalesce(clock_timestamp() - state_change > current_setting('lock_timeout')::interval / 2, true))
        SELECT coalesce(application_name, ''), pid::bigint, coalesce(host(client_addr), 'the same machine'),
          (extract(epoch FROM silence) * 1000000)::bigint, CASE WHEN stands_still THEN 1 ELSE 0 END,
          CASE WHEN NOT stands_still THEN 0 WHEN pg_terminate_backend(pid) THEN 1 ELSE 0 END
        FROM holder
        """)

    static func remove(_ connection: PostgresConnection) throws(StoreError) -> LockObstacle {
      guard let row = try connection.run(endStanding).first else { return .gone }
      guard row.integer(4) == 1 else { return .stays }
      guard row.integer(5) == 1 else { return .gone }
      return .ended(EndedHolder(holder: row.process, silentMicroseconds: Int64(row.integer(3))))
    }
  }

  extension PostgresRow {
    /// Program, process id and address of a session, from the first three columns.
    fileprivate var process: String { "\(string(0)), backend \(integer(1)), from \(string(2))" }
  }
#endif
