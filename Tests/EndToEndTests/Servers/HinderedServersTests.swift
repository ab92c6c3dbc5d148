#if Postgres
  import EventStore
  import MovieNightPrimitives
  import Testing

  @testable import Stores
  @testable import Transport

  /// Servers that wait for the append lock because another program holds it, or that are older than their database.
  @Suite("Several servers: blocked or outdated") struct HinderedServersTests {
    private let servers: ServerGroup
    private let household: Household

    init() throws {
      servers = try ServerGroup(2)
      household = try servers[0].createHousehold()
      try servers.settle()
    }

    @Test func healthNamesHolderOfAppendLock() throws {
      let wires = try servers.wires(token: household.token)
      let readers = try servers.wires(token: household.token)
      let administrators = try (0..<2).map { try servers[$0].administrator() }
      let round = try wires[0].startRound()
      try servers.settle()
      #expect(try administrators[0].result("server.health")["append_lock"]?.isNull == true)
      let holder = try servers.database.connect()
      let process = try holder.run(PostgresStatement(name: "pid", sql: "SELECT pg_backend_pid()::bigint")).integer(0, 0)
      try holder.execute(
        "SET application_name = 'psql'; BEGIN; SELECT pg_advisory_xact_lock(\(PostgresLock.append.parameters))")

      let vote = round + #","tmdb_movie_id":1,"vote":"up""#
      for wire in wires { try wire.post("rounds.vote", vote) }
      try eventually("both votes to wait for the lock") {
        try administrators[0].result("server.health").object("append_lock").integer("waiting") == 2
      }
      for administrator in administrators {
        let lock = try administrator.result("server.health").object("append_lock")
        #expect(try lock.string("holder") == "psql, backend \(process), from the same machine")
        #expect(try lock.integer("held_ms") >= 0)
      }
      for reader in readers {
        #expect(try reader.result("rounds.get", round).string("status") == "voting")
        #expect(try reader.count(of: "VoteCast") == 0)
      }
      for wire in wires {
        let answer = try wire.readAnswer()
        #expect(answer.code == 503 && answer.reason == "store_unavailable", "\(answer.text)")
      }
      try holder.execute("ROLLBACK")
      for (wire, child) in zip(wires, household.children) {
        try wire.result("rounds.vote", vote + household.actingAs(child))
      }
      #expect(try administrators[1].result("server.health")["append_lock"]?.isNull == true)
      #expect(try wires[1].count(of: "VoteCast") == 2)
    }

    @Test func hangingForeignTransactionBlocksNoServer() throws {
      let hanging = try servers.database.connect()
      try hanging.execute("CREATE TABLE elsewhere (a int)")
      try hanging.execute(
        "BEGIN ISOLATION LEVEL SERIALIZABLE; INSERT INTO elsewhere VALUES (1); "
          + "SELECT count(*) FROM events; SELECT count(*) FROM read_models; SELECT count(*) FROM read_model_rows")
      let wires = try servers.wires(token: household.token)
      var listener = try Listener(servers[1].wire(token: household.token))
      let round = try wires[0].startRound()
      for turn in 0..<10 {
        let vote = round + #","tmdb_movie_id":1,"vote":"\#(turn % 2 == 0 ? "up" : "down")""#
        try listener.listen(through: try wires[turn % 2].result("rounds.vote", vote).integer("position"))
      }
      try servers[1].administrator().result("projections.rebuild")
      let name = household.children[0]
      try wires[1].result("members.erase", #""member_id":"\#(name)","confirm":"DELETE""#)
      #expect(try wires[0].call("rounds.vote", round + #","tmdb_movie_id":2,"vote":"up""#).code == nil)
      try hanging.execute("COMMIT")
    }

    @Test func serverOlderThanRowsAnswers503() throws {
      let wires = try servers.wires(token: household.token)
      let round = try wires[0].startRound()
      try servers.settle()
      try servers.database.execute("UPDATE read_models SET version = version + 1 WHERE name = 'rounds'")
      let vote = round + #","tmdb_movie_id":1,"vote":"up""#
      for wire in wires {
        let refused = try wire.call("rounds.vote", vote)
        #expect(refused.code == 503 && refused.reason == "store_unavailable", "\(refused.text)")
        let unread = try wire.call("rounds.get", round)
        #expect(unread.code == 503 && unread.reason == "projection_stopped", "\(unread.text)")
      }
      let health = try servers[0].administrator().result("server.health")
      #expect(try health.string("status") == "store_unavailable")
      let problems = Array(try health.array("problems"))
      let reasons = try problems.map { try $0.string("reason") }
      // The other read models stop one at a time, so health may list any number of them.
      #expect(reasons.first == "commands_failing" && reasons.dropFirst().allSatisfy { $0 == "projection_stopped" })
      let stopped = problems.first { $0.text.contains(#""name":"rounds""#) }
      #expect(try stopped?.integer("position") != nil, "\(health.text)")
      let rounds = try health.array("projections").first { try $0.string("name") == "rounds" }
      #expect(try rounds?.string("state") == "stopped" && rounds?.string("stopped_reason").contains("newer") == true)
      #expect(try servers.database.integer("SELECT count(*) FROM events WHERE type = 'VoteCast'") == 0)
      let late = try Run(
        "serve", "--store", "\(servers.database.store)", "--listen", "127.0.0.1:0", "--socket",
        "\(servers[0].folder.path)/late", in: servers[0].folder)
      #expect(late.code == 1 && late.errors.contains("newer"), "\(late.errors)")
      // A running server rechecks the versions at intervals, so it does not recover at once.
      try servers.database.execute("UPDATE read_models SET version = version - 1 WHERE name = 'rounds'")
      for wire in wires { try eventually("the round again") { try wire.call("rounds.get", round).code == nil } }
      for (wire, member) in zip(wires, household.members) {
        try wire.result("rounds.vote", vote + household.actingAs(member))
      }
      #expect(try servers.verify().code == 0)
    }

    @Test func stoppingOlderServerLeavesReadModelsUnchanged() throws {
      let database = try Database()
      let folder = try TemporaryFolder()
      let server = try ServerProcess(database.store, in: folder)
      let founded = try server.createHousehold()
      _ = try server.wire(token: founded.token).startRound()
      // This is the state that a rebuild by a newer server would leave.
      try database.execute("UPDATE read_models SET version = version + 1, generation = 1 WHERE name = 'rounds'")
      let models = "SELECT hashtext(string_agg(m::text, ',' ORDER BY name)) FROM read_models AS m"
      let before = try database.integer(models)
      let wire = try server.wire(token: founded.token)
      try eventually("the server to notice the newer version") {
        try wire.call("rounds.active").reason == "projection_stopped"
      }
      #expect(try server.terminate() == 0)
      #expect(try database.integer(models) == before)
    }

    @Test func idleServerNoticesNewerRows() throws {
      let wire = try servers[1].wire(token: household.token)
      let round = try wire.startRound()
      try servers.database.execute("UPDATE read_models SET version = version + 1 WHERE name = 'rounds'")
      try eventually("the idle server to notice the newer version") {
        try wire.call("rounds.get", round).reason == "projection_stopped"
      }
    }

    @Test func serverOlderThanSchemaAnswers503() throws {
      let wires = try servers.wires(token: household.token)
      try servers.database.execute(
        "INSERT INTO schema_migrations (version, name, crc32) SELECT max(version) + 1, 'later', 0 FROM schema_migrations"
      )
      // The server notices the newer schema without receiving a command.
      try eventually("the server to notice the newer schema") {
        try wires[1].call("rounds.active").reason == "projection_stopped"
      }
      #expect(try servers[1].administrator().result("server.health").string("status") == "store_unavailable")
      for wire in wires {
        let refused = try wire.call("rounds.start")
        #expect(refused.code == 503 && refused.reason == "store_unavailable", "\(refused.text)")
      }
      #expect(try servers.database.integer("SELECT count(*) FROM events WHERE type = 'RoundDrafted'") == 0)
    }
  }
#endif
