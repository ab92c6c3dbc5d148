import MovieNightPrimitives
import Testing

/// The deadlines of rounds. The server acts on them even if no request arrives.
@Suite struct RoundDeadlineTests {
  @Test func votingRoundExpiresAfter72Hours() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    server.time.advance(hours: 71)
    #expect(try wire.result("rounds.get", round).string("status") == "voting")
    server.time.advance(hours: 2)
    try eventually("the round to expire") { try wire.result("rounds.get", round).string("status") == "expired" }
    let details = try wire.result("rounds.get", round)
    #expect(try details.string("expired_reason") == "timed_out")
    #expect(try wire.result("sessions.list").array("sessions").map { try $0.string("expired_reason") } == ["timed_out"])
    // The round expired at its deadline, which is earlier than the time at which the server noticed it.
    let created = try #require(Timestamp(text: try details.string("voting_started_at")))
    let expired = try #require(Timestamp(text: try details.string("expired_at")))
    #expect(expired == created.advanced(bySeconds: 72 * Timestamp.secondsPerHour))
    #expect(try wire.result("rounds.active")["round"]?.isNull == true)
  }

  @Test func roundDueWhileServerIsStoppedExpiresOnStart() throws {
    for kind in StoreKind.durable {
      let server = try LocalServer(kind)
      let household = try server.createHousehold()
      let started = try server.wire(token: household.token).result("rounds.start")
      server.stop()
      server.time.advance(hours: 73)
      try server.start()
      let wire = try server.wire(token: household.token)
      try eventually("the round to expire") {
        try wire.result("sessions.list").array("sessions").contains { try $0.string("status") == "expired" }
      }
      let round = try started.object("round").string("round_id")
      #expect(try wire.result("rounds.get", #""round_id":"\#(round)""#).string("expired_reason") == "timed_out")
    }
  }

  @Test func ratedSelectionBecomesWatchedThenRated() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    try wire.result("rounds.pick", round + #","tmdb_movie_id":1"#)
    try wire.result("rounds.rate", round + #","rating":"liked""#)
    // A selected round with a rating becomes watched after 30 days, and rated 14 days later.
    server.time.advance(hours: 24 * 30 + 1)
    try eventually("the round to be watched") { try wire.result("rounds.get", round).string("status") == "watched" }
    server.time.advance(hours: 24 * 14 + 1)
    try eventually("the round to be rated") { try wire.result("rounds.get", round).string("status") == "rated" }
    let types = try wire.result("events.read", round).array("events").map { try $0.string("type") }
    #expect(types.suffix(2) == ["RoundWatched", "RoundRated"])
  }

  @Test func voteAfterExpiryIsRefused() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let round = try started.object("round").string("round_id")
    server.time.advance(hours: 73)
    let answer = try wire.call("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"up""#)
    #expect(answer.reason == "wrong_state")
    #expect(try answer.error?.object("data").string("status") == "expired")
  }
}
