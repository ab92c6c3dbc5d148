import EventStore
import MovieNightPrimitives
import Testing

/// Rebuilds on request, by command with and without a running server, and by several clients at once.
@Suite struct RebuildCommandTests {
  @Test(arguments: StoreKind.durable)
  func rebuildSucceedsDuringVotes(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try "\(kind.address(in: folder))"
    let server = try ServerProcess(kind.address(in: folder), in: folder)
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let round = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
      .object("round").string("round_id")
    for turn in 0..<500 { try Self.vote(wire, round, turn, pipelined: true) }
    for _ in 0..<500 { _ = try wire.readAnswer().result() }

    let isRebuilt = Locked(false)
    let outcomes = try together(2) { index -> Run? in
      guard index == 1 else {
        var turn = 0
        while turn < 50 || !isRebuilt.withLock({ $0 }) {
          try Self.vote(wire, round, turn, pipelined: false)
          turn += 1
        }
        return nil
      }
      defer { isRebuilt.withLock { $0 = true } }
      return try Run("rebuild-projections", "--store", store, "--json", in: folder)
    }
    let rebuild = try #require(outcomes[1])
    #expect(rebuild.code == 0, "\(rebuild.errors)")
    #expect(try rebuild.json().integer("events") >= 500)
    let verified = try Run("rebuild-projections", "--verify", "--store", store, in: folder)
    #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    #expect(try Run("verify", "--store", store, in: folder).code == 0, "beside a running server")
    #expect(try server.terminate() == 0)
    #expect(try Run("verify", "--store", store, in: folder).code == 0)
  }

  private static func vote(_ wire: Wire, _ round: String, _ turn: Int, pipelined: Bool) throws {
    let vote = turn % 2 == 0 ? "up" : "down"
    let parameters = #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"\#(vote)""#
    if pipelined { try wire.post("rounds.vote", parameters) } else { try wire.result("rounds.vote", parameters) }
  }

  @Test(arguments: StoreKind.durable)
  func rebuildSucceedsWithoutServer(_ kind: StoreKind) throws {
    let local = try LocalServer(kind)
    var night = Night(administrator: try local.administrator())
    try night.play(on: local)
    local.stop()
    let before = try rows(at: local.store)
    let rebuild = try Run("rebuild-projections", "sessions", "watched", "--store", "\(local.store)", in: local.folder)
    #expect(rebuild.code == 0, "\(rebuild.errors)")
    #expect(
      rebuild.output.contains("Rebuilt sessions, watched") || rebuild.output.contains("Rebuilt watched, sessions"))
    #expect(try rows(at: local.store) == before)
    let unknown = try Run("rebuild-projections", "sesions", "--store", "\(local.store)", in: local.folder)
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("Did you mean sessions?"))
  }

  @Test func concurrentRebuildsSucceedOrAreRefused() throws {
    let server = try LocalServer()
    _ = try server.createHousehold()
    let wires = try (0..<4).map { _ in try server.administrator() }
    for _ in 0..<20 {
      let reasons = try together(4) { try wires[$0].call("projections.rebuild").reason }
      #expect(reasons.contains(nil))
      #expect(reasons.allSatisfy { $0 == nil || $0 == "rebuild_running" })
    }
  }
}
