#if TMDb
  @testable import Catalog
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Server

  /// Guides while the catalog is slow, fails, or does not know a series, and after it has recovered.
  @Suite struct GuideCatalogTests {
    private let fixture: GuideServer
    private var tmdb: FakeTMDb { fixture.tmdb }
    private var tim: Wire { fixture.tim }

    init() throws {
      fixture = try GuideServer()
      try fixture.watch(.airing(7, on: "02-10", "02-17"))
    }

    private var seasonRequests: Int { tmdb.count(of: "/tv/7/season/1") }

    @Test func firstOfDuplicatedEpisodesCounts() throws {
      try fixture.changeSeason(of: 7) { season in
        season.episodes.append(season.episodes[0])
        season.episodes[2].airDate = "2026-02-24"
      }
      fixture.expireFacts()
      #expect(try tim.guide().airDates == ["7-s1e1": "2026-02-10", "7-s1e2": "2026-02-17"])
    }

    @Test func failingSeasonIsUnavailableUntilRecovery() throws {
      tmdb.behave(.status(500), on: "/tv/7/season")
      let failed = try tim.guide()
      #expect(try failed.bool("partial") && failed.missing == ["7 unavailable"])
      #expect(try failed.array("missing").map { try $0.string("title") } == ["Series 7"])
      #expect(try failed.integer("total_shows") == 0)
      tmdb.behave(.ok)
      fixture.endPauses()
      try expectRecovery()
    }

    @Test func failingSeriesIsUnavailableUntilRecovery() throws {
      try fixture.server.administrator().result("catalog.clear")
      tmdb.behave(.status(503))
      let failed = try tim.guide()
      #expect(try failed.bool("partial") && failed.missing == ["7 unavailable"])
      #expect(try tim.calendar().bool("partial"))
      tmdb.behave(.ok)
      fixture.endPauses()
      try expectRecovery()
      #expect(try !tim.calendar().bool("partial"))
    }

    @Test func oldFactsAreStaleUntilRecovery() throws {
      let before = try tim.guide()
      try expectWhole(before)
      fixture.expireFacts()
      tmdb.behave(.status(500))
      let old = try tim.guide()
      #expect(try old.array("stale").map(\.text) == ["7"])
      #expect(try !old.bool("partial") && old.airDates == before.airDates)
      #expect(try old.string("etag") != before.string("etag"))
      tmdb.behave(.ok)
      fixture.endPauses()
      try eventually("new facts") { try Array(tim.guide().array("stale")).isEmpty }
      #expect(try tim.guide().string("etag") == before.string("etag"))
    }

    @Test func removedSeriesIsNotFoundAndTheGuideWhole() throws {
      try fixture.watch(.airing(8, on: "02-11"))
      fixture.expireFacts()
      let series = tmdb.series
      tmdb.series = [series[0]]
      let guide = try tim.guide()
      #expect(try !guide.bool("partial") && guide.missing == ["8 not_found"] && guide.showIDs == [7])
      tmdb.series = series
      // A series that the source does not know is asked for again after ten minutes.
      fixture.server.time.advance(seconds: 601)
      #expect(try tim.guide().showIDs == [7, 8])
    }

    /// A list of seasons can be older than the removal of one of them.
    @Test func removedSeasonLeavesShowWithoutEpisodes() throws {
      tmdb.behave(.status(404), on: "/tv/7/season")
      let guide = try tim.guide()
      #expect(try !guide.bool("partial") && guide.missing == [] && guide.showIDs == [7])
      #expect(try guide.integer("total_episodes") == 0)
    }

    @Test func unknownProvidersMakeTheGuidePartial() throws {
      tmdb.behave(.status(500), on: "/watch/providers/tv")
      let guide = try tim.guide()
      #expect(try guide.bool("partial") && guide.missing == [] && guide.showIDs == [7])
      tmdb.behave(.ok)
      fixture.endPauses()
      try expectRecovery()
    }

    /// Expects that the guide becomes whole. After a pause the server sends a single request, and refuses the others
    /// until that is answered.
    private func expectRecovery() throws {
      try eventually("the source to recover") { try !tim.guide().bool("partial") }
      try expectWhole(try tim.guide())
    }

    private func expectWhole(_ guide: JSONValue) throws {
      #expect(try !guide.bool("partial") && guide.missing == [])
      #expect(try guide.airDates == ["7-s1e1": "2026-02-10", "7-s1e2": "2026-02-17"])
    }
  }

  /// Guides while the source does not answer.
  @Suite struct SilentGuideTests {
    private let source = ScriptedSource()
    private let collection: CollectionServer
    private var tim: Wire { collection.tim }

    init() throws { collection = try CollectionServer(catalog: source.configuration) }

    /// Adds series, whose facts the source has from then on.
    private func watch(_ ids: ClosedRange<Int>) throws {
      source.fail(.unavailable(.timeout))
      try tim.addTitles(ids.map { watched($0) }.joined(separator: ","))
      source.fail(nil)
      source.setFacts(.providers(ProviderList(providers: [])), as: .providers(.tv))
      for id in ids {
        let day = try #require(CalendarDate(text: "2026-02-\(10 + id % 10)"))
        source.setFacts(
          .series(
            SeriesFacts(
              id: id, name: "Series \(id)", status: "Returning Series",
              seasons: [SeriesFacts.SeasonListing(seasonNumber: 1, name: "Season 1", airDate: day, episodeCount: 1)])),
          as: .series(id))
        source.setFacts(
          .season(
            SeasonFacts(
              seriesID: id, seasonNumber: 1, name: "Season 1",
              episodes: [EpisodeFacts(seriesID: id, seasonNumber: 1, episodeNumber: 1, airDate: day)])),
          as: .season(series: id, 1))
      }
    }

    /// After the time to wait, the answer names what is missing, and the server asks on without another request.
    @Test(arguments: [1, 100]) func partialGuideCompletesByItself(shows: Int) throws {
      try watch(1...shows)
      source.stopAnswering()
      let partial = try tim.guide(#","wait_ms":50"#)
      #expect(try partial.bool("partial") && partial.missing == (1...shows).map { "\($0) loading" })
      #expect(try partial.integer("total_shows") == 0)
      source.resumeAnswering()
      eventually("all seasons to be asked for") {
        Set((1...shows).map { CatalogQuestion.season(series: $0, 1) }).isSubset(of: source.asked)
      }
      let asked = source.asked
      try eventually("the whole guide") { try tim.guide(#","wait_ms":0"#).integer("total_episodes") == shows }
      let whole = try tim.guide(#","wait_ms":0"#)
      #expect(try !whole.bool("partial") && whole.missing == [])
      #expect(source.asked == asked, "nothing is asked again")
    }

    /// Each of the series is asked for, and no season is asked for before its series is known.
    @Test func seasonsAreLoadingWhileSeriesAreKnown() throws {
      try watch(1...2)
      source.stopAnswering(on: .season(series: 2, 1))
      let partial = try tim.guide(#","wait_ms":50"#)
      #expect(try partial.bool("partial") && partial.missing == ["2 loading"] && partial.showIDs == [1])
      #expect(try tim.calendar(#","wait_ms":0"#).string("text").contains("UID:1-s1e1."))
    }

    @Test func reminderIsUndatedWhileItsSeriesIsUnknown() throws {
      try watch(7...7)
      try tim.result("reminders.set", #""tmdb_id":7"#)
      source.fail(.unavailable(.timeout))
      let reminder = try #require(try tim.reminders().first)
      #expect(try reminder.string("state") == "waiting" && reminder.string("title") == "Series 7")
      source.fail(nil)
      #expect(try tim.reminders().first?.string("state") == "armed")
    }

    /// Guides wait for the catalog without delaying commands, those of their household included.
    @Test func votesGoOnDuringColdGuides() throws {
      try watch(1...100)
      let started = try tim.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
      let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
      source.stopAnswering()
      let guides = try (0..<8).map { _ in try collection.server.wire(token: collection.household.token) }
      for (index, wire) in guides.enumerated() {
        try wire.post(
          index.isMultiple(of: 2) ? "guide.get" : "guide.calendar",
          february + #","include_planned":\#(index < 4),"wait_ms":10000"#)
      }
      eventually("the source to be asked") { source.asked.contains(.series(1)) }
      for turn in 0..<100 {
        let vote = #","tmdb_movie_id":1,"vote":"\#(turn.isMultiple(of: 2) ? "up" : "down")""#
        try tim.result("rounds.vote", round + vote)
      }
      #expect(!guides.contains { $0.hasInput }, "the guides still wait")
      source.resumeAnswering()
      for wire in guides { #expect(try !wire.readAnswer().result().bool("partial")) }
    }
  }

  /// Cold guides against a slow TMDb.
  @Suite struct SlowGuideTests {
    private static let shows = 100

    /// The limit of 30 requests a second makes the guide take seven seconds. The answer goes out after a half, and the
    /// server asks for the rest by itself.
    @Test func coldGuideOfHundredShowsAnswersInItsTimeAndCompletes() throws {
      let fixture = try GuideServer(.durable[0])
      let tmdb = fixture.tmdb
      func restart(withCatalog: Bool) throws -> Wire {
        fixture.server.stop()
        try fixture.server.start(withCatalog: withCatalog)
        return try fixture.server.wire(token: fixture.household.token)
      }
      try restart(withCatalog: false).addTitles((1...Self.shows).map { watched($0) }.joined(separator: ","))
      tmdb.series = (1...Self.shows).map { .airing($0, on: "02-1\($0 % 10)") }
      tmdb.behave(.slow(milliseconds: 100))
      let wire = try restart(withCatalog: true)
      let partial = try wire.guide(#","wait_ms":500"#)
      #expect(tmdb.requests.count < Self.shows, "the answer goes out before the rest is asked for")
      #expect(try partial.bool("partial") && Array(partial.array("missing")).count > Self.shows / 2)
      #expect(try partial.missing.allSatisfy { $0.hasSuffix(" loading") })
      eventually("the rest to be asked for") {
        (1...Self.shows).allSatisfy { tmdb.count(of: "/tv/\($0)/season/1") == 1 }
      }
      try eventually("the whole guide") { try wire.guide(#","wait_ms":0"#).integer("total_episodes") == Self.shows }
      #expect(try !wire.guide(#","wait_ms":0"#).bool("partial"))
      #expect((1...Self.shows).allSatisfy { tmdb.count(of: "/tv/\($0)") == 1 }, "each series is asked for once")
    }
  }
#endif
