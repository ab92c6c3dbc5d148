import Stores
import EventStore
import Foundation
import MovieNightPrimitives
import Projections
import Testing

@testable import OperatorCommands

#if SQLite
  import CSQLite
#endif

/// The command `movienight copy`, run with the real program.
@Suite struct CopyCommandTests {
  private let targetFolder: TemporaryFolder

  init() throws { targetFolder = try TemporaryFolder() }

  private func copy(_ from: StoreAddress, _ to: StoreAddress, _ options: String...) throws -> Run {
    try Run(["copy", "--from", "\(from)", "--to", "\(to)"] + options, in: targetFolder)
  }

  private func export(_ store: StoreAddress) throws -> String {
    let run = try Run("export", "--store", "\(store)", in: targetFolder)
    #expect(run.code == 0, "\(run.errors)")
    return run.output
  }

  private func head(_ store: StoreAddress) throws -> Position {
    let store = try openStore(store, mode: .readOnly)
    defer { store.close() }
    return try store.head()
  }

  @Test(arguments: StoreKind.durable, StoreKind.durable)
  func copyHasSameEventsTextsAndRows(_ from: StoreKind, _ to: StoreKind) throws {
    let server = try LocalServer(from)
    var night = Night(administrator: try server.administrator())
    try night.play(on: server)
    server.stop()
    let target = try to.address(in: targetFolder)
    let run = try copy(server.store, target)
    #expect(run.code == 0, "\(run.errors)")
    for word in ["copied", "equal    events", "equal    texts", "equal    sessions", "digest"] {
      #expect(run.output.contains(word), "\(word) in \(run.output)")
    }
    #expect(!run.output.contains("differs") && run.errors.contains("Copying"))
    #expect(try export(target) == export(server.store))
    #expect(try rows(at: target) == rows(at: server.store))
    #expect(try Run("verify", "--store", "\(target)", in: targetFolder).code == 0)

    let again = try copy(server.store, target, "--json").json()
    #expect(again["copied_events"]?.integer == 0 && again["equal"]?.bool == true)
    let compared = Array(try again.array("compared"))
    #expect(compared.count == 2 + ReadModelAreas.current.names.count)
    for part in compared {
      let (digest, targetDigest) = (try part.string("source_digest"), try part.string("target_digest"))
      #expect(digest.count == 8 && digest == targetDigest && part["difference"]?.isNull == true)
      #expect(run.output.contains(digest), "a second run shows the same digests")
    }
    for (part, member) in [(compared[0], "event"), (compared[1], "text")] {
      let digest = try UInt32(part.string("source_digest"), radix: 16)
      #expect(try digest == Self.checksum(of: member, in: export(target)), "as documented in docs/operations.md")
    }
    let served = try ServerProcess(target, in: targetFolder)
    #expect(try served.wire(token: night.token).call("households.get").code == nil)
    #expect(try served.terminate() == 0)
  }

  /// Returns the checksum of the values of `member` in an export, joined with a newline after each.
  private static func checksum(of member: String, in export: String) -> UInt32 {
    let prefix = #"{"\#(member)":"#
    let values = export.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map {
      $0.dropFirst(prefix.count).dropLast() + "\n"
    }
    return CRC32.of(Array(values.joined().utf8))
  }

  @Test(arguments: StoreKind.durable, StoreKind.durable)
  func servedSourceIsCopiedIncrementally(_ from: StoreKind, _ to: StoreKind) throws {
    let source = try LocalServer(from)
    let household = try source.createHousehold()
    let target = try to.address(in: targetFolder)
    let tim = try source.wire(token: household.token)
    let first = try copy(source.store, target, "--json").json()
    #expect(first["equal"]?.bool == true)

    let name = "Quetzalina"
    let member = try tim.result("members.add_managed", #""display_name":"\#(name)""#).object("member")
    #expect(try copy(source.store, target).code == 0)
    #expect(try targetFolder.traces(of: [name]) == [name], "the copy has the name before the erasure")
    try tim.result("members.erase", #""member_id":"\#(member.string("member_id"))","confirm":"DELETE""#)
    let last = try copy(source.store, target, "--json").json()
    #expect(try last.integer("copied_events") > 0)
    #expect(try last.integer("deleted_texts") > 0)
    #expect(last["equal"]?.bool == true)
    #expect(try targetFolder.traces(of: [name]) == [], "the copy follows the erasure")
    source.stop()
    #expect(try export(target) == export(source.store))
  }

  /// Runs only for stores in files. A target database may have running servers; if they write to it, the copy stops
  /// (`SharedStoreCopyTests`).
  @Test(arguments: StoreKind.inFiles)
  func servedTargetIsRefused(_ kind: StoreKind) throws {
    let (source, target) = (try LocalServer(kind), try LocalServer(kind))
    _ = try source.createHousehold()
    let run = try copy(source.store, target.store)
    #expect(run.code == 1 && run.errors.contains("in use by process"), "\(run.errors)")
  }

  @Test(arguments: StoreKind.durable)
  func targetWithAnotherHistoryIsRefused(_ kind: StoreKind) throws {
    let (source, target) = (try LocalServer(kind), try LocalServer(kind))
    for server in [source, target] {
      _ = try server.createHousehold()
      server.stop()
    }
    let before = try export(target.store)
    let run = try copy(source.store, target.store)
    #expect(run.code == 1)
    #expect(run.errors.contains("differs from the source's: position 1 differs in"), "\(run.errors)")
    #expect(run.errors.contains("empty store"), "\(run.errors)")
    #expect(try export(target.store) == before)
  }

  // MARK: Interrupted copies

  /// The killed copy leaves the first part of the events in the target, and the next run copies the rest.
  @Test func killedCopyIsFinishedByNextRun() throws {
    let folder = try TemporaryFolder()
    let source = try #require(StoreKind.inFiles.last).address(in: folder)
    let filled = try Run(bench: "fill", "--store", "\(source)", "--events", "5000", in: folder)
    #expect(filled.code == 0, "\(filled.errors)")
    #expect(try #require(filled.errors.split(separator: "\n").last).contains("events in "), "\(filled.errors)")
    let all = try head(source)
    for kind in StoreKind.durable {
      let begun = try killedCopy(of: source, all, to: kind)
      let rest = try Run("copy", "--from", "\(source)", "--to", "\(begun.target)", "--json", in: folder)
      #expect(rest.code == 0, "\(kind): \(rest.errors)")
      #expect(try rest.json().integer("copied_events") == all - begun.head)
      #expect(try rest.json()["equal"]?.bool == true)
    }
  }

  /// An unfinished copy lacks texts, so a server on it would show nights without names.
  @Test(arguments: StoreKind.durable)
  func unfinishedCopyIsRefusedByOtherCommands(_ kind: StoreKind) throws {
    let source = try LocalServer(.journal)
    _ = try source.createHousehold()
    source.stop()
    let target = try kind.address(in: targetFolder)
    try beginCopy(of: source.store, to: target)
    for words in [
      ["serve", "--listen", "127.0.0.1:0", "--store"], ["household", "list", "--store"], ["export", "--store"],
      ["copy", "--to", "journal:\(targetFolder.path)/other", "--from"],
    ] {
      let run = try Run(words + ["\(target)"], in: targetFolder)
      #expect(run.code == 1 && run.errors.contains("is an unfinished copy"), "\(words): \(run.errors)")
      #expect(run.errors.contains("movienight copy") && run.output.isEmpty, "\(run.errors)\(run.output)")
    }
    let verified = try Run("verify", "--store", "\(target)", in: targetFolder)
    #expect(verified.code == 1 && verified.output.contains("unfinished copy"), "\(verified.output)")
    #expect(try copy(source.store, target).code == 0)
    let served = try ServerProcess(target, in: targetFolder)
    #expect(try served.terminate() == 0)
  }

  /// Copies all events but no texts, like a copy that is killed in between.
  private func beginCopy(of source: StoreAddress, to target: StoreAddress) throws {
    let from = try openStore(source, mode: .readOnly)
    defer { from.close() }
    let to = try openStore(target, mode: .readWrite(administratorSocket: nil))
    defer { to.close() }
    _ = try StoreCopy(from: from, to: to, areas: .current).copyEvents { _ in }
  }

  /// Kills a copy and returns its target, which has some but not all events. Retries with a new target if the copy
  /// finished before the kill.
  private func killedCopy(of source: StoreAddress, _ all: Position, to kind: StoreKind) throws
    -> (target: StoreAddress, folder: TemporaryFolder, head: Position)
  {
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let target = try kind.address(in: folder)
      let process = try ChildProcess(["copy", "--from", "\(source)", "--to", "\(target)"], in: folder)
      try eventually("events in the target") { try process.hasEnded || hasEvents(target) }
      process.send(SIGKILL)
      try process.waitForEnd()
      let reached = try head(target)
      if reached > 0, reached < all { return (target, folder, reached) }
    }
    throw TestFailure("no copy was ever killed in the middle")
  }

  /// Whether a target that is being written has events. For a store in a file, checks the size of the file, which is
  /// faster than opening the store.
  private func hasEvents(_ target: StoreAddress) throws -> Bool {
    let file: String
    switch target {
    case .journal(let directory): file = "\(directory)/events.jsonl"
    case .sqlite(let path): file = "\(path)-wal"
    default:
      do {
        return try head(target) > 0
      } catch let error as StoreError where error.code == .cannotOpen {
        return false  // The copy has not created the tables yet.
      }
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    return (attributes?[.size] as? Int ?? 0) > 500_000
  }

  // MARK: Differing rows

  #if SQLite
    @Test func differingRowIsReported() throws {
      let source = try LocalServer(.journal)
      let household = try source.createHousehold()
      source.stop()
      let target = try StoreKind.sqlite.address(in: targetFolder)
      #expect(try copy(source.store, target).code == 0)
      guard case .sqlite(let path) = target else { return }
      var database: OpaquePointer?
      #expect(sqlite3_open(path, &database) == SQLITE_OK)
      let sql = """
        UPDATE read_model_rows SET position = position + 1
        WHERE half = (SELECT half FROM read_models WHERE name = 'households')
        """
      #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database)))")
      #expect(sqlite3_changes(database) == 1)
      sqlite3_close(database)
      let run = try copy(source.store, target)
      #expect(run.code == 1, "\(run.output)")
      #expect(run.output.contains("differs  households \(household.id)"), "\(run.output)")
      let report = try copy(source.store, target, "--json")
      #expect(report.code == 1)
      #expect(try report.json()["equal"]?.bool == false)
    }
  #endif

  // MARK: Usage errors

  @Test func invalidCommandLinesAreExplained() throws {
    let store = "journal:\(targetFolder.path)/journal"
    _ = try Run("household", "create", "--name", "Films", "--creator", "Ann", "--store", store, in: targetFolder)
    try FileManager.default.createSymbolicLink(
      atPath: "\(targetFolder.path)/link", withDestinationPath: "\(targetFolder.path)/journal")
    let lines: [([String], String)] = [
      ([], "--from is missing"), (["--from", store], "--to is missing"), (["--to", store], "--from is missing"),
      (["--from", store, "--to", "nonsense:x"], "is not a store"), (["--from", "x", "--to", store], "is not a store"),
      (["--from", store, "--to", store], "the same store"),
      (["--from", store, "--to", "journal:\(targetFolder.path)/link"], "the same store"),
      (["--from", store, "--to", "memory"], "memory"), (["--from", "memory", "--to", store], "memory"),
    ]
    for (words, message) in lines {
      let run = try Run(["copy"] + words, in: targetFolder)
      #expect(run.code == 2 && run.errors.contains(message), "\(words): \(run.errors)")
    }
  }

  @Test(arguments: StoreKind.durable)
  func missingSourceCreatesNoTarget(_ kind: StoreKind) throws {
    let (nowhere, target) = (try TemporaryFolder(), "\(targetFolder.path)/new")
    let run = try Run(
      "copy", "--from", "\(try kind.address(in: nowhere))", "--to", "journal:\(target)", in: targetFolder)
    #expect(run.code == 1 && !run.errors.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  @Test func helpShowsSourceAndTarget() throws {
    let help = try Run("copy", "--help", in: targetFolder)
    #expect(help.code == 0 && help.output.contains("--from STORE") && help.output.contains("--to STORE"))
    #expect(help.output.contains("movienight copy --from sqlite:"))
  }
}
