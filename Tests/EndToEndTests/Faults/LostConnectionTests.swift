#if Postgres
  import Glibc
  import MovieNightKit
  import MovieNightPrimitives
  import TestSupport
  import Testing

  @testable import Transport

  /// A database connection that is lost at a given point of a group. When the client resends the command, the server
  /// looks up the command id to learn whether the group was committed.
  @Suite struct LostConnectionTests {
    @Test(arguments: CuttingProxy.Cut.allCases)
    func resentCommandIsAppliedOnceAfterLostConnection(_ cut: CuttingProxy.Cut) throws {
      let database = try Database()
      let folders = [try TemporaryFolder(), try TemporaryFolder()]
      let proxy = try CuttingProxy(to: database.server, in: folders[0].path)
      defer { proxy.end() }
      let server = try ServerProcess(database.store(through: folders[0]), in: folders[0])
      let other = try ServerProcess(database.store, in: folders[1])
      let voters = try Voters(on: [server], members: 2)
      var listeners = try [server, other].map { try Listener($0.wire(token: voters.household.token)) }
      let wire = try server.wire(token: voters.household.token)
      try wire.result("rounds.vote", voters.parameters(vote: "up", command: randomID()))

      let command = randomID()
      proxy.cutNext(cut)
      let first = try wire.call("rounds.vote", voters.parameters(vote: "down", command: command))
      #expect(proxy.hasCut)
      if cut == .inBeginning {
        // The connection was lost before the group was decided, so the server could retry on its own.
        _ = try first.result()
      } else {
        #expect(first.code == 503)
        // With this cut the server may notice the loss before it sends the COMMIT. Then it knows that nothing was
        // recorded.
        let isNoticedEarly = cut == .inStatements && first.reason == "store_unavailable"
        #expect(isNoticedEarly || first.reason == "outcome_unknown")
      }
      try eventually("the resent command to be answered") {
        let answer = try wire.call("rounds.vote", voters.parameters(vote: "down", command: command))
        if let code = answer.code { #expect(code == 503, "\(answer.text)") }
        return answer.code == nil
      }
      #expect(try database.eventsByCommand()[command] == 1)

      // The client library resends the command without the caller's help.
      if cut != .silentAfterCommit {
        proxy.cutNext(cut)
        let client = try server.client(token: voters.household.token)
        let repeated = try client.call("rounds.vote") { json in
          json.field("round_id", voters.round)
          json.field("tmdb_movie_id", 1)
          json.field("vote", "up")
        }
        #expect(try repeated.string("vote") == "up")
        #expect(proxy.hasCut)
      }
      #expect(try database.eventsByCommand().values.allSatisfy { $0 == 1 })
      for index in listeners.indices {
        let expected = try database.positions(of: voters.household.id, after: listeners[index].start)
        try listeners[index].listen(through: expected.last ?? 0)
        #expect(try listeners[index].events.map { try $0.integer("position") } == expected)
      }
      #expect(try server.terminate() == 0)
      #expect(try other.terminate() == 0)
      try database.verify(in: folders[0])
    }

    @Test func silentDatabaseDoesNotPreventShutdown() throws {
      let database = try Database()
      let folder = try TemporaryFolder()
      let proxy = try CuttingProxy(to: database.server, in: folder.path)
      defer { proxy.end() }
      let server = try ServerProcess(database.store(through: folder), in: folder)
      let voters = try Voters(on: [server], members: 2)
      let wires = try (0..<6).map { _ in try server.wire(token: voters.household.token) }
      try voters.readRound(from: server)
      proxy.goSilent()
      try wires[0].post("rounds.vote", voters.parameters(vote: "up", command: randomID()))
      // While the vote waits, reads from memory are answered. The health requests wait for the database, too, and there
      // are more of them than workers.
      try wires[1].result("rounds.get", #""round_id":"\#(voters.round)""#)
      for wire in wires[2...] { try wire.post("server.health") }
      #expect(try server.terminate() == 0)
    }
  }
#endif
