import MovieNightPrimitives
import Testing

/// The next deadline and the ceiling in `rounds.get`, the members who have not rated yet in `rounds.active`, and movies
/// without a year.
@Suite struct OutlookTests {
  private let server: LocalServer
  private let household: Household
  private let tim: Wire
  private let ann: Newcomer

  init() throws {
    server = try LocalServer()
    server.time.freeze(at: Timestamp(microseconds: 1_771_200_000_000_000))
    household = try server.createHousehold(children: ["Max"])
    tim = try server.wire(token: household.token)
    ann = try server.wire().join(tim.result("invites.create").string("invite_token"), "Ann")
  }

  private func start(_ parameters: String = "") throws -> String {
    let movies = #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#
    let started = try tim.result("rounds.start", movies + parameters)
    return try #""round_id":"\#(started.object("round").string("round_id"))""#
  }

  /// Returns the next deadline and the status after it, or `never` if the round has no deadline.
  private func nextDeadline(_ round: String, _ moment: String = "") throws -> String {
    let round = try tim.result("rounds.get", round + moment)
    guard let time: String = try round.optional("due_at") else {
      return round["due_status"]?.isNull == true ? "never" : "no time"
    }
    return try "\(time) \(round.string("due_status"))"
  }

  @Test func roundShowsNextDeadline() throws {
    let round = try start()
    #expect(try nextDeadline(round) == "2026-02-19T00:00:00Z expired")
    server.time.advance(hours: 1)
    let vote = try tim.result("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up""#)
    #expect(try nextDeadline(round) == "2026-02-19T01:00:00Z expired")
    try tim.result("households.update", #""settings":{"voting_expiry_hours":1,"selected_expiry_days":2}"#)
    #expect(try nextDeadline(round) == "2026-02-16T02:00:00Z expired", "new settings apply to open rounds")
    try tim.result("rounds.pick", round + #","tmdb_movie_id":1"#)
    #expect(try nextDeadline(round) == "2026-02-18T01:00:00Z expired")
    try tim.result("rounds.rate", round + #","rating":"liked""#)
    #expect(try nextDeadline(round) == "2026-02-18T01:00:00Z watched")
    try tim.result("rounds.rate", round + #","rating":"liked""# + household.actingAs(household.children[0]))
    try server.wire(token: ann.token).result("rounds.rate", round + #","rating":"loved""#)
    #expect(try nextDeadline(round) == "2026-02-18T01:00:00Z rated", "all attendees have rated")
    try tim.result("rounds.mark_watched", round)
    #expect(try nextDeadline(round) == "never")
    let earlier = try vote.integer("position")
    #expect(try nextDeadline(round, #","as_of":\#(earlier)"#) == "2026-02-19T01:00:00Z expired", "the earlier one")
  }

  @Test func roundShowsEffectiveCeiling() throws {
    func ceiling(_ round: String) throws -> String {
      let round = try tim.result("rounds.get", round)
      return try "\(round.optional("max_content_rating") ?? "-") \(round.bool("ceiling_overridden"))"
    }
    let attendees = #","attendees":["\#(household.creator)","\#(ann.id)"]"#
    let round = try start(attendees)
    #expect(try ceiling(round) == "PG-13 false", "nobody has set preferences")
    for wire in [tim, try server.wire(token: ann.token)] {
      try wire.result("preferences.set", #""genre_likes":[1,2],"max_content_rating":"R""#)
    }
    #expect(try ceiling(round) == "R false")
    try tim.result("rounds.set_attendees", round + #","attendees":null"#)
    #expect(try ceiling(round) == "PG false", "a child attends")
    try tim.result("rounds.override_ceiling", round + #","max_content_rating":"NC-17""#)
    #expect(try ceiling(round) == "NC-17 true")
    try tim.result("rounds.pick", round + #","tmdb_movie_id":1"#)
    #expect(try ceiling(round) == "NC-17 true", "the override stays in the history")
    let other = try start()
    try tim.result("rounds.discard", other)
    #expect(try ceiling(other) == "- false", "a finished round has no ceiling")
  }

  @Test func activeRoundsListAttendeesYetToRate() throws {
    let round = try start()
    try tim.result("rounds.pick", round + #","tmdb_movie_id":1"#)
    func waiting() throws -> [String] {
      try tim.result("rounds.active").array("awaiting").flatMap { try $0.array("waiting_for").map { $0.string ?? "" } }
    }
    let child = household.children[0]
    #expect(try waiting() == [household.creator, child, ann.id])
    try tim.result("rounds.rate", round + #","rating":"liked""# + household.actingAs(child))
    #expect(try waiting() == [household.creator, ann.id])
    try server.wire(token: ann.token).result("members.leave")
    #expect(try waiting() == [household.creator], "a former member need not rate")
  }

  @Test func unreleasedMovieHasNullYear() throws {
    for year in [#","year":null"#, ""] {
      let movie = #"{"tmdb_movie_id":9,"title":"Dune: Part Nine"\#(year)}"#
      try tim.result("watchlist.add", #""movie":\#(movie)"#)
      let listed = try tim.result("watchlist.list").array("items").map { $0["year"]?.isNull }
      #expect(listed == [true])
      let round = try start(#","include_watchlist":true,"ceiling_override":"R""#)
      try tim.result("rounds.pick", round + #","tmdb_movie_id":9"#)
      #expect(try tim.result("rounds.get", round).object("pick")["year"]?.isNull == true)
      try tim.result("rounds.discard", round)
      try tim.result("watchlist.remove", #""tmdb_movie_id":9"#)
    }
  }
}
