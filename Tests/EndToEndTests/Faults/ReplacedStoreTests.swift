import Stores
import EventStore
import Foundation
import MovieNightPrimitives
import Testing

/// A store that is moved away, restored from a backup, or damaged. The server reports the problem and records nothing.
@Suite struct ReplacedStoreTests {
  private let folder: TemporaryFolder
  private let files = FileManager.default

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func serve(_ store: StoreAddress) throws -> Run {
    try Run("serve", "--store", "\(store)", "--listen", "127.0.0.1:0", "--socket", path("second"), in: folder)
  }

  @Test(arguments: StoreKind.inFiles)
  func commandsAreRefusedWhileStoreFileIsMissing(_ kind: StoreKind) throws {
    let store = try kind.address(in: folder)
    let server = try ServerProcess(store, in: folder)
    let household = try server.createHousehold()
    let member = try server.wire(token: household.token)
    let administrator = try server.administrator()
    let file = path(kind == .journal ? "journal/events.jsonl" : "store.db")
    try files.moveItem(atPath: file, toPath: "\(file).away")
    try eventually("health to report the missing file") {
      try administrator.result("server.health").array("problems").contains { $0["reason"]?.string == "store_replaced" }
    }
    let outage = try administrator.result("server.health")
    #expect(try outage.string("status") == "store_unavailable")
    #expect(!outage.text.contains(folder.path), "health shows no path, because members can read it")
    for _ in 0..<3 {
      let refused = try member.call("households.update", #""name":"Nights""#)
      #expect(refused.code == 503 && refused.reason == "store_unavailable", "\(refused.text)")
    }
    try files.moveItem(atPath: "\(file).away", toPath: file)
    try eventually("commands to succeed") { try member.call("households.update", #""name":"Nights""#).code == nil }
    try eventually("health to be ok") { try administrator.result("server.health").string("status") == "ok" }
    #expect(try server.terminate() == 0)
    for event in ["store_replaced", "store_found"] {
      let lines = server.process.errors.split(separator: "\n").filter { $0.contains(#""event":"\#(event)""#) }
      #expect(lines.count == 1, "\(server.process.errors)")
    }
    #expect(try Run("verify", "--store", "\(store)", in: folder).code == 0)
  }

  @Test(arguments: StoreKind.inFiles)
  func restoredBackupIsServedOnlyWithOption(_ kind: StoreKind) throws {
    let store = try kind.address(in: folder)
    let names = kind == .journal ? ["journal/events.jsonl", "journal/texts"] : ["store.db"]
    let first = try ServerProcess(store, in: folder)
    let household = try first.createHousehold()
    #expect(try first.terminate() == 0)
    for name in names { try files.copyItem(atPath: path(name), toPath: path("\(name).backup")) }
    let second = try ServerProcess(store, in: folder)
    try second.wire(token: household.token).result("rounds.start", #""movies":[\#(movie(1))]"#)
    #expect(try second.terminate() == 0)
    for name in names {
      try files.removeItem(atPath: path(name))
      try files.moveItem(atPath: path("\(name).backup"), toPath: path(name))
    }
    let refused = try serve(store)
    #expect(refused.code == 1)
    for words in ["missing", "--accept-restored"] { #expect(refused.errors.contains(words), "\(refused.errors)") }
    let listed = try Run("token", "list", "--household", household.id, "--store", "\(store)", in: folder)
    #expect(listed.code == 1 && listed.errors.contains("--accept-restored"), "\(listed.errors)")
    let verified = try Run("verify", "--store", "\(store)", in: folder)
    #expect(verified.code == 1 && verified.output.contains("missing"), "\(verified.output)\(verified.errors)")

    let third = try ServerProcess(store, in: folder, "--accept-restored")
    try third.wire(token: household.token).result("rounds.start", #""movies":[\#(movie(2))]"#)
    #expect(try third.terminate() == 0)
    #expect(third.process.errors.contains("was accepted as restored"), "\(third.process.errors)")
    let fourth = try ServerProcess(store, in: folder)
    #expect(try fourth.terminate() == 0)
    #expect(try Run("verify", "--store", "\(store)", in: folder).code == 0)
  }

  #if SQLite
    /// SQLite itself would use the intact beginning of a damaged write-ahead log and silently drop the rest.
    @Test func damagedWriteAheadLogIsRefused() throws {
      let store = try StoreKind.sqlite.address(in: folder)
      let server = try ServerProcess(store, in: folder)
      let household = try server.createHousehold()
      let member = try server.wire(token: household.token)
      for number in 0..<20 { try member.result("households.update", #""name":"Nights \#(number)""#) }
      let head = try server.administrator().result("server.health").integer("head")
      try eventually("the high-water mark to be written") {
        guard let bytes = files.contents(atPath: path("store.db.witness")) else { return false }
        return try JSONDocument(Array(bytes)).root.integer("position") == head
      }
      try server.kill()
      var log = try folder.bytes("store.db-wal")
      // Flips a bit in the first page of the log.
      log[200] ^= 1
      try folder.write(log, to: "store.db-wal")
      let refused = try serve(store)
      #expect(refused.code == 1)
      #expect(refused.errors.contains("to \(head) are missing"), "\(refused.errors)")
      #expect(try folder.bytes("store.db-wal") == log, "the server leaves the damaged log as it is")
    }
  #endif
}
