#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// Removes deleted texts from the files of their table, which is written anew: what a plain VACUUM frees in a page keeps
  /// its bytes until something else is put there.
  ///
  /// What is deleted is owed a VACUUM until one has found no transaction in its way: whatever becomes of the connection
  /// that deleted, and of the program, which therefore begins with a debt. Each attempt has a connection of its own, so
  /// that commits wait for nobody else's VACUUM.
  final class PostgresTextVacuum: Sendable {
    private let uri: PostgresURI
    private let ending: PostgresEnding
    private let notices: Locked<[String]>
    private let debt = Locked(Debt())
    /// One attempt at a time.
    private let attempting = Locked(())

    private struct Debt {
      /// Counts up, so that what comes to be owed during an attempt is still owed after it.
      var incurred = 1
      var paid = 0
      var nextAttempt: Int64 = 0
      /// The operator is told once that it is late.
      var isTold = false
    }

    private static let microsecondsBetweenAttempts: Int64 = 5_000_000
    private static let vacuum = PostgresStatement(name: "vacuum_texts", sql: "VACUUM FULL personal_texts")
    // A number that changes when the table is written anew.
    private static let file = PostgresStatement(
      name: "texts_file", sql: "SELECT pg_relation_filenode('personal_texts')::bigint")
    private static let nextTransaction = PostgresStatement(
      name: "next_transaction", sql: "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint % 4294967296")
    // Who sees the rows as they were before a transaction, or may come to: snapshots of this database and of standbys,
    // whose senders are of none, and whoever writes to any database, since a snapshot sees nothing that began later. Who
    // vacuums sees no rows.
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

    init(_ uri: PostgresURI, _ ending: PostgresEnding, notices: Locked<[String]>) {
      self.uri = uri
      self.ending = ending
      self.notices = notices
    }

    /// Texts are deleted, or may be.
    func owe() { debt.withLock { $0.incurred += 1 } }

    /// To be called often: makes an attempt every few seconds, as long as one is owed.
    func payWhenDue() {
      let isDue = debt.withLock { $0.incurred > $0.paid && $0.nextAttempt <= PostgresConnection.now() }
      if isDue { pay() }
    }

    /// Makes an attempt, whose failure is no failure of the caller: it is made again.
    func pay() {
      attempting.withLock { _ in
        let owed = debt.withLock { debt in
          debt.nextAttempt = PostgresConnection.now() + Self.microsecondsBetweenAttempts
          return debt.incurred
        }
        do throws(StoreError) {
          guard try attempt() else {
            return note("a transaction keeps deleted texts from being removed from their table's files")
          }
          debt.withLock { debt in
            debt.paid = owed
            debt.isTold = false
          }
        } catch {
          note("deleted texts are not removed from their table's files yet: \(error.message)")
        }
      }
    }

    /// A transaction in the way (an export, a verification) is not waited for long: its end may be far. The table is
    /// not written anew before: the deleted rows would be taken along.
    /// - Returns: whether none was left.
    private func attempt() throws(StoreError) -> Bool {
      let connection = try PostgresConnection(uri, .vacuum, ending)
      // Transactions that began before it keep the deleted rows; younger ones do not see them.
      let next = try connection.run(Self.nextTransaction).integer(0, 0)
      for _ in 1...10 {
        if try connection.run(Self.olderThan, next).integer(0, 0) == 0 {
          try writeAnew(connection)
          return true
        }
        pause(milliseconds: 20)
      }
      return false
    }

    /// PostgreSQL only warns who may not.
    private func writeAnew(_ connection: PostgresConnection) throws(StoreError) {
      let file = try connection.run(Self.file).integer(0, 0)
      _ = try connection.run(Self.vacuum)
      guard try connection.run(Self.file).integer(0, 0) == file else { return }
      throw StoreError(.cannotOpen, "the user does not own the table personal_texts")
    }

    private func note(_ sentence: String) {
      let isNew = debt.withLock { debt in
        defer { debt.isTold = true }
        return !debt.isTold
      }
      if isNew { notices.withLock { $0.append("\(uri): \(sentence); it is tried again until they are") } }
    }
  }
#endif
