import CommandLineSupport
import FakeServer
import Foundation
import MovieNightKit
import MovieNightPrimitives
import Testing

@testable import Console
@testable import OperatorCommands

/// `movienight household`, against a scripted server.
@Suite struct HouseholdCommandTests {
  private func answering(_ method: String, _ result: String) throws -> FakeServer {
    try FakeServer.answering { $0.method == method ? $0.result(result) : $0.result() }
  }

  @Test func showPrintsOwnHousehold() throws {
    let (code, shown) = try answering("households.get", ScriptedHousehold.json).run("household", "show")
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
    let (code, shown) = try answering("households.get", ScriptedHousehold.json).run("household", "members")
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
    let server = try answering("households.get", ScriptedHousehold.json)
    let (_, styled) = server.run("household", "members", isStyled: true)
    #expect(styled.output.text.contains("  \u{1B}[36mcreator\u{1B}[0m\n"))
    let (_, json) = server.run("household", "members", "--json", isStyled: true)
    #expect(try JSONDocument(json.output.text).root.string("name") == "Friday Films")
  }

  @Test func renameSendsNewName() throws {
    let server = try answering(
      "households.update", #"{"household":\#(Nights.household("Saturday")),"position":1,"revision":1}"#)
    let (code, shown) = server.run("household", "rename", "Saturday")
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
    let (code, shown) = server.run("household", "invite")
    #expect(code == .success)
    #expect(
      shown.output.text == """
        This invite is shown only once. To join, people type this with their own NAME:
        movienight household join mi_x --name NAME --connect HOST:PORT
        Replace HOST:PORT with the server's public address, or use --public-address HOST:PORT.
        It is valid for 7 days, until Feb 21, for everyone until the household is full.

        """)
    let (lost, failed) = try answering("invites.create", Self.invite("null")).run("household", "invite")
    #expect(lost == .failure)
    #expect(failed.errors.text.contains("movienight household invite"))
  }

  @Test func newTokenIsPrintedWhenLoginCannotBeStored() throws {
    let server = try answering("invites.accept", #"{"token":"mn_x","household_id":"h","member_id":"m"}"#)
    let (code, shown) = server.run("household", "join", "mi_x", "--name", "Sarah", token: nil)
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
    let (code, shown) = server.run("household", "join", "mi_x", "--name", "Sarah", token: nil)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text.contains("mn_x"))
    let sent = server.received.prefix(2)
    #expect(Set(sent).count == 1 && sent.count == 2, "the same command")
    let first = try JSONDocument(server.received[0]).root.object("params").string("secret")
    #expect(Base64URL.decode(first.utf8)?.count == 32)
    _ = server.run("household", "join", "mi_x", "--name", "Sarah", token: nil)
    let last = try #require(server.received.last { $0.contains("invites.accept") })
    #expect(try JSONDocument(last).root.object("params").string("secret") != first, "another one's is another")
  }

  /// The secret is lost when the program ends, so its last message says how to get another token.
  @Test(arguments: [nil, 503, 410])
  func failedJoinWarnsIfItMayHaveSucceeded(_ code: Int?) throws {
    let server = try FakeServer { connection, _ in
      while let request = connection.receive(), let code { connection.send(request.refusal(code, "outcome_unknown")) }
    }
    let (ended, shown) = server.run("household", "join", "mi_x", "--name", "Sarah", token: nil)
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
    let (code, run) = try server.administer(words)
    #expect(code == .success, "\(run.errors.text)")
    #expect(run.output.text.contains("MOVIENIGHT_TOKEN=mn_x"))
    let sent = server.received.filter { !$0.contains("server.info") }
    #expect(sent.count == 4 && sent[1] == sent[3], "\(sent)")
  }

  /// Runs a command on an open store whose administrator socket is that of the scripted server.
  // MARK: Members, invites and settings

  private func answeringHousehold(_ results: [String: String] = [:]) throws -> FakeServer {
    try FakeServer.answering { request in
      request.method == "households.get"
        ? request.result(ScriptedHousehold.json) : request.result(results[request.method])
    }
  }

  @Test func memberIsRemovedByName() throws {
    let gone = #"{"member_id":"\#(Nights.id(2))","position":1,"revision":1}"#
    let server = try answeringHousehold(["members.remove": gone])
    let (code, shown) = server.run("household", "remove", "max")
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text.hasPrefix("Max is no longer in your household.\n"))
    #expect(server.received.last?.hasSuffix(#""member_id":"\#(Nights.id(2))"}}"#) == true)
    let sent = server.received.count
    let (refused, unknown) = server.run("household", "remove", "mxa")
    #expect(refused == .failure && unknown.errors.text.contains("Did you mean Max?"), "\(unknown.errors.text)")
    #expect(!server.received[sent...].contains { $0.contains("members.remove") })
  }

  @Test func creatorWhoCannotBeRemovedIsToldToLeave() throws {
    let server = try FakeServer.answering { request in
      request.method == "members.remove"
        ? request.refusal(403, "creator_stays")
        : request.method == "households.get" ? request.result(ScriptedHousehold.json) : request.result()
    }
    #expect(server.run("household", "remove", "Tim").run.errors.text.contains("household leave --confirm LEAVE"))
  }

  @Test func memberIsRenamedUnlessNameIsTaken() throws {
    let renamed = #"{"member":\#(Nights.member(Nights.id(2), "Maxime")),"position":1,"revision":1}"#
    let server = try answeringHousehold(["members.update": renamed])
    let (code, shown) = server.run("household", "rename-member", "max", "Maxime")
    #expect(code == .success && shown.output.text == "Max is now called Maxime.\n", "\(shown.errors.text)")
    #expect(
      server.received.last?.hasSuffix(#""member_id":"\#(Nights.id(2))","display_name":"Maxime"}}"#) == true)
    #expect(server.run("household", "rename-member", "max", "MAX").code == .success, "the same member may keep a name")
    let same = try answeringHousehold([
      "members.update": #"{"member":\#(Nights.member(Nights.id(2), "Max")),"position":1,"revision":1}"#
    ])
    let kept = same.run("household", "rename-member", "max", "Max").run.output.text
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
        : request.method == "households.get" ? request.result(ScriptedHousehold.json) : request.result()
    }
    let (code, shown) = server.run("household", "rename-member", name, "Zoe")
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
      let (code, shown) = server.run("household", "leave")
      #expect(code == .usage && !server.received.contains { $0.contains("members.leave") })
      return shown.errors.text
    }
    let creator = try explained(0, "creator", ScriptedHousehold.json)
    #expect(creator.contains("Sarah becomes the creator.\n") && creator.contains("Sarah becomes the parent of Max.\n"))
    #expect(creator.hasSuffix("To leave: movienight household leave --confirm LEAVE\n"), "\(creator)")
    let member = try explained(1, "member", ScriptedHousehold.json)
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
    let (code, shown) = server.run("household", "invites")
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
    #expect(server.run("household", "invites", "revoke", "2").code == .success)
    #expect(server.received.last?.hasSuffix(#""invite_id":"\#(Nights.id(2))"}}"#) == true)
    let (several, unnamed) = server.run("household", "invites", "revoke")
    #expect(several == .usage && unnamed.errors.text.hasPrefix("error: Several invites are open\n"))
    let (unknown, missing) = server.run("household", "invites", "revoke", "3")
    #expect(unknown == .failure && missing.errors.text.contains("There is no open invite '3'"))
  }

  @Test func onlyOpenInviteNeedsNoNumber() throws {
    let server = try answeringHousehold([
      "invites.list": Self.invites(["expired", "active"]), "invites.revoke": Self.invite("null"),
    ])
    #expect(server.run("household", "invites", "revoke").code == .success)
    #expect(server.received.last?.hasSuffix(#""invite_id":"\#(Nights.id(1))"}}"#) == true)
    let none = try answeringHousehold(["invites.list": Self.invites([])])
    #expect(none.run("household", "invites", "revoke").run.errors.text.contains("No invite is open"))
    #expect(none.run("household", "invites").run.output.text.contains("movienight household invite"))
  }

  @Test func settingsAreShownAndChanged() throws {
    let changed = #"{"household":\#(ScriptedHousehold.json),"position":1,"revision":1}"#
    let server = try answeringHousehold(["households.update": changed])
    let expected = """
      Settings of Friday Films
        Country   US
        Voting    expires 72 hours after the last change
        Pick      expires after 7 days
        Ratings   close 7 days after watching
        Services  Netflix, Mubi

      """
    #expect(server.run("household", "settings").run.output.text == expected)
    let (code, shown) = server.run(
      "household", "settings", "--country", "de", "--voting-hours", "48", "--services", "Netflix,Mubi")
    #expect(code == .success && shown.output.text == expected, "\(shown.errors.text)")
    #expect(
      server.received.last?.hasSuffix(
        #""streaming_services":["Netflix","Mubi"],"settings":{"voting_expiry_hours":48,"country":"DE"}}}"#) == true)
  }

  @Test func householdWithoutActionShowsOwn() throws {
    let (code, shown) = try answering("households.get", ScriptedHousehold.json).run("household")
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
    let (code, shown) = server.run("household", "add-child", "Ben", "--avatar", "avatar_cat")
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
    (["household", "create"], "create needs --name and --creator\n  For example: movienight household create --name"),
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
