#if Postgres
  import EventStore
  import Glibc
  import MovieNightPrimitives
  import Testing

  @testable import Platform
  @testable import Stores

  /// A server that stalls while it holds the append lock, as on a paused machine: the others cut it off.
  @Suite("Several servers: one stands still") struct StalledServerTests {
    @Test func waitingServersCutOffStalledLockHolder() throws {
      // The timeout is long enough that a busy machine is not taken for a stalled server.
      let passed = Locked(Duration.zero)
      let servers = try ServerGroup(2, lockPatience: 4000) { SystemClock.monotonic() + passed.withLock { $0 } }
      let household = try servers[0].found()
      try servers.settle()
      let wires = try servers.wires(token: household.token)
      let administrators = try (0..<2).map { try servers[$0].administrator() }
      let round = try wires[0].startRound()
      try servers.settle()
      let standing = try PostgresConnection(servers.database.uri, .writer)
      _ = try standing.run([PostgresRequest(GroupStatements.begin), PostgresRequest(GroupStatements.lock)])
      try standing.sendAhead([PostgresRequest(GroupStatements.notify)])

      let vote = round + #","tmdb_movie_id":1,"vote":"up""#
      for (wire, child) in zip(wires, household.children) {
        try wire.post("rounds.vote", vote + household.actingAs(child))
      }
      for (wire, child) in zip(wires, household.children) {
        var answer = try wire.readAnswer()
        // On a busy machine the next lock holder may be slow, too, so the client resends.
        try eventually("the vote is cast") {
          if answer.code == 503 { answer = try wire.call("rounds.vote", vote + household.actingAs(child)) }
          return answer.code == nil
        }
      }
      #expect(try wires[0].count(of: "VoteCast") == 2)

      var tellers: [Wire] = []
      try eventually("somebody tells of it") {
        tellers = try administrators.filter { try $0.problems().contains { $0.text.contains("server_stood_still") } }
        return !tellers.isEmpty
      }
      for teller in tellers {
        #expect(try teller.result("server.health").string("status") == "ok")
        let metrics = try teller.result("server.metrics").string("text")
        #expect(metrics.contains("movienight_lock_holders_ended_total 1\n"))
      }
      passed.withLock { $0 = .seconds(600) }
      for teller in tellers { try eventually("health forgets it") { try teller.problems().isEmpty } }
    }

    /// Each server is paused at a random moment; the pause is repeated until it hits one that holds the lock.
    @Test func votesAreRecordedOnceAcrossServerPauses() throws {
      let database = try Database()
      try database.setLockTimeout(milliseconds: 1000)
      let folders = [try TemporaryFolder(), try TemporaryFolder()]
      let servers = try folders.map { try ServerProcess(database.store, in: $0) }
      let voters = try Voters(on: servers)
      let tallies = try voters.vote {
        for turn in 0..<4 {
          let process = servers[turn % 2].process
          try Self.stop(process, withTheLockOf: database)
          // These votes go through the other server.
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

    private static let standing = PostgresStatement(
      name: "standing",
      sql: """
        SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND granted AND classid = \(PostgresLock.program)
        AND objid = \(PostgresLock.append.rawValue) AND datname = current_database()
        AND wait_event_type = 'Client' AND clock_timestamp() - state_change > interval '40 ms'
        """)

    private static func stop(_ process: ChildProcess, withTheLockOf database: Database) throws {
      let connection = try database.connect()
      for _ in 0..<1000 {
        process.send(SIGSTOP)
        usleep(50_000)
        if try connection.run(standing).integer(0, 0) == 1 { return }
        process.send(SIGCONT)
        usleep(UInt32.random(in: 1000...20_000))
      }
      Issue.record("it never had the lock when it was stopped")
    }
  }

  extension Wire {
    func problems() throws -> [JSONValue] { Array(try result("server.health").array("problems")) }
  }
#endif
