#if Postgres
  import EventStore
  import Glibc
  import MovieNightPrimitives
  import Testing

  @testable import Platform
  @testable import Stores

  /// A server that stalls while it holds the append lock, as on a paused machine. The other servers terminate its
  /// connection.
  @Suite("Several servers: one stalls") struct StalledServerTests {
    @Test func waitingServersCutOffStalledLockHolder() throws {
      // The timeout is long, so that a slow server on a busy machine is not mistaken for a stalled one.
      let passed = Locked(Duration.zero)
      let servers = try ServerGroup(2, lockTimeout: 4000) { SystemClock.monotonic() + passed.withLock { $0 } }
      let household = try servers[0].createHousehold()
      try servers.settle()
      let wires = try servers.wires(token: household.token)
      let administrators = try (0..<2).map { try servers[$0].administrator() }
      let round = try wires[0].startRound()
      try servers.settle()
      let stalled = try PostgresConnection(servers.database.uri, .writer)
      _ = try stalled.run([PostgresRequest(GroupStatements.begin), PostgresRequest(GroupStatements.lock)])
      try stalled.sendAhead([PostgresRequest(GroupStatements.notify)])

      let vote = round + #","tmdb_movie_id":1,"vote":"up""#
      for (wire, child) in zip(wires, household.children) {
        try wire.post("rounds.vote", vote + household.actingAs(child))
      }
      for (wire, child) in zip(wires, household.children) {
        var answer = try wire.readAnswer()
        // On a busy machine the next lock holder may be slow, too, and the vote may be refused. Then it is sent again.
        try eventually("the vote to be recorded") {
          if answer.code == 503 { answer = try wire.call("rounds.vote", vote + household.actingAs(child)) }
          return answer.code == nil
        }
      }
      #expect(try wires[0].count(of: "VoteCast") == 2)

      var reporters: [Wire] = []
      try eventually("a server to report the stalled one") {
        reporters = try administrators.filter { try $0.problems().contains { $0.text.contains("server_stood_still") } }
        return !reporters.isEmpty
      }
      for reporter in reporters {
        #expect(try reporter.result("server.health").string("status") == "ok")
        let metrics = try reporter.result("server.metrics").string("text")
        #expect(metrics.contains("movienight_lock_holders_ended_total 1\n"))
      }
      passed.withLock { $0 = .seconds(600) }
      for reporter in reporters { try eventually("health to drop the report") { try reporter.problems().isEmpty } }
    }

    /// The test pauses the servers in turn. It repeats each pause at random moments until the server holds the lock.
    @Test func votesAreRecordedOnceAcrossServerPauses() throws {
      let database = try Database()
      try database.setLockTimeout(milliseconds: 1000)
      let folders = [try TemporaryFolder(), try TemporaryFolder()]
      let servers = try folders.map { try ServerProcess(database.store, in: $0) }
      let voters = try Voters(on: servers)
      let tallies = try voters.vote {
        for turn in 0..<4 {
          let process = servers[turn % 2].process
          try Self.pause(process, holdingLockOf: database)
          // While one server is paused, the other one takes the votes.
          voters.waitForVotes(20)
          process.send(SIGCONT)
          voters.waitForVotes(20)
        }
      }
      try tallies.check(against: database)
      #expect(tallies.reasons.isSubset(of: ["store_unavailable", "outcome_unknown"]))
      for server in servers {
        #expect(server.process.errors.contains("lock_holder_ended"), "\(server.process.errors)")
        #expect(try server.terminate() == 0)
      }
      try database.verify(in: folders[0])
    }

    /// Counts the connections that hold the append lock and have waited for their client for a while.
    private static let stalledHolders = PostgresStatement(
      name: "stalled_holders",
      sql: """
        SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND granted AND classid = \(PostgresLock.program)
        AND objid = \(PostgresLock.append.rawValue) AND datname = current_database()
        AND wait_event_type = 'Client' AND clock_timestamp() - state_change > interval '40 ms'
        """)

    private static func pause(_ process: ChildProcess, holdingLockOf database: Database) throws {
      let connection = try database.connect()
      for _ in 0..<1000 {
        process.send(SIGSTOP)
        usleep(50_000)
        if try connection.run(stalledHolders).integer(0, 0) == 1 { return }
        process.send(SIGCONT)
        usleep(UInt32.random(in: 1000...20_000))
      }
      Issue.record("the server never held the lock when it was paused")
    }
  }

  extension Wire {
    func problems() throws -> [JSONValue] { Array(try result("server.health").array("problems")) }
  }
#endif
