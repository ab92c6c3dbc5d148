#if Postgres
  import Glibc
  import TestSupport
  import Testing

  /// A database that is configured to wait for a standby at each commit, but has no standby.
  @Suite struct StandbyTests {
    private let postgres: PostgresServer
    private let database: Database
    private let folder: TemporaryFolder
    private let server: ServerProcess
    private let voters: Voters

    init() throws {
      postgres = try PostgresServer()
      database = try Database(on: postgres)
      folder = try TemporaryFolder()
      server = try ServerProcess(database.store, in: folder)
      voters = try Voters(on: [server], members: 2)
    }

    /// When the wait is interrupted, the event is committed and visible, but a failover could still lose it.
    @Test(arguments: ["pg_cancel_backend", "pg_terminate_backend"])
    func commitWithoutStandbyIsNotAcknowledged(_ function: String) throws {
      let wire = try server.wire(token: voters.household.token)
      let vote = voters.parameters(vote: "up", command: randomID())
      try requireStandby("nobody")
      try wire.post("rounds.vote", vote)
      try interruptWait(with: function)
      let first = try wire.readAnswer()
      #expect(first.code == 503 && first.reason == "outcome_unknown", "\(first.text)")
      // On a busy machine the server may stop waiting before the backend is interrupted, and another commit, such as that
      // of rows, may have been interrupted instead. Then the event becomes visible only after the answer.
      try eventually("the event to be visible") {
        try database.executeOnServer("SELECT \(function)(pid) \(Self.waits)")
        return try database.integer("SELECT count(*) FROM events WHERE type = 'VoteCast'") == 1
      }
      // A resent command waits for the standby again.
      for _ in 0..<2 {
        try wire.post("rounds.vote", vote)
        try interruptWait(with: function)
        let again = try wire.readAnswer()
        #expect(again.code == 503, "\(again.text)")
      }
      try requireStandby("")
      try eventually("the resent vote to be acknowledged") { try wire.call("rounds.vote", vote).code == nil }
      #expect(try database.integer("SELECT count(*) FROM events WHERE type = 'VoteCast'") == 1)
      #expect(try server.terminate() == 0)
    }

    private static let waits = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

    /// Makes commits wait for the standby with that name; an empty name ends that.
    private func requireStandby(_ name: String) throws {
      try database.executeOnServer("ALTER SYSTEM SET synchronous_standby_names = '\(name)'")
      try database.executeOnServer("SELECT pg_reload_conf()")
      // A backend reads the new setting before its next command.
      try eventually("the setting to take effect") {
        try database.integer(
          "SELECT count(*) FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = '\(name)'") == 1
      }
    }

    private func interruptWait(with function: String) throws {
      try eventually("a commit to wait") { try database.integer("SELECT count(*) \(Self.waits)") == 1 }
      try database.executeOnServer("SELECT \(function)(pid) \(Self.waits)")
    }
  }
#endif
