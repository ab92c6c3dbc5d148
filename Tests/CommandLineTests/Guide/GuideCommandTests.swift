import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// `movienight guide` against a scripted server. Today is Monday, 2026-03-02.
@Suite struct GuideCommandTests {
  private typealias Titles = CollectedTitles
  private typealias Answers = GuideAnswers

  private static let severance = Answers.show(
    1, "Severance",
    [
      Answers.episode("S2E1", on: "2026-03-02", "Hello, Ms. Cobel", kind: "premiere", seenBy: [Evening.ann]),
      Answers.episode("S2E2", on: "2026-03-06", "Goodbye"),
    ])
  private static let week = Answers.page(
    2...8, [Answers.row(350, "Apple TV+", [severance]), Answers.row(8, "Netflix")])

  private func run(
    _ server: FakeServer, _ words: [String], columns: Int = 60
  ) -> (code: ExitCode, run: TestRun) {
    let variables = ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"]
    let run = TestRun(words, variables: variables, columns: columns)
    return (run.exitCode(), run)
  }

  @Test(arguments: [
    (["guide", "--week", "--month"], "Use only one of --week, --month, and --from with --to"),
    (["guide", "--week", "--from", "today"], "Use only one of --week, --month, and --from with --to"),
    (["guide", "--from", "2026-02-30"], "'2026-02-30' is not a day. Write it like 2026-02-14 or today"),
    (
      ["guide", "--from", "2026-02-14", "--to", "2026-02-01"],
      "2026-02-01 is before 2026-02-14, the first day. Change --from or --to"
    ),
    (["guide", "--alarms"], "--alarms works only with --ics"),
    (["guide", "--ics", "--alarms", "--as", "ben"], "--alarms adds your own reminders, so it does not work with --as"),
    (["guide", "set", "severance", "--hide", "--show"], "Use only one of --hide and --show"),
    (["guide", "set"], "set needs SERIES"),
    (["guide", "set", "severance"], "set needs --service, --hide or another change"),
    (["guide", "set", "severance", "--shift", "3"], "--shift takes a number from -2 to 2"),
    (["guide", "set", "severance", "--buffer", "61"], "--buffer takes a number from 0 to 60"),
    (["guide", "set", "severance", "--month"], "--month works only with show"),
    (["guide", "shw"], "There is no action 'shw'. Did you mean show?"),
    (["tv", "guide"], "There is no action 'guide'. Did you mean: movienight guide"),
  ])
  func invalidCommandLineIsRefusedWithReason(_ words: [String], _ message: String) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.hasPrefix("error: \(message)"), "\(run.errors.text)")
  }

  // MARK: Days

  @Test(arguments: [
    ([], #"start_date="2026-03-02" end_date="2026-03-08""#),
    (["--week"], #"start_date="2026-03-02" end_date="2026-03-08""#),
    (["--month"], #"start_date="2026-03-01" end_date="2026-03-31""#),
    (["--from", "2026-04-10"], #"start_date="2026-04-10""#),
    (["--to", "2026-03-20"], #"start_date="2026-03-02" end_date="2026-03-20""#),
    (["--from", "today", "--to", "2026-03-20"], #"start_date="2026-03-02" end_date="2026-03-20""#),
    (
      ["--mine", "--unwatched", "--planned", "--specials"],
      #"start_date="2026-03-02" end_date="2026-03-08" members=["\#(Evening.ann)"] unwatched_only=true "#
        + "include_planned=true include_specials=true"
    ),
    (["--mine", "--as", "ben"], #"start_date="2026-03-02" end_date="2026-03-08" members=["\#(Evening.ben)"]"#),
  ])
  func daysAndFiltersAreSent(_ options: [String], _ sent: String) throws {
    let server = try Titles.server(["guide.get": Self.week])
    let (code, shown) = run(server, ["guide"] + options)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(try Titles.last("guide.get", to: server) == sent)
    #expect(try Titles.sent("guide.get", to: server).last?["today"]?.string == "2026-03-02")
  }

  // MARK: Drawing

  @Test func narrowTerminalListsEpisodesByDay() throws {
    let (code, shown) = run(try Titles.server(["guide.get": Self.week]), ["guide"])
    #expect(code == .success && shown.errors.text.isEmpty, "\(shown.errors.text)")
    #expect(
      shown.output.text == """
        TV guide                                       Mar 2 – Mar 8

        Today, Mon Mar 2
          Severance S02E01 · premiere · Hello, Ms. Cob…  Apple TV+ ✓

        Fri Mar 6
          Severance S02E02 · Goodbye                       Apple TV+

        """)
  }

  @Test func wideTerminalShowsTableOfServicesAndDays() throws {
    let (code, shown) = run(try Titles.server(["guide.get": Self.week]), ["guide"], columns: 100)
    #expect(code == .success, "\(shown.errors.text)")
    let lines = shown.output.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let table = [
      "           Today 2      Tue 3        Wed 4        Thu 5        Fri 6        Sat 7        Sun 8",
      "",
      "Apple TV+  Severance                                           Severance",
      "           S02E01 ✓                                            S02E02",
      "",
      "Netflix",
      "",
    ]
    #expect(lines.dropFirst(2) == table[...], "\(shown.output.text)")
  }

  @Test func rowOfAnotherServiceNeedsAnEpisode() throws {
    let rows = [
      Answers.row(8, "Netflix"), Answers.row(350, "Apple TV+", [Self.severance], isOfHousehold: false),
      Answers.row(43, "Starz", [Answers.show(2, "Outlander")], isOfHousehold: false),
    ]
    let (_, shown) = run(try Titles.server(["guide.get": Answers.page(2...8, rows)]), ["guide"], columns: 100)
    #expect(shown.output.text.contains("\nNetflix\n") && shown.output.text.contains("\nApple TV+  Severance"))
    #expect(!shown.output.text.contains("Starz"))
  }

  @Test func cellsOfTableTruncateTitlesAndStackEpisodes() throws {
    let long = Answers.show(
      2, "The Lord of the Rings: The Rings of Power",
      [Answers.episode("S1E1", on: "2026-03-03"), Answers.episode("S1E2", on: "2026-03-03")])
    let page = Answers.page(2...8, [Answers.row(9, "Amazon Prime Video", [long])])
    let (_, shown) = run(try Titles.server(["guide.get": page]), ["guide"], columns: 100)
    #expect(
      shown.output.text.hasSuffix(
        """
        Amazon Prime …              The Lord …
                                    S01E01
                                    The Lord …
                                    S01E02

        """), "\(shown.output.text)")
  }

  @Test func monthIsDrawnInWeeksWithEpisodes() throws {
    let show = Answers.show(
      1, "Dark", [Answers.episode("S1E1", on: "2026-03-01"), Answers.episode("S1E2", on: "2026-03-25")])
    let page = Answers.page(1...31, [Answers.row(8, "Netflix", [show])])
    let (_, shown) = run(try Titles.server(["guide.get": page]), ["guide", "--month"], columns: 100)
    let lines = shown.output.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 9 && lines[1] == "Mar 1" && lines[5] == "Mar 23 – Mar 29", "\(shown.output.text)")
    // The only day of the first week is below other Sundays.
    func place(of word: String, in line: String) -> Int? {
      line.firstRange(of: word).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    #expect(place(of: "Sun 1", in: lines[2]) != nil)
    #expect(place(of: "Sun 1", in: lines[2]) == place(of: "Sun 29", in: lines[6]))
  }

  @Test(arguments: [40, 60, 87, 95, 96, 100, 140, 220])
  func linesFitTerminal(_ columns: Int) throws {
    let title = "鬼滅の刃 Demon Slayer: Kimetsu no Yaiba the Movie and the Series"
    let shows = [
      Answers.show(1, title, (2...8).map { Answers.episode("S10E\($0)", on: "2026-03-0\($0)", title, kind: "finale") })
    ]
    let page = Answers.page(2...8, [Answers.row(1, "A service with a long name", shows)])
    let (_, shown) = run(try Titles.server(["guide.get": page]), ["guide"], columns: columns)
    for line in shown.output.text.split(separator: "\n") { #expect(displayColumns(String(line)) <= columns, "\(line)") }
    #expect(shown.output.text.contains("Tue 3 ") == (columns >= 98), "a table")
  }

  @Test func premieresAndUnknownServicesAreNamed() throws {
    let shows = [
      Answers.show(1, "Dark", [Answers.episode("S1E1", on: "2026-03-03")]),
      Answers.show(2, "Severance", premiere: Answers.premiere(2, on: "2026-03-09")),
      Answers.show(3, "Lost", premiere: Answers.premiere(1, on: "2026-03-07")),
    ]
    let page = Answers.page(2...8, [Answers.row(8, "Netflix", shows)], unknownServices: ["Kanopie"])
    let (_, shown) = run(try Titles.server(["guide.get": page]), ["guide"])
    #expect(
      shown.output.text.hasSuffix(
        """

          Soon: Severance season 2 on Mar 9

        No service in US is called Kanopie.
        Name your services with: movienight household settings --services NAMES

        """), "\(shown.output.text)")
  }

  @Test func guideWithoutEpisodesNamesNextOne() throws {
    let shows = [Answers.show(1, "Dark", next: "2026-05-03"), Answers.show(2, "Lost", next: "2026-04-03")]
    let page = Answers.page(2...8, [Answers.row(8, "Netflix", shows)])
    let (_, shown) = run(try Titles.server(["guide.get": page]), ["guide"], columns: 100)
    #expect(shown.output.text.hasSuffix("\nNo episodes in these days.\nThe next one: Lost on Apr 3.\n"))
  }

  @Test func guideWithoutSeriesSaysHowToAddOne() throws {
    let page = Answers.page(2...8, [Answers.row(8, "Netflix")])
    let (code, shown) = run(try Titles.server(["guide.get": page]), ["guide"])
    #expect(code == .success)
    #expect(
      shown.output.text == "No series. Add one with: movienight titles add NAME --series --status watching\n")
  }

  @Test func partialAnswerIsReportedOnStandardError() throws {
    let missing = [
      Answers.missing(3, "Lost", "loading"), Answers.missing(4, "Fargo", "loading"),
      Answers.missing(5, "Alias", "unavailable"), Answers.missing(6, "Gone", "not_found"),
    ]
    let page = Answers.page(
      2...8, [Answers.row(350, "Apple TV+", [Self.severance])], missing: missing, stale: [1])
    for options in [[], ["--json"]] {
      let (code, shown) = run(try Titles.server(["guide.get": page]), ["guide"] + options)
      #expect(code == .success && !shown.output.text.contains("looked up"))
      #expect(
        shown.errors.text == """
          Still being looked up: Lost, Fargo. Try again in a moment.
          Not there, because the catalog does not answer: Alias. Try again later.
          Not there, because the catalog does not have it: Gone.
          Perhaps out of date: Severance. Try again later.

          """)
    }
  }

  @Test func textsOfServerCannotControlTerminal() throws {
    let show = Answers.show(1, #"Da\u001b[2Jrk\nX"#, [Answers.episode("S1E1", on: "2026-03-03", #"\u0007"#)])
    let page = Answers.page(2...8, [Answers.row(8, "Netflix", [show])])
    for columns in [60, 100] {
      let (_, shown) = run(try Titles.server(["guide.get": page]), ["guide"], columns: columns)
      #expect(shown.output.text.contains("Da"))
      #expect(!shown.output.text.contains("\u{1B}") && !shown.output.text.contains("\u{07}"))
    }
  }

  @Test func todayIsMarkedAndShowsWithoutNewsAreGrey() throws {
    let special = Answers.show(1, "Dark", [Answers.episode("S0E1", on: "2026-03-03")], isDimmed: true)
    let page = Answers.page(2...8, [Answers.row(8, "Netflix", [special, Self.severance])])
    let server = try Titles.server(["guide.get": page])
    let variables = ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"]
    for (columns, today, dark) in [(100, "Today 2", "Dark"), (60, "Today, Mon Mar 2", "Dark S00E01 · Pilot")] {
      let run = TestRun(["guide"], variables: variables, isTerminal: true, isStyled: true, columns: columns)
      #expect(run.exitCode() == .success)
      #expect(run.output.text.contains(Style.accent.applied(to: today)), "\(run.output.text)")
      #expect(run.output.text.contains(Style.faint.applied(to: dark)))
      #expect(!run.output.text.contains(Style.faint.applied(to: "Severance")))
    }
  }

  // MARK: Pages

  /// Returns a server that answers the first page, and then that of April.
  private func server(_ method: String, _ first: String, _ second: String) throws -> FakeServer {
    try FakeServer.answering { request in
      guard request.method == method else { return Evening.answer(request, Evening.active()) }
      return request.result(request.parameters?["start_date"]?.string == "2026-04-01" ? second : first)
    }
  }

  @Test func pagesOfLongTimeAreJoined() throws {
    let later = Answers.show(1, "Severance", [Answers.episode("S2E5", on: "2026-04-02", "Later")])
    let first = Answers.page(
      30...31, [Answers.row(350, "Apple TV+", [Answers.show(1, "Severance")])], next: "2026-04-01",
      missing: [Answers.missing(3, "Lost", "loading")])
    let second = Answers.page(
      1...2, of: "2026-04", [Answers.row(8, "Netflix"), Answers.row(350, "Apple TV+", [later])],
      missing: [Answers.missing(3, "Lost", "loading")])
    let words = ["guide", "--from", "2026-03-30", "--to", "2026-04-02"]
    let server = try server("guide.get", first, second)
    let (code, shown) = run(server, words, columns: 40)
    #expect(code == .success)
    #expect(shown.output.text.hasPrefix("TV guide                  Mar 30 – Apr 2\n"))
    #expect(shown.output.text.contains("Thu Apr 2\n  Severance S02E05 · Later"), "\(shown.output.text)")
    #expect(shown.errors.text == "Still being looked up: Lost. Try again in a moment.\n")
    #expect(try Titles.last("guide.get", to: server) == #"start_date="2026-04-01" end_date="2026-04-02""#)

    let (_, json) = run(try self.server("guide.get", first, second), words + ["--json"])
    #expect(json.output.text == first + "\n" + second + "\n")
  }

  @Test func pageThatNamesItselfAsNextEndsTheGuide() throws {
    let page = Answers.page(2...8, [Answers.row(8, "Netflix")], next: "2026-03-02")
    let server = try Titles.server(["guide.get": page])
    #expect(run(server, ["guide"]).code == .success)
    #expect(try Titles.sent("guide.get", to: server).count == 1)
  }

  // MARK: The calendar

  @Test func calendarIsPrintedUnchanged() throws {
    let server = try Titles.server(["guide.calendar": Answers.calendar(["Dark"])])
    let (code, shown) = run(server, ["guide", "--ics", "--month", "--alarms"])
    #expect(code == .success && shown.errors.text.isEmpty, "\(shown.errors.text)")
    #expect(
      shown.output.text == "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:Dark\r\n END:VCALENDAR\r\n"
        + "END:VEVENT\r\nEND:VCALENDAR\r\n")
    #expect(
      try Titles.last("guide.calendar", to: server)
        == #"start_date="2026-03-01" end_date="2026-03-31" wait_ms=10000 reminders=true"#)
  }

  @Test func calendarHasNextNinetyDaysByDefault() throws {
    let server = try Titles.server(["guide.calendar": Answers.calendar([])])
    #expect(run(server, ["guide", "--ics"]).run.output.text == "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n")
    #expect(
      try Titles.last("guide.calendar", to: server)
        == #"start_date="2026-03-02" end_date="2026-05-30" wait_ms=10000"#)
  }

  @Test(arguments: [(["A", "B"], ["C"]), ([], ["C"]), (["A"], []), ([], [])])
  func pagesOfCalendarAreJoinedIntoOne(_ first: [String], _ second: [String]) throws {
    let server = try server(
      "guide.calendar", Answers.calendar(first, next: "2026-04-01"), Answers.calendar(second))
    let whole = try Titles.server(["guide.calendar": Answers.calendar(first + second)])
    let (code, shown) = run(server, ["guide", "--ics"])
    #expect(code == .success && shown.output.text == run(whole, ["guide", "--ics"]).run.output.text)
    #expect(try Titles.sent("guide.calendar", to: server).count == 2)
  }

  @Test func incompleteCalendarIsPrintedAndFails() throws {
    let server = try server(
      "guide.calendar", Answers.calendar(["A"], next: "2026-04-01", isPartial: true), Answers.calendar(["B"]))
    let (code, shown) = run(server, ["guide", "--ics"])
    #expect(code == .failure && shown.output.text.hasSuffix("END:VCALENDAR\r\n"))
    #expect(
      shown.errors.text
        == "The calendar is not complete: some series could not be looked up in time. Try again later.\n")
  }

  // MARK: Changes

  private static let providers = #"""
    {"country":"US","providers":[{"provider_id":8,"name":"Netflix","logo_path":null,"logo_urls":null},\#
    {"provider_id":350,"name":"Apple TV+","logo_path":null,"logo_urls":null}],"services":[],"source":null,\#
    "fetched_at":null,"stale":false}
    """#

  private static let changed = "Changed how the guide shows Breaking Bad (2008)."

  private func changes(_ more: [String: String] = [:]) throws -> FakeServer {
    let results = [
      "titles.list": Titles.page(Titles.series()), "providers.list": Self.providers,
      "guide.set_show": Titles.changed(#""tmdb_id":1396"#),
    ]
    return try Titles.server(results.merging(more) { _, new in new })
  }

  @Test(arguments: [
    (["--service", "apple"], "service_id=350", changed),
    (["--service", "none"], #"clear=["service_id"]"#, changed),
    (["--buffer", "7", "--shift", "-1"], "buffer_days=7 shift_days=-1", changed),
    (["--hide"], "hidden=true", "Hid Breaking Bad (2008) for you."),
    (["--show"], "hidden=false", "Breaking Bad (2008) is in the guide again for you."),
    (["--hide", "--shift", "1"], "shift_days=1 hidden=true", "Hid Breaking Bad (2008) for you. " + changed),
    (["--clear"], #"clear=["service_id","buffer_days","shift_days"]"#, changed),
    (["--clear", "--shift", "1"], #"shift_days=1 clear=["service_id","buffer_days"]"#, changed),
  ])
  func showIsChangedOnlyAsTyped(_ options: [String], _ sent: String, _ outcome: String) throws {
    let server = try changes()
    let (code, shown) = run(server, ["guide", "set", "breaking", "bad"] + options)
    #expect(code == .success && shown.output.text == outcome + "\n", "\(shown.errors.text)")
    #expect(try Titles.last("guide.set_show", to: server) == "tmdb_id=1396 " + sent)
  }

  @Test func showIsHiddenForChild() throws {
    let server = try changes()
    let (_, shown) = run(server, ["guide", "set", "breaking bad", "--hide", "--as", "ben"])
    #expect(shown.output.text == "Hid Breaking Bad (2008) for Ben.\n", "\(shown.errors.text)")
    #expect(try Titles.sent("guide.set_show", to: server).last?["acting_as"]?.string == Evening.ben)
    #expect(try Titles.sent("titles.list", to: server).last?["member_id"]?.string == Evening.ben)
  }

  @Test func serviceThatCountryDoesNotHaveIsRefused() throws {
    let server = try changes()
    let (code, shown) = run(server, ["guide", "set", "breaking bad", "--service", "Netflax"])
    #expect(code == .failure && shown.errors.text.hasPrefix("error: There is no streaming service 'Netflax'\n"))
    #expect(shown.errors.text.contains("Did you mean Netflix?"))
    #expect(try Titles.sent("guide.set_show", to: server).isEmpty)
  }

  @Test func seriesOfAnotherMemberIsFoundInGuide() throws {
    let page = Answers.page(
      2...8, [Answers.row(350, "Apple TV+", [Self.severance])], missing: [Answers.missing(73, "Lost", "loading")])
    for (typed, id) in [("sever", 1), ("lost", 73)] {
      let server = try changes(["titles.list": Titles.page(), "guide.get": page])
      #expect(run(server, ["guide", "set", typed, "--shift", "1"]).code == .success)
      #expect(try Titles.last("guide.set_show", to: server) == "tmdb_id=\(id) shift_days=1")
      #expect(try Titles.last("guide.get", to: server) == "include_planned=true wait_ms=0")
    }
    let server = try changes(["titles.list": Titles.page(), "guide.get": page])
    let (code, shown) = run(server, ["guide", "set", "fargo", "--shift", "1"])
    #expect(code == .failure && shown.errors.text.contains("There is no series 'fargo' in your collection"))
  }
}
