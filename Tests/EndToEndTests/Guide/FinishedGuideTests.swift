#if TMDb
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Server

  /// Finished guides, which are answered again until something that they show has changed.
  @Suite struct FinishedGuideTests {
    private let fixture: GuideServer
    private let administrator: Wire
    private var tim: Wire { fixture.tim }

    init() throws {
      fixture = try GuideServer()
      administrator = try fixture.server.administrator()
      try fixture.watch(.airing(7, on: "02-10", "02-17"), .airing(8, on: "02-20"))
    }

    private func hits() throws -> Int {
      let text = try administrator.result("server.metrics").string("text")
      let line = text.split(separator: "\n").first { $0.hasPrefix("movienight_answer_cache_hits_total ") }
      return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
    }

    /// Whether the next guide is answered without being made again.
    private func isFinished(_ more: String = "") throws -> Bool {
      let before = try hits()
      try tim.guide(more)
      return try hits() > before
    }

    /// Asks until the guide is finished, and returns it.
    @discardableResult
    private func finish(_ more: String = "") throws -> JSONValue {
      // The first request loads rows into memory, and the second fills the cache.
      for _ in 0..<2 { try tim.guide(more) }
      #expect(try isFinished(more))
      return try tim.guide(more)
    }

    /// Changes something, and expects that the guide is then made again, with another etag.
    private func expectMadeAgain(_ what: String, _ change: () throws -> Void) throws {
      let before = try finish().string("etag")
      try change()
      #expect(try !isFinished(), "\(what)")
      #expect(try finish().string("etag") != before, "\(what)")
    }

    @Test func finishedGuideIsAnsweredAgain() throws {
      let guide = try finish()
      fixture.tmdb.forget()
      #expect(try tim.guide().text == guide.text)
      #expect(fixture.tmdb.requests.isEmpty)
      let known = #","if_none_match":"\#(try guide.string("etag"))""#
      #expect(try finish(known).bool("not_modified"))
      // Another member's connection and another range have answers of their own.
      try finish(#","show_ids":[7]"#)
      #expect(try isFinished() && isFinished(known))
    }

    @Test func changesMakeGuideAgain() throws {
      try expectMadeAgain("a mark") {
        try tim.result("episodes.mark", #""tmdb_id":7,"season_number":1,"episode_numbers":[1]"#)
      }
      try expectMadeAgain("a setting") { try tim.result("guide.set_show", #""tmdb_id":7,"shift_days":1"#) }
      try expectMadeAgain("a hidden series") { try tim.result("guide.set_show", #""tmdb_id":8,"hidden":true"#) }
      try expectMadeAgain("the household's services") {
        try tim.result("households.update", #""streaming_services":["Hulu"]"#)
      }
      try expectMadeAgain("the household's country") {
        try tim.result("households.update", #""settings":{"country":"DE"}"#)
      }
      try expectMadeAgain("a name") {
        try tim.result("members.update", #""member_id":"\#(fixture.household.creator)","display_name":"Thomas""#)
      }
      try expectMadeAgain("another series") { try fixture.watch(.airing(9, on: "02-12")) }
      try expectMadeAgain("a new member's series") {
        try fixture.watch(.airing(10, on: "02-12"), by: fixture.collection.addMember().wire)
      }
    }

    @Test func changedFactMakesGuideAgain() throws {
      try expectMadeAgain("a changed fact") {
        try fixture.changeSeason(of: 7) { $0.episodes[1].airDate = "2026-02-18" }
        fixture.expireFacts()
      }
    }

    @Test func dayMakesGuideAgainWithoutToday() throws {
      let month = #""start_date":"2026-02-01","end_date":"2026-02-28""#
      for _ in 0..<3 { try tim.result("guide.get", month) }
      let before = try tim.result("guide.get", month)
      #expect(try before.string("today") == "2026-02-14")
      // The clock starts at 20:00.
      fixture.server.time.advance(hours: 4)
      let after = try tim.result("guide.get", month)
      #expect(try after.string("today") == "2026-02-15" && after.string("etag") != before.string("etag"))
    }

    /// Facts that are fetched again without a change leave the finished guide as it is.
    @Test func unrelatedChangesKeepFinishedGuide() throws {
      let before = try finish()
      try tim.addTitles(newMovie(1))
      try tim.result("watchlist.add", #""movie":\#(movie(2))"#)
      try tim.result("reminders.set", #""tmdb_id":7"#)
      let other = try fixture.server.createHousehold("Others", creator: "Ann")
      try fixture.watch(.airing(11, on: "02-12"), by: fixture.server.wire(token: other.token))
      #expect(try finish().text == before.text)
      fixture.expireFacts()
      try tim.guide()
      #expect(try finish().text == before.text)
    }

    @Test func partialGuideIsNotFinished() throws {
      fixture.tmdb.behave(.status(500), on: "/tv/8/season")
      for _ in 0..<4 { #expect(try !isFinished()) }
    }
  }
#endif
