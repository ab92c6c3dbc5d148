import MovieNightPrimitives
import Testing

/// Queries with `as_of`, which show a round as it was at an earlier position or time.
@Suite struct AsOfTests {
  private static let methods = ["rounds.get", "rounds.results", "rounds.ratings"]

  /// Plays a night and keeps the answers about its round after each command. At the end, queries with `as_of` must give
  /// the same answers.
  @Test(arguments: StoreKind.allCases)
  func asOfPositionReturnsAnswersOfThatMoment(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold(children: ["Max", "Mia"])
    let wire = try server.wire(token: household.token)
    let otherHousehold = try server.wire(token: server.createHousehold().token)
    let before = try server.administrator().result("server.health").integer("head")
    let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2)),\#(movie(3))]"#)
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    var moments: [(position: Int, answers: [String])] = []
    func answers(_ more: String = "") throws -> [String] {
      try Self.methods.map { try wire.call($0, round + more).resultText() }
    }
    func play(_ method: String, _ parameters: String = "", of sender: Wire? = nil) throws {
      // Another household records an event, so that the household's positions are not consecutive.
      try otherHousehold.result("invites.create")
      let position = try (sender ?? wire).result(method, parameters).integer("position")
      moments.append((position, try answers()))
      server.time.advance(hours: 1)
    }
    moments.append((try started.integer("position"), try answers()))
    try play("rounds.open_voting", round)
    try play("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up""#)
    // The round has no fixed attendees, so a new member takes part from the moment of joining.
    let invite = try wire.result("invites.create").string("invite_token")
    try play("invites.accept", #""invite_token":"\#(invite)","display_name":"Ann""#, of: server.administrator())
    try play("rounds.vote", round + #","tmdb_movie_id":2,"vote":"down""# + household.actingAs(household.children[0]))
    // The answers contain a flag for watched movies, which comes from the watched list.
    try play("watched.mark", #""movie":\#(movie(3))"#)
    try play("rounds.vote", round + #","tmdb_movie_id":1,"vote":null"#)
    try play("rounds.vote", round + #","tmdb_movie_id":2,"vote":"up""#)
    try play("rounds.pick", round + #","tmdb_movie_id":2"#)
    try play("members.remove", #""member_id":"\#(household.children[1])""#)
    try play("rounds.mark_watched", round)
    try play("rounds.rate", round + #","rating":"loved""#)
    #expect(Set(moments.map { $0.answers[0] }).count > 9)
    for moment in moments {
      #expect(try answers(#","as_of":\#(moment.position)"#) == moment.answers, "at \(moment.position)")
    }
    #expect(try answers(#","as_of":1000000"#) == moments.last?.answers, "a later position gives the current state")
    for method in Self.methods {
      for position in [0, before] {
        let answer = try wire.call(method, round + #","as_of":\#(position)"#)
        #expect(answer.reason == "unknown_round", "\(answer.text)")
      }
    }
  }

  @Test func asOfTimeIncludesItsWholeSecond() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let second = Timestamp(microseconds: 1_771_200_000_000_000)
    server.time.freeze(at: second)
    let round = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let id = #""round_id":"\#(try round.object("round").string("round_id"))""#
    func vote(at microseconds: Int64, _ vote: String) throws {
      server.time.freeze(at: Timestamp(microseconds: second.microseconds + microseconds))
      try wire.result("rounds.vote", id + #","tmdb_movie_id":1,"vote":\#(vote)"#)
    }
    try vote(at: 999_999, #""up""#)
    try vote(at: 1_000_000, #""down""#)
    func votes(at time: String) throws -> [Int] {
      let first = try wire.result("rounds.get", id + #","as_of":"\#(time)""#).array("suggestions").map {
        [try $0.integer("votes_up"), try $0.integer("votes_down")]
      }
      return try #require(first.first)
    }
    #expect(try votes(at: "2026-02-16T00:00:00Z") == [1, 0])
    #expect(try votes(at: "2026-02-16T00:00:01Z") == [0, 1])
    #expect(try votes(at: "2099-01-01T00:00:00Z") == [0, 1])
    #expect(try wire.call("rounds.get", id + #","as_of":"2026-02-15T23:59:59Z""#).code == 404)
    #expect(try wire.call("rounds.get", id + #","as_of":"1970-01-01T00:00:00Z""#).code == 404)
  }

  @Test(arguments: StoreKind.durable)
  func overdueTransitionsAreDatedWhenDue(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold()
    let first = try server.wire(token: household.token)
    func start(_ parameters: String) throws -> String {
      let started = try first.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))]"# + parameters)
      return #""round_id":"\#(try started.object("round").string("round_id"))""#
    }
    let chosen = try start(#","open_voting":true"#)
    try first.result("rounds.pick", chosen + #","tmdb_movie_id":1"#)
    try first.result("rounds.rate", chosen + #","rating":"loved""#)
    let draft = try start("")
    // The deadlines pass while no server is running.
    server.stop()
    server.time.advance(hours: 60 * 24)
    try server.start()
    let wire = try server.wire(token: household.token)
    func round(_ id: String, asOf time: Timestamp? = nil) throws -> JSONValue {
      try wire.result("rounds.get", id + (time.map { #","as_of":"\#($0.text(.seconds))""# } ?? ""))
    }
    func moment(_ name: StaticString, of round: JSONValue) throws -> Timestamp {
      try #require(Timestamp(text: try round.string(name)))
    }
    try eventually("all overdue transitions") {
      try round(chosen).string("status") == "rated" && round(draft).string("status") == "expired"
    }
    let expiry = try moment("expired_at", of: round(draft))
    #expect(try round(draft, asOf: expiry.advanced(bySeconds: -1)).string("status") == "draft")
    let over = try round(draft, asOf: expiry)
    #expect(try over.string("status") == "expired" && moment("expired_at", of: over) == expiry)
    let watched = try moment("watched_at", of: round(chosen))
    let before = try round(chosen, asOf: watched.advanced(bySeconds: -1))
    #expect(try before.string("status") == "selected" && !before.object("pick").bool("watched"))
    #expect(try before.array("suggestions").map { try $0.bool("watched") } == [false, false])
    let after = try round(chosen, asOf: watched)
    #expect(try after.string("status") == "watched" && moment("watched_at", of: after) == watched)
    #expect(try after.array("suggestions").map { try $0.bool("watched") } == [true, false], "the library agrees")
    let rated = try moment("rated_at", of: round(chosen))
    for (time, isClosed) in [(rated.advanced(bySeconds: -1), false), (rated, true)] {
      let ratings = try wire.result("rounds.ratings", chosen + #","as_of":"\#(time.text(.seconds))""#)
      #expect(try ratings.bool("closed") == isClosed)
    }
  }

  @Test func transitionByShortenedDeadlineIsDatedInThePast() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    try wire.result("rounds.pick", round + #","tmdb_movie_id":1"#)
    server.time.advance(hours: 10 * 24)
    try wire.result("rounds.rate", round + #","rating":"loved""#)
    try wire.result("households.update", #""settings":{"selected_expiry_days":5}"#)
    try eventually("the round to be watched") { try wire.result("rounds.get", round).string("status") == "watched" }
    let watchedAt = try wire.result("rounds.get", round).string("watched_at")
    let answer = try wire.result("rounds.get", round + #","as_of":"\#(watchedAt)""#)
    #expect(try answer.string("status") == "watched" && answer.string("watched_at") == watchedAt)
    #expect(try answer.object("ratings_summary").integer("loved") == 0, "the rating was given five days later")
  }

  @Test func asOfAnswersShowCurrentNames() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let id = #""round_id":"\#(try started.object("round").string("round_id"))""#
    let child = household.children[0]
    let voted = try wire.result("rounds.vote", id + #","tmdb_movie_id":1,"vote":"up""# + household.actingAs(child))
    let moment = #","as_of":\#(try voted.integer("position"))"#
    try wire.result("members.update", #""member_id":"\#(child)","display_name":"Maximilian""#)
    #expect(try wire.call("rounds.get", id + moment).text.contains("Maximilian"))
    try wire.result("members.erase", #""member_id":"\#(child)","confirm":"DELETE""#)
    let erased = try wire.call("rounds.get", id + moment).text
    #expect(!erased.contains("Maximilian"))
    #expect(erased.contains(child) && erased.contains("[Deleted member]"), "the vote remains")
  }
}
