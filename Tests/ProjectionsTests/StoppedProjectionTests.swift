import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections

@Suite struct StoppedProjectionTests {
  private func record(_ spoil: (inout Recorder) -> Void) -> [RecordedEvent] {
    var recorder = Recorder()
    recorder.foundHome()
    recorder.openRound()
    spoil(&recorder)
    recorder.vote(Home.tim, 1, .up)
    recorder.record(TokenIssued(tokenID: TokenID(high: 5, low: 5), memberID: Home.tim, digest: "d"), household: Home.id)
    return recorder.events
  }

  @Test(arguments: [true, false]) func unreadableEventStopsProjectionsOfItsStream(keepsRows: Bool) throws {
    let store = RowStore(keepsRows: keepsRows)
    let models = try openModels(store)
    let events = record { recorder in
      recorder.record(
        type: "MovieHummed", data: Array("{}".utf8), StreamID(category: "round", id: Home.round), of: Home.id)
    }
    store.record(events)
    try models.apply(events)
    try expectStopped(models, ["rounds", "sessions", "nights"], at: 10, of: events.count)
    #expect(models.health().compactMap { $0.stopped?.reason }.allSatisfy { $0.contains("MovieHummed") })
    #expect(throws: ProjectionError.projectionStopped(name: "rounds")) { try models.round(Home.round) }
    #expect(throws: ProjectionError.projectionStopped(name: "sessions")) {
      try models.sessions(Home.id, after: nil, limit: 5)
    }
    #expect(try models.access(Home.id)?.access.tokens.count == 1)
    try models.flush()
    try expectStopped(openModels(store), ["rounds", "sessions", "nights"], at: 10, of: events.count)
    if keepsRows {
      #expect(try store.readModels().first { $0.name == "rounds" }?.checkpoint == 9)
      #expect(try store.readModels().first { $0.name == "rounds" }?.stopped?.position == 10)
      #expect(try Verification(schema: .current, areas: .current).run(store).allSatisfy { $0.difference == nil })
    }
  }

  @Test func failedFoldStopsOnlyItsProjection() throws {
    let store = RowStore(keepsRows: true)
    let models = try openModels(store)
    let events = record { $0.vote(Home.tim, 77, .up) }
    store.record(events)
    try models.apply(events)
    try expectStopped(models, ["rounds"], at: 10, of: events.count)
    #expect(try models.session(Home.round, of: Home.id) != nil)
    let rebuild = try Rebuild(models)
    try rebuild.run()
    try rebuild.finish()
    try expectStopped(models, ["rounds"], at: 10, of: events.count)
    try models.flush()
    #expect(try Verification(schema: .current, areas: .current).run(store).allSatisfy { $0.difference == nil })
  }

  @Test func missingRowStopsItsProjectionUntilRebuilt() throws {
    let store = RowStore(keepsRows: true)
    let events = record { _ in }
    store.record(events)
    try openModels(store).flush()
    store.content.withLock { $0.rows["rounds"] = [:] }
    var recorder = Recorder()
    recorder.foundHome()
    recorder.openRound()
    recorder.vote(Home.tim, 1, .up)
    recorder.record(TokenIssued(tokenID: TokenID(high: 5, low: 5), memberID: Home.tim, digest: "d"), household: Home.id)
    recorder.vote(Home.sarah, 1, .up)
    let models = try openModels(store)
    store.record([try #require(recorder.events.last)])
    try models.apply([try #require(recorder.events.last)])
    try expectStopped(models, ["rounds"], at: events.count + 1, of: events.count + 1)
    let rebuild = try Rebuild(models, names: ["rounds"])
    try rebuild.run()
    try rebuild.finish()
    try expectStopped(models, [], at: 0, of: events.count + 1)
    #expect(try models.round(Home.round)?.suggestion(of: 1)?.votesUp == 2)
  }

  private func expectStopped(_ models: ReadModels, _ names: Set<String>, at position: Position, of head: Position)
    throws
  {
    for health in models.health() {
      if names.contains(health.name) {
        #expect(health.state == .stopped)
        #expect(health.stopped?.position == position)
        #expect(health.checkpoint == position - 1)
        #expect(health.lag == head - position + 1)
      } else {
        #expect(health.state == .ready, "\(health.name): \(health.stopped?.reason ?? "")")
        #expect(health.checkpoint == head)
        #expect(health.lag == 0)
      }
    }
  }
}
