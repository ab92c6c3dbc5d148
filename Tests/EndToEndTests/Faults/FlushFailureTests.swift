import EventStore
import MovieNightPrimitives
import Testing

@testable import Server
@testable import Stores

/// Flushes of changed rows. Rows that cannot be written stay in memory, while commands and queries succeed.
@Suite struct FlushFailureTests {
  #if SQLite
    @Test func failingFlushDegradesHealthButNotCommands() throws {
      let server = try LocalServer(.sqlite)
      let wire = try server.wire(token: server.createHousehold().token)
      let administrator = try server.administrator()
      let database = try SQLiteConnection("\(server.folder.path)/store.db", mode: .readWrite)
      try database.execute(
        "CREATE TRIGGER refusal BEFORE UPDATE ON event_index BEGIN SELECT RAISE(ABORT, 'refused'); END")
      for id in 1...3 {
        server.time.advance(hours: 1)
        try wire.result("watchlist.add", #""movie":\#(movie(id))"#)
      }
      try eventually("health to report the failing flush") { try reasons(administrator) == ["flush_failing"] }
      #expect(try administrator.result("server.health").string("status") == "degraded")
      #expect(try Array(wire.result("watchlist.list").array("items")).count == 3)

      try database.execute("DROP TRIGGER refusal")
      server.time.advance(hours: 1)
      try wire.result("watchlist.add", #""movie":\#(movie(4))"#)
      try eventually("health to report no problem") { try reasons(administrator) == [] }
      server.stop()
      let store = try openStore(server.store, mode: .readOnly)
      defer { store.close() }
      #expect(try rows(of: store) == replayedRows(of: store))
    }

    /// With the first change no row can take events; with the second only the read model of the malformed row stops.
    @Test(arguments: ["owner = x'00'", "document = substr(document, 2)"])
    func indexIsFlushedWhileRowsCannotTakeEvents(_ change: String) throws {
      let server = try LocalServer(.sqlite)
      let household = try server.createHousehold()
      try server.wire(token: household.token).result("watchlist.add", #""movie":\#(movie(1))"#)
      server.stop()
      let database = try SQLiteConnection("\(server.folder.path)/store.db", mode: .readWrite)
      try database.execute(
        """
        UPDATE read_model_rows SET \(change)
        WHERE half = (SELECT half FROM read_models WHERE name = 'libraries')
        """)
      let head = try #require(try database.integer("SELECT max(position) FROM events"))
      try server.start()
      let wire = try server.wire(token: household.token)
      for id in 2...4 { _ = try wire.call("watchlist.add", #""movie":\#(movie(id))"#) }
      try eventually("the index of streams to include all events") {
        try database.integer("SELECT position FROM event_index") == head + 3
      }
      #expect(try database.integer("SELECT min(checkpoint) FROM read_models") == head)
    }

    @Test func receiptRunsAreMergedWhileServing() throws {
      let server = try LocalServer(.sqlite)
      let wire = try server.wire(token: server.createHousehold().token)
      let database = try SQLiteConnection("\(server.folder.path)/store.db", mode: .readWrite)
      for number in 1...16 as ClosedRange<UInt64> {
        let receipt = Receipt(
          key: ReceiptKey(actor: nil, command: Identifier(high: number, low: 0)), fingerprint: 1, position: 1,
          eventCount: 1, recordedAt: server.time.now)
        try database.writing { () throws(StoreError) in try database.write(run: [receipt]) }
      }
      try wire.result("watchlist.add", #""movie":\#(movie(1)),"command_id":"\#(randomID())""#)
      try eventually("the merged runs") { try database.integer("SELECT max(tier) FROM receipt_runs") == 1 }
      server.stop()
    }

    /// The rows are written in parts between groups of commands, so that no command waits for all of them.
    @Test func manyRowsAreFlushedInPartsWhileServing() throws {
      let server = try LocalServer(.sqlite)
      let administrator = try server.administrator()
      let household = try server.createHousehold()
      let database = try SQLiteConnection("\(server.folder.path)/store.db", mode: .readWrite)
      let lowestCheckpoint = { try database.integer("SELECT min(checkpoint) FROM read_models") ?? 0 }
      #expect(try lowestCheckpoint() == 0, "no flush is due yet")
      // Each household adds two rows.
      for number in 0..<300 {
        try administrator.result("households.create", #""name":"\#(number)","creator":{"display_name":"A"}"#)
      }
      let wire = try server.wire(token: household.token)
      try eventually("all parts to be written") {
        try wire.result("watchlist.add", #""movie":\#(movie(1))"#)
        try wire.result("watchlist.remove", #""tmdb_movie_id":1"#)
        return try lowestCheckpoint() > 400
      }
      server.stop()
      let store = try openStore(server.store, mode: .readOnly)
      defer { store.close() }
      #expect(try rows(of: store) == replayedRows(of: store))
    }

    private func reasons(_ administrator: Wire) throws -> [String] {
      try administrator.result("server.health").array("problems").map { try $0.string("reason") }
    }
  #endif

  @Test func flushIsDueAfterOneSecondOrManyChanges() {
    var pace = FlushPace(at: .seconds(100))
    #expect(!pace.isDue(1, rows: 1, at: .seconds(100)) && pace.isDue(1, rows: 1, at: .seconds(101)))
    #expect(pace.isDue(4096, rows: 1, at: .seconds(100)))
    #expect(pace.isDue(1, rows: 4096, at: .seconds(100)))
    #expect(!pace.isDue(4095, rows: 4095, at: .seconds(100)))
    #expect(!pace.isDue(0, rows: 1, at: .seconds(200)))
    #expect(pace.isDue(1, rows: 1, areLarge: true, at: .seconds(100)))
    pace.succeeded(at: .seconds(101))
    #expect(!pace.isDue(1, rows: 1, at: .seconds(101)))
  }

  @Test func flushPartGrowsWithBacklog() {
    func part(recorded: Int = 0, unflushed: Int = 1, rows: Int = 1, afterMilliseconds pause: Int = 4) -> Int {
      FlushPace.part(recorded: recorded, unflushed: unflushed, rows: rows, pause: .milliseconds(pause))
    }
    #expect(part(unflushed: 8191, rows: 4095) == 4)
    #expect(part(afterMilliseconds: 5) == 64)
    #expect(part(recorded: 8) == 8)
    #expect(part(recorded: 1000, unflushed: 4096) == 1000)
    #expect(part(unflushed: 8192) == 8)
    #expect(part(rows: 4096) == 8)
    #expect(part(recorded: 1000, unflushed: 20_000, rows: 10_000) == 5000)
    #expect(FlushPace.isQuiet(.milliseconds(100), recorded: 0))
    #expect(!FlushPace.isQuiet(.milliseconds(99), recorded: 0) && !FlushPace.isQuiet(.seconds(9), recorded: 1))
    #expect(FlushPace.fitsOneStep(64, rows: 64))
    #expect(!FlushPace.fitsOneStep(65, rows: 1) && !FlushPace.fitsOneStep(1, rows: 65))
  }

  @Test func pausesBetweenFailuresGrowToLimit() {
    var pace = FlushPace(at: .seconds(0))
    var now: Int64 = 0
    var pauses: [Int64] = []
    for _ in 0..<6 {
      pace.failed(at: .seconds(now))
      let pause = (1...100).first { pace.isDue(5000, rows: 1, at: .seconds(now + $0)) } ?? 0
      pauses.append(pause)
      now += pause
    }
    #expect(pauses == [2, 4, 8, 16, 16, 16])
    pace.succeeded(at: .seconds(now))
    #expect(pace.isDue(5000, rows: 1, at: .seconds(now)))
  }
}
