#if Postgres
  import MovieNightPrimitives
  import Testing

  /// Two servers on one database, one of which is killed while it commits groups.
  @Suite struct KilledServerTests {
    @Test func acknowledgedVotesSurviveKillOfOneServer() throws {
      let database = try Database()
      let folders = [try TemporaryFolder(), try TemporaryFolder()]
      let survivor = try ServerProcess(database.store, in: folders[0])
      let killed = Locked(try ServerProcess(database.store, in: folders[1]))
      let voters = try Voters(on: [survivor, killed.withLock { $0 }])
      let tallies = try voters.vote {
        for _ in 0..<4 {
          voters.waitForVotes()
          try killed.withLock { try $0.kill() }
          voters.waitForVotes()
          let started = try ServerProcess(database.store, in: folders[1])
          killed.withLock { $0 = started }
        }
        voters.waitForVotes()
      }
      try tallies.check(against: database)
      #expect(try survivor.terminate() == 0)
      #expect(try killed.withLock { try $0.terminate() } == 0)
      try database.verify(in: folders[0])
    }
  }
#endif
