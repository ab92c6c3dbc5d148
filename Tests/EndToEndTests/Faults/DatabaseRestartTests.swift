#if Postgres
  import Glibc
  import TestSupport
  import MovieNightPrimitives
  import Testing

  @testable import Transport

  /// Restarts of PostgreSQL and lost connections under load, after which the servers continue without a restart
  /// themselves.
  @Suite struct DatabaseRestartTests {
    private static let maximumLogLines = 100

    @Test func acknowledgedVotesSurviveDatabaseRestarts() throws {
      let postgres = try PostgresServer(isDurable: true)
      let database = try Database(on: postgres)
      let folders = [try TemporaryFolder(), try TemporaryFolder()]
      let servers = try folders.map { try ServerProcess(database.store, in: $0) }
      let voters = try Voters(on: servers)
      // Both servers must have the round in memory in order to answer queries about it without the database.
      for server in servers { try voters.readRound(from: server) }
      let listeners = try servers.map { try Listener($0.wire(token: voters.household.token)) }
      let tallies = try voters.vote {
        for stop in [PostgresServer.Stop.immediate, .fast, .immediate] {
          voters.waitForVotes()
          try postgres.stop(stop)
          for server in servers { try Self.checkOutage(of: server, voters) }
          try postgres.start()
          voters.waitForVotes()
        }
      }
      #expect(tallies.reasons.isSubset(of: ["store_unavailable", "outcome_unknown"]))
      try tallies.check(against: database)
      for listener in listeners { try Self.check(listener, database, voters.household) }
      for server in servers {
        try eventually("health to be ok") { try voters.health(of: server) == "ok" }
        #expect(server.process.errors.split(separator: "\n").count < Self.maximumLogLines, "\(server.process.errors)")
      }
      try postgres.stop()
      for server in servers { #expect(try server.terminate() == 0) }
      try postgres.start()
      try database.verify(in: folders[0])
    }

    @Test func acknowledgedVotesSurviveTerminatedConnections() throws {
      let database = try Database()
      let folder = try TemporaryFolder()
      let server = try ServerProcess(database.store, in: folder)
      let voters = try Voters(on: [server])
      let listener = try Listener(server.wire(token: voters.household.token))
      let tallies = try voters.vote {
        for _ in 0..<12 {
          voters.waitForVotes(10)
          try database.terminateConnections()
        }
        voters.waitForVotes(10)
      }
      try tallies.check(against: database)
      try Self.check(listener, database, voters.household)
      #expect(try server.terminate() == 0)
      #expect(server.process.errors.split(separator: "\n").count < Self.maximumLogLines, "\(server.process.errors)")
      try database.verify(in: folder)
    }

    /// Expects that the server answers queries from memory and refuses commands at once.
    private static func checkOutage(of server: ServerProcess, _ voters: Voters) throws {
      #expect(try voters.health(of: server) == "store_unavailable")
      try voters.readRound(from: server)
      let wire = try server.wire(token: voters.household.token)
      let refused = try wire.call("rounds.vote", voters.parameters(vote: "up", command: randomID()))
      #expect(refused.code == 503)
      #expect(refused.reason == "store_unavailable")
    }

    private static func check(_ listener: Listener, _ database: Database, _ household: Household) throws {
      var listener = listener
      let expected = try database.positions(of: household.id, after: listener.start)
      try listener.listen(through: expected.last ?? 0)
      #expect(try listener.events.map { try $0.integer("position") } == expected)
    }
  }
#endif
