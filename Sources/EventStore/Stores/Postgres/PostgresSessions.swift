#if Postgres
  /// Each connection needs a session of its own.
  enum PostgresSessions {
    // The process that does the work: what libpq knows of it is what a pooler says.
    private static let process = PostgresStatement(name: "process", sql: "SELECT pg_backend_pid()::bigint")

    /// Refuses a pooler that lends one session to several connections, transaction by transaction: locks and settings of
    /// one would be those of another, and notifications nobody's. While little goes on, one session does all the work.
    ///
    /// - Throws: `cannotOpen`.
    static func requireApart(_ one: PostgresConnection, _ other: PostgresConnection) throws(StoreError) {
      guard try one.run(process).integer(0, 0) == other.run(process).integer(0, 0) else { return }
      throw .pooled(one.place)
    }
  }
#endif
