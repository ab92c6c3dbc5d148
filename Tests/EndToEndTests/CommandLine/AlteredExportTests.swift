import Stores
import EventStore
import MovieNightPrimitives
import Projections
import TestSupport
import Testing

@testable import Platform
@testable import Server

/// Altered exports. An import must refuse each of them, or a server must be able to serve it.
@Suite struct AlteredExportTests {
  /// A server that has played some nights, and the export of its store.
  private struct History {
    let server: LocalServer
    let night: Night
    let other: Household
    let export: String

    init(_ kind: StoreKind = .journal, randomSteps: Int = 0, seed: UInt64 = 1) throws {
      server = try LocalServer(kind)
      var night = Night(administrator: try server.administrator())
      try night.play(on: server)
      other = try server.createHousehold("Neighbours")
      let wire = try server.wire(token: other.token)
      _ = try wire.startRound()
      try wire.result("households.update", #""settings":{"voting_expiry_hours":100}"#)
      if randomSteps > 0 {
        var nights = try RandomNights(on: server, household: other, seed: seed)
        try nights.play(randomSteps)
      }
      self.night = night
      server.stop()
      export = try Run("export", "--store", "\(server.store)", in: server.folder).output
    }
  }

  /// A log that discards the expected error of a server whose read model stops.
  private static let silent = Log(minimumLevel: .error, format: .json, sink: LogSink(descriptor: -1))

  // MARK: Values that once stopped a server

  private static let minimum = "-9223372036854775808"
  private static let maximum = "9223372036854775807"

  struct Alteration: CustomTestStringConvertible, Sendable {
    let type: String
    let path: [String]
    let value: String
    let field: String
    let allowed: String
    var testDescription: String { "\(field) \(value)" }
  }

  static let alterations: [Alteration] =
    [
      ("voting_expiry_hours", "from 1 to 8760"), ("selected_expiry_days", "from 1 to 365"),
      ("rating_days", "from 1 to 365"),
    ].map { field, allowed in
      Alteration(
        type: "HouseholdSettingsSet", path: ["data", field], value: maximum, field: field, allowed: allowed)
    }
    + [minimum, maximum].flatMap { value in
      ["MovieSuggested", "MovieProposed"].map { type in
        Alteration(
          type: type, path: ["data", "position"], value: value, field: "position", allowed: "from 1 to 2147483647")
      }
    } + [
      Alteration(
        type: "MovieSuggested", path: ["data", "movie", "year"], value: "0", field: "movie.year",
        allowed: "from 1870 to 2200"),
      Alteration(
        type: "InviteCreated", path: ["data", "expires_at"], value: "\"9999-12-31T23:59:59.999999Z\"",
        field: "expires_at", allowed: "before 2202"),
    ]

  /// Returns the export with an alteration of the last event of its type, and that event's line and position.
  private func altered(_ history: History, _ alteration: Alteration) throws -> (AlteredExport, line: Int, position: Int)
  {
    var export = try AlteredExport(history.export)
    let index = try #require(export.events.lastIndex { $0["type"]?.text == "\"\(alteration.type)\"" })
    func set(_ tree: inout JSONTree, _ path: ArraySlice<String>) {
      guard let name = path.first, var member = tree[name] else { return }
      if path.count == 1 { member = .leaf(alteration.value) } else { set(&member, path.dropFirst()) }
      tree[name] = member
    }
    set(&export.events[index], alteration.path[...])
    return (export, 1 + export.texts.count + index + 1, index + 1)
  }

  @Test func valueOutOfBoundsIsRefusedWithFileLineAndField() throws {
    let history = try History()
    for alteration in Self.alterations {
      let (export, line, position) = try altered(history, alteration)
      let folder = try TemporaryFolder()
      try folder.write(Array(export.export.utf8), to: "night.jsonl")
      let path = "\(folder.path)/night.jsonl"
      let store = "journal:\(folder.path)/journal"
      let run = try Run("import", path, "--store", store, in: folder)
      #expect(run.code == 1)
      let value = alteration.value.hasPrefix("\"") ? "a string of" : alteration.value
      for text in [
        "\(path), line \(line): ", "position \(position), \(alteration.type)", alteration.field, alteration.allowed,
        value,
      ] {
        #expect(run.errors.contains(text), "\(text) in \(run.errors)")
      }
      #expect(try Run("verify", "--store", store, in: folder).code == 0, "earlier lines are intact")
    }
  }

  @Test func malformedLineIsRefusedWithItsNumber() throws {
    let history = try History()
    let folder = try TemporaryFolder()
    let whole = try AlteredExport(history.export)
    func refused(_ change: (inout AlteredExport) -> Void) throws -> String {
      var export = whole
      change(&export)
      try folder.write(Array(export.export.utf8), to: "x.jsonl")
      let run = try Run(
        "import", "--store", "journal:\(folder.path)/\(randomID())", in: folder, input: "\(folder.path)/x.jsonl")
      #expect(run.code == 1)
      return run.errors
    }
    let first = 1 + whole.texts.count
    #expect(
      try refused { $0.events[6]["stream"] = .leaf("\"household\"") }.contains(
        "standard input, line \(first + 7): stream "))
    let data = try #require(whole.events[0]["data"]).text
    #expect(
      try refused { $0.events[0]["data"] = .leaf("\(data.dropLast()),\"more\":1}") }.contains(
        "line \(first + 1): position 1, HouseholdFounded in household-"), "decoding would ignore the member")
    #expect(
      try refused { $0.events[6]["type"] = .leaf("\"MovieEaten\"") }.contains(
        "line \(first + 7): position 7, MovieEaten in "))
    #expect(try refused { $0.events.insert($0.events[4], at: 5) }.contains("line \(first + 6): position is not 6"))
    #expect(
      try refused { $0.texts[1]["text_id"] = .leaf("\"ffffffff-ffff-ffff-ffff-ffffffffffff\"") }.contains("line 3: "))
    #expect(try refused { $0.texts[0]["value"] = .leaf("{\"name\":7}") }.contains("line 2: value.name "))
  }

  @Test func unservableEventIsNamedByVerifyAndRefusedByCopy() throws {
    let history = try History()
    for alteration in [Self.alterations[0], Self.alterations[3]] {
      let (export, _, position) = try altered(history, alteration)
      let folder = try TemporaryFolder()
      let store = StoreAddress.journal(directory: "\(folder.path)/journal")
      try record(export, in: store)
      let verified = try Run("verify", "--store", "\(store)", in: folder)
      #expect(verified.code == 1)
      let copied = try Run("copy", "--from", "\(store)", "--to", "journal:\(folder.path)/copy", in: folder)
      #expect(copied.code == 1)
      for text in [
        "position \(position), \(alteration.type) in ", alteration.field, alteration.allowed, alteration.value,
      ] {
        #expect(verified.output.contains(text), "\(text) in \(verified.output)")
        #expect(copied.errors.contains(text), "\(text) in \(copied.errors)")
      }
    }
  }

  /// Records an export without the checks of an import, as earlier versions did.
  private func record(_ export: AlteredExport, in address: StoreAddress) throws {
    let (events, texts) = try Self.read(export)
    let store = try openStore(address, mode: .readWrite(administratorSocket: nil))
    defer { store.close() }
    guard store.isShared else { return try store.importEvents(events, texts: texts) }
    try ReadModels(store: store, schema: .current, areas: .current).open()
    let rows = InlineRows(store: store, schema: .current, areas: .current)
    rows.follow(try store.storeChanges(after: .max, limit: 0))
    try store.importEvents(events, texts: texts) { events throws(StoreError) in try rows.rows(changedBy: events) }
  }

  @Test(arguments: StoreKind.durable)
  func storeWithUnservableEventServesTheRest(_ kind: StoreKind) throws {
    for alteration in Self.alterations {
      let history = try History()
      let (export, _, position) = try altered(history, alteration)
      let folder = try TemporaryFolder()
      let address = try kind.address(in: folder)
      try record(export, in: address)
      let server = try LocalServer(address, in: folder, ManualTime(), log: Self.silent)
      let stopped = try server.stopPositions()
      #expect(stopped == [position], "\(alteration)")
      // Sends commands as a member of the household that does not own the altered event.
      let isNeighbours = export.events[position - 1]["household_id"]?.text == "\"\(history.other.id)\""
      let wire = try server.wire(token: isNeighbours ? history.night.token : history.other.token)
      #expect(try wire.call("watchlist.add", #""movie":\#(movie(31))"#).code == nil)
      let started = try wire.call("rounds.start", #""movies":[\#(movie(32)),\#(movie(33))],"allow_watched":true"#)
      #expect(started.code == nil || started.reason == "active_round_exists", "\(started.text)")
      let round = try started.error?["data"]?.string("round_id") ?? started.result().object("round").string("round_id")
      let isOfRounds = ["MovieSuggested", "MovieProposed"].contains(alteration.type)
      #expect(try wire.call("households.get").reason == (isOfRounds ? nil : "projection_stopped"))
      // A list of sessions contains the names of members, which are in the households' rows.
      #expect(try wire.call("sessions.list").reason == "projection_stopped", "\(alteration)")
      let before = try server.administrator().result("server.health").integer("head")
      server.stop()
      // The next server expires the round, although it was started after the read model had stopped.
      let next = try LocalServer(address, in: folder, server.time, log: Self.silent)
      next.time.advance(hours: 24 * 800)
      #expect(try next.stopPositions() == [position])
      let ended = "the neighbours' round to expire"
      try eventually(ended) { try next.administrator().result("server.health").integer("head") > before }
      next.stop()
      let store = try openStore(address, mode: .readOnly)
      defer { store.close() }
      let events = try store.readAll(after: before, limit: .max, owner: nil)
      #expect(events.contains { $0.type == "RoundExpired" && "\($0.stream.id)" == round }, "\(ended): \(alteration)")
    }
  }

  // MARK: Random alterations

  private static func read(_ export: AlteredExport) throws -> ([RecordedEvent], [PersonalText]) {
    let json = try JSONDocument("{\(export.parameters)}").root
    return (
      try EventParameters.events.value(in: json, at: ""),
      try EventParameters.texts(ServerAreas.current.commands.textKinds).value(in: json, at: "")
    )
  }

  /// Whether an import accepts the export.
  private static func isAccepted(_ export: AlteredExport) throws -> Bool {
    do {
      let (events, texts) = try read(export)
      let store = try openStore(.memory, mode: .readWrite(administratorSocket: nil))
      defer { store.close() }
      var check = try HistoryCheck(store, areas: .current)
      try check.take(events)
      try store.importEvents(events, texts: texts)
      #expect(
        try HistoryCheck.violations(in: store, areas: .current).map(\.description) == [], "verify agrees with import")
      return true
    } catch is Refusal {
    } catch is JSONError {
    } catch is HistoryViolation {
    } catch is StoreError {
    }
    return false
  }

  @Test func everyAlteredExportIsRefusedOrServed() throws {
    let seed = TestSeed.current
    let comment = Comment(rawValue: TestSeed.command(seed: seed, filter: "AlteredExportTests"))
    var random = SeededGenerator(seed: seed)
    let history = try History(randomSteps: 60, seed: seed)
    let whole = try AlteredExport(history.export)
    #expect(try Self.isAccepted(whole), comment)
    var accepted = 0
    for _ in 0..<1000 {
      var export = whole
      export.alter(using: &random)
      guard try Self.isAccepted(export) else { continue }
      accepted += 1
      try serve(export, history, comment)
    }
    #expect((20..<900).contains(accepted), "\(accepted) of 1000 were accepted")
  }

  /// Imports the export into a server, and expects that the server answers queries about all of it, executes commands,
  /// and handles all deadlines.
  private func serve(_ export: AlteredExport, _ history: History, _ comment: Comment) throws {
    let server = try LocalServer()
    defer { server.stop() }
    let administrator = try server.administrator()
    let imported = try administrator.call("events.import", export.parameters)
    #expect(imported.code == nil, comment)
    try ask(administrator, history.night.household, export, comment)
    for token in [history.night.token, history.other.token] {
      let wire = try server.wire()
      guard try wire.call("auth.authenticate", #""token":"\#(token)""#).code == nil else { continue }
      try ask(wire, nil, export, comment)
      for (method, parameters) in [
        ("rounds.start", #""movies":[\#(movie(71)),\#(movie(72))],"open_voting":true,"include_watchlist":true"#),
        ("watchlist.add", #""movie":\#(movie(73))"#), ("watched.mark", #""movie":\#(movie(74))"#),
        ("preferences.set", #""genre_likes":[1,2],"max_content_rating":"R""#), ("members.leave", ""),
      ] { try expectServed(wire.call(method, parameters), method, comment) }
    }
    for _ in 0..<3 {
      server.time.advance(hours: 24 * 366)
      try ask(administrator, history.night.household, export, comment)
    }
    #expect(try server.stopPositions() == [], comment)
  }

  private func ask(_ wire: Wire, _ household: String?, _ export: AlteredExport, _ comment: Comment) throws {
    let own = household.map { #""household_id":"\#($0)""# } ?? ""
    for method in [
      "households.get", "rounds.active", "sessions.list", "watchlist.list", "watched.list", "events.read",
      "tokens.list",
      "invites.list",
    ] { try expectServed(wire.call(method, own), method, comment) }
    let rounds = Set(export.events.compactMap { $0["stream"]?.text }.filter { $0.hasPrefix("\"round-") })
    for round in rounds {
      for method in ["rounds.get", "rounds.results", "rounds.ratings"] {
        let id = round.dropFirst("\"round-".count).dropLast()
        try expectServed(wire.call(method, #""round_id":"\#(id)""#), method, comment)
      }
    }
  }

  private func expectServed(_ answer: Answer, _ method: String, _ comment: Comment) throws {
    guard let code = answer.code else { return }
    #expect((400..<500).contains(code), "\(method): \(answer.text) \(comment)")
  }

  /// Imports, verifies and serves the exports with the real program.
  @Test func programRefusesOrServesAlteredExports() throws {
    let seed = TestSeed.current &+ 1
    let comment = Comment(rawValue: TestSeed.command(seed: TestSeed.current, filter: "AlteredExportTests"))
    var random = SeededGenerator(seed: seed)
    let history = try History(randomSteps: 30, seed: seed)
    let whole = try AlteredExport(history.export)
    var (accepted, refused) = (0, 0)
    while accepted < 4 || refused < 8 {
      var export = whole
      export.alter(using: &random)
      let isAccepted = try Self.isAccepted(export)
      guard isAccepted ? accepted < 4 : refused < 8 else { continue }
      if isAccepted { accepted += 1 } else { refused += 1 }
      let folder = try TemporaryFolder()
      try folder.write(Array(export.export.utf8), to: "x.jsonl")
      let store = StoreAddress.journal(directory: "\(folder.path)/journal")
      let imported = try Run("import", "\(folder.path)/x.jsonl", "--store", "\(store)", in: folder)
      #expect(imported.code == (isAccepted ? 0 : 1), "\(imported.errors) \(comment)")
      let verified = try Run("verify", "--store", "\(store)", in: folder)
      // An import accepts an export in which a text is missing, which `verify` then reports.
      #expect(
        verified.code == 0 || verified.output.contains("is missing, and was not erased"),
        "\(verified.output) \(comment)")
      let server = try ServerProcess(store, in: folder)
      #expect(try server.wire().call("server.ping").code == nil, comment)
      let administrator = try server.administrator()
      try ask(administrator, history.night.household, export, comment)
      #expect(try server.stopPositions() == [], comment)
      #expect(try server.terminate() == 0, comment)
    }
  }
}

extension ServerUnderTest {
  /// Returns the distinct positions at which read models have stopped.
  fileprivate func stopPositions() throws -> [Int] {
    let health = try administrator().result("server.health")
    let stopped = try health.array("projections").compactMap { $0["stopped_position"]?.integer }
    return Array(Set(stopped)).sorted()
  }
}
