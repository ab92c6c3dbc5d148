import EventStore
import MovieNightPrimitives
import Testing

@testable import movienight

/// The administrator's commands, run with the real program. They work on a store directly, or through the server that
/// has it open.
@Suite struct HouseholdCommandTests {
  @Test(arguments: StoreKind.durable, [false, true])
  func administratorManagesHouseholdsAndTokens(_ kind: StoreKind, besideAServer: Bool) throws {
    let folder = try TemporaryFolder()
    let store = try "\(kind.address(in: folder))"
    let server = besideAServer ? try ServerProcess(kind.address(in: folder), in: folder) : nil
    let empty = try Run("household", "list", "--store", store, in: folder)
    if besideAServer || kind == .postgres {
      #expect(empty.code == 0 && empty.output.contains("No households yet"), "\(empty.errors)")
    } else {
      #expect(empty.code == 1 && empty.errors.contains("There is no store at"), "\(empty.output)")
    }
    let created = try Run(
      "household", "create", "--name", "Friday Films", "--creator", "Tim", "--avatar", "avatar_fox", "--store", store,
      "--json", in: folder
    ).json()
    let id = try created.object("household").string("household_id")
    let creator = try created.object("household").string("created_by")
    let list = try Run("household", "list", "--store", store, "--json", in: folder).json()
    #expect(try list.elements.map { try $0.string("household_id") } == [id])
    let shown = try Run("household", "show", id, "--store", store, in: folder)
    #expect(shown.output.contains("Friday Films"))
    #expect(shown.output.contains("Tim"))

    let issued = try Run(
      "token", "issue", "--household", id, "--member", creator, "--label", "Phone", "--store", store, "--json",
      in: folder
    ).json()
    let tokens = try Run("token", "list", "--household", id, "--store", store, "--json", in: folder).json()
    #expect(try tokens.array("tokens").map { try $0.optional("label") } == ["First token", "Phone"])
    let revoked = try Run(
      "token", "revoke", issued.string("token_id"), "--household", id, "--store", store, in: folder)
    #expect(revoked.code == 0)
    let after = try Run("token", "list", "--household", id, "--store", store, in: folder).output
    let states = after.split(separator: "\n").filter { $0.contains(" · Tim ") }.map { $0.contains(" issued ") }
    #expect(states == [true, false], "\(after)")
    #expect(!after.contains("mn_"))

    let running = try server ?? ServerProcess(kind.address(in: folder), in: folder)
    #expect(try running.wire(token: created.string("token")).result("households.get").string("name") == "Friday Films")
    #expect(try running.wire().call("auth.authenticate", #""token":"\#(issued.string("token"))""#).code == 401)
    #expect(try running.terminate() == 0)
  }

  @Test(arguments: [false, true])
  func removedMemberIsErasedOnce(besideAServer: Bool) throws {
    let folder = try TemporaryFolder()
    let address = try StoreKind.journal.address(in: folder)
    let server = try ServerProcess(address, in: folder)
    let household = try server.createHousehold(children: ["Max"])
    let tim = try server.wire(token: household.token)
    try tim.result("members.remove", #""member_id":"\#(household.children[0])""#)
    if !besideAServer { #expect(try server.terminate() == 0) }

    func erase(_ words: String...) throws -> Run {
      try Run(
        ["household", "erase", "--household", household.id, "--store", "\(address)"] + words, in: folder)
    }
    let child = household.children[0]
    #expect(try erase("--member", child).code == 2, "`--confirm` is required")
    let refused = try erase("--member", child, "--confirm", "yes")
    #expect(refused.code == 2 && refused.errors.contains("DELETE"))
    #expect(try erase("--member", randomID(), "--confirm", "DELETE", "--json").errors.contains("unknown_member"))
    for _ in 1...2 {
      #expect(try erase("--member", child, "--confirm", "DELETE").output == "Erased \(child).\n")
    }
    let json = try erase("--member", child, "--confirm", "DELETE", "--json").json()
    #expect(try json.string("member_id") == child)
    let events = try Run("events", "--type", "MemberErased", "--store", "\(address)", "--json", in: folder)
    #expect(events.output.split(separator: "\n").count == 1)
    if besideAServer { #expect(try server.terminate() == 0) }
  }

  @Test func errorsAreReportedWithTheirExitCodes() throws {
    let folder = try TemporaryFolder()
    let store = try "\(StoreKind.journal.address(in: folder))"
    _ = try Run("household", "create", "--name", "Films", "--creator", "Ann", "--store", store, in: folder)
    let failed = try Run("household", "show", randomID(), "--store", store, "--json", in: folder)
    #expect(failed.code == 1)
    #expect(failed.errors.contains("unknown_household"))
    for words in [
      ["houshold", "list"], ["household", "lst"], ["household", "create"], ["token", "lst"],
      ["serve", "--listen", "nowhere"], ["serve", "--port", "1"], ["verify", "--store", "redis:x"],
      ["events", "--type", "VoteCats"], ["vote"], ["call", "server.ping", "{"], [],
    ] {
      let run = try ChildProcess(words, in: folder)
      #expect(try run.waitForEnd() == 2, "\(words)")
      #expect(run.output == "", "\(words)")
      #expect(run.errors != "", "\(words)")
    }
    #expect(try Run("houshold", in: folder).errors.contains("Did you mean 'household'?"))
    #expect(try Run("household", "lst", in: folder).errors.contains("Did you mean list?"))
    #expect(
      try Run("events", "--type", "VoteCats", "--store", store, in: folder).errors.contains("Did you mean VoteCast?"))
    let unreachable = try Run("history", "--connect", "unix:\(folder.path)/nobody", in: folder)
    #expect(unreachable.code == 1)
    #expect(unreachable.errors.contains("movienight serve"))
    let missing = try Run("verify", "--store", "journal:\(folder.path)/none", in: folder)
    #expect(missing.code == 1)
  }

  @Test func everyCommandHasHelp() throws {
    let folder = try TemporaryFolder()
    #expect(try Run("--version", in: folder).output.hasPrefix("movienight "))
    let overview = try Run("help", in: folder)
    #expect(overview.code == 0)
    for command in Subcommands.current.all {
      #expect(overview.output.contains(command.name))
      let page = try Run(command.name, "--help", in: folder)
      #expect(page.code == 0)
      #expect(page.output.contains(command.summary))
    }
  }
}
