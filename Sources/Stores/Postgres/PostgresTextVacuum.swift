#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// The tables of personal texts.
  enum PostgresTexts {
    /// The table of texts that are kept by subject (`PersonalText.isKeptBySubject`). It is partitioned by the id, because
    /// the removal of one text rewrites all texts of its table.
    static let bySubject = "subject_texts"
    /// The table of all other texts, above all names.
    static let others = "personal_texts"
    static let partitions = Set((0..<32).map { "\(bySubject)_\($0)" })
    static let allTables = partitions.union([others])
  }

  /// The removal of deleted texts from their tables' files, by rewriting the tables with VACUUM FULL. A plain VACUUM
  /// would leave the bytes of deleted texts in the space that it frees.
  ///
  /// After a deletion, attempts are repeated until one succeeds while no older transaction can still see the deleted
  /// rows. Because the program may have ended before that, every start requests a removal, too. Each attempt uses its
  /// own connection, so that commits do not wait for another server's VACUUM.
  final class PostgresTextVacuum: Sendable {
    private let uri: PostgresURI
    private let shutdownDeadline: ShutdownDeadline
    private let notices: Locked<[String]>
    private let backlog = Locked(Backlog())
    private let attemptLock = Locked(())

    private struct Backlog {
      /// The tables to rewrite. An attempt takes them out when it begins, so a deletion during it leads to another.
      var tables = PostgresTexts.allTables
      var nextAttempt: Int64 = 0
      /// Whether a notice reported that the removal is delayed. Reported only once until an attempt succeeds.
      var isReported = false
    }

    private static let microsecondsBetweenAttempts: Int64 = 5_000_000
    // Selects the number of the table's file, which changes when the table is rewritten, and the bytes of all texts.
    private static let file = PostgresStatement(
      name: "texts_file",
      sql: """
        SELECT pg_relation_filenode(oid)::bigint, pg_relation_size(oid)
          + CASE WHEN reltoastrelid = 0 THEN 0 ELSE pg_relation_size(reltoastrelid) END
        FROM pg_class WHERE oid = to_regclass($1)
        """)
    private static let nextTransaction = PostgresStatement(
      name: "next_transaction", sql: "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint % 4294967296")
    // Counts everything that may still see rows as they were before a transaction: snapshots in this database;
    // standbys, whose WAL senders belong to no database; and writing transactions in any database, because they hold
    // back the snapshots of all databases. VACUUM processes are not counted, because they see no rows.
    private static let olderThan = PostgresStatement(
      name: "older_than",
      sql: """
        WITH next AS (SELECT age($1::bigint::text::xid) AS age)
        SELECT (SELECT count(*) FROM pg_stat_activity, next WHERE pid <> pg_backend_pid()
            AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
            AND (age(backend_xid) > next.age
              OR age(backend_xmin) > next.age AND coalesce(datname = current_database(), true)))
          + (SELECT count(*) FROM pg_prepared_xacts, next WHERE age(transaction) > next.age)
          + (SELECT count(*) FROM pg_replication_slots, next WHERE age(xmin) > next.age)
        """)

    init(_ uri: PostgresURI, _ shutdownDeadline: ShutdownDeadline, notices: Locked<[String]>) {
      self.uri = uri
      self.shutdownDeadline = shutdownDeadline
      self.notices = notices
    }

    /// Requests a removal from these tables, because texts were deleted or may have been deleted.
    func request(_ tables: Set<String>) { backlog.withLock { $0.tables.formUnion(tables) } }

    /// Makes an attempt if a removal is requested and the last attempt was a few seconds ago. Call this often.
    func vacuumWhenDue() {
      let isDue = backlog.withLock { !$0.tables.isEmpty && $0.nextAttempt <= PostgresConnection.now() }
      if isDue { vacuumNow() }
    }

    /// Makes an attempt. If it fails, this does not throw, because the attempt is repeated later.
    func vacuumNow() {
      attemptLock.withLock { _ in
        let tables = backlog.withLock { backlog in
          backlog.nextAttempt = PostgresConnection.now() + Self.microsecondsBetweenAttempts
          defer { backlog.tables = [] }
          return backlog.tables
        }
        do throws(StoreError) {
          guard try attempt(tables) else {
            request(tables)
            return reportDelay("an open transaction prevents the removal of deleted texts from their table's files")
          }
          backlog.withLock { $0.isReported = false }
        } catch {
          request(tables)
          reportDelay("deleted texts could not be removed from their table's files: \(error.message)")
        }
      }
    }

    /// Rewrites the tables and returns true. Returns false if a transaction, such as an export, can still see deleted
    /// rows, because rewriting would copy those rows. Waits only briefly for one, because it can take long.
    private func attempt(_ tables: Set<String>) throws(StoreError) -> Bool {
      let connection = try PostgresConnection(uri, .vacuum, shutdownDeadline)
      // Transactions that began earlier can still see the deleted rows; later ones cannot.
      let next = try connection.run(Self.nextTransaction).integer(0, 0)
      for _ in 1...10 {
        if try connection.run(Self.olderThan, next).integer(0, 0) == 0 {
          for table in tables.sorted() { try rewrite(table, connection) }
          return true
        }
        pause(milliseconds: 20)
      }
      return false
    }

    /// Rewrites a table unless it is empty, and verifies that, because PostgreSQL only warns if the user lacks the
    /// right.
    private func rewrite(_ table: String, _ connection: PostgresConnection) throws(StoreError) {
      guard let before = try connection.run(Self.file, table).first, before.integer(1) > 0 else { return }
      _ = try connection.run(PostgresStatement(name: "vacuum_\(table)", sql: "VACUUM FULL \(table)"))
      guard try connection.run(Self.file, table).first?.integer(0) == before.integer(0) else { return }
      throw StoreError(.cannotOpen, "the user does not own the table \(table)")
    }

    private func reportDelay(_ sentence: String) {
      let isNew = backlog.withLock { backlog in
        defer { backlog.isReported = true }
        return !backlog.isReported
      }
      if isNew { notices.withLock { $0.append("\(uri): \(sentence); the removal is retried") } }
    }
  }
#endif
