#if TMDb
  import EventStore
  import FakeTMDb
  import MovieNightPrimitives
  import Stores
  import Testing

  @testable import Server

  /// Etags, and what follows from a day that moves, on every store.
  @Suite struct GuideStoresTests {
    /// Two members watch three series, with a setting, a hidden series and reminders.
    private static func fill(_ guide: GuideServer) throws {
      let sarah = try guide.collection.addMember().wire
      try guide.tim.result("households.update", #""streaming_services":["Hulu","Netflix"]"#)
      try guide.watch(.airing(7, "Ünïcode \u{1F3AC}", on: "02-10", "02-17"), .airing(8, on: "02-20", "02-27"))
      try guide.watch(.airing(8), .airing(9, on: "01-30", "02-06", services: []), by: sarah)
      try guide.tim.result("episodes.mark", #""tmdb_id":7,"season_number":1,"episode_numbers":[1]"#)
      try guide.tim.result("guide.set_show", #""tmdb_id":9,"service_id":15,"buffer_days":20,"shift_days":1"#)
      try sarah.result("guide.set_show", #""tmdb_id":8,"hidden":true"#)
      try guide.tim.result("reminders.set", #""tmdb_id":7,"days_before":2"#)
      try guide.tim.result("reminders.set", #""tmdb_id":8,"season_number":1,"episode_number":1,"days_before":1"#)
    }

    private static func answers(_ wire: Wire) throws -> [String] {
      try [wire.guide(), wire.calendar(#","reminders":true"#), wire.result("reminders.list", #""today":"2026-02-14""#)]
        .map(\.text)
    }

    @Test(arguments: StoreKind.allCases)
    func answersSurviveRebuildAndRestart(_ kind: StoreKind) throws {
      let cache = try TemporaryFolder()
      let guide = try GuideServer(kind, cache: "\(cache.path)/catalog")
      try Self.fill(guide)
      let before = try Self.answers(guide.tim)
      #expect(before[0].contains(#""air_date":"2026-02-07""#) && before[1].contains("BEGIN:VALARM"))
      try guide.server.administrator().result("projections.rebuild")
      #expect(try Self.answers(guide.tim) == before, "after a rebuild")
      guard kind != .memory else { return }
      guide.server.stop()
      let store = "\(guide.server.store)"
      let rebuilt = try Run("rebuild-projections", "--store", store, in: guide.server.folder)
      #expect(rebuilt.code == 0, "\(rebuilt.errors)")
      guide.tmdb.forget()
      try guide.server.start()
      let wire = try guide.server.wire(token: guide.household.token)
      #expect(try Self.answers(wire) == before, "after rebuild-projections and a restart")
      #expect(!guide.tmdb.requests.contains { $0.path.hasPrefix("/tv/") }, "the facts are in the cache")
    }

    /// The other server has none of the facts, and asks for them at another time.
    @Test(arguments: StoreKind.durable, StoreKind.durable)
    func importedHouseholdHasSameEtag(_ source: StoreKind, _ target: StoreKind) throws {
      let guide = try GuideServer(source)
      try Self.fill(guide)
      let before = try guide.tim.guide()
      guide.server.stop()
      let folder = try TemporaryFolder()
      let store = try target.address(in: folder)
      try folder.write(
        Array(Run("export", "--store", "\(guide.server.store)", in: folder).output.utf8), to: "events.jsonl")
      let imported = try Run("import", "\(folder.path)/events.jsonl", "--store", "\(store)", in: folder)
      #expect(imported.code == 0, "\(imported.errors)")
      let time = ManualTime()
      time.advance(hours: 3)
      let copy = try LocalServer(store, in: folder, time, catalog: .tmdb(guide.tmdb))
      let after = try copy.wire(token: guide.household.token).guide()
      #expect(try after.string("etag") == before.string("etag") && after.text == before.text)
      copy.stop()
    }

    @Test(arguments: StoreKind.allCases)
    func movedDayChangesEtagCalendarAndReminder(_ kind: StoreKind) throws {
      let guide = try GuideServer(kind)
      try Self.fill(guide)
      let before = (guide: try guide.tim.guide(), calendar: try guide.tim.calendar())
      let known = #","if_none_match":"\#(try before.guide.string("etag"))""#
      let unchanged = try guide.tim.guide(known)
      #expect(try unchanged.bool("not_modified") && Array(unchanged.members).count == 2)
      #expect(try unchanged.string("etag") == before.guide.string("etag"))
      let calendarTag = #","if_none_match":"\#(try before.calendar.string("etag"))""#
      #expect(try guide.tim.calendar(calendarTag).bool("not_modified"))

      try guide.changeSeason(of: 7) { $0.episodes[1].airDate = "2026-02-24" }
      guide.expireFacts()
      let after = try guide.tim.guide(known)
      #expect(after["not_modified"] == nil)
      #expect(try after.string("etag") != before.guide.string("etag"))
      #expect(try before.guide.airDates["7-s1e2"] == "2026-02-17" && after.airDates["7-s1e2"] == "2026-02-24")
      let calendar = try guide.tim.calendar(calendarTag)
      let (old, new) = (try Self.event("7-s1e2", in: before.calendar), try Self.event("7-s1e2", in: calendar))
      #expect(old.contains("DTSTART;VALUE=DATE:20260217") && new.contains("DTSTART;VALUE=DATE:20260224"))
      #expect(old.first == "UID:7-s1e2.\(guide.household.id)@movienight" && new.first == old.first)
      #expect(old.filter { $0.hasPrefix("DTSTAMP") } != new.filter { $0.hasPrefix("DTSTAMP") })
      #expect(
        try Self.event("8-s1e1", in: calendar) == Self.event("8-s1e1", in: before.calendar), "its facts are the same")
      let reminder = try #require(try guide.tim.reminders().first { try $0.integer("tmdb_id") == 7 })
      #expect(try reminder.string("air_date") == "2026-02-24" && reminder.string("due_on") == "2026-02-22")
    }

    @Test func reminderFollowsItsEpisode() throws {
      let guide = try GuideServer()
      try Self.fill(guide)
      func state(on day: String) throws -> String {
        let reminders = try guide.tim.result("reminders.list", #""today":"2026-02-\#(day)""#).array("reminders")
        return try #require(try reminders.first { try $0.integer("tmdb_id") == 8 }).string("state")
      }
      #expect(try ["18", "19", "20", "21", "22"].map(state) == ["armed", "due", "due", "due", "past"])
      try guide.changeSeason(of: 8) { $0.episodes[0].airDate = nil }
      guide.expireFacts()
      #expect(try state(on: "19") == "waiting")
    }

    /// Returns the lines of an event in a calendar, from its UID on.
    private static func event(_ id: String, in calendar: JSONValue) throws -> [Substring] {
      let text = try calendar.string("text").replacing("\r\n", with: "\n")
      let lines = text.split(separator: "\n")
      let start = try #require(lines.firstIndex { $0.hasPrefix("UID:\(id).") }, "\(text)")
      return Array(lines[start...].prefix { $0 != "END:VEVENT" })
    }
  }
#endif
