import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Server
@testable import SnackArea

/// Requests that wait for a lookup or run on a worker, and their effect on later requests of the connection.
@Suite struct WaitingRequestTests {
  private let pantry = Pantry()
  private let server: LocalServer
  private let household: Household
  private let wire: Wire

  init() throws {
    server = try LocalServer(areas: .withSnacks(in: pantry))
    household = try server.createHousehold()
    wire = try server.wire(token: household.token)
  }

  private func waitForLookups(_ count: Int) { eventually("\(count) lookups") { pantry.pendingLookups == count } }

  @Test func requestsBehindWaitingCommandWait() throws {
    let round = try wire.startRound()
    let vote = round + #","tmdb_movie_id":1,"vote":"up""#
    try wire.post("snacks.fetch", round)
    try wire.post("rounds.vote", vote)
    try wire.post("server.ping")
    waitForLookups(1)
    let other = try server.wire(token: household.token)
    try other.result("rounds.vote", round + #","tmdb_movie_id":2,"vote":"up""#)
    #expect(!wire.hasInput)
    pantry.open()
    #expect(try Array(wire.readAnswer().result().array("offering")).count == 1)
    #expect(try wire.readAnswer().result().string("vote") == "up")
    #expect(try wire.readAnswer().json["result"] != nil)
    let events = try Array(wire.result("events.read", #""types":["SnackOffered","VoteCast"]"#).array("events"))
    #expect(try events.map { try $0.string("type") } == ["VoteCast", "SnackOffered", "VoteCast"])
  }

  @Test func queriesOfOneConnectionWaitConcurrently() throws {
    try wire.post("snacks.weigh", #""snack":"nuts""#)
    try wire.post("snacks.weigh", #""snack":"figs""#)
    try wire.post("households.get")
    waitForLookups(2)
    #expect(!wire.hasInput, "answers come in the order of the requests")
    pantry.open()
    for _ in 0..<2 { #expect(try wire.readAnswer().result().integer("amount") == 0) }
    #expect(try wire.readAnswer().result().string("household_id").isEmpty == false)
  }

  @Test func refusedLookupReleasesNextRequest() throws {
    let round = try wire.startRound()
    try wire.send(
      """
      [{"jsonrpc":"2.0","id":1,"method":"snacks.fetch","params":{\(round)}},\
      {"jsonrpc":"2.0","id":2,"method":"snacks.weigh","params":{"snack":"nuts"}}]

      """)
    waitForLookups(1)
    pantry.open(isEmpty: true)
    waitForLookups(1)
    pantry.open()
    let answers = try Array(wire.readAnswer().json.elements)
    #expect(answers.map { $0["id"]?.integer } == [1, 2])
    #expect(answers.first?["error"]?["code"]?.integer == 503)
    #expect(answers.last?["result"]?["amount"]?.integer == 0)
  }

  @Test func waitingRequestsOfRevokedTokenGet401() throws {
    let phone = try wire.result("tokens.issue", #""label":"phone""#)
    let other = try server.wire(token: phone.string("token"))
    let round = try wire.startRound()
    try other.post("snacks.weigh", #""snack":"nuts""#)
    waitForLookups(1)
    let third = try server.wire(token: phone.string("token"))
    try third.post("snacks.fetch", round)
    waitForLookups(2)
    try wire.result("tokens.revoke", #""token_id":"\#(try phone.string("token_id"))""#)
    try eventually("the revocation to take effect") {
      try server.wire().call("auth.authenticate", #""token":"\#(try phone.string("token"))""#).code == 401
    }
    pantry.open()
    #expect(try other.readAnswer().code == 401)
    #expect(try third.readAnswer().code == 401)
  }

  @Test func waitingCommandOfClosedConnectionIsExecuted() throws {
    do {
      let other = try server.wire(token: household.token)
      try other.post("snacks.weigh", #""snack":"nuts""#)
      try other.post("snacks.fetch", try wire.startRound())
      waitForLookups(2)
    }
    pantry.open()
    try eventually("the command to be executed") {
      try Array(wire.result("snacks.list").array("offering")).count == 1
    }
  }

  @Test func waitingQueryIsAnsweredAfterIdentityChange() throws {
    let other = try server.createHousehold("Books", creator: "Ben", children: [])
    try wire.post("snacks.weigh", #""snack":"nuts""#)
    waitForLookups(1)
    try wire.post("auth.authenticate", #""token":"\#(other.token)""#)
    try wire.post("snacks.weigh", #""snack":"nuts""#)
    waitForLookups(2)
    pantry.open()
    #expect(try wire.readAnswer().result().integer("amount") == 0)
    #expect(try wire.readAnswer().result().string("household_id") == other.id)
    #expect(try wire.readAnswer().result().integer("amount") == 0)
  }

  @Test func waitingQueryOfRevokedTokenIsRefusedAfterIdentityChange() throws {
    let phone = try wire.result("tokens.issue", #""label":"phone""#)
    let other = try server.wire(token: phone.string("token"))
    try other.post("snacks.weigh", #""snack":"nuts""#)
    waitForLookups(1)
    try other.post("auth.authenticate", #""token":"\#(household.token)""#)
    try other.post("snacks.weigh", #""snack":"nuts""#)
    waitForLookups(2)
    try wire.result("tokens.revoke", #""token_id":"\#(try phone.string("token_id"))""#)
    pantry.open()
    #expect(try other.readAnswer().code == 401)
    _ = try other.readAnswer().result()
    #expect(try other.readAnswer().result().integer("amount") == 0)
  }

  @Test func runningQueryIsAnsweredAfterIdentityChange() throws {
    let other = try server.createHousehold("Books", creator: "Ben", children: [])
    pantry.bolt()
    try wire.post("snacks.left", #""snack":"nuts""#)
    eventually("the query to reach a worker") { pantry.waitingAtDoor == 1 }
    try wire.post("auth.authenticate", #""token":"\#(other.token)""#)
    try wire.post("households.update", #""name":"Novels""#)
    let reader = try server.wire(token: other.token)
    try eventually("the command of the other member") {
      try reader.result("households.get").string("name") == "Novels"
    }
    pantry.unbolt()
    #expect(try wire.readAnswer().code == nil)
    #expect(try wire.readAnswer().result().string("household_id") == other.id)
    #expect(try wire.readAnswer().code == nil)
  }

  @Test func runningQueryOfRevokedTokenIsRefused() throws {
    let phone = try wire.result("tokens.issue", #""label":"phone""#)
    let other = try server.wire(token: phone.string("token"))
    pantry.bolt()
    try other.post("snacks.left", #""snack":"nuts""#)
    eventually("the query to reach a worker") { pantry.waitingAtDoor == 1 }
    try wire.result("tokens.revoke", #""token_id":"\#(try phone.string("token_id"))""#)
    pantry.unbolt()
    #expect(try other.readAnswer().code == 401)
  }

  @Test func lookupOverMemberLimitIsRefused() throws {
    let server = try LocalServer(
      areas: .withSnacks(in: pantry), lookupLimits: LookupQuota.Limits(all: 100, ofOneHousehold: 3, ofOneMember: 2))
    let household = try server.createHousehold()
    let neighbours = try server.createHousehold("Books", creator: "Ben", children: [])
    let wires = try (0..<3).map { _ in try server.wire(token: household.token) }
    for (count, wire) in zip(1...2, wires) {
      try wire.post("snacks.weigh", #""snack":"nuts""#)
      waitForLookups(count)
    }
    #expect(try wires[2].call("snacks.weigh", #""snack":"nuts""#).reason == "too_many_requests")
    let neighbour = try server.wire(token: neighbours.token)
    try neighbour.post("snacks.weigh", #""snack":"nuts""#)
    waitForLookups(3)
    pantry.open()
    for wire in [wires[0], wires[1], neighbour] { #expect(try wire.readAnswer().code == nil) }
    pantry.stayOpen()
    #expect(try wires[2].call("snacks.weigh", #""snack":"nuts""#).code == nil)
  }

  @Test func shutdownDuringHangingQueryIsReportedAsOverdue() throws {
    let overdue = Locked(false)
    let server = try LocalServer(
      areas: .withSnacks(in: pantry), shutdownIsOverdue: { overdue.withLock { $0 = true } })
    let wire = try server.wire(token: server.createHousehold().token)
    pantry.bolt()
    try wire.post("snacks.left", #""snack":"nuts""#)
    eventually("the query to reach a worker") { pantry.waitingAtDoor == 1 }
    let stopping = WorkerThread(name: "stopping") { server.stop() }
    try stopping.start()
    eventually("the shutdown to be reported as overdue") { overdue.withLock { $0 } }
    pantry.unbolt()
    stopping.join()
  }

  /// A request whose lookup finishes at once must not start the next request from within itself, or the stack would
  /// overflow.
  @Test func requestsQueuedBehindWaitingOneRunWithoutRecursion() throws {
    let round = try wire.startRound()
    try wire.post("snacks.fetch", round)
    waitForLookups(1)
    let request = #"{"jsonrpc":"2.0","id":7,"method":"snacks.weigh","params":{"snack":"nuts"}}"#
    let batch = "[" + Array(repeating: request, count: 100).joined(separator: ",") + "]\n"
    for _ in 0..<300 { try wire.send(batch) }
    pantry.stayOpen()
    _ = try wire.readAnswer().result()
    for _ in 0..<300 { #expect(try Array(wire.readAnswer().json.elements).count { $0["result"] != nil } == 100) }
  }

  @Test func resentCommandNeedsNoLookup() throws {
    let fetch = try wire.startRound() + #","command_id":"0198f000-0000-7000-8000-000000000001""#
    try wire.post("snacks.fetch", fetch)
    waitForLookups(1)
    pantry.open()
    let first = try wire.readAnswer().resultText()
    #expect(try wire.result("snacks.fetch", fetch).text == first)
    #expect(try wire.call("snacks.fetch", fetch + #","expected_revision":1"#).reason == "command_id_reused")
    #expect(pantry.pendingLookups == 0)
    let events = try Array(wire.result("events.read", #""types":["SnackOffered"]"#).array("events"))
    #expect(events.count == 1)
  }

  /// A refused command leaves no receipt, so the server looks up its data again.
  @Test func resentRefusedCommandIsLookedUpAgain() throws {
    let fetch = try wire.startRound() + #","command_id":"0198f000-0000-7000-8000-000000000002""#
    try wire.post("snacks.fetch", fetch)
    waitForLookups(1)
    pantry.open(isEmpty: true)
    #expect(try wire.readAnswer().code == 503)
    try wire.post("snacks.fetch", fetch)
    waitForLookups(1)
    pantry.open()
    _ = try wire.readAnswer().result()
  }

  @Test func stoppingServerAnswersWaitingRequests() throws {
    let round = try wire.startRound()
    let other = try server.wire(token: household.token)
    try wire.post("snacks.fetch", round)
    try wire.post("snacks.fetch", round)
    try other.post("snacks.weigh", #""snack":"nuts""#)
    waitForLookups(2)
    server.stop()
    #expect(try [wire, wire, other].map { try $0.readAnswer().reason } == ["stopping", "stopping", "stopping"])
    pantry.open()
  }
}
