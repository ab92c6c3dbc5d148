@testable import Catalog
import Domain
import MovieNightPrimitives
import Testing

@testable import Server

/// Rules of the guide (`docs/guide.md`), one by one.
@Suite struct GuideTests {
  /// A world with one series, whose episodes are numbered from 1 in each season.
  private func world(
    _ seasons: [Int: [String?]], today: String = "2026-02-14", start: String? = nil, end: String? = nil,
    _ change: (inout GuideWorld) -> Void = { _ in }
  ) -> GuideWorld {
    var show = GuideWorld.Show(id: 1396)
    show.seasons = seasons.sorted { $0.key < $1.key }.map { number, dates in
      GuideWorld.Season(
        number: number, date: dates.compactMap(\.self).min(),
        episodes: dates.enumerated().map { GuideWorld.Episode(number: $0 + 1, date: $1) })
    }
    var world = GuideWorld(today: today, start: start, end: end, shows: [show])
    change(&world)
    return world
  }

  private func seen(_ world: GuideWorld) throws -> SeenGuide { try world.guide().decoded() }

  private func show(_ world: GuideWorld) throws -> SeenShow {
    try #require(seen(world).services.flatMap(\.shows).first { $0.tmdbId == 1396 })
  }

  private func episodes(_ world: GuideWorld) throws -> [String] {
    try show(world).upcomingEpisodes.map { "\($0.airDate) \($0.episodeId)" }
  }

  // MARK: Episodes

  @Test func leapDayAndYearEndAreInTheirPages() throws {
    #expect(
      try episodes(world([1: ["2024-02-28", "2024-02-29", "2024-03-01"]], today: "2024-02-10"))
        == ["2024-02-28 1396-s1e1", "2024-02-29 1396-s1e2"])
    #expect(
      try episodes(world([1: ["2025-12-31", "2026-01-01"]], start: "2025-12-31", end: "2026-01-01"))
        == ["2025-12-31 1396-s1e1", "2026-01-01 1396-s1e2"])
  }

  @Test func episodesOfADayAreOrderedBySeasonAndNumber() throws {
    let world = world([2: ["2026-02-20", "2026-02-20"], 1: ["2026-02-20"], 0: ["2026-02-20"]]) {
      $0.filter.includesSpecials = true
    }
    #expect(
      try episodes(world)
        == ["2026-02-20 1396-s0e1", "2026-02-20 1396-s1e1", "2026-02-20 1396-s2e1", "2026-02-20 1396-s2e2"])
  }

  @Test func specialsNeedTheFilter() throws {
    var world = world([0: ["2026-02-10"], 1: ["2026-02-11"]])
    #expect(try episodes(world) == ["2026-02-11 1396-s1e1"])
    world.filter.includesSpecials = true
    #expect(try episodes(world) == ["2026-02-10 1396-s0e1", "2026-02-11 1396-s1e1"])
  }

  @Test func specialDoesNotLightUpADimmedShow() throws {
    let world = world([0: ["2026-02-12"]]) { $0.filter.includesSpecials = true }
    let show = try show(world)
    #expect(show.dimmed && show.inGuide && show.premiere == nil && show.activeWindow == nil)
  }

  @Test func undatedEpisodesAreCounted() throws {
    let show = try show(world([1: ["2026-02-11", nil, nil]]))
    #expect(show.unscheduledEpisodes == 2)
    #expect(show.upcomingEpisodes.count == 1)
  }

  @Test func twoSeasonsCanShareAPage() throws {
    let show = try show(world([1: ["2026-02-02", "2026-02-09"], 2: ["2026-02-23", "2026-03-02"]]))
    #expect(show.upcomingEpisodes.map(\.episodeId) == ["1396-s1e1", "1396-s1e2", "1396-s2e1"])
    #expect(show.activeWindow == SeenShow.Window(start: "2026-02-02", end: "2026-03-02"))
  }

  @Test(
    arguments: [
      (1, "finale", "premiere"), (2, "finale", "finale"), (2, "mid_season", "mid_season_finale"),
      (2, "standard", "standard"), (2, nil, "standard"), (2, "unknown", "standard"),
    ] as [(Int, String?, String)])
  func kindFollowsNumberAndType(_ number: Int, _ type: String?, _ kind: String) {
    #expect(ListedEpisode.Kind(EpisodeRef(3, number), type).rawValue == kind)
  }

  @Test func shiftMovesAirDatesButNotTheSource() throws {
    let world = world([1: ["2026-02-28", "2026-03-01"]]) { $0.shows[0].settings.shiftDays = -1 }
    let moved = try show(world)
    #expect(moved.upcomingEpisodes.map(\.airDate) == ["2026-02-27", "2026-02-28"])
    #expect(moved.upcomingEpisodes.map(\.sourceAirDate) == ["2026-02-28", "2026-03-01"])
    #expect(moved.activeWindow == SeenShow.Window(start: "2026-02-27", end: "2026-02-28"))
    #expect(moved.nextEpisodeDate == "2026-02-27")
  }

  // MARK: State

  @Test(arguments: [("2026-02-06", 8), ("2026-02-07", 7), ("2026-02-13", 1), ("2026-02-14", 0)])
  func premiereIsAnnouncedForAWeek(_ today: String, _ days: Int) throws {
    let show = try show(world([3: ["2026-02-14", "2026-02-21"]], today: today, start: "2026-06-01"))
    let premiere = SeenShow.Premiere(
      seasonNumber: 3, date: "2026-02-14", days: days, label: "Premieres in \(days)d")
    #expect(show.premiere == ((1...7).contains(days) ? premiere : nil))
    #expect(show.inGuide == (1...7).contains(days) && show.dimmed == !(1...7).contains(days))
  }

  @Test func seasonWithoutEpisodesPremieresOnItsOwnDate() throws {
    var world = world([4: []], today: "2026-02-10")
    #expect(try show(world).premiere == nil)
    world.shows[0].seasons[0].date = "2026-02-12"
    #expect(try show(world).premiere?.days == 2)
    world.shows[0].seasons[0].episodes = [GuideWorld.Episode(number: 1, date: "2026-02-13")]
    #expect(try show(world).premiere?.days == 3)
  }

  @Test func bufferDaysLengthenTheActiveWindow() throws {
    var world = world([1: ["2026-01-10", "2026-01-20"]])
    world.shows[0].settings.bufferDays = 11
    #expect(try show(world).activeWindow == nil)
    world.shows[0].settings.bufferDays = 12
    #expect(try show(world).activeWindow == SeenShow.Window(start: "2026-01-10", end: "2026-01-20"))
  }

  @Test func nearestDateIsTheNextElseTheLast() throws {
    let dates = [1: ["2026-02-03", "2026-02-05", "2026-02-20", "2026-02-22"] as [String?]]
    #expect(try seen(world(dates)).nearestDate == "2026-02-20")
    #expect(try seen(world(dates, today: "2026-02-05")).nearestDate == "2026-02-05")
    #expect(try seen(world(dates, today: "2026-02-23")).nearestDate == "2026-02-22")
    #expect(try seen(world([1: []])).nearestDate == nil)
  }

  @Test func nothingIsNewIfTheFocusWeekIsEmpty() throws {
    #expect(try seen(world([1: ["2026-01-20", "2026-02-20"]])).nothingNew)
    #expect(try !seen(world([1: ["2026-01-20", "2026-02-15"]])).nothingNew)
    #expect(try !seen(world([1: ["2026-02-20"]])).nothingNew, "a premiere is new")
  }

  // MARK: Services

  @Test(
    arguments: [
      ([:], "unknown", "Other"), (["DE": [[8]]], "not_in_country", "Other"), (["US": []], "not_in_country", "Other"),
      (["US": [[9], [15]]], "available", "Amazon Prime Video"), (["US": [[], [], [15]]], "available", "Hulu"),
    ] as [([String: [[Int]]], String, String)])
  func availabilityFollowsTheProviders(_ offers: [String: [[Int]]], _ word: String, _ service: String) throws {
    let guide = try seen(world([1: ["2026-02-20"]]) { $0.shows[0].offers = offers })
    let row = try #require(guide.services.first)
    #expect(row.service.name == service && row.shows.first?.availability == word)
  }

  @Test func householdServiceWinsOverTheFirstAndAHandSetOneOverBoth() throws {
    var world = world([1: ["2026-02-20"]]) {
      $0.shows[0].offers = ["US": [[9, 8]]]
      $0.services = ["hulu", "NETFLIX", "Netflix", "My Shelf"]
    }
    func rows() throws -> [String] {
      try seen(world).services.map { "\($0.service.name) \($0.shows.count)" }
    }
    #expect(try rows() == ["Hulu 0", "Netflix 1"])
    #expect(try seen(world).unknownServices == ["My Shelf"])
    #expect(try show(world).streamingServices.map(\.id) == [8, 9])
    world.shows[0].settings.serviceID = 337
    #expect(try rows() == ["Hulu 0", "Netflix 0", "Disney Plus 1"])
    #expect(try show(world).streamingServices.map(\.id) == [337, 9, 8])
    #expect(try show(world).upcomingEpisodes.map(\.serviceId) == [337])
    world.shows[0].settings.serviceID = 30
    #expect(try rows() == ["Hulu 0", "Netflix 1"], "a service of another country does not count")
  }

  @Test func providersWithMatchingNamesAreOneRow() throws {
    let world = world([1: ["2026-02-20"]]) {
      $0.providerIDs = [1796, 8]
      $0.shows[0].offers = ["US": [[8, 1796]]]
      $0.filter.serviceIDs = [8]
    }
    let guide = try seen(world)
    #expect(guide.services.map(\.service) == [SeenService(id: 1796, name: "Netflix")])
    #expect(try show(world).streamingServices.count == 1)
  }

  @Test func threeWatchersShareOneCard() throws {
    let world = world([1: ["2026-02-20", "2026-02-21"]]) {
      $0.memberCount = 3
      $0.shows[0].watchers = [(1, [EpisodeRef(1, 1)]), (2, []), (3, [EpisodeRef(1, 1), EpisodeRef(1, 2)])]
    }
    let show = try show(world)
    let ids = (1...3).map { "\(GuideWorld.memberID($0))" }
    #expect(show.watchers == ids)
    #expect(show.progress.map(\.memberId) == [ids[0], ids[2]])
    #expect(show.progress.map(\.episodeNumber) == [1, 2])
    #expect(show.upcomingEpisodes.map(\.watchedBy) == [[ids[0], ids[2]], [ids[2]]])
  }

  @Test func unwatchedOnlyKeepsWhatOneWatcherHasNotSeen() throws {
    let world = world([1: ["2026-02-20", "2026-02-21"]]) {
      $0.memberCount = 2
      $0.shows[0].watchers = [(1, [EpisodeRef(1, 1)]), (2, [EpisodeRef(1, 1), EpisodeRef(1, 2)])]
      $0.filter.unwatchedOnly = true
    }
    #expect(try episodes(world) == ["2026-02-21 1396-s1e2"])
  }

  // MARK: Missing facts

  @Test(arguments: [(MissingReason.loading, true), (.unavailable, true), (.notFound, false)])
  func missingFactsMakeTheGuidePartialUnlessThereAreNone(_ reason: MissingReason, _ isPartial: Bool) throws {
    var guide = try seen(world([:]) { $0.shows[0].missing = reason })
    #expect(guide.partial == isPartial && guide.totalShows == 0)
    #expect(guide.missing == [SeenGuide.Missing(tmdbId: 1396, title: "Show", reason: reason.rawValue)])
    guide = try seen(
      world([:]) {
        $0.filter.showIDs = [1]; $0.shows[0].missing = reason
      })
    #expect(!guide.partial && guide.missing.isEmpty)
  }

  @Test func missingSeasonLeavesOutTheSeries() throws {
    let world = world([1: ["2026-02-20"]])
    let question = CatalogQuestion.season(series: 1396, 1)
    func facts(_ answer: CatalogAccess.AnswerResult?) throws -> GuideFacts {
      var answers = [CatalogQuestion.series(1396): answered(.series(world.shows[0].facts(today: world.today)))]
      answers[question] = answer
      return answers.guideFacts(of: 1396, in: try world.range(), today: date(world.today), includesSpecials: false)
    }
    let season = world.shows[0].seasons[0].known(of: 1396).facts
    #expect(try facts(answered(.season(season))).get().seasons.map(\.facts) == [season])
    #expect(try facts(.failure(.notFound)).get().seasons.isEmpty)
    #expect(throws: MissingReason.loading) { try facts(nil).get() }
    #expect(throws: MissingReason.unavailable) { try facts(.failure(.unavailable(.timeout))).get() }
  }

  @Test func unansweredProvidersMakeTheGuidePartial() throws {
    var input = try world([1: ["2026-02-20"]]).input()
    input.providers = nil
    #expect(Guide(input).isPartial)
  }

  // MARK: Needed seasons

  @Test func neededSeasonsAreThoseNearThePageOrToday() throws {
    func needed(_ dates: [Int: String?], _ start: String, status: String? = nil, specials: Bool = false) throws -> [Int]
    {
      var series = SeriesFacts(id: 1, name: "Show")
      series.seasons = dates.sorted { $0.key < $1.key }.map {
        SeriesFacts.SeasonListing(seasonNumber: $0, airDate: $1.map(date))
      }
      (series.status, series.lastAirDate) = (status, date("2025-03-01"))
      return series.neededSeasons(
        in: try GuideRange(start: date(start), end: nil, today: date("2026-02-14")), today: date("2026-02-14"),
        includesSpecials: specials)
    }
    let dates: [Int: String?] = [1: "2023-01-10", 2: "2024-01-10", 3: "2025-01-10", 4: nil, 0: "2023-06-01"]
    #expect(try needed(dates, "2026-02-01") == [3, 4])
    #expect(try needed(dates, "2026-02-01", specials: true) == [0, 3, 4])
    #expect(
      try needed(dates, "2024-02-01") == [1, 2, 3, 4], "60 days after season 1 are in the page; today needs 3 and 4")
    #expect(try needed(dates, "2024-02-01", status: "Ended") == [1, 2])
    #expect(try needed(dates, "2025-04-01", status: "Ended") == [3, 4])
    #expect(try needed([1: "2025-11-01", 2: "2025-12-01"], "2026-02-01") == [1, 2], "60 buffer days, shifted by 2")
    #expect(try needed([1: "2025-11-01", 2: "2025-11-30"], "2026-02-01") == [2])
    #expect(try needed([1: "2025-12-10", 2: "2026-03-02"], "2026-02-01") == [1, 2], "shifted by -2 into the page")
    #expect(try needed([1: "2025-12-10", 2: "2026-03-03"], "2026-02-01") == [1])
    let many = Dictionary(uniqueKeysWithValues: (1...1000).map { ($0, String?.none) })
    #expect(try needed(many, "2026-02-01") == Array(981...1000))
  }

  // MARK: Etags

  @Test func etagIsTheSameEverywhere() throws {
    let content = TaggedContent(
      try world([1: ["2026-02-20"]]).guide(), as: GuideTypes.content, unless: nil)
    #expect(content.etag == "02f2ba22fe9641bd")
  }

  @Test func equalEtagLeavesOutTheContent() throws {
    let guide = try world([1: ["2026-02-20"]]).guide()
    let etag = TaggedContent(guide, as: GuideTypes.content, unless: nil).etag
    let known = TaggedContent(guide, as: GuideTypes.content, unless: etag)
    let json = String(decoding: GuideTypes.guide.bytes(of: known), as: UTF8.self)
    #expect(json == #"{"not_modified":true,"etag":"\#(etag)"}"#)
    let other = TaggedContent(guide, as: GuideTypes.content, unless: "0123456789abcdef")
    let whole = String(decoding: GuideTypes.guide.bytes(of: other), as: UTF8.self)
    #expect(whole.hasPrefix(#"{"date_range":{"start_date":"2026-02-01","#))
    #expect(whole.hasSuffix(#","stale":[],"etag":"\#(etag)"}"#))
  }

  @Test func movedDateChangesTheEtag() throws {
    let etags = try ["2026-02-20", "2026-02-21"].map {
      TaggedContent(try world([1: [$0]]).guide(), as: GuideTypes.content, unless: nil).etag
    }
    #expect(etags[0] != etags[1])
  }
}
