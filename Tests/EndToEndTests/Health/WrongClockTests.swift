import Glibc
import MovieNightPrimitives
import Testing
import WritePath

/// Servers on machines with a wrong clock.
@Suite struct WrongClockTests {
  private static let impossible = ["1970-01-01T00:00:00Z", "2300-06-01T00:00:00Z"]

  @Test(arguments: impossible)
  func serverRefusesToStartAtImplausibleTime(_ text: String) throws {
    let time = ManualTime()
    time.freeze(at: try #require(Timestamp(text: text)))
    let folder = try TemporaryFolder()
    let store = try StoreKind.journal.address(in: folder)
    #expect { try LocalServer(store, in: folder, time) } throws: { error in
      (error as? ImplausibleTime)?.description.contains(text) == true
    }
    #expect(access("\(folder.path)/journal", F_OK) != 0, "no store was created")
  }

  @Test(arguments: impossible)
  func commandAtImplausibleTimeIsRefused(_ text: String) throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let right = server.time.now
    let head = try wire.result("server.health").integer("head")
    server.time.freeze(at: try #require(Timestamp(text: text)))
    let refused = try wire.call("rounds.start")
    #expect(refused.code == 503 && refused.reason == "store_unavailable" && refused.text.contains("clock"))
    try eventually("health to report the clock") {
      try wire.result("server.health").array("problems").map { try $0.string("reason") } == ["clock_out_of_range"]
    }
    let outage = try wire.result("server.health")
    #expect(try outage.string("status") == "store_unavailable" && outage.integer("head") == head)
    #expect(try wire.result("households.get").string("household_id") == household.id, "queries are still answered")
    server.time.freeze(at: right)
    let started = try wire.result("rounds.start").object("round").string("created_at")
    #expect(started == right.text(.seconds))
    try eventually("health to be ok") { try wire.result("server.health").string("status") == "ok" }
  }

  @Test func clockBehindRecordedEventsDegradesHealth() throws {
    let server = try LocalServer(.journal)
    let household = try server.createHousehold()
    let right = server.time.now
    // The jump must be larger than an hour, by which the clocks of servers on one store may differ.
    server.time.advance(hours: 80 * 365 * 24)
    try server.wire(token: household.token).result("invites.create")
    server.stop()
    server.time.freeze(at: right)
    try server.start()
    let wire = try server.wire(token: household.token)
    try eventually("health to report the clock") { try wire.result("server.health").string("status") == "degraded" }
    let problem = try #require(Array(wire.result("server.health").array("problems")).first)
    #expect(try problem.string("reason") == "clock_behind")
    #expect(try problem.string("clock") == right.text(.seconds))
    #expect(try problem.string("last_recorded").hasPrefix("2106-"))
    try wire.result("rounds.start")
  }
}
