#if Postgres
  import EventStore
  import Foundation
  import MovieNightPrimitives
  import Testing

  @testable import Stores

  @Suite("PostgreSQL: connections")
  struct PostgresConnectionTests {
    private let database: PostgresDatabase

    init() throws { database = try PostgresDatabase() }

    /// The process is paused for longer than the answer's timeout, as on a suspended machine that also runs the
    /// database.
    @Test func pausedProcessStillWaitsForAnswer() throws {
      let paused = Locked(Int64(0))
      let connection = try PostgresConnection(
        database.uri, .writer, clock: { PostgresConnection.now() + paused.withLock { $0 } })
      let backend = connection.backend
      let pausing = DispatchGroup()
      DispatchQueue.global().async(group: pausing) { [database] in
        let sleeping = "SELECT count(*) FROM pg_stat_activity WHERE pid = \(backend) AND wait_event = 'PgSleep'"
        do { while try database.integer(sleeping) == 0 {} } catch { Issue.record(error) }
        paused.withLock { $0 = 60_000_000 }
      }
      _ = try connection.run(PostgresStatement(name: "sleep", sql: "SELECT pg_sleep(2)"))
      pausing.wait()
      #expect(!connection.isLost && paused.withLock { $0 } > 0)
    }
  }
#endif
