#if Postgres
  import EventStore
  import MovieNightPrimitives
  import Projections
  import Testing

  @testable import Stores

  /// Servers that start at the same time, and rebuilds while other servers keep working.
  @Suite("Several servers: starts and rebuilds") struct RebuildAcrossServersTests {
    private func expectReplayedRows(_ database: Database) throws {
      let store = try openStore(database.store, mode: .readOnly)
      defer { store.close() }
      #expect(try rows(of: store) == replayedRows(of: store))
    }

    @Test func concurrentStartsMigrateOnce() throws {
      let servers = try ProcessGroup(3)
      #expect(
        try servers.database.integer("SELECT count(*) FROM schema_migrations") == Migration.postgres.count)
      let household = try servers[0].createHousehold()
      for index in 0..<servers.count {
        try eventually("server \(index) to accept the token") {
          try servers[index].wire().call("auth.authenticate", #""token":"\#(household.token)""#).code == nil
        }
        let wire = try servers[index].wire(token: household.token)
        let round = try wire.startRound(#","include_watchlist":false"#)
        try wire.result("rounds.discard", round)
      }
      #expect(try servers.terminate() == [0, 0, 0])
      #expect(try servers.verify().code == 0)
    }

    /// The rows have an older version, so one server rebuilds them while the others wait.
    @Test func concurrentStartsRebuildOnce() throws {
      let first = try ServerGroup(1)
      var night = Night(administrator: try first[0].administrator())
      try night.play(on: first[0])
      first[0].stop()
      let database = first.database
      try database.execute("UPDATE read_models SET version = 0, checkpoint = 0")
      try database.execute("DELETE FROM read_model_rows")
      let later = try together(3) { _ in try LocalServer(database.store, in: TemporaryFolder(), first.time) }
      defer { for server in later { server.stop() } }
      for server in later {
        #expect(
          try server.wire(token: night.token).call("rounds.get", #""round_id":"\#(night.rounds[0])""#).code == nil)
      }
      #expect(
        try database.integer("SELECT sum(generation)::bigint FROM read_models") == ReadModelAreas.current.names.count)
      try expectReplayedRows(database)
    }

    @Test func rebuildsDuringVotingLeaveRowsEqualToReplay() throws {
      let servers = try ServerGroup(3)
      let households = try (0..<3).map { try servers[$0].createHousehold() }
      try servers.settle()
      let rounds = try households.indices.map { index in
        try servers[index].wire(token: households[index].token).startRound()
      }
      let isOver = Locked(false)
      let reasons = try together(6) { index -> [String?] in
        let number = index % 3
        if index >= 4 {
          // Two servers are asked to rebuild at the same time, so each may refuse while the other is rebuilding.
          let wire = try servers[number].administrator()
          var reasons: [String?] = []
          for _ in 0..<6 { reasons.append(try wire.call("projections.rebuild").reason) }
          if index == 5 { isOver.withLock { $0 = true } }
          return reasons
        }
        let wire = try servers[(number + 1) % 3].wire(token: households[number].token)
        let member = households[number].actingAs(households[number].members[index / 3])
        var turn = 0
        while turn < 60 || !isOver.withLock({ $0 }) {
          let vote = turn % 2 == 0 ? "up" : "down"
          try wire.result("rounds.vote", rounds[number] + #","tmdb_movie_id":1,"vote":"\#(vote)""# + member)
          turn += 1
        }
        return []
      }
      for reason in reasons.joined() { #expect(reason == nil || reason == "rebuild_running") }
      let rebuilt = reasons.joined().count { $0 == nil }
      #expect(rebuilt > 0)
      let generations = "SELECT sum(generation)::bigint FROM read_models"
      #expect(try servers.database.integer(generations) == rebuilt * ReadModelAreas.current.names.count)

      // The command starts a server of its own for the rebuild, beside the running ones.
      let command = try Run("rebuild-projections", "--store", "\(servers.database.store)", in: servers[0].folder)
      #expect(command.code == 0, "\(command.errors)")
      try servers.settle()
      for (household, round) in zip(households, rounds) {
        let answers = try (0..<3).map { try servers[$0].wire(token: household.token).result("rounds.get", round).text }
        #expect(Set(answers).count == 1)
      }
      try expectReplayedRows(servers.database)
      let verified = try servers.verify()
      #expect(verified.code == 0, "\(verified.output)")
    }

    @Test func failedRebuildStatesReason() throws {
      let servers = try ServerGroup(1)
      _ = try servers[0].createHousehold()
      try servers.database.execute("ALTER TABLE read_model_rows RENAME TO away")
      let failed = try servers[0].administrator().call("projections.rebuild")
      #expect(failed.code == 500 && failed.text.contains("read_model_rows"), "\(failed.text)")
      try servers.database.execute("ALTER TABLE away RENAME TO read_model_rows")
      #expect(try servers[0].administrator().call("projections.rebuild").code == nil)
    }

    @Test func rebuildDuringAnotherIsRefused() throws {
      let servers = try ServerGroup(2)
      _ = try servers[0].createHousehold()
      let connection = try servers.database.connect()
      try connection.execute("SELECT pg_advisory_lock(\(PostgresLock.rebuild.parameters))")
      for index in 0..<2 {
        let refused = try servers[index].administrator().call("projections.rebuild")
        #expect(refused.code == 409 && refused.reason == "rebuild_running", "\(refused.text)")
      }
      let command = try Run("rebuild-projections", "--store", "\(servers.database.store)", in: servers[0].folder)
      #expect(command.code == 1 && command.errors.contains("rebuild"), "\(command.errors)")
      try connection.execute("SELECT pg_advisory_unlock_all()")
      #expect(try servers[1].administrator().call("projections.rebuild").code == nil)
    }
  }
#endif
