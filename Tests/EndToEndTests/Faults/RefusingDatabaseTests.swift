#if Postgres
  import EventStore
  import Glibc
  import MovieNightPrimitives
  import TestSupport
  import Testing

  @testable import Stores

  /// A database that accepts connections but hangs, refuses requests or has lost events.
  @Suite struct RefusingDatabaseTests {
    private let database: Database
    private let folder: TemporaryFolder

    init() throws {
      database = try Database()
      folder = try TemporaryFolder()
    }

    @Test func hangingRequestDoesNotPreventShutdown() throws {
      let server = try ServerProcess(database.store, in: folder)
      let wire = try server.wire(token: server.createHousehold().token)
      let holder = try database.connect()
      try holder.execute("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
      try wire.post("events.read")
      try eventually("the query to wait for the table") {
        try database.integer("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0
      }
      #expect(try server.terminate() == 0)
      #expect(server.process.errors.contains("no answer before the store closed"), "\(server.process.errors)")
      withExtendedLifetime(holder) {}
    }

    @Test func diskFullErrorRefusesCommandsUntilResolved() throws {
      let server = try ServerProcess(database.store, in: folder)
      let voters = try Voters(on: [server])
      try database.execute(
        """
        CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$
        """)
      let tallies = try voters.vote { [database] in
        voters.waitForVotes()
        try database.execute(
          "CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION disk_full()")
        let wire = try server.wire(token: voters.household.token)
        for _ in 0..<100 {
          let refused = try wire.call("rounds.vote", voters.parameters(vote: "up", command: randomID(), movie: 2))
          #expect(refused.code == 503)
          #expect(refused.reason == "store_unavailable")
          try wire.result("rounds.get", #""round_id":"\#(voters.round)""#)
        }
        #expect(try voters.health(of: server) == "store_unavailable")
        try database.execute("DROP TRIGGER full_disk ON events")
        voters.waitForVotes()
      }
      #expect(tallies.reasons == ["store_unavailable"])
      try finish(server, voters, tallies)
      #expect(server.process.errors.contains("Free disk space on the database server."))
    }

    /// Fills the database's disk; the other test only simulates the error with a trigger. On a full disk PostgreSQL
    /// refuses the writes or shuts down.
    @Test(.enabled("file systems may be mounted") { PostgresServer.canHaveDisk })
    func acknowledgedVotesSurviveFullDatabaseDisk() throws {
      let postgres = try PostgresServer(diskMegabytes: 192)
      let database = try Database(on: postgres)
      let server = try ServerProcess(database.store, in: folder)
      let voters = try Voters(on: [server])
      let tallies = try voters.vote {
        for _ in 0..<2 {
          voters.waitForVotes()
          try postgres.fillDisk()
          try eventually("health to report the outage") { try voters.health(of: server) == "store_unavailable" }
          try voters.readRound(from: server)
          try postgres.freeDisk()
          voters.waitForVotes()
        }
      }
      #expect(tallies.reasons.isSubset(of: ["store_unavailable", "outcome_unknown"]))
      #expect(!tallies.reasons.isEmpty)
      try finish(server, voters, tallies, database)
    }

    @Test func readOnlyDatabaseMakesStoreUnavailable() throws {
      let server = try ServerProcess(database.store, in: folder)
      let voters = try Voters(on: [server])
      let tallies = try voters.vote { [database] in
        voters.waitForVotes()
        try database.executeOnServer("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
        try database.terminateConnections()
        try eventually("health to report the outage") {
          try voters.health(of: server) == "store_unavailable"
        }
        try database.executeOnServer("ALTER DATABASE \(database.name) RESET default_transaction_read_only")
        try database.terminateConnections()
        voters.waitForVotes()
      }
      try finish(server, voters, tallies)
    }

    @Test func serverReconnectsWhenConnectionLimitIsLifted() throws {
      let user = "few_\(database.name)"
      try database.executeOnServer("CREATE ROLE \(user) LOGIN; ALTER DATABASE \(database.name) OWNER TO \(user)")
      let address = database.uri.description.replacing("movienight@", with: "\(user)@")
      let server = try ServerProcess(StoreAddress(address), in: folder)
      let voters = try Voters(on: [server])
      let tallies = try voters.vote { [database] in
        voters.waitForVotes()
        try database.executeOnServer("ALTER ROLE \(user) CONNECTION LIMIT 0")
        try database.terminateConnections()
        try eventually("health to report the outage") {
          try voters.health(of: server) == "store_unavailable"
        }
        eventually("the reason in the log") { server.process.errors.contains("Raise max_connections") }
        try database.executeOnServer("ALTER ROLE \(user) CONNECTION LIMIT -1")
        voters.waitForVotes()
      }
      try finish(server, voters, tallies)
    }

    @Test func commandsAreRefusedWhenDatabaseLacksAcknowledgedEvents() throws {
      let server = try ServerProcess(database.store, in: folder)
      let voters = try Voters(on: [server])
      let wire = try server.wire(token: voters.household.token)
      // The deletion has the same effect as restoring a backup, or as a failover to a replica that was behind.
      try database.execute("DELETE FROM events WHERE position > 2")
      let refused = try wire.call("rounds.vote", voters.parameters(vote: "up", command: randomID()))
      #expect(refused.code == 503)
      #expect(refused.reason == "store_unavailable")
      let health = try server.administrator().result("server.health")
      #expect(try health.string("status") == "store_unavailable")
      #expect(
        try health.array("problems").contains {
          try $0.string("reason") == "commands_failing" && $0.string("message").contains("restart all servers")
        }, "\(health.text)")
      #expect(try server.terminate() == 0)
      #expect(server.process.errors.contains("lacks"))
    }

    /// Simulates a restored backup after which only one of the two servers was restarted.
    @Test func serverWithDivergedHistoryRefusesRequests() throws {
      let folders = [folder, try TemporaryFolder()]
      var servers = try folders.map { try ServerProcess(database.store, in: $0) }
      let voters = try Voters(on: servers)
      var wires = try servers.map { try $0.wire(token: voters.household.token) }
      func vote(_ server: Int, _ vote: String) throws -> Answer {
        try wires[server].call("rounds.vote", voters.parameters(vote: vote, command: randomID()))
      }
      _ = try vote(1, "up").result()
      try voters.readRound(from: servers[1])
      try database.execute("DELETE FROM events WHERE position = (SELECT max(position) FROM events)")
      #expect(try servers[0].terminate() == 0)
      servers[0] = try ServerProcess(database.store, in: folders[0])
      wires[0] = try servers[0].wire(token: voters.household.token)
      try servers[0].administrator().result("projections.rebuild")
      for number in 0..<4 {
        _ = try vote(0, number % 2 == 0 ? "down" : "up").result()
        #expect(try vote(1, "down").reason == "store_unavailable")
        #expect(try servers[1].administrator().result("server.health").string("status") == "store_unavailable")
        let read = try wires[1].call(
          "rounds.get", #""round_id":"\#(voters.round)""#)
        #expect(read.reason == "projection_stopped", "\(read.text)")
        let authentication = try servers[1].wire().call("auth.authenticate", #""token":"\#(voters.household.token)""#)
        #expect(authentication.reason == "store_unavailable", "\(authentication.text)")
      }
      #expect(servers[1].process.errors.contains("restart all servers"))
      let failureLines = servers[1].process.errors.split(separator: "\n").filter {
        $0.contains("authentication_failed")
      }
      #expect(failureLines.count == 1, "\(failureLines)")
      #expect(try servers[1].terminate() == 0)
      servers[1] = try ServerProcess(database.store, in: folders[1])
      wires[1] = try servers[1].wire(token: voters.household.token)
      _ = try vote(1, "down").result()
      for server in servers { #expect(try server.terminate() == 0) }
      try database.verify(in: folder)
    }

    private func finish(
      _ server: ServerProcess, _ voters: Voters, _ tallies: [VoterOutcomes], _ database: Database? = nil
    ) throws {
      let database = database ?? self.database
      try eventually("health to be ok") { try voters.health(of: server) == "ok" }
      try tallies.check(against: database)
      #expect(try server.terminate() == 0)
      #expect(server.process.errors.split(separator: "\n").count < 100, "\(server.process.errors)")
      try database.verify(in: folder)
    }
  }
#endif
