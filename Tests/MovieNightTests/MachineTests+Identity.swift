import MovieNightPrimitives
import Testing

@testable import MovieNightKit

// Tests of the client's identity, which is the member as whom it sends calls and reads feeds.
extension MachineTests {
  private func identity(_ id: Int, _ member: String) throws -> ServerMessage {
    let result = #"{"member_id":"\#(member)","household_id":"h","role":"member"}"#
    return try ServerMessage(line: Array(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#.utf8))
  }

  /// Returns a machine whose connection acts as Ann. Its next request has the id 2.
  private func actingAsAnn() throws -> Machine {
    var machine = machine(as: "ann")
    machine.submit(1, Request("server.ping"), .opening, within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    expectConnected(true, 1, &machine, .zero)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"])
    machine.received([try identity(1, "ann")], 1, .zero)
    _ = machine.settle(.zero)
    return machine
  }

  private func authenticate(_ id: Int, _ token: String, _ machine: inout Machine) {
    machine.submit(
      id, MovieNightClient.Authentication.token(token).request, within: .seconds(30), .zero)
  }

  /// Loses the connection and authenticates the next one as `member`.
  private func reconnect(_ machine: inout Machine, as member: String) throws {
    machine.lost(1, Self.lost, .zero)
    _ = machine.settle(.zero)
    let pause = try #require(machine.nextPause)
    _ = machine.settle(pause)
    expectConnected(true, 2, &machine, pause)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"])
    machine.received([try identity(1, member)], 2, pause)
  }

  @Test func callsBehindAuthenticationWaitForItsAnswer() throws {
    var machine = try actingAsAnn()
    machine.submit(2, Request("rounds.vote"), within: .seconds(30), .zero)
    authenticate(3, "ben", &machine)
    machine.submit(4, Request("rounds.pick"), within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["rounds.vote", "auth.authenticate"])
    machine.received([try answer(2), try identity(3, "ben")], 1, .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["rounds.pick"])
  }

  @Test func lostCallIsNotResentAsAnotherMember() throws {
    var machine = try actingAsAnn()
    machine.submit(2, Request("rounds.vote"), within: .seconds(30), .zero)
    authenticate(3, "ben", &machine)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["rounds.vote", "auth.authenticate"])
    // The connection ends before either call is answered, and the next connection authenticates as Ben.
    try reconnect(&machine, as: "ben")
    machine.submit(4, Request("rounds.pick"), within: .seconds(30), .zero)
    #expect(machine.settle(.seconds(1)).map(\.name) == ["send 2", "finish 3 0", "finish 2 identity changed", "send 2"])
    #expect(try takeSentMethods(&machine) == ["rounds.pick"])
  }

  @Test func lostCallIsResentAsSameMember() throws {
    var machine = try actingAsAnn()
    machine.submit(2, Request("rounds.vote"), within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["rounds.vote"])
    try reconnect(&machine, as: "ann")
    _ = machine.settle(.seconds(1))
    #expect(try takeSentMethods(&machine) == ["rounds.vote"])
  }

  @Test func feedEndsForAnotherMemberAfterIdentityWasForgotten() throws {
    var machine = try actingAsAnn()
    machine.openFeed(50, after: 0, .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["events.subscribe"])
    let subscribed = #"{"jsonrpc":"2.0","id":2,"result":{"subscription_id":"s","position":0}}"#
    machine.received([try ServerMessage(line: Array(subscribed.utf8))], 1, .zero)
    machine.forgetIdentity()
    machine.lost(1, Self.lost, .zero)
    _ = machine.settle(.zero)
    authenticate(3, "ben", &machine)
    let pause = try #require(machine.nextPause)
    _ = machine.settle(pause)
    expectConnected(true, 2, &machine, pause)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"])
    machine.received([try identity(1, "ben")], 2, pause)
    _ = machine.settle(pause)
    #expect(try takeSentMethods(&machine).isEmpty, "it does not subscribe as Ben")
    #expect(machine.feeds[50]?.isEnded == true)
  }

  @Test func unsentCallIsNotSentAsAnotherMember() throws {
    var machine = try actingAsAnn()
    machine.lost(1, Self.lost, .zero)
    machine.submit(2, Request("rounds.vote"), within: .seconds(30), .zero)
    authenticate(3, "ben", &machine)
    machine.submit(4, Request("rounds.pick"), within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    let pause = try #require(machine.nextPause)
    _ = machine.settle(pause)
    expectConnected(true, 2, &machine, pause)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"], "as Ben: the newest counts")
    machine.received([try identity(1, "ben")], 2, pause)
    #expect(machine.settle(pause).map(\.name) == ["send 2", "finish 3 0", "finish 2 identity changed", "send 2"])
    #expect(try takeSentMethods(&machine) == ["rounds.pick"])
  }

  @Test func authenticationRefusedByStoppingServerIsRetried() throws {
    var machine = machine()
    authenticate(1, "ann", &machine)
    _ = machine.settle(.zero)
    expectConnected(true, 1, &machine, .zero)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"])
    machine.received([try refusal(1, 503, "stopping")], 1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["send 1", "disconnect 1"])
    let pause = try #require(machine.nextPause)
    #expect(machine.settle(pause).map(\.name) == ["connect 2"])
    expectConnected(true, 2, &machine, pause)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"])
    machine.received([try identity(1, "ann")], 2, pause)
    #expect(machine.settle(pause).map(\.name) == ["send 2", "finish 1 0"])
  }

  @Test func newTokenIsTriedAfterOldOneIsRefused() throws {
    var machine = machine(as: "old")
    machine.openFeed(50, after: 0, .zero)
    _ = machine.settle(.zero)
    expectConnected(true, 1, &machine, .zero)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"])
    authenticate(1, "ann", &machine)
    machine.received([try refusal(1, 401, "not_authenticated")], 1, .zero)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"])
    machine.received([try identity(2, "ann")], 1, .zero)
    #expect(machine.settle(.zero).map(\.name).contains("finish 1 0"))
  }

  @Test func internalErrorOnAuthenticationReconnectsAndKeepsCalls() throws {
    var machine = machine(as: "ann")
    machine.submit(1, Request("rounds.vote"), within: nil, need: .member("ann"), .zero)
    _ = machine.settle(.zero)
    expectConnected(true, 1, &machine, .zero)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"])
    machine.received([try refusal(1, 500, "internal")], 1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["send 1", "disconnect 1"], "what waits for Ann goes on waiting")
    let pause = try #require(machine.nextPause)
    #expect(machine.settle(pause).map(\.name) == ["connect 2"])
    expectConnected(true, 2, &machine, pause)
    machine.received([try identity(1, "ann")], 2, pause)
    _ = machine.settle(pause)
    #expect(try takeSentMethods(&machine) == ["auth.authenticate", "rounds.vote"])
  }

  @Test func laterAuthenticationReplacesIdentity() throws {
    var machine = try actingAsAnn()
    machine.submit(2, MovieNightClient.Authentication.token("ben").request, within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    machine.received([try identity(2, "ben")], 1, .zero)
    _ = machine.settle(.zero)
    #expect(machine.identity?.member == "ben" && machine.link.identifying == nil && machine.pendingAuthentications == 0)
  }
}
