import Stores
import EventStore
import Foundation
import MovieNightPrimitives
import Testing

#if SQLite
  import CSQLite
#endif

/// The commands for auditing a store, run with the real program: `events`, `verify`, `export`, `import` and others.
@Suite struct AuditCommandTests {
  /// Plays movie nights on a server and stops it. Returns the server, for the address of its store, and the night.
  private static func store(_ kind: StoreKind) throws -> (LocalServer, Night) {
    let server = try LocalServer(kind)
    var night = Night(administrator: try server.administrator())
    try night.play(on: server)
    server.stop()
    return (server, night)
  }

  private static func events(_ words: String..., of server: LocalServer) throws -> [JSONValue] {
    let process = try ChildProcess(["events", "--json", "--store", "\(server.store)"] + words, in: server.folder)
    #expect(try process.waitForEnd() == 0, "\(process.errors)")
    return try process.output.split(separator: "\n").map { try JSONDocument(String($0)).root }
  }

  @Test(arguments: StoreKind.durable)
  func eventsCommandAppliesFilters(_ kind: StoreKind) throws {
    let (server, night) = try Self.store(kind)
    let all = try Self.events(of: server)
    #expect(try all.map { try $0.integer("position") } == Array(1...all.count))
    #expect(
      Set(all[0].members.map(\.name)) == [
        "position", "stream", "household_id", "revision", "type", "version", "recorded_at", "data", "metadata",
      ])
    #expect(all.filter { $0["type"]?.string == "TokenIssued" }.allSatisfy { $0["data"]?.isNull == true })

    let round = try Self.events("--round", night.rounds[0], of: server)
    #expect(!round.isEmpty)
    #expect(try round.allSatisfy { try $0.string("stream") == "round-\(night.rounds[0])" })
    #expect(try round.map { try $0.integer("revision") } == Array(0..<round.count))
    #expect(try Self.events("--stream", "round-\(night.rounds[0])", of: server).map(\.text) == round.map(\.text))
    let own = try Self.events("--stream", "household-\(night.household)", of: server)
    #expect(try own.map { try $0.integer("revision") } == Array(0..<own.count) && own.count > 2)
    let votes = try Self.events("--type", "VoteCast,VoteRetracted", of: server)
    #expect(Set(votes.compactMap { $0["type"]?.string }) == ["VoteCast", "VoteRetracted"])
    #expect(try Self.events("--household", night.household, of: server).count == all.count)
    #expect(try Self.events("--household", randomID(), of: server).isEmpty)
    let page = try Self.events("--after", "5", "--limit", "3", of: server)
    #expect(try page.map { try $0.integer("position") } == [6, 7, 8])
    let middle = try all[all.count / 2].string("recorded_at")
    let (since, until) = (
      try Self.events("--since", middle, of: server), try Self.events("--until", middle, of: server)
    )
    #expect(since.first?["position"]?.integer == (all.firstIndex { $0["recorded_at"]?.string == middle } ?? 0) + 1)
    #expect(until.last?["recorded_at"]?.string == middle)
    let drawn = try Run("events", "--limit", "2", "--store", "\(server.store)", in: server.folder)
    #expect(drawn.output.contains("HouseholdFounded"))
  }

  /// All events are recorded in the evening of 14 February 2026, in UTC.
  @Test(arguments: [
    (["--since", "2026-02-14"], "UTC", true), (["--since", "2026-02-15"], "UTC", false),
    (["--since", "2026-02-15"], "UTC-14", true), (["--until", "2026-02-14"], "UTC", true),
    (["--until", "2026-02-14"], "UTC-14", false), (["--since", "2026-02-14", "--until", "2026-02-14"], "UTC+3", true),
    (["--until", "2026-02-13"], "UTC+3", false),
  ])
  func daysAreThoseOfTheTimeZone(_ words: [String], _ zone: String, _ isIncluded: Bool) throws {
    let (server, _) = try Self.store(.journal)
    let all = try Self.events(of: server).count
    let run = try Run(
      ["events", "--json", "--store", "\(server.store)"] + words, in: server.folder, variables: ["TZ": zone])
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == (isIncluded ? all : 0))
    let refused = try Run("events", "--since", "14.02.2026", "--store", "\(server.store)", in: server.folder)
    #expect(refused.code == 2 && refused.errors.contains("2026-02-14, today or yesterday"), "\(refused.errors)")
  }

  @Test func eventsInWordsAreNotJSON() throws {
    let (server, _) = try Self.store(.journal)
    let run = try Run("events", "--type", "VoteCast,TokenIssued", "--store", "\(server.store)", in: server.folder)
    #expect(run.code == 0 && !run.output.contains("{") && !run.output.contains("\""), "\(run.output)")
    #expect(run.output.contains("vote up") && run.output.contains("(secret)"), "\(run.output)")
  }

  @Test(arguments: StoreKind.durable)
  func verifyReportsIntactStore(_ kind: StoreKind) throws {
    let (server, _) = try Self.store(kind)
    let report = try Run("verify", "--store", "\(server.store)", "--json", in: server.folder)
    #expect(report.code == 0)
    #expect(Array(try report.json().array("damage")).isEmpty)
    #expect(try report.json().integer("head") > 30)
    #expect(try Run("verify", "--store", "\(server.store)", in: server.folder).output.contains("intact"))
  }

  @Test func changedJournalByteIsReportedAndNotServed() throws {
    let (server, _) = try Self.store(.journal)
    let name = "journal/events.jsonl"
    var bytes = try server.folder.bytes(name)
    // The changed byte is in the middle of the file, where it cannot be taken for an incomplete last write.
    let place = bytes.count / 2
    bytes[place] ^= 1
    try server.folder.write(bytes, to: name)
    let report = try Run("verify", "--store", "\(server.store)", in: server.folder)
    #expect(report.code == 1)
    #expect((report.output + report.errors).contains("events.jsonl"), "\(report.output)\(report.errors)")
    let refused = try Run("serve", "--store", "\(server.store)", "--listen", "127.0.0.1:0", in: server.folder)
    #expect(refused.code == 1, "a damaged journal is not served")
  }

  @Test(arguments: StoreKind.durable)
  func missingTextIsReportedByVerify(_ kind: StoreKind) throws {
    let (server, night) = try Self.store(kind)
    switch kind {
    case .journal:
      let name = "journal/texts/\(night.household).jsonl"
      let lines = String(decoding: try server.folder.bytes(name), as: UTF8.self).split(separator: "\n")
      let kept = lines.filter { !$0.contains(#""id":"\#(night.household)""#) }
      #expect(kept.count == lines.count - 1)
      try server.folder.write(Array((kept.joined(separator: "\n") + "\n").utf8), to: name)
    #if SQLite
      case .sqlite:
        let id = night.household.replacing("-", with: "")
        try change(server.store, "DELETE FROM personal_texts WHERE id = x'\(id)'")
    #endif
    #if Postgres
      case .postgres:
        try server.folder.database().execute("DELETE FROM personal_texts WHERE id = '\(night.household)'")
    #endif
    default: throw TestFailure("no place for texts")
    }
    let report = try Run("verify", "--store", "\(server.store)", "--json", in: server.folder)
    #expect(report.code == 1)
    let damage = try Array(report.json().array("damage")).map(\.text)
    #expect(damage.count == 1 && damage[0].contains("text \(night.household) is missing, and was not erased"))
    let shown = try Run("verify", "--store", "\(server.store)", in: server.folder)
    #expect(shown.output.contains("read models were not compared"), "\(shown.output)")
  }

  @Test func tornJournalEndIsCutOnStart() throws {
    let (server, night) = try Self.store(.journal)
    let name = "journal/events.jsonl"
    let bytes = try server.folder.bytes(name)
    try server.folder.write(bytes + Array(#"{"group":"#.utf8), to: name)
    let served = try ServerProcess(server.store, in: server.folder)
    #expect(try served.wire(token: night.token).call("households.get").code == nil)
    #expect(try served.terminate() == 0)
    #expect(try Run("verify", "--store", "\(server.store)", in: server.folder).code == 0)
  }

  @Test(arguments: StoreKind.durable)
  func importRefusesIncompleteOrForeignExport(_ kind: StoreKind) throws {
    let (server, _) = try Self.store(kind)
    let folder = try TemporaryFolder()
    let export = try Run("export", "--store", "\(server.store)", in: server.folder).output
    let lines = export.split(separator: "\n", omittingEmptySubsequences: false)
    let target = try "\(kind.address(in: folder))"
    func importing(_ text: some StringProtocol) throws -> Run {
      try folder.write(Array(text.utf8), to: "x.jsonl")
      return try Run("import", "--store", target, in: folder, input: "\(folder.path)/x.jsonl")
    }
    #expect(try importing("").code == 1)
    #expect(try importing("{}\n").errors.contains("not an export"))
    let cut = try importing(lines.dropLast(10).joined(separator: "\n"))
    #expect(cut.code == 1)
    #expect(cut.errors.contains("Check that the file is complete."), "\(cut.errors)")
    #expect(try importing(export).code == 0, "the whole file continues after the incomplete one")
    #expect(try Run("export", "--store", target, in: folder).output == export)
    let (otherServer, _) = try Self.store(kind)
    let other = try Run("export", "--store", "\(otherServer.store)", in: folder).output
    #expect(!other.isEmpty)
    #expect(try importing(other).code == 1, "an export of another store is refused")
    #expect(try Run("export", "--store", target, in: folder).output == export, "nothing of it was imported")
  }

  @Test(arguments: StoreKind.durable)
  func exportedFileIsPrivateAndImportedOnce(_ kind: StoreKind) throws {
    let (server, night) = try Self.store(kind)
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/x.jsonl"
    func export(_ more: String...) throws -> Run {
      try Run(["export", file, "--store", "\(server.store)"] + more, in: folder)
    }
    let exported = try export()
    #expect(exported.code == 0 && exported.output.isEmpty, "\(exported.errors)")
    let bytes = try folder.bytes("x.jsonl")
    let printed = try Run("export", "--store", "\(server.store)", in: folder).output
    #expect(Array(printed.utf8) == bytes)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try folder.write(Array("mine".utf8), to: "x.jsonl")
    let refused = try export()
    #expect(refused.code == 1 && refused.errors.contains("x.jsonl already exists"), "\(refused.errors)")
    #expect(try folder.bytes("x.jsonl") == Array("mine".utf8))
    #expect(try export("--force").code == 0)
    #expect(try folder.bytes("x.jsonl") == bytes)

    let target = try "\(kind.address(in: folder))"
    func importing(_ more: String...) throws -> Run { try Run(["import", file, "--store", target] + more, in: folder) }
    let first = try importing()
    #expect(first.code == 0 && first.output.isEmpty, "\(first.errors)")
    let events = printed.split(separator: "\n").count { $0.hasPrefix(#"{"event":"#) }
    let sentence = "Nothing has changed: the store already has the \(events) events of \(file).\n"
    #expect(try importing().output == sentence)
    let json = try importing("--json").json()
    #expect(try json.integer("events") == events && json.integer("imported") == 0)

    // Later events change nothing about this, and an erased name does not come back.
    let shown = try Run("household", "show", night.household, "--store", target, "--json", in: folder).json()
    let child = try #require(try shown.array("members").first(where: { $0["role"]?.string != "creator" }))
      .string("member_id")
    let erased = try Run(
      "household", "erase", "--household", night.household, "--member", child, "--confirm", "DELETE", "--store", target,
      in: folder)
    #expect(erased.code == 0, "\(erased.errors)")
    let after = try Run("export", "--store", target, in: folder).output
    #expect(try importing().output == sentence)
    #expect(try Run("export", "--store", target, in: folder).output == after)
  }

  #if SQLite
    private func change(_ store: StoreAddress, _ sql: String) throws {
      guard case .sqlite(let path) = store else { throw TestFailure("not SQLite") }
      var database: OpaquePointer?
      defer { sqlite3_close(database) }
      guard sqlite3_open(path, &database) == SQLITE_OK, sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK,
        sqlite3_changes(database) == 1
      else { throw TestFailure("\(sql): \(String(cString: sqlite3_errmsg(database)))") }
    }

    @Test func changedEventIsReportedAndNotExported() throws {
      let (server, _) = try Self.store(.sqlite)
      let vote = try #require(try Self.events("--type", "VoteCast", of: server).first?.integer("position"))
      try change(server.store, "UPDATE events SET data = replace(data, '\"up\"', '\"down\"') WHERE position = \(vote)")
      let report = try Run("verify", "--store", "\(server.store)", "--json", in: server.folder)
      #expect(report.code == 1)
      let damage = try report.json().array("damage").map(\.text).joined()
      #expect(damage.contains("\(vote)"), "\(damage)")
      let export = try Run("export", "--store", "\(server.store)", in: server.folder)
      #expect(export.code == 1 && export.output.isEmpty, "\(export.output)")
      #expect(export.errors.contains("is damaged: ") && export.errors.contains("\(vote)"), "\(export.errors)")
    }

    /// Tests a journal, which has no rows, and a SQLite file without rows, as some migrations leave it.
    @Test func verifyingRebuildReportsMissingRows() throws {
      for kind in [StoreKind.journal, .sqlite] {
        let (server, _) = try Self.store(kind)
        if kind == .sqlite {
          // The second statement deletes exactly one row, as `change` requires.
          try change(server.store, "DELETE FROM read_models WHERE name <> 'rounds'; DELETE FROM read_models")
        }
        let run = try Run("rebuild-projections", "--verify", "--store", "\(server.store)", in: server.folder)
        #expect(run.code == 0 && run.output.contains("There are no rows to compare. The next server start builds them"))
      }
    }

    @Test func changedRowIsNamedWithItsLastEvent() throws {
      let (server, night) = try Self.store(.sqlite)
      let last = try #require(try Self.events("--round", night.rounds[0], of: server).last)
      let key = night.rounds[0].replacingOccurrences(of: "-", with: "")
      try change(
        server.store,
        """
        UPDATE read_model_rows SET document = CAST(replace(CAST(document AS TEXT), 'rated', 'draft') AS BLOB)
        WHERE shelf = x'\(key)'
        """)
      for words in [["verify"], ["rebuild-projections", "--verify"], ["rebuild-projections", "--verify", "rounds"]] {
        let process = try ChildProcess(words + ["--store", "\(server.store)"], in: server.folder)
        #expect(try process.waitForEnd() == 1, "\(words)")
        for text in ["rounds \(night.rounds[0])", try last.string("type"), "position \(try last.integer("position"))"] {
          #expect(process.output.contains(text), "\(text) in \(process.output)")
        }
      }
      #expect(try Run("rebuild-projections", "--store", "\(server.store)", in: server.folder).code == 0)
      #expect(try Run("verify", "--store", "\(server.store)", in: server.folder).code == 0, "the row is repaired")
    }

    @Test func migrateAppliesSchemaAndServeRefusesNewerOne() throws {
      let folder = try TemporaryFolder()
      let store = try StoreKind.sqlite.address(in: folder)
      #expect(try Run("migrate", "--store", "\(store)", in: folder).code == 0)
      let status = try Run("migrate", "--status", "--store", "\(store)", "--json", in: folder).json()
      #expect(try status.array("applied").map { try $0.integer("version") }.prefix(2) == [1, 2])
      #expect(Array(try status.array("pending")).isEmpty)
      try change(store, "INSERT INTO schema_migrations VALUES (99, 'later', '2030-01-01T00:00:00Z', 0)")
      let refused = try Run("serve", "--store", "\(store)", "--listen", "127.0.0.1:0", in: folder)
      #expect(refused.code == 1)
      #expect(refused.errors.contains("newer"), "\(refused.errors)")
    }
  #endif
}
