import Stores
import CommandLineSupport
import EventStore
import FakeServer
import Foundation
import MovieNightKit
import MovieNightPrimitives
import Testing

@testable import Console
@testable import OperatorCommands

/// `movienight household`, against a scripted server.
@Suite struct HouseholdCommandTests {
  private static let household = Nights.household(
    "Friday Films", services: #"["Netflix","Mubi"]"#,
    members: [
      Nights.member(Nights.id(0), "Tim", role: "creator"),
      Nights.member(Nights.id(1), #"\u001b[2JSarah"#, joined: "2026-02-15T20:00:00Z"),
      Nights.member(Nights.id(2), "Max", parent: Nights.id(0), joined: "2025-12-31T20:00:00Z"),
    ])

  private func run(
    _ server: FakeServer, _ arguments: String..., input: String = "", token: String? = "t", isStyled: Bool = false,
    columns: Int = 60
  ) -> (code: ExitCode, run: TestRun) {
    var variables = ["MOVIENIGHT_CONNECT": server.address.description]
    variables["MOVIENIGHT_TOKEN"] = token
    let run = TestRun(
      arguments, variables: variables, input: input, isTerminal: isStyled, isStyled: isStyled, columns: columns)
    return (run.exitCode(), run)
  }

  private func answering(_ method: String, _ result: String) throws -> FakeServer {
    try FakeServer.answering { $0.method == method ? $0.result(result) : $0.result() }
  }

  @Test func showPrintsOwnHousehold() throws {
    let (code, shown) = run(try answering("households.get", Self.household), "household", "show")
    #expect(code == .success)
    #expect(
      shown.output.text == """
        Friday Films                                    since Feb 14
          Tim, \u{FFFD}[2JSarah, Max
          Netflix · Mubi
          0198c2a4-7c00-7000-8000-000000000009

        """)
  }

  @Test func membersAreDrawnWithRolesAndParents() throws {
    let (code, shown) = run(try answering("households.get", Self.household), "household", "members")
    #expect(code == .success)
    #expect(
      shown.output.text == """
        Members of Friday Films

        Tim                                            joined Feb 14
          creator
          0198c2a4-7c00-7000-8000-000000000000

        \u{FFFD}[2JSarah                                      joined Feb 15
          member
          0198c2a4-7c00-7000-8000-000000000001

        Max                                      joined Dec 31, 2025
          child of Tim
          0198c2a4-7c00-7000-8000-000000000002

        """)
  }

  @Test func colorIsUsedForDrawingButNotForJSON() throws {
    let server = try answering("households.get", Self.household)
    let (_, styled) = run(server, "household", "members", isStyled: true)
    #expect(styled.output.text.contains("  \u{1B}[36mcreator\u{1B}[0m\n"))
    let (_, json) = run(server, "household", "members", "--json", isStyled: true)
    #expect(try JSONDocument(json.output.text).root.string("name") == "Friday Films")
  }

  @Test func renameSendsNewName() throws {
    let server = try answering(
      "households.update", #"{"household":\#(Nights.household("Saturday")),"position":1,"revision":1}"#)
    let (code, shown) = run(server, "household", "rename", "Saturday")
    #expect(code == .success)
    #expect(shown.output.text == "Your household is now called Saturday.\n")
    #expect(server.received[1].hasSuffix(#""name":"Saturday"}}"#))
  }

  private static func invite(_ token: String) -> String {
    #"""
    {"invite_id":"\#(Nights.id(3))","invite_token":\#(token),"status":"active","created_at":"2026-02-14T20:00:00Z",\#
    "expires_at":"2026-02-21T20:00:00Z","position":1,"revision":1}
    """#
  }

  @Test func inviteShowsCommandAndExpiry() throws {
    let server = try answering("invites.create", Self.invite("\"mi_x\""))
    let (code, shown) = run(server, "household", "invite")
    #expect(code == .success)
    #expect(
      shown.output.text == """
        This invite is shown only once. To join, people type this with their own NAME:
        movienight household join mi_x --name NAME --connect HOST:PORT
        Replace HOST:PORT with the server's public address, or use --public-address HOST:PORT.
        It is valid for 7 days, until Feb 21, for everyone until the household is full.

        """)
    let (lost, failed) = run(try answering("invites.create", Self.invite("null")), "household", "invite")
    #expect(lost == .failure)
    #expect(failed.errors.text.contains("movienight household invite"))
  }

  @Test func newTokenIsPrintedWhenLoginCannotBeStored() throws {
    let server = try answering("invites.accept", #"{"token":"mn_x","household_id":"h","member_id":"m"}"#)
    let (code, shown) = run(server, "household", "join", "mi_x", "--name", "Sarah", token: nil)
    #expect(code == .success)
    #expect(
      shown.output.text == """
        You have joined. Your token is shown only once:
        export MOVIENIGHT_CONNECT=\(server.address)
        export MOVIENIGHT_TOKEN=mn_x

        """)
    #expect(shown.errors.text.hasPrefix("The token could not be saved as a login: "))
    #expect(server.received[0].contains(#""invite_token":"mi_x","display_name":"Sarah","#))
  }

  /// The protocol returns the token again for a resent command only if the client chose the secret.
  @Test func joinRecoversTokenAfterLostAnswer() throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive(), number > 0 {
        let token = request.parameters?["secret"] == nil ? "null" : "\"mn_x\""
        connection.send(request.result(#"{"token":\#(token),"household_id":"h","member_id":"m"}"#))
      }
    }
    let (code, shown) = run(server, "household", "join", "mi_x", "--name", "Sarah", token: nil)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text.contains("mn_x"))
    let sent = server.received.prefix(2)
    #expect(Set(sent).count == 1 && sent.count == 2, "the same command")
    let first = try JSONDocument(server.received[0]).root.object("params").string("secret")
    #expect(Base64URL.decode(first.utf8)?.count == 32)
    _ = run(server, "household", "join", "mi_x", "--name", "Sarah", token: nil)
    let last = try #require(server.received.last { $0.contains("invites.accept") })
    #expect(try JSONDocument(last).root.object("params").string("secret") != first, "another one's is another")
  }

  /// The secret is lost when the program ends, so its last message says how to get another token.
  @Test(arguments: [nil, 503, 410])
  func failedJoinWarnsIfItMayHaveSucceeded(_ code: Int?) throws {
    let server = try FakeServer { connection, _ in
      while let request = connection.receive(), let code { connection.send(request.refusal(code, "outcome_unknown")) }
    }
    let (ended, shown) = run(server, "household", "join", "mi_x", "--name", "Sarah", token: nil)
    let errors = shown.errors.text
    #expect(ended == .failure && errors.hasPrefix(code == nil ? "error: No connection" : "error: No."), "\(errors)")
    #expect(errors.contains("household members") == (code != 410), "\(errors)")
    #expect(errors.contains("token issue --household NAME --member NAME") == (code != 410), "\(errors)")
  }

  @Test(arguments: [
    ["household", "create", "--name", "Films", "--creator", "Ann"],
    ["token", "issue", "--household", Nights.id(9), "--member", Nights.id(0)],
  ])
  func administratorRecoversTokenAfterLostAnswer(_ words: [String]) throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive(), number > 0 || request.method == "auth.authenticate" {
        let token = request.parameters?["secret"] == nil ? "null" : "\"mn_x\""
        connection.send(
          request.result(
            toAllElse: #"""
              {"token":\#(token),"token_id":"\#(Nights.id(3))","household":\#(Nights.household()),"position":1,"revision":1}
              """#))
      }
    }
    let (code, run) = try administer(server, words)
    #expect(code == .success, "\(run.errors.text)")
    #expect(run.output.text.contains("MOVIENIGHT_TOKEN=mn_x"))
    let sent = server.received.filter { !$0.contains("server.info") }
    #expect(sent.count == 4 && sent[1] == sent[3], "\(sent)")
  }

  /// Runs a command on an open store whose administrator socket is that of the scripted server.
  private func administer(_ server: FakeServer, _ words: [String]) throws -> (code: ExitCode, run: TestRun) {
    guard case .unix(let socket) = server.address else { throw ClientError.closed }
    let folder = FileManager.default.temporaryDirectory.appending(path: "movienight-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let address = StoreAddress.journal(directory: folder)
    let store = try openStore(address, mode: .readWrite(administratorSocket: socket))
    let run = TestRun(words + ["--store", "\(address)"])
    return withExtendedLifetime(store) { (run.exitCode(), run) }
  }

  @Test(arguments: [
    ["household", "show", Nights.id(9)], ["token", "list", "--household", Nights.id(9)],
    ["token", "revoke", Nights.id(3), "--household", Nights.id(9)], ["rebuild-projections", "sessions"],
    ["household", "create", "--name", "Films", "--creator", "Ann"],
  ])
  func jsonOptionPrintsAnswerVerbatim(_ words: [String]) throws {
    let result = #"{"later":[1.50,null],"token":"mn_x"}"#
    let server = try FakeServer.answering { $0.result(toAllElse: result) }
    let (code, run) = try administer(server, words + ["--json"])
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
    let shown = try administer(server, ["household", "list"]).run.output.text
    #expect(shown == "\(Nights.id(9))  Films  1 member\n\(Nights.id(9))  More  1 member\n")
    let json = try administer(server, ["household", "list", "--json"]).run.output.text
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
    let (code, run) = try administer(server, words + ["--json"])
    #expect(code == .success, "\(run.errors.text)")
    let last = try JSONDocument(try #require(server.received.last)).root
    let parameters = try last.object("params").members.filter { $0.name != "command_id" }
      .map { #""\#($0.name)":\#($0.value.compactText)"# }.joined(separator: ",")
    #expect(try "\(last.string("method")) {\(parameters)}" == request)
  }

  /// Returns a server with two households, of which the first has the tokens Phone and Tablet of Tim and Phone of
  /// Sarah.
  private static func namedServer() throws -> FakeServer {
    let household = Self.household
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
    let (ended, run) = try administer(Self.namedServer(), words)
    let errors = run.errors.text
    #expect(ended == code && errors.hasPrefix("error: \(message)\n") && errors.contains(hint), "\(errors)")
  }

  @Test func tokensAreListedWithTheirMembers() throws {
    let (code, run) = try administer(Self.namedServer(), ["token", "list", "--household", "Fri"])
    #expect(code == .success, "\(run.errors.text)")
    #expect(run.output.text.contains("3  Tablet · Tim"), "\(run.output.text)")
    #expect(run.output.text.contains("issued Feb 14\n   \(Nights.id(7))\n"), "\(run.output.text)")
  }

  @Test func memberManagesOwnTokensByLabel() throws {
    let (code, shown) = run(try Self.namedServer(), "token", "revoke", "tab")
    #expect(code == .success && shown.output.text == "Revoked Tablet.\n", "\(shown.errors.text)")
    let token = #"{"token":"mn_x","token_id":"\#(Nights.id(3))","position":1,"revision":1}"#
    let server = try FakeServer.answering { $0.result($0.method == "tokens.issue" ? token : nil) }
    let issued = run(server, "token", "issue", "--label", "Phone").run.output.text
    #expect(issued == "export MOVIENIGHT_CONNECT=\(server.address)\nexport MOVIENIGHT_TOKEN=mn_x\n")
    #expect(server.received.contains { $0.contains(#""label":"Phone""#) && !$0.contains("household_id") })
  }

  @Test func tokensWithSameLabelAreToldApartByNumber() throws {
    let server = try Self.namedServer()
    let (ambiguous, several) = run(server, "token", "revoke", "phone")
    #expect(
      ambiguous == .usage && several.errors.text.contains("or the number in token list:\n  Phone  1\n  Phone  2\n"))
    #expect(run(server, "token", "revoke", "2").code == .success)
    #expect(server.received.last?.contains(#""token_id":"\#(Nights.id(6))""#) == true)
    let (missing, unknown) = run(server, "token", "revoke", "4")
    #expect(missing == .failure && unknown.errors.text.contains("There is no valid token '4'"))
  }

  /// A token begins with the ids of its household and its own.
  @Test func ownTokenIsMarkedAndRevokedOnlyByForce() throws {
    let server = try Self.namedServer()
    let household: MovieNightKit.HouseholdID = try #require(.init(Nights.id(9)))
    let own: MovieNightKit.TokenID = try #require(.init(Nights.id(6)))
    let token = "mn_" + Base64URL.encode(household.bytes + own.bytes + [UInt8](repeating: 7, count: 32))
    let list = run(server, "token", "list", token: token).run.output.text
    #expect(list.contains("2  Phone · this login ") && !list.contains("1  Phone · this"), "\(list)")
    for typed in ["2", Nights.id(6)] {
      let (code, refused) = run(server, "token", "revoke", typed, token: token)
      #expect(code == .failure && refused.errors.text.contains("is the token of this login"), "\(refused.errors.text)")
      #expect(refused.errors.text.contains("movienight token revoke \(typed) --force\n"), "\(refused.errors.text)")
    }
    #expect(!server.received.contains { $0.contains("tokens.revoke") })
    #expect(run(server, "token", "revoke", "1", token: token).code == .success)
    #expect(run(server, "token", "revoke", "2", "--force", token: token).code == .success)
    #expect(server.received.last?.contains(#""token_id":"\#(Nights.id(6))""#) == true)
  }

  // MARK: Members, invites and settings

  private func answeringHousehold(_ results: [String: String] = [:]) throws -> FakeServer {
    try FakeServer.answering { request in
      request.method == "households.get" ? request.result(Self.household) : request.result(results[request.method])
    }
  }

  @Test func memberIsRemovedByName() throws {
    let gone = #"{"member_id":"\#(Nights.id(2))","position":1,"revision":1}"#
    let server = try answeringHousehold(["members.remove": gone])
    let (code, shown) = run(server, "household", "remove", "max")
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text.hasPrefix("Max is no longer in your household.\n"))
    #expect(server.received.last?.hasSuffix(#""member_id":"\#(Nights.id(2))"}}"#) == true)
    let sent = server.received.count
    let (refused, unknown) = run(server, "household", "remove", "mxa")
    #expect(refused == .failure && unknown.errors.text.contains("Did you mean Max?"), "\(unknown.errors.text)")
    #expect(!server.received[sent...].contains { $0.contains("members.remove") })
  }

  @Test func creatorWhoCannotBeRemovedIsToldToLeave() throws {
    let server = try FakeServer.answering { request in
      request.method == "members.remove"
        ? request.refusal(403, "creator_stays")
        : request.method == "households.get" ? request.result(Self.household) : request.result()
    }
    #expect(run(server, "household", "remove", "Tim").run.errors.text.contains("household leave --confirm LEAVE"))
  }

  @Test func memberIsRenamedUnlessNameIsTaken() throws {
    let renamed = #"{"member":\#(Nights.member(Nights.id(2), "Maxime")),"position":1,"revision":1}"#
    let server = try answeringHousehold(["members.update": renamed])
    let (code, shown) = run(server, "household", "rename-member", "max", "Maxime")
    #expect(code == .success && shown.output.text == "Max is now called Maxime.\n", "\(shown.errors.text)")
    #expect(
      server.received.last?.hasSuffix(#""member_id":"\#(Nights.id(2))","display_name":"Maxime"}}"#) == true)
    #expect(run(server, "household", "rename-member", "max", "MAX").code == .success, "the same member may keep a name")
    let same = try answeringHousehold([
      "members.update": #"{"member":\#(Nights.member(Nights.id(2), "Max")),"position":1,"revision":1}"#
    ])
    let kept = run(same, "household", "rename-member", "max", "Max").run.output.text
    #expect(kept == "Max already has this name. Nothing has changed.\n")
    let sent = server.received.count
    for words in [["rename-member", "max", "tim"], ["add-child", "Tim"]] {
      let taken = TestRun(
        ["household"] + words,
        variables: ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"])
      #expect(taken.exitCode() == .failure)
      #expect(taken.errors.text.contains("already has a member called Tim"), "\(taken.errors.text)")
    }
    #expect(!server.received[sent...].contains { $0.contains("members.") })
  }

  @Test(arguments: [
    ("2jsarah", "is an adult: only \u{FFFD}[2JSarah can change this name"),
    ("max", "Max is a child of Tim: only Tim can change this name"),
  ])
  func nameOfSomebodyElseIsNotChanged(_ name: String, _ reason: String) throws {
    let server = try FakeServer.answering { request in
      request.method == "members.update"
        ? request.refusal(403, "cannot_act_as")
        : request.method == "households.get" ? request.result(Self.household) : request.result()
    }
    let (code, shown) = run(server, "household", "rename-member", name, "Zoe")
    #expect(code == .failure && shown.errors.text.contains(reason), "\(shown.errors.text)")
  }

  /// Max is a child of Tim, and Sarah joined first among the other adults.
  @Test func leavingIsExplainedBeforeItIsConfirmed() throws {
    func explained(_ member: Int, _ role: String, _ household: String) throws -> String {
      let server = try FakeServer.answering { request in
        request.result(
          request.method == "households.get"
            ? household
            : #"{"member_id":"\#(Nights.id(member))","household_id":null,"role":"\#(role)","display_name":null}"#)
      }
      let (code, shown) = run(server, "household", "leave")
      #expect(code == .usage && !server.received.contains { $0.contains("members.leave") })
      return shown.errors.text
    }
    let creator = try explained(0, "creator", Self.household)
    #expect(creator.contains("Sarah becomes the creator.\n") && creator.contains("Sarah becomes the parent of Max.\n"))
    #expect(creator.hasSuffix("To leave: movienight household leave --confirm LEAVE\n"), "\(creator)")
    let member = try explained(1, "member", Self.household)
    #expect(!member.contains("becomes") && member.contains("To leave: "), "\(member)")
    let alone = try explained(
      0, "creator",
      Nights.household(members: [
        Nights.member(Nights.id(0), "Tim", role: "creator"), Nights.member(Nights.id(2), "Max", parent: Nights.id(0)),
      ]))
    #expect(alone.contains("You are the only adult: nobody can log in"), "\(alone)")
  }

  private static func invites(_ statuses: [String]) -> String {
    let invites = statuses.enumerated().map { number, status in
      #"""
      {"invite_id":"\#(Nights.id(number))","invite_token":null,"status":"\#(status)",\#
      "created_at":"2026-02-14T20:00:00Z","expires_at":"2026-02-21T20:00:00Z"}
      """#
    }
    return #"{"invites":[\#(invites.joined(separator: ","))]}"#
  }

  @Test func openInvitesAreNumberedAndRevokedByNumber() throws {
    let server = try answeringHousehold([
      "invites.list": Self.invites(["revoked", "active", "active"]), "invites.revoke": Self.invite("null"),
    ])
    let (code, shown) = run(server, "household", "invites")
    #expect(code == .success)
    #expect(
      shown.output.text == """
        1  Invite of Feb 14                             until Feb 21
           0198c2a4-7c00-7000-8000-000000000001
        2  Invite of Feb 14                             until Feb 21
           0198c2a4-7c00-7000-8000-000000000002
           Invite of Feb 14                                  revoked
           0198c2a4-7c00-7000-8000-000000000000

        """)
    #expect(run(server, "household", "invites", "revoke", "2").code == .success)
    #expect(server.received.last?.hasSuffix(#""invite_id":"\#(Nights.id(2))"}}"#) == true)
    let (several, unnamed) = run(server, "household", "invites", "revoke")
    #expect(several == .usage && unnamed.errors.text.hasPrefix("error: Several invites are open\n"))
    let (unknown, missing) = run(server, "household", "invites", "revoke", "3")
    #expect(unknown == .failure && missing.errors.text.contains("There is no open invite '3'"))
  }

  @Test func onlyOpenInviteNeedsNoNumber() throws {
    let server = try answeringHousehold([
      "invites.list": Self.invites(["expired", "active"]), "invites.revoke": Self.invite("null"),
    ])
    #expect(run(server, "household", "invites", "revoke").code == .success)
    #expect(server.received.last?.hasSuffix(#""invite_id":"\#(Nights.id(1))"}}"#) == true)
    let none = try answeringHousehold(["invites.list": Self.invites([])])
    #expect(run(none, "household", "invites", "revoke").run.errors.text.contains("No invite is open"))
    #expect(run(none, "household", "invites").run.output.text.contains("movienight household invite"))
  }

  @Test func settingsAreShownAndChanged() throws {
    let changed = #"{"household":\#(Self.household),"position":1,"revision":1}"#
    let server = try answeringHousehold(["households.update": changed])
    let expected = """
      Settings of Friday Films
        Country   US
        Voting    expires 72 hours after the last change
        Pick      expires after 7 days
        Ratings   close 7 days after watching
        Services  Netflix, Mubi

      """
    #expect(run(server, "household", "settings").run.output.text == expected)
    let (code, shown) = run(
      server, "household", "settings", "--country", "de", "--voting-hours", "48", "--services", "Netflix,Mubi")
    #expect(code == .success && shown.output.text == expected, "\(shown.errors.text)")
    #expect(
      server.received.last?.hasSuffix(
        #""streaming_services":["Netflix","Mubi"],"settings":{"voting_expiry_hours":48,"country":"DE"}}}"#) == true)
  }

  @Test func householdWithoutActionShowsOwn() throws {
    let (code, shown) = run(try answering("households.get", Self.household), "household")
    #expect(code == .success)
    #expect(shown.output.text.hasPrefix("Friday Films "))
    let nobody = TestRun(["household"])
    #expect(nobody.exitCode() == .failure)
    #expect(nobody.errors.text.contains("You are not logged in at 127.0.0.1:6684\n  Log in with: movienight login"))
    #expect(nobody.errors.text.contains("movienight household join") && nobody.errors.text.contains("household create"))
  }

  @Test func addChildShowsDisclosure() throws {
    let server = try answeringHousehold([
      "members.add_managed": #"""
      {"member":\#(Nights.member(Nights.id(2), "Ben")),"child_profile_disclosure":"This profile has no login.",\#
      "position":1,"revision":1}
      """#
    ])
    let (code, shown) = run(server, "household", "add-child", "Ben", "--avatar", "avatar_cat")
    #expect(code == .success)
    #expect(
      shown.output.text == """
        Ben is now in your household. Act for this child with --as:
        movienight vote MOVIE up --as Ben
        This profile has no login.

        """)
    #expect(server.received[2].hasSuffix(#""display_name":"Ben","avatar_key":"avatar_cat"}}"#))
  }

  @Test func leavingIsConfirmedDespiteDamagedLogins() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "movienight-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/movienight", withIntermediateDirectories: true)
    try Data("no JSON".utf8).write(to: URL(filePath: folder + "/movienight/logins.json"))
    let server = try answering("members.leave", "{}")
    let run = TestRun(
      ["household", "leave", "--confirm", "LEAVE"],
      variables: [
        "XDG_CONFIG_HOME": folder, "MOVIENIGHT_TOKEN": "t", "MOVIENIGHT_CONNECT": server.address.description,
      ])
    #expect(run.exitCode() == .failure)
    #expect(run.output.text == "You have left the household.\n")
    #expect(run.errors.text.contains("logins.json cannot be read"))
  }

  @Test(arguments: [
    (["household", "memebers"], "There is no action 'memebers'. Did you mean members?"),
    (["household", "rename"], "rename needs NAME"),
    (["household", "join"], "join needs INVITE_TOKEN"),
    (["household", "join", "mi_x"], "join needs --name"),
    (["household", "create"], "create needs --name and --creator\n  Such as: movienight household create --name"),
    (["household", "create", "--name", "Films"], "create needs --creator\n"),
    (["household", "erase"], "erase needs --household"),
    (["household", "erase", "--household", "h"], "erase needs --member"),
    (["household", "erase", "--household", "h", "--member", "m"], "erase needs --confirm DELETE"),
    (["household", "erase", "m"], "Unexpected argument 'm'"),
    (["household", "members", "x"], "Unexpected argument 'x'"),
    (["household", "leave"], "leave needs --confirm LEAVE"),
    (["household", "add-child"], "add-child needs NAME"),
    (["household", "remove"], "remove needs NAME"),
    (["household", "rename-member", "Max"], "rename-member needs NEW_NAME"),
    (["household", "remove", "Max", "Mia"], "Unexpected argument 'Mia'"),
    (["household", "invites", "revok"], "There is no action 'revok'. Did you mean revoke?"),
    (["household", "invites", "list", "1"], "Unexpected argument '1'"),
    (
      ["household", "settings", "--country", "Germany"], "There is no country 'Germany'\n  Use its code of two letters"
    ),
    (["household", "settings", "--pick-days", "0"], "--pick-days takes a number from 1 to 365"),
    (["household", "list", "--store", "memory", "--connect", "unix:/s"], "Use either --store or --connect"),
    (["token", "revoke"], "revoke needs TOKEN"),
    (["token", "list", "--store", "memory"], "--store needs --household NAME"),
    (["household", "invite", "--public-address", "unix:/s"], "--public-address takes HOST:PORT"),
  ])
  func invalidCommandLineIsRefusedWithReason(_ words: [String], _ message: String) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.hasPrefix("error: \(message)"), "\(run.errors.text)")
    #expect(run.output.text.isEmpty)
  }
}
