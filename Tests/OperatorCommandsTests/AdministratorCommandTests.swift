import CommandLineSupport
import FakeServer
import MovieNightKit
import MovieNightPrimitives
import Testing

@testable import Console
@testable import OperatorCommands

/// The administrator's commands for households, and `movienight token`, against a scripted server.
@Suite struct AdministratorCommandTests {
  @Test(arguments: [
    ["household", "show", Nights.id(9)], ["token", "list", "--household", Nights.id(9)],
    ["token", "revoke", Nights.id(3), "--household", Nights.id(9)], ["rebuild-projections", "sessions"],
    ["household", "create", "--name", "Films", "--creator", "Ann"],
  ])
  func jsonOptionPrintsAnswerVerbatim(_ words: [String]) throws {
    let result = #"{"later":[1.50,null],"token":"mn_x"}"#
    let server = try FakeServer.answering { $0.result(toAllElse: result) }
    let (code, run) = try server.administer(words + ["--json"])
    #expect(code == .success && run.output.text == result + "\n", "\(run.errors.text)")
  }

  @Test func householdListIncludesAllPages() throws {
    let server = try FakeServer.answering { request in
      guard request.method == "households.list" else { return request.result() }
      let isFirst = request.parameters?["cursor"] == nil
      let household = Nights.household(isFirst ? "Films" : "More", members: [Nights.member(Nights.id(0), "Tim")])
      return request.result(
        #"{"households":[\#(household)],"next_cursor":\#(isFirst ? "\"\(Nights.id(9))\"" : "null")}"#)
    }
    let shown = try server.administer(["household", "list"]).run.output.text
    #expect(shown == "\(Nights.id(9))  Films  1 member\n\(Nights.id(9))  More  1 member\n")
    let json = try server.administer(["household", "list", "--json"]).run.output.text
    #expect(try JSONDocument(json).root.elements.map { try $0.string("name") } == ["Films", "More"])
  }

  @Test(arguments: [
    (["household", "show", "saturday"], #"households.get {"household_id":"\#(Nights.id(8))"}"#),
    (
      ["household", "erase", "--household", "Fri", "--member", "max", "--confirm", "DELETE"],
      #"members.erase {"member_id":"\#(Nights.id(2))","household_id":"\#(Nights.id(9))","confirm":"DELETE"}"#
    ),
    (
      ["token", "revoke", "phone", "--household", "friday films", "--member", "Tim"],
      #"tokens.revoke {"token_id":"\#(Nights.id(6))","household_id":"\#(Nights.id(9))"}"#
    ),
  ])
  func administratorNamesHouseholdsMembersAndTokens(_ words: [String], _ request: String) throws {
    let server = try Self.namedServer()
    let (code, run) = try server.administer(words + ["--json"])
    #expect(code == .success, "\(run.errors.text)")
    let last = try JSONDocument(try #require(server.received.last)).root
    let parameters = try last.object("params").members.filter { $0.name != "command_id" }
      .map { #""\#($0.name)":\#($0.value.compactText)"# }.joined(separator: ",")
    #expect(try "\(last.string("method")) {\(parameters)}" == request)
  }

  /// Returns a server with two households, of which the first has the tokens Phone and Tablet of Tim and Phone of
  /// Sarah.
  private static func namedServer() throws -> FakeServer {
    let household = ScriptedHousehold.json
    let second = Nights.household("Saturday Films").replacing(Nights.id(9), with: Nights.id(8))
    func token(_ number: Int, _ label: String, _ member: Int) -> String {
      #"""
      {"token_id":"\#(Nights.id(number))","member_id":"\#(Nights.id(member))","label":"\#(label)",\#
      "issued_at":"2026-02-14T20:00:00Z","revoked_at":null}
      """#
    }
    let tokens = [token(5, "Phone", 1), token(6, "Phone", 0), token(7, "Tablet", 0)].joined(separator: ",")
    let revoked = #"{"token_id":"\#(Nights.id(6))","position":1,"revision":1}"#
    return try FakeServer.answering { request in
      switch request.method {
      case "households.list": request.result(#"{"households":[\#(household),\#(second)],"next_cursor":null}"#)
      case "households.get": request.result(household)
      case "tokens.list": request.result(#"{"tokens":[\#(tokens)]}"#)
      case "tokens.revoke": request.result(revoked)
      default: request.result()
      }
    }
  }

  @Test(arguments: [
    (["household", "show", "films"], ExitCode.usage, "'films' matches several households", "Friday Films"),
    (["household", "show", "Fridya"], .failure, "There is no household 'Fridya'", "Did you mean Friday Films?"),
    (["token", "revoke", "phone", "--household", "Fri"], .usage, "'phone' matches several valid tokens", "Phone  1"),
    (
      ["token", "issue", "--household", "Fri", "--member", "Ben"], .failure, "There is no member 'Ben'",
      "There are: Tim"
    ),
    (["token", "issue", "--household", "Fri"], .usage, "issue needs --member", "token issue --help"),
  ])
  func nameThatIsNotOneThingIsRefused(_ words: [String], _ code: ExitCode, _ message: String, _ hint: String) throws {
    let (ended, run) = try Self.namedServer().administer(words)
    let errors = run.errors.text
    #expect(ended == code && errors.hasPrefix("error: \(message)\n") && errors.contains(hint), "\(errors)")
  }

  @Test func tokensAreListedWithTheirMembers() throws {
    let (code, run) = try Self.namedServer().administer(["token", "list", "--household", "Fri"])
    #expect(code == .success, "\(run.errors.text)")
    #expect(run.output.text.contains("3  Tablet · Tim"), "\(run.output.text)")
    #expect(run.output.text.contains("issued Feb 14\n   \(Nights.id(7))\n"), "\(run.output.text)")
  }

  @Test func memberManagesOwnTokensByLabel() throws {
    let (code, shown) = try Self.namedServer().run("token", "revoke", "tab")
    #expect(code == .success && shown.output.text == "Revoked Tablet.\n", "\(shown.errors.text)")
    let token = #"{"token":"mn_x","token_id":"\#(Nights.id(3))","position":1,"revision":1}"#
    let server = try FakeServer.answering { $0.result($0.method == "tokens.issue" ? token : nil) }
    let issued = server.run("token", "issue", "--label", "Phone").run.output.text
    #expect(issued == "export MOVIENIGHT_CONNECT=\(server.address)\nexport MOVIENIGHT_TOKEN=mn_x\n")
    #expect(server.received.contains { $0.contains(#""label":"Phone""#) && !$0.contains("household_id") })
  }

  @Test func tokensWithSameLabelAreToldApartByNumber() throws {
    let server = try Self.namedServer()
    let (ambiguous, several) = server.run("token", "revoke", "phone")
    #expect(
      ambiguous == .usage && several.errors.text.contains("or the number in token list:\n  Phone  1\n  Phone  2\n"))
    #expect(server.run("token", "revoke", "2").code == .success)
    #expect(server.received.last?.contains(#""token_id":"\#(Nights.id(6))""#) == true)
    let (missing, unknown) = server.run("token", "revoke", "4")
    #expect(missing == .failure && unknown.errors.text.contains("There is no valid token '4'"))
  }

  /// A token begins with the ids of its household and its own.
  @Test func ownTokenIsMarkedAndRevokedOnlyByForce() throws {
    let server = try Self.namedServer()
    let household: MovieNightKit.HouseholdID = try #require(.init(Nights.id(9)))
    let own: MovieNightKit.TokenID = try #require(.init(Nights.id(6)))
    let token = "mn_" + Base64URL.encode(household.bytes + own.bytes + [UInt8](repeating: 7, count: 32))
    let list = server.run("token", "list", token: token).run.output.text
    #expect(list.contains("2  Phone · this login ") && !list.contains("1  Phone · this"), "\(list)")
    for typed in ["2", Nights.id(6)] {
      let (code, refused) = server.run("token", "revoke", typed, token: token)
      #expect(code == .failure && refused.errors.text.contains("is the token of this login"), "\(refused.errors.text)")
      #expect(refused.errors.text.contains("movienight token revoke \(typed) --force\n"), "\(refused.errors.text)")
    }
    #expect(!server.received.contains { $0.contains("tokens.revoke") })
    #expect(server.run("token", "revoke", "1", token: token).code == .success)
    #expect(server.run("token", "revoke", "2", "--force", token: token).code == .success)
    #expect(server.received.last?.contains(#""token_id":"\#(Nights.id(6))""#) == true)
  }
}
