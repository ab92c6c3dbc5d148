import Stores
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import Testing
import WritePath

@testable import Console
@testable import Platform
@testable import Server

/// The deadlines of open rounds when a server starts. The server takes them from the read models without replaying
/// streams.
@Suite struct DeadlineStartTests {
  private static let rounds = 5

  /// Returns a shared store with open rounds that have many events.
  private func filledStore() throws -> SharedMemory {
    let server = try LocalServer(.journal)
    for _ in 0..<Self.rounds {
      let wire = try server.wire(token: server.createHousehold().token)
      let started = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
      let round = #""round_id":"\#(try started.object("round").string("round_id"))","tmdb_movie_id":1,"vote":"#
      for vote in 0..<20 { try wire.result("rounds.vote", round + (vote % 2 == 0 ? #""up""# : #""down""#)) }
    }
    server.stop()
    let source = try openStore(server.store, mode: .readOnly)
    defer { source.close() }
    let store = SharedMemory()
    let rows = InlineRows(store: store, schema: .current, areas: .current)
    try store.importEvents(try source.readAll(after: 0, limit: .max, owner: nil), texts: []) {
      events throws(StoreError) in try rows.rows(changedBy: events)
    }
    return store
  }

  @Test func openRoundsExpireAfterStartWithoutReplay() throws {
    let store = try filledStore()
    let log = Log(minimumLevel: .error, format: .json, sink: LogSink(descriptor: -1))
    let readModels = ReadModels(store: store, schema: .current, areas: .current)
    try readModels.open()
    let last = try #require(try store.readAll(after: store.head() - 1, limit: 1, owner: nil).last).recordedAt
    let now = Locked(last)
    let outcomes = CommandOutcomes(
      store: store, areas: .current, readModels: readModels, nameCache: NameCache(store: store),
      metrics: ServiceMetrics(MetricRegistry()), log: log, clock: { now.withLock { $0 } })
    let committer = try Committer(
      store: store, schema: .current, after: readModels.position, areas: .current, clock: { now.withLock { $0 } },
      delegate: outcomes)
    committer.schedule(try readModels.deadlines())
    for hour in [0, 1, 71] {
      now.withLock { $0 = last.advanced(bySeconds: Int64(hour) * Timestamp.secondsPerHour) }
      committer.runOnce()
    }
    #expect(store.streamReads.withLock { $0 } == 0)
    now.withLock { $0 = last.advanced(bySeconds: 72 * Timestamp.secondsPerHour) }
    committer.runOnce()
    let expired = try store.readAll(after: 0, limit: .max, owner: nil).filter { $0.type == RoundExpired.type }
    #expect(expired.count == Self.rounds)
  }
}
