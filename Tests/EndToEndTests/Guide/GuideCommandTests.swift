import Testing

@testable import Server

/// The commands of the guide over the wire: services of the country, acting for a child, what others see, and resent
/// commands.
@Suite struct GuideCommandTests {
  private let series = #""tmdb_id":1"#

  /// Returns a server whose creator, Tim, watches series 1.
  private func guide(_ kind: StoreKind = .memory, catalog: CatalogConfiguration? = nil) throws -> CollectionServer {
    let collection = try CollectionServer(kind, catalog: catalog)
    try collection.tim.addTitles(newSeries(1, ended: false, #","status":"watching""#))
    return collection
  }

  // MARK: Settings

  @Test func serviceMustBeOneOfTheCountry() throws {
    let guide = try guide(catalog: .demo())
    let netflix = series + #","service_id":8"#
    let result = try guide.tim.result("guide.set_show", netflix)
    #expect(try result.integer("tmdb_id") == 1 && result.integer("revision") == 0)
    #expect(try guide.tim.refusal("guide.set_show", series + #","service_id":9999999"#) == "422 unknown_service")
    try guide.tim.result("households.update", #""settings":{"country":"DE"}"#)
    #expect(try guide.tim.refusal("guide.set_show", netflix) == "422 unknown_service", "not in this country")
    #expect(try guide.tim.result("guide.set_show", series + #","buffer_days":7"#).integer("revision") == 1)
  }

  @Test func onlyServiceNeedsCatalog() throws {
    let timServer = try guide()
    defer { withExtendedLifetime(timServer) {} }
    let tim = timServer.tim
    #expect(try tim.refusal("guide.set_show", series + #","service_id":8"#) == "503 no_catalog")
    #expect(
      try tim.result("guide.set_show", series + #","clear":["service_id"],"shift_days":-2"#).integer("revision") == 0)
    let failingServer = try guide(catalog: .failing(.unauthorised(status: 401)))
    defer { withExtendedLifetime(failingServer) {} }
    let failing = failingServer.tim
    #expect(try failing.refusal("guide.set_show", series + #","service_id":8"#) == "503 catalog_unauthorised")
    #expect(try failing.result("guide.set_show", series + #","hidden":true"#).integer("revision") == 0)
  }

  @Test func badParametersAreRefused() throws {
    let timServer = try guide()
    defer { withExtendedLifetime(timServer) {} }
    let tim = timServer.tim
    for (method, parameters) in [
      ("guide.set_show", series), ("guide.set_show", series + #","buffer_days":61"#),
      ("guide.set_show", series + #","shift_days":-3"#),
      ("guide.set_show", series + #","clear":["hidden"]"#),
      ("guide.set_show", series + #","clear":["buffer_days"],"buffer_days":1"#),
      ("guide.set_show", #""tmdb_id":0,"hidden":true"#), ("reminders.set", series + #","days_before":15"#),
      ("reminders.set", series + #","season_number":1"#), ("reminders.set", series + #","episode_number":1"#),
      ("reminders.set", series + #","season_number":1,"episode_number":1,"premieres_only":true"#),
    ] {
      #expect(try tim.refusal(method, parameters) == "-32602 bad_parameters", "\(method) {\(parameters)}")
    }
  }

  // MARK: Reminders

  @Test(arguments: StoreKind.allCases) func reminderKeepsItsID(_ kind: StoreKind) throws {
    let timServer = try guide(kind)
    defer { withExtendedLifetime(timServer) {} }
    let tim = timServer.tim
    func set(_ more: String = "") throws -> String {
      try tim.result("reminders.set", series + more).string("reminder_id")
    }
    let command = #","command_id":"\#(randomID())""#
    let id = try set(command)
    let unchanged = #","command_id":"\#(randomID())""#
    #expect(try set(unchanged) == id, "as it is already")
    #expect(try set(#","days_before":3"#) == id)
    #expect(try set(command) == id, "sent again")
    let other = try set(#","season_number":1,"episode_number":2"#)
    #expect(other != id)
    let removal = #""reminder_id":"\#(id)","command_id":"\#(randomID())""#
    #expect(try tim.result("reminders.remove", removal).string("reminder_id") == id)
    #expect(try tim.result("reminders.remove", removal).string("reminder_id") == id, "sent again")
    #expect(try tim.refusal("reminders.remove", #""reminder_id":"\#(id)""#) == "404 unknown_reminder")
    #expect(try set(unchanged) == id, "sent again after its end")
    #expect(try set() != id)
  }

  // MARK: Who sees what

  @Test func othersSeeSettingsOnly() throws {
    let guide = try guide()
    let sarah = try guide.addMember().wire
    try guide.tim.result("guide.set_show", series + #","buffer_days":7,"hidden":true"#)
    try guide.tim.result("guide.set_show", series + #","hidden":true"# + guide.asMax)
    let reminder = try guide.tim.result("reminders.set", series + guide.asMax).string("reminder_id")
    let remove = #""reminder_id":"\#(reminder)""#
    #expect(try guide.tim.refusal("reminders.remove", remove) == "404 unknown_reminder", "the child's")
    #expect(try sarah.refusal("reminders.remove", remove + guide.asMax) == "403 cannot_act_as")
    func shown(to wire: Wire) throws -> [Bool] {
      try wire.result("events.read", #""limit":1000,"types":["GuideShowSet","GuideShowHidden","ReminderSet"]"#)
        .array("events").map { $0["data"]?.isNull == false }
    }
    #expect(try shown(to: guide.tim) == [true, true, true, true])
    #expect(try shown(to: sarah) == [true, false, false, false])
    // A departure ends only what that member hides, and their own reminders.
    try sarah.result("reminders.set", series)
    try sarah.result("members.leave")
    let ended = try guide.tim.result("events.read", #""types":["ReminderRemoved","GuideShowHidden"],"limit":1000"#)
    #expect(try Array(ended.array("events")).count == 3)
    #expect(try guide.tim.result("reminders.remove", remove + guide.asMax).string("reminder_id") == reminder)
  }

  @Test func administratorHasNoGuide() throws {
    let guide = try guide()
    defer { withExtendedLifetime(guide) {} }
    let administrator = try guide.server.administrator()
    for (method, parameters) in [
      ("guide.set_show", series + #","hidden":true"#), ("reminders.set", series),
      ("reminders.remove", #""reminder_id":"\#(randomID())""#),
    ] {
      #expect(try administrator.refusal(method, parameters) == "403 no_member", "\(method)")
    }
  }

  // MARK: Stores

  @Test(arguments: StoreKind.durable) func guideSurvivesRestart(_ kind: StoreKind) throws {
    let guide = try guide(kind)
    let reminder = try guide.tim.result("reminders.set", series).string("reminder_id")
    try guide.tim.result("guide.set_show", series + #","hidden":true"#)
    try guide.server.restart()
    let tim = try guide.server.wire(token: guide.household.token)
    #expect(try tim.result("reminders.set", series).string("reminder_id") == reminder)
    #expect(try tim.result("guide.set_show", series + #","hidden":true"#).integer("revision") == 2, "nothing to record")
    #expect(try tim.result("guide.set_show", series + #","hidden":false"#).integer("revision") == 3)
  }
}
