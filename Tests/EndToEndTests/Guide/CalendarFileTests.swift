#if TMDb
  import FakeTMDb
  import MovieNightPrimitives
  import TestSupport
  import Testing

  @testable import Server

  /// Calendars as the Python package `icalendar` reads them.
  @Suite struct CalendarFileTests {
    /// An event as the package reads it.
    private struct Event: Equatable {
      let uid, start, summary: String
      let categories: [String]
      /// The seconds of each alarm relative to the start of the day.
      let alarms: [Int]
    }

    private let fixture: GuideServer
    private var tim: Wire { fixture.tim }

    init() throws { fixture = try GuideServer() }

    /// Reads a calendar with the package in the environment that `scripts/install-dependencies test` creates.
    private func read(_ calendar: JSONValue) throws -> [Event] {
      #expect(try calendar.string("content_type") == "text/calendar; charset=utf-8")
      let folder = try TemporaryFolder()
      try folder.write(Array(try calendar.string("text").utf8), to: "guide.ics")
      let python = Project.root.appendingPathComponent(".build/python/bin/python").path
      try #require(Project.exists(".build/python/bin/python"), "scripts/install-dependencies test installs it")
      let script = Project.root.appendingPathComponent("Tests/DocumentationTests/Clients/calendar_events.py").path
      let process = try ChildProcess([script, "\(folder.path)/guide.ics"], of: python, in: folder)
      let code = try process.waitForEnd()
      try #require(code == 0, "\(process.errors)")
      return try process.output.split(separator: "\n").map { line in
        let event = try JSONDocument(String(line)).root
        let alarms = try event.array("alarms").map { alarm in
          #expect(try alarm.string("action") == "DISPLAY")
          #expect(try alarm.string("description") == event.string("summary"))
          return try alarm.integer("seconds")
        }
        return Event(
          uid: try event.string("uid"), start: try event.string("start"), summary: try event.string("summary"),
          categories: try event.array("categories").map { try #require($0.string) }, alarms: alarms)
      }
    }

    private func uid(_ id: String) -> String { "\(id).\(fixture.household.id)@movienight" }

    /// Expects that each line ends with CR LF, is at most 75 bytes long, and has no other control characters.
    private func expectFolded(_ text: String) {
      let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      #expect(lines.last?.isEmpty == true && lines.dropLast().allSatisfy { $0.last == UInt8(ascii: "\r") })
      for line in lines.dropLast().map({ $0.dropLast() }) {
        #expect(
          line.count <= 75 && line.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(String(decoding: line, as: UTF8.self))")
        #expect(String(validating: line, as: UTF8.self) != nil, "a character is folded in its middle")
      }
    }

    @Test func calendarHasEventForEachEpisode() throws {
      try fixture.watch(
        .airing(7, "Seven", on: "02-10", "02-10", "02-17"), .airing(8, "Eight", on: "02-20", services: []))
      let calendar = try tim.calendar()
      expectFolded(try calendar.string("text"))
      #expect(
        try read(calendar) == [
          Event(
            uid: uid("7-s1e1"), start: "2026-02-10", summary: "Seven S1E01: Part 1", categories: ["Netflix"],
            alarms: []),
          Event(
            uid: uid("7-s1e2"), start: "2026-02-10", summary: "Seven S1E02: Part 2", categories: ["Netflix"],
            alarms: []),
          Event(
            uid: uid("7-s1e3"), start: "2026-02-17", summary: "Seven S1E03: Part 3", categories: ["Netflix"],
            alarms: []),
          Event(
            uid: uid("8-s1e1"), start: "2026-02-20", summary: "Eight S1E01: Part 1", categories: ["Other"],
            alarms: []),
        ])
    }

    /// Reminders of a series, of an episode, and of premieres become alarms of the caller alone.
    @Test func remindersBecomeAlarms() throws {
      let sarah = try fixture.collection.addMember().wire
      try fixture.watch(.airing(7, on: "02-10", "02-17"), .airing(8, on: "02-20", "02-27"))
      try tim.result("reminders.set", #""tmdb_id":7,"days_before":2"#)
      try tim.result("reminders.set", #""tmdb_id":7,"season_number":1,"episode_number":2"#)
      try tim.result("reminders.set", #""tmdb_id":8,"premieres_only":true,"days_before":14"#)
      let events = try read(tim.calendar(#","reminders":true"#))
      let day = 24 * 60 * 60
      #expect(events.map(\.uid) == ["7-s1e1", "7-s1e2", "8-s1e1", "8-s1e2"].map(uid))
      #expect(events.map(\.alarms) == [[-2 * day], [0, -2 * day], [-14 * day], []])
      #expect(try read(tim.calendar()).allSatisfy { $0.alarms.isEmpty })
      #expect(try read(sarah.calendar(#","reminders":true"#)).allSatisfy { $0.alarms.isEmpty })
    }

    /// Names are read back as they are: every character that is escaped, and one of four bytes at each byte of a fold.
    @Test func textsAreReadBackUnchanged() throws {
      let names =
        (0..<80).map { String(repeating: "x", count: $0) + "\u{1F3AC}\u{1F3AC}" }
        + [#"a,b;c:d\e"f"#, #"\n \, \; \\"#, "Ünïcode — 映画", "BEGIN:VEVENT", "  in  spaces"]
      var series = FakeTMDb.Series.airing(7, "Comma, semicolon; \\ and \u{1F468}\u{200D}\u{1F469}", on: "02-10")
      series.seasons[0].episodes = names.enumerated().map { index, name in
        FakeTMDb.Episode(number: index + 1, id: index + 1, name: name, airDate: "2026-02-10")
      }
      try fixture.watch(series)
      let guide = try tim.guide()
      let show = try guide.show(7)
      let calendar = try tim.calendar()
      expectFolded(try calendar.string("text"))
      let title = try show.string("title")
      let expected = try show.array("upcoming_episodes").map { episode in
        let number = try episode.integer("episode_number")
        return "\(title) S1E\(number < 10 ? "0" : "")\(number): \(try episode.string("title"))"
      }
      #expect(expected.count == names.count)
      #expect(try read(calendar).map(\.summary) == expected)
    }

    /// Each page is a calendar of its own; together they have each episode once.
    @Test func pagesOfYearHaveEachEpisodeOnce() throws {
      let months = (1...12).map { $0 < 10 ? "0\($0)" : "\($0)" }
      let days = months.flatMap { month in ["01", "15", "28"].map { "\(month)-\($0)" } }
      var series = FakeTMDb.Series.airing(7, on: "01-01")
      series.seasons[0].episodes = days.enumerated().map { index, day in
        FakeTMDb.Episode(number: index + 1, id: index + 1, name: nil, airDate: "2026-\(day)")
      }
      try fixture.watch(series, .airing(8, on: "06-30", "07-01"))
      var (events, start): ([Event], String?) = ([], "2026-01-01")
      var pages = 0
      while let first = start {
        let calendar = try tim.result(
          "guide.calendar", #""start_date":"\#(first)","end_date":"2026-12-31","today":"2026-02-14""#)
        expectFolded(try calendar.string("text"))
        events += try read(calendar)
        start = calendar["next_start_date"]?.string
        pages += 1
      }
      #expect(pages == 12 && events.count == days.count + 2)
      #expect(Set(events.map(\.uid)).count == events.count)
      #expect(events.filter { $0.uid.hasPrefix("7-") }.map(\.start) == days.map { "2026-\($0)" })
      #expect(events.filter { $0.uid.hasPrefix("8-") }.map(\.start) == ["2026-06-30", "2026-07-01"])
    }

    @Test func emptyCalendarIsValid() throws {
      let calendar = try tim.calendar()
      expectFolded(try calendar.string("text"))
      #expect(try read(calendar) == [])
    }
  }
#endif
