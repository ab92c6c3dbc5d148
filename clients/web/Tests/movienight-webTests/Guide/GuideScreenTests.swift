import MovieNightKit
import Testing

@testable import movienight_web

/// The view models of the guide, from values of the protocol.
@Suite struct GuideScreenTests {
  private static let ann = "01a20c82-3c87-7727-a146-6fd0b1dbb9d0"
  private static let ben = "01a20c82-3ddd-77ec-9e7b-b5faa2772c79"
  /// Wednesday 2026-11-25.
  private let reader = Reader(now: CalendarDate(year: 2026, month: 11, day: 25).start)

  @Test func theWeekOfTodayHasItsSevenDaysWithTodayMarked() throws {
    let screen = try screen([show()])
    let grid = try #require(screen.grid)
    #expect(screen.period == "Nov 23 – Nov 29")
    #expect(grid.month == "Nov")
    #expect(grid.columns.map(\.number) == ["23", "24", "25", "26", "27", "28", "29"])
    #expect(grid.columns.map(\.isToday) == [false, false, true, false, false, false, false])
    #expect(grid.columns[0].weekday == "Mon")
  }

  @Test func aCardHasTheCodeAndTheNameAndIsReadAloudWithShowDayAndService() throws {
    let row = try #require(try screen([show(episodes: [episode(3, 1, "2026-11-24")])]).grid?.services[0].first)
    let card = try #require(row.cells[1].episodes.first)
    #expect(card.label == "S3E01")
    #expect(card.name == "Episode 1 of 3")
    #expect(card.before == "\u{2068}Severance\u{2069}, ")
    #expect(card.after == ", on Tuesday, Nov 24 on \u{2068}Apple TV+\u{2069}: ")
    #expect(row.cells.map(\.episodes.count) == [0, 1, 0, 0, 0, 0, 0])
  }

  @Test func furtherEpisodesOfADayAreBehindTheirNumber() throws {
    let episodes = (1...5).map { episode(1, $0, "2026-11-27") }
    let row = try #require(try screen([show(episodes: episodes)]).grid?.services[0].first)
    #expect(row.cells[4].episodes.map(\.code) == ["S1E01", "S1E02", "S1E03"])
    #expect(row.cells[4].more?.label == "+2")
    #expect(row.cells[4].more?.episodes.map(\.code) == ["S1E04", "S1E05"])
  }

  @Test func aPremiereToComeHasItsBadgeInsteadOfTheCode() throws {
    let premiere = #"{"season_number":2,"date":"2026-11-28","days":3,"label":"Premieres in 3d"}"#
    let row = try #require(
      try screen([show(premiere: premiere, episodes: [episode(2, 1, "2026-11-28", kind: "premiere")])]).grid?
        .services[0].first)
    #expect(row.premiere == "Premieres in 3d")
    #expect(row.cells[5].episodes[0].label == "Premieres in 3d")
    #expect(row.cells[5].episodes[0].code == "S2E01")
  }

  @Test func showsWithoutEpisodesAreDimmedPostersAndTheMessageSaysSo() throws {
    let screen = try screen([show(isInGuide: false, isDimmed: true)], nothingNew: true)
    #expect(screen.message == "No new episodes this week — check back soon.")
    #expect(screen.quiet.map(\.name) == ["Severance"])
    #expect(screen.grid?.services[0].first == nil)
    #expect(screen.grid?.services[0].blanks.count == 7)
  }

  @Test func aHouseholdWithoutSeriesIsShownAWayToFindOne() throws {
    let screen = try screen([])
    #expect(screen.empty?.heading == "No series yet")
    #expect(screen.empty?.path == "/series")
    #expect(screen.grid == nil && screen.message == nil)
  }

  @Test func filtersThatLeaveNothingCanBeReset() throws {
    let screen = try screen([], query: "service=8&day=2026-11-25")
    #expect(screen.empty?.heading == "Nothing matches these filters.")
    #expect(screen.empty?.path == "/guide?day=2026-11-25")
  }

  @Test func filtersComposeInTheAddress() throws {
    let row = try #require(try screen([show()], query: "view=month&service=350&unseen=1").grid?.services[0])
    #expect(row.isChosen)
    #expect(row.filterPath == "/guide?view=month&unseen=1")
    #expect(row.first?.filterPath == "/guide?view=month&service=350&show=95396&unseen=1")
  }

  @Test func missingSeriesAreNamedWithAWayToAskAgain() throws {
    let missing = #"{"tmdb_id":7,"title":"Dark","reason":"loading"},{"tmdb_id":8,"title":"Lost","reason":"not_found"}"#
    let screen = try screen([show()], missing: missing)
    #expect(screen.message == nil)
    #expect(
      screen.gaps == [
        "Still being looked up: \u{2068}Dark\u{2069}.",
        "Not there, because the catalog does not have it: \u{2068}Lost\u{2069}.",
      ])
    #expect(screen.retry == "/guide")
  }

  @Test func onlyAWatcherCanMarkAnEpisodeAndOnlyFutureOnesGetReminders() throws {
    let shows = [show(watchers: [Self.ben], episodes: [episode(1, 1, "2026-11-24", seen: [Self.ben])])]
    let row = try #require(try screen(shows).grid?.services[0].first)
    let card = row.cells[1].episodes[0]
    #expect(card.canCollect && !card.isSeen && !card.canRemind)
    #expect(card.seenBy == "Seen by \u{2068}Ben\u{2069}")
    let own = try screen([show(episodes: [episode(1, 1, "2026-11-25")])])
    #expect(own.grid?.services[0].first?.cells[2].episodes[0].canRemind == true)
  }

  @Test func anEpisodeWithAReminderOffersToRemoveIt() throws {
    let id = "01a20c82-3eee-77ec-9e7b-b5faa2772c79"
    let reminder = """
      {"reminder_id":"\(id)","tmdb_id":95396,"title":"Severance","season_number":3,"episode_number":1,
      "premieres_only":false,"days_before":0,"air_date":"2026-11-25","due_on":"2026-11-25","state":"due"}
      """
    let screen = try screen([show(episodes: [episode(3, 1, "2026-11-25")])], reminders: reminder)
    #expect(screen.grid?.services[0].first?.cells[2].episodes[0].reminder == id)
    #expect(screen.reminders.map(\.label) == ["\u{2068}Severance\u{2069}, S3E01"])
    #expect(screen.reminders.map(\.state) == ["Due · Airs Wednesday, Nov 25"])
  }

  @Test(arguments: ["day=2026-02-30", "day=0000-01-01", "service=x&show=-1", "view=year", "show=99999999999"])
  func unknownValuesOfTheAddressAreIgnored(query: String) throws {
    #expect(GuideQuery(try #require(Form(urlEncoded: query))) == GuideQuery())
  }

  @Test func theMonthHasAllOfItsDays() throws {
    let query = GuideQuery(try #require(Form(urlEncoded: "view=month&day=2028-02-10")))
    let days = query.days(from: CalendarDate(year: 2026, month: 11, day: 25))
    #expect(days == CalendarDate(year: 2028, month: 2, day: 1)...CalendarDate(year: 2028, month: 2, day: 29))
  }

  @Test func theStylesheetHasTheColoursOfItsAddressOnly() throws {
    let screen = try screen([show()])
    #expect(screen.colors == "/guide/colors.css?c=350-000000-FFFFFF")
    #expect(
      ServiceColors(code: "350-000000-FFFFFF")?.stylesheet
        == ".service-350 { --service: #000000; --on-service: #FFFFFF; }\n")
  }

  @Test(arguments: ["8-E50914", "8-E50914-}body", "x-000000-FFFFFF", "-8-000000-FFFFFF", "8-0000000-FFFFFF"])
  func anythingButColoursIsNoStylesheet(code: String) {
    #expect(ServiceColors(code: code) == nil)
  }

  // MARK: Values

  private func screen(
    _ shows: [String], query: String = "", nothingNew: Bool = false, missing: String = "", reminders: String = ""
  ) throws -> GuideScreen {
    let days = (23...29).map { "\"2026-11-\($0)\"" }.joined(separator: ",")
    let service = service
    let rows = shows.isEmpty ? "" : #"{"service":\#(service),"shows":[\#(shows.joined(separator: ","))]}"#
    let guide = """
      {"date_range":{"start_date":"2026-11-23","end_date":"2026-11-29"},"days":[\(days)],"today":"2026-11-25",
      "country":"US","focus_week":{"start_date":"2026-11-23","end_date":"2026-11-29"},"nearest_date":null,
      "nothing_new":\(nothingNew),"max_range_days":31,"next_start_date":null,"services":[\(rows)],"unknown_services":[],
      "members":[{"member_id":"\(Self.ann)","display_name":"Ann","avatar_key":null},
      {"member_id":"\(Self.ben)","display_name":"Ben","avatar_key":null}],"total_shows":\(shows.count),"total_episodes":0,
      "partial":\(!missing.isEmpty),"missing":[\(missing)],"stale":[],"etag":"0123456789abcdef"}
      """
    let page: ReminderPage = try decoded(#"{"reminders":[\#(reminders)],"next_cursor":null}"#)
    return GuideScreen(
      GuideValues(guide: try decoded(guide), reminders: page.reminders),
      GuideQuery(try #require(Form(urlEncoded: query))), member: try #require(MemberID(Self.ann)), reader: reader)
  }

  private var service: String {
    """
    {"id":350,"name":"Apple TV+","logo":null,"color":"#000000","text_color":"#FFFFFF","badge_color":"#000000",\
    "of_household":true}
    """
  }

  private func show(
    isInGuide: Bool = true, isDimmed: Bool = false, premiere: String = "null", watchers: [String] = [ann],
    episodes: [String] = []
  ) -> String {
    """
    {"tmdb_id":95396,"title":"Severance","poster":null,"poster_urls":null,"overview":null,"status":"Returning Series",
    "streaming_services":[\(service)],"availability":"available","active_window":null,"buffer_days":0,"shift_days":0,
    "next_episode_date":null,"premiere":\(premiere),"in_guide":\(isInGuide),"dimmed":\(isDimmed),
    "unscheduled_episodes":0,"watchers":[\(watchers.map { "\"\($0)\"" }.joined(separator: ","))],"progress":[],
    "upcoming_episodes":[\(episodes.joined(separator: ","))]}
    """
  }

  private func episode(
    _ season: Int, _ number: Int, _ day: String, kind: String = "standard", seen: [String] = []
  ) -> String {
    """
    {"episode_id":"95396-s\(season)e\(number)","tmdb_id":95396,"season_number":\(season),"episode_number":\(number),
    "air_date":"\(day)","source_air_date":"\(day)","air_date_time":null,"time_source":null,
    "title":"Episode \(number) of \(season)","overview":null,"runtime":51,"service_id":350,"kind":"\(kind)",
    "watched_by":[\(seen.map { "\"\($0)\"" }.joined(separator: ","))]}
    """
  }

  private func decoded<Value: Decodable & Sendable>(_ json: String) throws -> Value {
    try RawResult(json: JSONDocument(json).root).value()
  }
}
