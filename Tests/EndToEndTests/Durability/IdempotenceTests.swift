import EventStore
import Foundation
import MovieNightPrimitives
import Testing

@testable import Server

/// Resent commands, which record nothing and get the first answer again.
@Suite struct IdempotenceTests {
  private func expectSameAnswers(_ night: Night, to server: some ServerUnderTest) throws {
    let administrator = try server.administrator()
    let creator = try server.wire(token: night.token)
    let head = try administrator.result("server.health").integer("head")
    for command in night.sent where command.sender != .newcomer {
      let wire = command.sender == .administrator ? administrator : creator
      let result = try wire.result(command.method, command.parameters).text
      #expect(result == command.repeatedResult, "\(command.method) {\(command.parameters)}")
    }
    #expect(try administrator.result("server.health").integer("head") == head, "nothing was appended")
  }

  @Test(arguments: StoreKind.allCases)
  func resentCommandGetsFirstAnswer(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    var night = Night(administrator: try server.administrator())
    try night.play(on: server)
    #expect(Set(night.sent.map(\.method)).count >= 33, "a night has fewer commands than it had")
    try expectSameAnswers(night, to: server)
    try expectSameAnswers(night, to: server)
    if kind != .memory {
      try server.restart()
      try expectSameAnswers(night, to: server)
    }
  }

  @Test(arguments: StoreKind.durable)
  func acknowledgedCommandsSurviveServerKill(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let first = try ServerProcess(kind.address(in: folder), in: folder)
    var night = Night(administrator: try first.administrator())
    try night.play(on: first)
    try first.kill()
    let second = try ServerProcess(kind.address(in: folder), in: folder)
    try expectSameAnswers(night, to: second)
    #expect(try second.terminate() == 0)
    #expect(try Run("verify", "--store", "\(kind.address(in: folder))", in: folder).code == 0)
  }

  @Test func commandIDReusedForOtherCommandIsRefused() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    let id = #","command_id":"\#(randomID())""#
    let first = try wire.result("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up""# + id).text
    let others = [
      ("rounds.vote", round + #","tmdb_movie_id":1,"vote":"down""#),
      ("rounds.vote", round + #","tmdb_movie_id":2,"vote":"up""#),
      ("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up","acting_as":"\#(household.children[0])""#),
      ("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up","expected_revision":5"#), ("rounds.close_voting", round),
    ]
    for (method, parameters) in others {
      let answer = try wire.call(method, parameters + id)
      #expect(answer.code == 409, "\(method) \(parameters)")
      #expect(answer.reason == "command_id_reused", "\(method) \(parameters)")
    }
    // The order of the parameters has no effect on the fingerprint.
    let again = try wire.result("rounds.vote", #""vote":"up","tmdb_movie_id":1,"# + round + id).text
    #expect(again == first)
  }

  @Test func resentCommandWithOtherNameGetsFirstAnswer() throws {
    let server = try LocalServer()
    let wire = try server.wire(token: server.createHousehold().token)
    let commands = [
      ("households.update", #""name":"Films""#, #""name":"Movies""#),
      ("members.add_managed", #""display_name":"Max""#, #""display_name":"Mia","avatar_key":"avatar_fox""#),
      ("members.update", #""display_name":"Tim","avatar_key":"avatar_fox""#, #""display_name":"Tom""#),
      ("tokens.issue", #""label":"Phone""#, #""label":"Tablet""#),
    ]
    for (method, first, other) in commands {
      let id = #","command_id":"\#(randomID())""#
      let position = try wire.result(method, first + id).integer("position")
      #expect(try wire.result(method, other + id).integer("position") == position, "\(method)")
      #expect(try wire.call(method, first + id + #","expected_revision":1"#).reason == "command_id_reused", "\(method)")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func commandWithoutChangeIsRemembered(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let vote = #""round_id":"\#(try started.object("round").string("round_id"))","tmdb_movie_id":1,"vote":"#
    let up = try wire.result("rounds.vote", vote + #""up""#)
    let same = vote + #""up","command_id":"\#(randomID())""#
    let noChange = try wire.result("rounds.vote", same)
    #expect(noChange.text == up.text, "the same vote again appends nothing")
    try wire.result("rounds.vote", vote + #""down""#)
    // If the resent command were executed again, it would change the vote back to up.
    #expect(try wire.result("rounds.vote", same).text == noChange.text)
    #expect(try server.wire(token: household.token).result("rounds.vote", same).text == noChange.text)
    if kind != .memory {
      try server.restart()
      #expect(try server.wire(token: household.token).result("rounds.vote", same).text == noChange.text)
    }
    let other = try server.wire(token: household.token).call(
      "rounds.vote", same.replacingOccurrences(of: "up", with: "down"))
    #expect(other.reason == "command_id_reused")
  }

  @Test func refusalsAreNotRemembered() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))]"#)
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    let vote = round + #","tmdb_movie_id":1,"vote":"up","command_id":"\#(randomID())""#
    #expect(try wire.call("rounds.vote", vote).reason == "wrong_state")
    try wire.result("rounds.open_voting", round)
    #expect(try wire.call("rounds.vote", vote).code == nil)
  }
}
