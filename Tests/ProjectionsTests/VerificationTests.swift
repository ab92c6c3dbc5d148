import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections

@Suite struct VerificationTests {
  private let store = RowStore(keepsRows: true)

  init() throws {
    var recorder = Recorder()
    recorder.foundHome()
    recorder.record(
      TokenIssued(tokenID: TokenID(high: 5, low: 5), memberID: Home.tim, digest: "secretdigest"), household: Home.id)
    recorder.openRound()
    recorder.vote(Home.sarah, 2, .up)
    store.record(recorder.events)
    try openModels(store).flush()
  }

  private func differences() throws -> [RowDifference] {
    try Verification(schema: .current, areas: .current).run(store).compactMap(\.difference)
  }

  private func tamper(_ model: String, _ change: (inout Row) -> Void) {
    store.content.withLock { content in
      for key in content.rows[model, default: [:]].keys { change(&content.rows[model]![key]!) }
    }
  }

  private func replace(_ text: String, with other: String, in model: String) {
    tamper(model) { row in
      let document = String(decoding: row.document, as: UTF8.self)
      row.document = Array(
        document.split(separator: text, omittingEmptySubsequences: false).joined(separator: other).utf8)
    }
  }

  @Test func intactRowsHaveNoDifference() throws {
    let reports = try Verification(schema: .current, areas: .current).run(store)
    #expect(reports.map(\.model) == ReadModelAreas.current.names)
    #expect(reports.map(\.equalRows) == [1, 1, 0, 0, 0, 0, 1, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(reports.allSatisfy { $0.difference == nil && $0.checkpoint == 11 })
    #expect(
      try Verification(names: ["rounds"], schema: .current, areas: .current).run(store).map(\.model) == ["rounds"])
    #expect(throws: ProjectionError.unknownProjection(name: "x")) {
      try Verification(names: ["x"], schema: .current, areas: .current)
    }
  }

  @Test func changedVoteIsReportedWithPathAndLastEvent() throws {
    replace("\"vote\":\"up\"", with: "\"vote\":\"down\"", in: "rounds")
    let difference = try #require(try differences().first)
    #expect(
      difference.kind == .differs(member: "votes[1][0].vote", expected: "up", actual: "down"))
    #expect(difference.model == "rounds")
    #expect(difference.key == RowKey(Home.round))
    #expect(difference.lastEvent == RowDifference.LastEvent(position: 11, type: "VoteCast"))
    #expect("\(difference)".contains("VoteCast at position 11"))
  }

  @Test func differenceReportOmitsSecrets() throws {
    replace("secretdigest", with: "otherdigest", in: "access")
    let difference = try #require(try differences().first)
    #expect("\(difference)".contains("tokens[0].digest"))
    #expect(!"\(difference)".contains("digest\""))
    #expect(!"\(difference)".contains("secretdigest"))
    #expect(!"\(difference)".contains("otherdigest"))
  }

  @Test func changedPlaceOwnerPositionOrWhitespaceIsReported() throws {
    tamper("rounds") { $0.position -= 1 }
    tamper("households") { $0.document.append(UInt8(ascii: " ")) }
    tamper("sessions") { $0.owner = OwnerID(high: 0, low: 0) }
    #expect(try differences().map(\.model) == ["households", "rounds", "sessions"])
    tamper("sessions") { row in
      row.owner = OwnerID(Home.id)
      row.sortKey?.order += 1
    }
    guard case .differs("(place)", _, _)? = try differences().last?.kind else {
      Issue.record("\(try differences())")
      return
    }
  }

  @Test func missingAndExtraMembersAreReported() throws {
    replace(",\"closed_at\":null", with: "", in: "households")
    replace("\"ratings\":[]", with: "\"ratings\":[],\"extra\":1", in: "sessions")
    tamper("rounds") { $0.document = Array("nonsense".utf8) }
    let found = try differences()
    #expect(
      found.map(\.kind) == [
        .differs(member: "closed_at", expected: "null", actual: "nothing"),
        .differs(member: "(document)", expected: "JSON", actual: "invalid JSON"),
        .differs(member: "extra", expected: "nothing", actual: "1"),
      ])
  }

  @Test func rowsOfAnotherVersionAreNotCompared() throws {
    replace("\"ratings\":[]", with: "", in: "sessions")
    store.content.withLock { $0.states["sessions"]!.version -= 1 }
    let reports = try Verification(schema: .current, areas: .current).run(store)
    #expect(reports.map(\.model) == ReadModelAreas.current.names.filter { $0 != "sessions" })
    #expect(reports.allSatisfy { $0.difference == nil })
  }

  @Test func missingRowIsReported() throws {
    store.content.withLock { $0.rows["sessions"] = [:] }
    let difference = try #require(try differences().first)
    #expect(difference.kind == .missing)
    #expect(difference.key == RowKey(partition: PartitionKey(Home.id), item: ItemID(Home.round)))
    #expect(difference.lastEvent?.type == "VotingOpened")
  }

  @Test func extraRowIsReported() throws {
    let extra = RowKey(PartitionKey(high: 77, low: 7))
    store.content.withLock { content in
      var row = content.rows["rounds"]![RowKey(Home.round)]!
      row.key = extra
      content.rows["rounds"]![extra] = row
    }
    let difference = try #require(try differences().first)
    #expect(difference.kind == .unexpected)
    #expect(difference.key == extra)
    #expect(difference.lastEvent == nil)
  }

  @Test func eventsAfterCheckpointAreNotExpectedInRows() throws {
    var recorder = Recorder()
    recorder.foundHome()
    for _ in 0..<8 { recorder.record(TokenRevoked(tokenID: TokenID(high: 5, low: 5)), household: Home.id) }
    store.record([recorder.events[11]])
    #expect(try differences().isEmpty)
  }
}
