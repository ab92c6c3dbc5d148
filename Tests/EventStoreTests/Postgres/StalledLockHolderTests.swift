#if Postgres
  import EventStore
  import Foundation
  import MovieNightPrimitives
  import Testing

  @testable import Stores

  @Suite("PostgreSQL: a server that stalls while it holds the append lock")
  struct StalledLockHolderTests {
    private let database: PostgresDatabase

    init() throws {
      database = try PostgresDatabase()
      try database.execute("ALTER DATABASE \(database.name) SET lock_timeout = '500ms'")
    }

    /// The point of its group at which the holder stalls.
    enum Place: CaseIterable, Sendable {
      /// Between two pipelines, when the session is idle in a transaction.
      case deciding
      /// Within a pipeline, when the session is active and none of the database's timeouts apply.
      case sending
      /// While receiving results, when the client takes none, so that the session cannot send them.
      case taking
    }

    private static let large = PostgresStatement(name: "large", sql: "SELECT repeat('x', 10000000)")

    /// Returns a connection that, like a server's, has taken the append lock, and does nothing more.
    private func stalledHolder(_ place: Place = .sending) throws -> PostgresConnection {
      let holder = try PostgresConnection(database.uri, .writer)
      _ = try holder.run([PostgresRequest(GroupStatements.begin), PostgresRequest(GroupStatements.lock)])
      switch place {
      case .deciding: break
      case .sending: try holder.sendAhead([PostgresRequest(GroupStatements.notify)])
      case .taking: try holder.sendAhead([PostgresRequest(Self.large)])
      }
      let event = place == .taking ? "ClientWrite" : "ClientRead"
      try waitUntil("pid = \(holder.backend) AND wait_event = '\(event)'")
      return holder
    }

    private func waitUntil(_ condition: String) throws {
      while try database.integer("SELECT count(*) FROM pg_stat_activity WHERE \(condition)") == 0 {}
    }

    @Test(arguments: Place.allCases)
    func waitingServerEndsStalledHolder(_ place: Place) throws {
      let store = try database.open()
      defer { store.close() }
      let holder = try stalledHolder(place)
      #expect(try store.record(command(1, on: stream(1))).first?.position == 1)
      let ended = store.takeEndedHolders()
      #expect(ended.map(\.holder) == ["movienight, backend \(holder.backend), from the same machine"])
      #expect(ended.allSatisfy { $0.silentMicroseconds > 0 } && store.takeEndedHolders() == [])
      #expect(code { _ = try holder.run(GroupStatements.commit) } == .unavailable && holder.isLost)
      #expect(try store.head() == 1 && store.appendLock() == nil)
    }

    @Test func endedHolderRecordsItsCommandOnceAfterReopening() throws {
      let (first, second) = (try database.open(), try database.open())
      defer {
        first.close()
        second.close()
      }
      let command1 = command(1, on: stream(1))
      _ = try first.beginGroup(after: 0, limit: 10)
      #expect(try second.record(command(2, on: stream(2))).first?.position == 1)
      let failure = code { _ = try first.commit([command1]) }
      #expect(failure == .unavailable || failure == .outcomeUnknown)
      try first.reopen()
      #expect(try first.record(command1).first?.position == 2)
      #expect(try first.receipt(of: command1)?.position == 2)
      #expect(try second.all().count == 2)
    }

    @Test func twoServersCanEndStalledHolderAtOnce() throws {
      let stores = [try database.open(), try database.open()]
      defer { for store in stores { store.close() } }
      let holder = try stalledHolder()
      let threads = DispatchGroup()
      for (number, store) in stores.enumerated() {
        DispatchQueue.global().async(group: threads) {
          do { try store.record(command(number, on: stream(number))) } catch { Issue.record(error) }
        }
      }
      threads.wait()
      #expect(try stores[0].all().count == 2)
      #expect(stores.flatMap { $0.takeEndedHolders() }.allSatisfy { $0.holder.contains("\(holder.backend)") })
      // Neither store has ended the other's connection.
      for (number, store) in stores.enumerated() { try store.record(command(on: stream(number), expected: 0)) }
    }

    @Test func holderThatReleasesLockIsWaitedFor() throws {
      let store = try database.open()
      defer { store.close() }
      let going = try database.connect()
      try going.execute("BEGIN; SELECT pg_advisory_xact_lock(\(PostgresLock.append.parameters))")
      let waiting = DispatchGroup()
      DispatchQueue.global().async(group: waiting) {
        do { try store.record(command(1, on: stream(1))) } catch { Issue.record(error) }
      }
      let hasLooked = "datname = '\(database.name)' AND state = 'idle' AND query LIKE '%is_stalled%'"
      while waiting.wait(timeout: .now()) == .timedOut,
        try database.integer("SELECT count(*) FROM pg_stat_activity WHERE \(hasLooked)") == 0
      {}
      try going.execute("COMMIT")
      waiting.wait()
      #expect(try store.head() == 1)
    }

    @Test func otherSessionsAreNotEnded() throws {
      let waiter = try PostgresConnection(database.uri, .writer)
      // With such a short timeout, every session counts as silent for too long.
      try waiter.execute("SET lock_timeout = '1ms'")
      #expect(try LockObstacle.remove(waiter) == .gone)

      // Only servers are disconnected. A person who took the lock by hand may have a reason for it.
      let byHand = try database.connect()
      try byHand.execute("BEGIN; SELECT pg_advisory_xact_lock(\(PostgresLock.append.parameters))")
      try waitUntil("pid = \(byHand.backend) AND clock_timestamp() - state_change > interval '1 ms'")
      #expect(try LockObstacle.remove(waiter) == .stays)
      try byHand.execute("COMMIT")

      // A holder whose statement the database still executes is not ended.
      let busy = try PostgresConnection(database.uri, .writer)
      _ = try busy.run([PostgresRequest(GroupStatements.begin), PostgresRequest(GroupStatements.lock)])
      try busy.sendAhead([PostgresRequest(PostgresStatement(name: "sleep", sql: "SELECT pg_sleep(1)"))])
      try waitUntil(
        "pid = \(busy.backend) AND wait_event = 'PgSleep' AND clock_timestamp() - state_change > interval '1 ms'")
      #expect(try LockObstacle.remove(waiter) == .stays)
      _ = try busy.run(GroupStatements.commit)

      // A holder that has just committed, or was not silent for long, is not ended.
      #expect(try LockObstacle.remove(waiter) == .gone)
      let quick = try stalledHolder()
      try waiter.execute("SET lock_timeout = '1h'")
      #expect(try LockObstacle.remove(waiter) == .gone)
      _ = try quick.run(GroupStatements.commit)

      // If the holder has ended by itself, another session may have its process id.
      let gone = try stalledHolder()
      try database.execute("SELECT pg_terminate_backend(\(gone.backend), 5000)")
      try waiter.execute("SET lock_timeout = '1ms'")
      #expect(try LockObstacle.remove(waiter) == .gone)
    }

    @Test func shorterLockTimeoutOfDatabaseIsKept() throws {
      let timeout = PostgresStatement(
        name: "timeout", sql: "SELECT setting::bigint FROM pg_settings WHERE name = 'lock_timeout'")
      for (setting, expected) in [("500ms", 500), ("0", 5000), ("1min", 5000)] {
        try database.execute("ALTER DATABASE \(database.name) SET lock_timeout = '\(setting)'")
        #expect(try PostgresConnection(database.uri, .writer).run(timeout).integer(0, 0) == expected)
      }
    }
  }
#endif
