import EventStore
import MovieNightPrimitives
import Projections
import Testing

@testable import Console
@testable import Server
@testable import Stores
@testable import Transport

/// Stores with an event that was changed after it was written, or with a malformed row.
@Suite struct DamagedStoreTests {
  @Test(arguments: StoreKind.keepingRows)
  func requestsNeedingDamagedEventAreRefused(_ kind: StoreKind) throws {
    let night = try DamagedNight(kind)
    let (wire, round, damaged) = (night.wire, night.round, night.damaged)
    try night.expectRefusal(wire.call("events.read"))
    try night.expectRefusal(wire.call("events.read", #""after":\#(damaged - 1),"limit":1"#))
    try night.expectRefusal(wire.call("rounds.get", round + #","as_of":\#(damaged)"#))
    try night.expectRefusal(wire.call("rounds.vote", round + #","tmdb_movie_id":2,"vote":"down""#))
    let after = try wire.result("events.read", #""after":\#(damaged)"#).array("events")
    #expect(try after.map { try $0.integer("position") } == [night.last], "later events can be read")
    let movies = try wire.result("rounds.get", round).array("suggestions")
    #expect(try movies.map { try $0.integer("votes_up") } == [1, 1], "the rows are older than the damage")
    try night.expectHealthProblem()
  }

  /// The store has the receipt of the vote, although the result depends on the damaged event.
  @Test(arguments: StoreKind.keepingRows)
  func repeatedCommandWithDamagedResultIsReported(_ kind: StoreKind) throws {
    let night = try DamagedNight(kind)
    let answer = try night.wire.call("rounds.vote", night.round + DamagedNight.lastVote)
    #expect(answer.code == 500 && answer.reason == "result_unreadable", "\(answer.text)")
    let other = try night.wire.call("rounds.vote", night.round + DamagedNight.lastVote.replacing("up", with: "down"))
    #expect(other.reason == "command_id_reused", "\(other.text)")
    try night.expectHealthProblem()
  }

  @Test(arguments: StoreKind.keepingRows)
  func damagedEventIsNotSentToSubscribers(_ kind: StoreKind) throws {
    let night = try DamagedNight(kind)
    try night.wire.result("events.subscribe", #""after":\#(night.damaged - 1)"#)
    try eventually("health to report the damage") {
      try night.server.administrator().result("server.health").string("status") == "degraded"
    }
    try night.expectHealthProblem()
    #expect(!night.wire.hasInput)
  }

  @Test(arguments: StoreKind.keepingRows)
  func rebuildFromDamagedEventIsRefused(_ kind: StoreKind) throws {
    let night = try DamagedNight(kind)
    try night.expectRefusal(night.server.administrator().call("projections.rebuild"))
    let movies = try night.wire.result("rounds.get", night.round).array("suggestions")
    #expect(try movies.map { try $0.integer("votes_up") } == [1, 1], "the rows are unchanged")
    try night.expectHealthProblem()
  }

  @Test(arguments: StoreKind.keepingRows)
  func serverStartsOnDamagedLastEventAndReportsIt(_ kind: StoreKind) throws {
    let night = try DamagedNight(kind, isLast: true)
    try night.expectHealthProblem()
    try night.expectRefusal(night.wire.call("events.read"))
    let round = try night.wire.result("rounds.get", night.round)
    #expect(try round.array("suggestions").map { try $0.integer("votes_up") } == [1, 1], "the rows are older")
    _ = try night.server.createHousehold("Others")
  }

  #if Postgres
    /// Two households each have a round, which both servers have read. A trigger in the database changes a vote of the
    /// first household.
    @Test func damagedEventOfAnotherServerIsReported() throws {
      let servers = try ServerGroup(2)
      let households = [try servers[0].createHousehold(), try servers[0].createHousehold("Others")]
      let wires = try households.map { try servers[0].wire(token: $0.token) }
      let rounds = try wires.map { try $0.startRound() }
      try servers.settle()
      let others = try households.map { try servers[1].wire(token: $0.token) }
      for (wire, round) in zip(others, rounds) {
        try wire.result("rounds.vote", round + #","tmdb_movie_id":2,"vote":"up""#)
        try wire.result("rounds.get", round)
      }
      try servers.settle()
      var listener = try Listener(servers[1].wire(token: households[1].token))
      let vote = #","tmdb_movie_id":1,"vote":"up""#
      let damaged = try servers.whileEventsAreDamaged {
        try wires[0].result("rounds.vote", rounds[0] + vote).integer("position")
      }
      let administrator = try servers[1].administrator()
      try eventually("health to report the damage") { try !administrator.problems().isEmpty }
      let problems = try administrator.problems()
      #expect(try problems.map { try $0.string("reason") } == ["store_damaged"])
      #expect(try problems.first?.integer("position") == damaged)

      // Only requests that depend on the damaged event are refused.
      let round = #","tmdb_movie_id":2,"vote":"down""#
      let again = try servers[1].wire(token: households[0].token)
      for answer in [try again.call("events.read"), try again.call("rounds.vote", rounds[0] + round)] {
        #expect(answer.code == 503 && answer.reason == "store_unavailable", "\(answer.text)")
        #expect(try answer.error?.object("data").integer("position") == damaged, "\(answer.text)")
      }
      let movies = try again.result("rounds.get", rounds[0]).array("suggestions")
      #expect(try movies.map { try $0.integer("votes_up") } == [1, 1], "the row was recorded with the event")
      for wire in [wires[1], others[1]] {
        try listener.listen(through: wire.result("rounds.vote", rounds[1] + vote).integer("position"))
      }
      try servers.settle()
      servers[0].stop()
      servers.time.advance(hours: 73)
      try eventually("the other round to expire") {
        try others[1].result("rounds.get", rounds[1]).string("status") == "expired"
      }
    }

    /// The other server cannot read from the damaged event which token was revoked. It can read it from the rows, which
    /// were recorded with the event.
    @Test func damagedRevocationEndsAccessOnAllServers() throws {
      let servers = try ServerGroup(2)
      let household = try servers[0].createHousehold()
      let creator = try servers[0].wire(token: household.token)
      let issued = try creator.result("tokens.issue", #""label":"Phone""#)
      try servers.settle()
      let phone = try servers[1].wire(token: issued.string("token"))
      let other = try servers[1].wire(token: servers[0].createHousehold("Others").token)
      try servers.whileEventsAreDamaged {
        try creator.result("tokens.revoke", #""token_id":"\#(issued.string("token_id"))""#)
      }
      try eventually("the revocation to take effect") { try phone.call("sessions.list").code == 401 }
      #expect(try phone.call("auth.authenticate", #""token":"\#(issued.string("token"))""#).code == 401)
      try phone.result("auth.authenticate", #""token":"\#(household.token)""#)
      try other.result("sessions.list")
    }
  #endif

  /// Rows have no checksum, so a server detects only damage that makes a row malformed.
  @Test(arguments: StoreKind.keepingRows)
  func malformedRowIsRefusedUntilRebuild(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold()
    let started = try server.wire(token: household.token).result("rounds.start")
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    server.stop()
    try server.execute(
      """
      UPDATE read_model_rows SET document = substr(document, 2)
      WHERE half = (SELECT half FROM read_models WHERE name = 'rounds')
      """)
    try server.start()
    let wire = try server.wire(token: household.token)
    let answer = try wire.call("rounds.get", round)
    #expect(answer.code == 503 && answer.reason == "store_unavailable", "\(answer.text)")
    #expect(try Array(wire.result("sessions.list").array("sessions")).count == 1, "other rows are served")
    try server.administrator().result("projections.rebuild")
    try eventually("the rebuilt row") { try wire.call("rounds.get", round).error == nil }
  }

  @Test func repeatedDamageIsLoggedOnce() throws {
    let written = try WrittenLog()
    let report = DamageReport(problems: HealthProblems(), log: written.log, clock: { Timestamp(microseconds: 0) })
    let error = StoreError.damagedEvent("/folder/store.db", at: 7)
    let wrapped: [any Error] = [error, ProjectionError.store(error)]
    for error in wrapped { #expect(report.note(error)?.data == [.damagedPosition(7)]) }
    #expect(report.note(StoreError(.unavailable, "away")) == nil)
    #expect(report.note(StoreError(.damaged, "an id of 3 bytes"))?.message == Refusal.storeUnavailable.message)
    let lines = written.take()
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("store_damaged") }, "\(lines)")
    #expect(lines[0].contains("/folder/store.db") && lines[0].contains("position 7"))
  }
}

#if Postgres
  extension ServerGroup {
    /// Runs `body` while a trigger in the database changes the data of each new event.
    @discardableResult
    fileprivate func whileEventsAreDamaged<Result>(_ body: () throws -> Result) throws -> Result {
      try database.execute(
        """
        CREATE OR REPLACE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN NEW.data := replace(NEW.data, '"up"', '"down"') || ' '; RETURN NEW; END $$;
        CREATE TRIGGER damage BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION damage()
        """)
      defer { #expect(throws: Never.self) { try database.execute("DROP TRIGGER damage ON events") } }
      return try body()
    }
  }
#endif

/// A server on a store in which a vote for a movie was changed into a vote against it.
private struct DamagedNight {
  let server: LocalServer
  let wire: Wire
  let round: String
  /// The position of the damaged vote.
  let damaged: Int
  /// The position of the last vote.
  let last: Int
  static let lastVote = #","tmdb_movie_id":2,"vote":"up","command_id":"01a20c7e-9d42-7a53-b0f4-7b1c2d9e6a10""#

  /// - Parameter isLast: Whether the last event is damaged; otherwise the one before it.
  init(_ kind: StoreKind, isLast: Bool = false) throws {
    server = try LocalServer(kind)
    let household = try server.createHousehold()
    let first = try server.wire(token: household.token)
    let started = try first.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    let vote = try first.result("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up""#).integer("position")
    last = try first.result("rounds.vote", round + Self.lastVote).integer("position")
    damaged = isLast ? last : vote
    // The server is restarted because the running one has the original event in memory.
    server.stop()
    try server.execute(#"UPDATE events SET data = replace(data, '"up"', '"down"') WHERE position = \#(damaged)"#)
    try server.start()
    wire = try server.wire(token: household.token)
  }

  func expectRefusal(_ answer: Answer) throws {
    #expect(answer.code == 503 && answer.reason == "store_unavailable", "\(answer.text)")
    #expect(try answer.error?.object("data").integer("position") == damaged, "\(answer.text)")
    #expect(!answer.text.contains("down"))
  }

  func expectHealthProblem() throws {
    let health = try server.administrator().result("server.health")
    #expect(try health.string("status") == "degraded")
    let problem = try #require(Array(health.array("problems")).first)
    #expect(try problem.string("reason") == "store_damaged" && problem.integer("position") == damaged)
    #expect(!problem.text.contains(server.folder.path), "health shows no path, because members can read it")
  }
}

extension LocalServer {
  /// Executes a statement on the server's database without going through the server.
  fileprivate func execute(_ sql: String) throws {
    switch store {
    #if SQLite
      case .sqlite(let path): try SQLiteConnection(path, mode: .readWrite).execute(sql)
    #endif
    #if Postgres
      case .postgres: try folder.database().execute(sql)
    #endif
    case .memory, .journal: throw TestFailure("\(store) is no database")
    }
  }
}
