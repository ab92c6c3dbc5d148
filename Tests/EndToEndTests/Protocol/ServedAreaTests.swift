import MovieNightPrimitives
import Testing

@testable import Server
@testable import SnackArea

/// The methods, deadlines and events of an area that is added to the server's own.
@Suite struct ServedAreaTests {
  @Test(arguments: StoreKind.allCases)
  func listedAreaIsServed(_ kind: StoreKind) throws {
    let server = try LocalServer(kind, areas: .withSnacks)
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    #expect(try wire.result("server.info").array("methods").contains { $0.string == "snacks.offer" })
    #expect(try Array(wire.result("snacks.list").array("offering")).isEmpty)
    let round = try wire.startRound()
    let offered = try wire.result("snacks.offer", round + #","command_id":"00000000-0000-4000-8000-000000000001""#)
    #expect(try Array(offered.array("offering")).count == 1 && offered.integer("revision") == 0)
    #expect(try offered.string("member_id") == household.creator)
    let listed = try wire.result("snacks.list")
    #expect(try Array(listed.array("offering")).count == 1 && Array(listed.array("newest_first")).count == 1)
    let second = try wire.call("snacks.offer", round)
    #expect(second.code == 409 && second.reason == "one_snack_at_a_time")
    #expect(try wire.call("snacks.offer").code == -32602)
    #expect(try wire.call("snacks.list", #""limit":3"#).code == -32602)
    #expect(try wire.call("snacks.eat").code == -32601)

    server.time.advance(hours: 1)
    try eventually("the offered snack to expire") {
      let listed = try wire.result("snacks.list")
      return try Array(listed.array("offering")).isEmpty && Array(listed.array("newest_first")).isEmpty
    }
    let again = try wire.result("snacks.offer", round + #","command_id":"00000000-0000-4000-8000-000000000001""#)
    #expect(again.text == offered.text, "the answer as of that position")
    let events = try Array(wire.result("events.read", #""types":["SnackOffered","SnackGone"]"#).array("events"))
    #expect(try events.map { try $0.string("type") } == ["SnackOffered", "SnackGone"])
    #expect(try events[0].object("data").string("round_id").isEmpty == false)
    let stream = "snacks-\(household.id)"
    #expect(try wire.events(#""stream":"\#(stream)""#).map(\.text) == events.map(\.text))
    #expect(try wire.events(#""stream":"\#(stream)","types":["SnackGone"]"#).map(\.text) == [events[1].text])
    #expect(try wire.events(#""stream":"\#(stream)",\#(round)"#).isEmpty, "no event is in two streams")
  }

  @Test(arguments: StoreKind.allCases)
  func readModelsOfListedAreaAreRebuiltByName(_ kind: StoreKind) throws {
    let server = try LocalServer(kind, areas: .withSnacks)
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    try wire.result("snacks.offer", wire.startRound())
    let listed = try wire.result("snacks.list").text
    let administrator = try server.administrator()
    let rebuilt = try administrator.result("projections.rebuild", #""names":["snack_offers","sessions"]"#)
    #expect(try Set(rebuilt.array("names").map(\.string)) == ["snack_offers", "sessions"])
    #expect(try wire.result("snacks.list").text == listed)
    #expect(try administrator.call("projections.rebuild", #""names":["snack"]"#).code == -32602)
    #expect(try administrator.result("rpc.discover").text.contains("snack_offers"))
  }

  @Test func memberFinishesOwnOfferOnce() throws {
    let server = try LocalServer(areas: .withSnacks)
    let wire = try server.wire(token: server.createHousehold().token)
    try wire.result("snacks.offer", wire.startRound())
    let finished = try wire.result("snacks.finish")
    #expect(try Array(finished.array("offering")).isEmpty && finished.integer("revision") == 1)
    #expect(try Array(wire.result("snacks.list").array("newest_first")).isEmpty)
    let again = try wire.call("snacks.finish")
    #expect(again.code == 409 && again.reason == "no_snack")
  }

  @Test func unlistedAreaIsNotServed() throws {
    let server = try LocalServer()
    let wire = try server.wire(token: server.createHousehold().token)
    #expect(try wire.call("snacks.list").code == -32601)
    #expect(try wire.call("events.read", #""types":["SnackOffered"]"#).code == -32602)
    #expect(try server.administrator().call("projections.rebuild", #""names":["snacks"]"#).code == -32602)
  }
}

extension Wire {
  fileprivate func events(_ parameters: String) throws -> [JSONValue] {
    try Array(result("events.read", parameters).array("events"))
  }
}
