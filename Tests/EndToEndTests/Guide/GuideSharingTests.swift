#if TMDb
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Server

  /// Whose series are in whose guide, and the members' settings and reminders.
  @Suite struct GuideSharingTests {
    private let fixture: GuideServer
    private let sarah: Wire
    private let sarahID: String
    private var tim: Wire { fixture.tim }
    private var max: String { fixture.household.children[0] }

    init() throws {
      fixture = try GuideServer()
      (sarah, sarahID) = try fixture.collection.addMember()
      try fixture.watch(.airing(7, on: "02-10"), .airing(8, on: "02-20"))
      try fixture.watch(.airing(8), by: sarah)
    }

    private func watchers(of id: Int, seenBy wire: Wire, _ more: String = "") throws -> Set<String> {
      Set(try wire.guide(more).show(id).array("watchers").map(\.text))
    }

    // MARK: Hidden and private series

    @Test func hiddenSeriesCountsItsMemberAsNoWatcherForAnybody() throws {
      #expect(try watchers(of: 8, seenBy: sarah) == [fixture.household.creator, sarahID])
      try tim.result("guide.set_show", #""tmdb_id":8,"hidden":true"#)
      for wire in [tim, sarah] { #expect(try watchers(of: 8, seenBy: wire) == [sarahID]) }
      try sarah.result("guide.set_show", #""tmdb_id":8,"hidden":true"#)
      for wire in [tim, sarah] { #expect(try wire.guide().showIDs == [7]) }
      #expect(try tim.title(seriesKey(8)).string("status") == "watching")
      try tim.result("guide.set_show", #""tmdb_id":8,"hidden":false"#)
      for wire in [tim, sarah] { #expect(try watchers(of: 8, seenBy: wire) == [fixture.household.creator]) }
    }

    @Test func parentHidesSeriesForChild() throws {
      try fixture.watch(.airing(9, on: "02-12"), actingAs: fixture.asMax)
      #expect(try sarah.guide().showIDs == [7, 8, 9])
      let hidden = #""tmdb_id":9,"hidden":true"# + fixture.asMax
      #expect(try sarah.refusal("guide.set_show", hidden) == "403 cannot_act_as")
      try tim.result("guide.set_show", hidden)
      for wire in [tim, sarah] { #expect(try wire.guide().showIDs == [7, 8]) }
      for (wire, sees) in [(tim, true), (sarah, false)] {
        let events = try wire.result("events.read", #""types":["GuideShowHidden"]"#).array("events")
        #expect(events.map { $0["data"]?.isNull == false } == [sees])
      }
    }

    @Test func privateSeriesIsOnlyInItsOwnersAndParentsGuides() throws {
      try fixture.watch(.airing(9, "Xochipilli", on: "02-12"), with: #","private":true"#, actingAs: fixture.asMax)
      try fixture.watch(.airing(10, "Xolotl", on: "02-13"), by: sarah, with: #","private":true"#)
      #expect(try tim.guide().showIDs == [7, 8, 9])
      #expect(try sarah.guide().showIDs == [7, 8, 10])
      #expect(try sarah.guide(#","members":["\#(max)"]"#).showIDs == [])
      #expect(try tim.guide(#","members":["\#(max)"]"#).showIDs == [9])
      for answer in [try sarah.guide(), try sarah.calendar()] { #expect(!answer.text.contains("Xochipilli")) }
      for answer in [try tim.guide(), try tim.calendar()] { #expect(!answer.text.contains("Xolotl")) }
      // Settings are the household's, so a private series has none that others could read.
      for (wire, id) in [(tim, 9), (sarah, 10)] {
        #expect(try wire.refusal("guide.set_show", #""tmdb_id":\#(id),"buffer_days":3"#) == "422 not_in_guide")
      }
    }

    @Test func missingSeriesIsNamedOnlyToThoseWhoSeeIt() throws {
      try fixture.watch(.airing(9, "Xochipilli", on: "02-12"), by: sarah, with: #","private":true"#)
      fixture.expireFacts()
      fixture.tmdb.behave(.status(404), on: "/tv")
      #expect(try sarah.guide().missing == ["7 not_found", "8 not_found", "9 not_found"])
      #expect(try tim.guide().missing == ["7 not_found", "8 not_found"])
    }

    // MARK: Members

    @Test func membersAreOfTheHousehold() throws {
      #expect(try sarah.guide(#","members":["\#(sarahID)"]"#).showIDs == [8])
      #expect(try tim.guide(#","members":["\#(max)"]"#).integer("total_shows") == 0)
      let other = try fixture.server.createHousehold("Others", creator: "Ann")
      for member in [other.creator, randomID()] {
        for method in ["guide.get", "guide.calendar"] {
          let members = #""members":["\#(sarahID)","\#(member)"]"#
          #expect(try tim.refusal(method, members) == "422 not_members", "\(method)")
        }
      }
      #expect(try fixture.server.wire(token: other.token).guide().showIDs == [])
      let administrator = try fixture.server.administrator()
      for method in ["guide.get", "guide.calendar", "reminders.list"] {
        #expect(try administrator.refusal(method, "") == "403 no_member", "\(method)")
      }
    }

    @Test func departureRemovesShowsAndReminders() throws {
      try fixture.watch(.airing(9, on: "02-12"), by: sarah)
      try sarah.result("guide.set_show", #""tmdb_id":8,"hidden":true"#)
      try sarah.result("reminders.set", #""tmdb_id":9"#)
      #expect(try tim.guide().showIDs == [7, 8, 9])
      try sarah.result("members.leave")
      #expect(try tim.guide().showIDs == [7, 8])
      #expect(try tim.guide(#","members":["\#(fixture.household.creator)"]"#).showIDs == [7, 8])
      #expect(try tim.refusal("guide.get", #""members":["\#(sarahID)"]"#) == "422 not_members")
      let types = #""types":["GuideShowHidden","ReminderRemoved"]"#
      let events = try tim.result("events.read", types).array("events")
      #expect(try events.map { try $0.string("type") } == ["GuideShowHidden", "GuideShowHidden", "ReminderRemoved"])
      try fixture.server.administrator().result("projections.rebuild")
      #expect(try tim.guide().showIDs == [7, 8])
    }

    @Test(arguments: StoreKind.durable)
    func erasureLeavesNoShowsAfterRestart(_ kind: StoreKind) throws {
      let guide = try GuideServer(kind)
      let (ann, id) = try guide.collection.addMember("Ann")
      try guide.watch(.airing(7, on: "02-10"), by: ann)
      try ann.result("reminders.set", #""tmdb_id":7"#)
      try ann.result("guide.set_show", #""tmdb_id":7,"hidden":true"#)
      try ann.result("members.erase", #""confirm":"DELETE""#)
      #expect(try guide.tim.guide().integer("total_shows") == 0)
      try guide.server.restart()
      let tim = try guide.server.wire(token: guide.household.token)
      #expect(try tim.guide().integer("total_shows") == 0 && !tim.guide().text.contains(id))
      guide.server.stop()
      #expect(try Run("verify", "--store", "\(guide.server.store)", in: guide.server.folder).code == 0)
    }

    // MARK: Settings of a series

    @Test func settingsAreTheHouseholds() throws {
      try sarah.result("guide.set_show", #""tmdb_id":7,"service_id":15,"buffer_days":4,"shift_days":-1"#)
      let guide = try tim.guide()
      let show = try guide.show(7)
      #expect(try show.integer("buffer_days") == 4 && show.integer("shift_days") == -1)
      #expect(try guide.airDates["7-s1e1"] == "2026-02-09")
      #expect(try show.array("streaming_services").map { try $0.string("name") } == ["Hulu", "Netflix"])
      try tim.result("guide.set_show", #""tmdb_id":7,"clear":["service_id","buffer_days","shift_days"]"#)
      let reset = try sarah.guide()
      #expect(try reset.airDates["7-s1e1"] == "2026-02-10" && reset.show(7).integer("buffer_days") == 0)
      #expect(try reset.show(7).array("streaming_services").map { try $0.string("name") } == ["Netflix"])
    }

    @Test(arguments: [
      (#""tmdb_id":99,"buffer_days":3"#, "422 not_in_guide"),
      (#""tmdb_id":7,"service_id":11"#, "422 unknown_service"),
      (#""tmdb_id":7,"service_id":9999"#, "422 unknown_service"),
      (#""tmdb_id":7,"service_id":0"#, "-32602 bad_parameters"),
      (#""tmdb_id":7,"buffer_days":61"#, "-32602 bad_parameters"),
      (#""tmdb_id":7,"buffer_days":-1"#, "-32602 bad_parameters"),
      (#""tmdb_id":7,"shift_days":3"#, "-32602 bad_parameters"),
      (#""tmdb_id":7,"buffer_days":3,"clear":["buffer_days"]"#, "-32602 bad_parameters"),
      (#""tmdb_id":7,"clear":["hidden"]"#, "-32602 bad_parameters"),
      (#""tmdb_id":7"#, "-32602 bad_parameters"),
    ])
    func wrongSettingIsRefused(_ parameters: String, refusal: String) throws {
      #expect(try tim.refusal("guide.set_show", parameters) == refusal)
      #expect(try Array(tim.result("events.read", #""types":["GuideShowSet"]"#).array("events")).isEmpty)
    }

    @Test func serviceNeedsTheCatalog() throws {
      fixture.tmdb.behave(.status(500), on: "/watch/providers/tv")
      #expect(try tim.refusal("guide.set_show", #""tmdb_id":7,"service_id":8"#) == "503 catalog_unavailable")
      try tim.result("guide.set_show", #""tmdb_id":7,"buffer_days":3"#)
      let without = try CollectionServer()
      try without.tim.addTitles(watched(7))
      #expect(try without.tim.refusal("guide.set_show", #""tmdb_id":7,"service_id":8"#) == "503 no_catalog")
      #expect(try without.tim.refusal("guide.get", "") == "503 no_catalog")
      #expect(try without.tim.refusal("guide.calendar", "") == "503 no_catalog")
      try without.tim.result("guide.set_show", #""tmdb_id":7,"hidden":true"#)
    }

    @Test(arguments: [
      (#""end_date":"2026-02-28""#, "start_date"), (#""start_date":"2026-02-30""#, "start_date"),
      (#""start_date":"2026-02-02","end_date":"2026-02-01""#, "end_date"),
      (#""start_date":"2025-02-01","end_date":"2026-02-02""#, "end_date"),
      (#""country":"XX""#, "country"), (#""members":[]"#, "members"), (#""service_ids":[]"#, "service_ids"),
      (#""show_ids":[]"#, "show_ids"), (#""wait_ms":10001"#, "wait_ms"), (#""today":"14.02.2026""#, "today"),
    ])
    func wrongParameterIsRefusedWithItsField(_ parameters: String, field: String) throws {
      for method in ["guide.get", "guide.calendar"] {
        let answer = try tim.call(method, parameters)
        let fields = try answer.error?.object("data").array("fields").map { try $0.string("field") }
        #expect(answer.code == -32602 && fields?.first?.hasPrefix(field) == true, "\(method) \(answer.text)")
      }
    }

    // MARK: Reminders

    @Test func reminderIsItsMembersAndParents() throws {
      let id = try tim.result("reminders.set", #""tmdb_id":7"# + fixture.asMax).string("reminder_id")
      let child = #","member_id":"\#(max)""#
      #expect(try tim.reminders(child).map { try $0.string("reminder_id") } == [id] && tim.reminders().isEmpty)
      #expect(try sarah.refusal("reminders.list", #""member_id":"\#(max)""#) == "403 cannot_act_as")
      #expect(try sarah.refusal("reminders.remove", #""reminder_id":"\#(id)""#) == "404 unknown_reminder")
      let again = try tim.result("reminders.set", #""tmdb_id":7,"days_before":3"# + fixture.asMax)
      #expect(try again.string("reminder_id") == id, "the same target replaces it")
      #expect(try tim.reminders(child).map { try $0.integer("days_before") } == [3])
      try tim.result("reminders.remove", #""reminder_id":"\#(id)""# + fixture.asMax)
      #expect(try tim.reminders(child).isEmpty)
    }

    @Test func reminder201IsRefused() throws {
      let lists = try CollectionServer(catalog: .failing(.unavailable(.timeout)))
      for id in 1...200 { try lists.tim.result("reminders.set", #""tmdb_id":\#(id)"#) }
      let refused = try lists.tim.call("reminders.set", #""tmdb_id":201"#)
      #expect(refused.code == 422 && refused.reason == "too_many_reminders")
      #expect(try refused.error?.object("data").integer("limit") == 200)
      let replaced = try lists.tim.result("reminders.set", #""tmdb_id":200,"days_before":1"#)
      var (ids, cursor): ([String], String?) = ([], nil)
      repeat {
        let page = try lists.tim.result(
          "reminders.list", #""limit":50"# + (cursor.map { #","cursor":"\#($0)""# } ?? ""))
        ids += try page.array("reminders").map { try $0.string("reminder_id") }
        cursor = page["next_cursor"]?.string
      } while cursor != nil
      #expect(ids.count == 200 && Set(ids).count == 200)
      try lists.tim.result("reminders.remove", #""reminder_id":"\#(replaced.string("reminder_id"))""#)
      try lists.tim.result("reminders.set", #""tmdb_id":201"#)
    }

    @Test func moreThan500ShowsAreRefused() throws {
      let lists = try CollectionServer(catalog: .failing(.unavailable(.timeout)))
      for start in stride(from: 1, through: 500, by: 100) {
        try lists.tim.addTitles((start..<start + 100).map { watched($0) }.joined(separator: ","))
      }
      #expect(try Array(lists.tim.guide().array("missing")).count == 500)
      try lists.tim.addTitles(watched(501))
      for method in ["guide.get", "guide.calendar"] {
        let refused = try lists.tim.call(method, february)
        #expect(refused.code == 422 && refused.reason == "too_many_shows", "\(method)")
        #expect(try refused.error?.object("data").integer("limit") == 500, "\(method)")
      }
      #expect(try Array(lists.tim.guide(#","members":["\#(lists.household.children[0])"]"#).array("missing")).isEmpty)
      try lists.tim.result("guide.set_show", #""tmdb_id":501,"hidden":true"#)
      #expect(try Array(lists.tim.guide().array("missing")).count == 500)
    }
  }
#endif
