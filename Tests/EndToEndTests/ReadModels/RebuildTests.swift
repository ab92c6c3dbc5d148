import Stores
import EventStore
import MovieNightPrimitives
import Projections
import Testing

/// Read models after live updates, rebuilds, restarts and imports. They must always equal a replay of the events.
@Suite struct RebuildTests {
  private static let steps = 400

  @Test(arguments: StoreKind.allCases)
  func liveReadModelsEqualRebuiltOnes(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold(children: ["Max", "Mia", "Moe"])
    var nights = try RandomNights(on: server, household: household, seed: 41)
    try nights.play(Self.steps)
    #expect(nights.accepted.count >= 14, "\(nights.accepted)")

    let before = try nights.answers()
    let administrator = try server.administrator()
    let health = try administrator.result("server.health")
    let rebuilt = try administrator.result("projections.rebuild")
    #expect(try rebuilt.integer("events") == health.integer("head"))
    #expect(try nights.answers() == before)
    try expectVerified(server)

    try nights.play(Self.steps / 4)
    let later = try nights.answers()
    try expectVerified(server)
    guard kind != .memory else { return }
    try server.restart()
    try expectVerified(server)
    #expect(try nights.restarted(on: server).answers() == later)
  }

  /// Expects that the stored rows equal a replay, row by row: first those of live updates, then those of a rebuild.
  private func expectVerified(_ server: LocalServer) throws {
    let readModels = try server.application.readModels
    eventually("live rows to be written") { readModels.unflushedEvents == 0 }
    try expectEqualToReplay(readModels)
    // A rebuild ends with a flush, after which no row is only in memory.
    _ = try server.administrator().result("projections.rebuild")
    try expectEqualToReplay(readModels)
  }

  private func expectEqualToReplay(_ readModels: ReadModels) throws {
    let reports = try Verification(schema: .current, areas: .current).run(readModels)
    #expect(reports.map(\.model) == ReadModelAreas.current.names)
    for report in reports {
      #expect(report.difference == nil, "\(report)")
      if report.model != "libraries" { #expect(report.equalRows > 0, "\(report.model)") }
    }
  }

  @Test(arguments: StoreKind.keepingRows)
  func storedRowsEqualReplayByteForByte(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold(children: ["Max", "Mia", "Moe"])
    var nights = try RandomNights(on: server, household: household, seed: 42)
    for _ in 0..<3 {
      try nights.play(100)
      try server.restart()
      nights = try nights.restarted(on: server)
    }
    server.stop()
    let store = try openStore(server.store, mode: .readOnly)
    defer { store.close() }
    let stored = try rows(of: store)
    #expect(try stored == replayedRows(of: store))
    #expect(stored["rounds"]?.isEmpty == false)
  }

  @Test(arguments: StoreKind.durable, StoreKind.durable)
  func importedExportHasSameRows(_ source: StoreKind, _ target: StoreKind) throws {
    let server = try LocalServer(source)
    let household = try server.createHousehold("Ünïcode \u{1F3AC}", children: ["Max", "Mia", "Moe"])
    var nights = try RandomNights(on: server, household: household, seed: 43)
    try nights.play(150)
    server.stop()
    let folder = try TemporaryFolder()
    let (from, to) = ("\(server.store)", try target.address(in: folder))
    let export = try Run("export", "--store", from, in: folder)
    #expect(export.code == 0)
    try folder.write(Array(export.output.utf8), to: "nights.jsonl")
    let imported = try Run("import", "\(folder.path)/nights.jsonl", "--store", "\(to)", "--json", in: folder)
    #expect(imported.code == 0, "\(imported.errors)")
    let events = export.output.split(separator: "\n").count { $0.hasPrefix(#"{"event""#) }
    #expect(try imported.json().integer("events") == events)
    #expect(try rows(at: to) == rows(at: server.store))
    #expect(try Run("export", "--store", "\(to)", in: folder).output == export.output)
    #expect(try Run("verify", "--store", "\(to)", in: folder).code == 0)
    // A server on the imported store accepts the token and shows the imported names.
    let copy = try ServerProcess(to, in: folder)
    let member = try copy.wire(token: household.token)
    let members = try member.result("households.get").array("members").map { try $0.string("display_name") }
    #expect(members.prefix(4) == ["Tim", "Max", "Mia", "Moe"])
    #expect(try copy.terminate() == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func deadlinesWaitForEndOfImport(_ kind: StoreKind) throws {
    let source = try LocalServer(.journal)
    let household = try source.createHousehold()
    try source.wire(token: household.token).result("rounds.start")
    source.stop()
    let export = try Run("export", "--store", "\(source.store)", in: source.folder).output
    let lines = try export.split(separator: "\n").dropFirst().map { try JSONDocument(String($0)).root }

    let target = try LocalServer(kind)
    target.time.advance(hours: 1000)
    let administrator = try target.administrator()
    let texts = lines.compactMap { $0["text"]?.text }.joined(separator: ",")
    try administrator.result("events.import", #""texts":[\#(texts)],"more":true"#)
    for event in lines.compactMap({ $0["event"] }) {
      let position = try administrator.result("events.import", #""events":[\#(event.text)],"more":true"#).integer(
        "position")
      #expect(try position == event.integer("position"))
    }
    let member = try target.wire(token: household.token)
    #expect(try member.result("rounds.active").object("round").string("status") == "draft")
    try administrator.result("events.import", #""more":false"#)
    try eventually("the round to expire") { try member.result("rounds.active")["round"]?.isNull == true }
  }
}
