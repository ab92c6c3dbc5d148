import Stores
import ClientCommands
import CommandLineSupport
import EventStore
import Foundation
import OperatorCommands
import MovieNightPrimitives
import SnackArea
import SnackCommands
import Testing

@testable import Console
@testable import Server
@testable import movienight

/// The commands that work on stores, run on stores that have events, rows and texts of an additional area.
@Suite struct AreaStoreTests {
  private static let program = Program.movienight(Subcommands(.withSnacks, and: .ofSnacks))

  @discardableResult
  private func succeed(_ words: String...) throws -> String {
    let run = TestRun(words)
    let code = run.exitCode(of: Self.program)
    guard code == .success else { throw TestFailure("\(words): \(run.output.text)\(run.errors.text)") }
    return run.output.text
  }

  private func failure(_ words: String..., in program: Program = Self.program) throws -> String {
    let run = TestRun(words)
    #expect(run.exitCode(of: program) == .failure)
    return run.output.text + run.errors.text
  }

  /// Returns a server with a round and two snacks with notes, one of which has the maximum length.
  private func serverWithSnacks(_ kind: StoreKind, note: String) throws -> (
    server: LocalServer, household: Household, ann: Newcomer
  ) {
    let server = try LocalServer(kind, areas: .withSnacks)
    let household = try server.createHousehold(children: [])
    let tim = try server.wire(token: household.token)
    let ann = try server.wire().join(tim.result("invites.create").string("invite_token"), "Ann")
    let round = try tim.startRound()
    let long = String(repeating: "ß", count: 10_000)
    try tim.result("snacks.offer", round + #","note":"\#(long)""#)
    try server.wire(token: ann.token).result("snacks.offer", round + #","note":"\#(note)""#)
    #expect(try tim.notes() == [note, long])
    return (server, household, ann)
  }

  @Test(arguments: StoreKind.durable)
  func storeCommandsHandleAdditionalArea(_ kind: StoreKind) throws {
    let (server, household, _) = try serverWithSnacks(kind, note: "Nachos, hot")
    let notes = try server.wire(token: household.token).notes()
    server.stop()
    let store = "\(server.store)"
    #expect(try succeed("verify", "--store", store).contains("snack_offers") == (kind != .journal))
    #expect(try succeed("rebuild-projections", "snack_offers", "--store", store).contains("Rebuilt snack_offers"))
    #expect(try succeed("events", "--stream", "snacks-\(household.id)", "--json", "--store", store).lines == 2)

    let export = try succeed("export", "--store", store)
    #expect(export.contains(#""kind":"snack_note""#))
    let file = "\(server.folder.path)/export.jsonl"
    try Data(export.utf8).write(to: URL(fileURLWithPath: file))
    for (name, words) in [
      ("imported", ["import", file, "--store"]), ("copied", ["copy", "--from", store, "--to"]),
    ] {
      let target = StoreAddress.journal(directory: "\(server.folder.path)/\(name)")
      let run = TestRun(words + ["\(target)"])
      #expect(run.exitCode(of: Self.program) == .success, "\(run.errors.text)")
      try succeed("verify", "--store", "\(target)")
      #expect(try succeed("export", "--store", "\(target)") == export, "\(name)")
      let served = try LocalServer(target, in: TemporaryFolder(), ManualTime(), areas: .withSnacks)
      #expect(try served.wire(token: household.token).notes() == notes, "\(name)")
    }

    let other = "journal:\(server.folder.path)/other"
    let programOnly = TestRun(["import", file, "--store", other])
    #expect(programOnly.exitCode(of: .movienight()) == .failure)
    #expect(programOnly.errors.text.contains("a known kind of personal text"))
    #expect(try failure("verify", "--store", store, in: .movienight()).contains("SnackOffered"))
    #expect(try failure("copy", "--from", store, "--to", other, in: .movienight()).contains("has an invalid event"))
  }

  @Test(arguments: StoreKind.inFiles)
  func verifyFindsLostTextOfArea(_ kind: StoreKind) throws {
    let (server, _, _) = try serverWithSnacks(kind, note: "Nachos, hot")
    server.stop()
    let store = try openStore(server.store, mode: .readWrite(administratorSocket: nil))
    let note = try #require(
      try store.allTexts(after: nil, limit: .max, owner: nil).first {
        String(decoding: $0.value, as: UTF8.self).contains("Nachos")
      })
    let loss = PersonalTextChange.delete(note.id, owner: note.owner)
    _ = try store.commit([
      CommandAppend(metadata: EventMetadata(), streams: [], texts: [loss], time: Timestamp(microseconds: 0))
    ]) { _ in [] }
    store.close()
    let found = try failure("verify", "--store", "\(server.store)")
    #expect(found.contains("text \(note.id) is missing, and was not erased"))
  }

  /// Runs for a member of the household and for one who left before the erasure.
  @Test(arguments: StoreKind.durable, [false, true])
  func textsOfAreaAreErasedWithMember(_ kind: StoreKind, leavesBefore: Bool) throws {
    let (server, household, ann) = try serverWithSnacks(kind, note: "Quetzalsalsa")
    #expect(try server.folder.traces(of: ["Quetzalsalsa"]) == ["Quetzalsalsa"], "the search finds the note")
    if leavesBefore { try server.wire(token: ann.token).result("members.leave") }
    try server.administrator().result(
      "members.erase", #""household_id":"\#(household.id)","member_id":"\#(ann.id)","confirm":"DELETE""#)
    #expect(try server.folder.traces(of: ["Quetzalsalsa"]) == [], "while the server runs")
    #expect(try server.wire(token: household.token).notes().count == 1)
    server.stop()
    #expect(try server.folder.traces(of: ["Quetzalsalsa"]) == [], "after the server has stopped")
    try succeed("verify", "--store", "\(server.store)")
    #expect(try succeed("events", "--type", "SnackNotesErased", "--json", "--store", "\(server.store)").lines == 1)
  }
}

extension Wire {
  fileprivate func notes() throws -> [String?] {
    try Array(result("snacks.notes").array("notes")).map(\.string)
  }
}

extension String {
  fileprivate var lines: Int { split(separator: "\n").count }
}
