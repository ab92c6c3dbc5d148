import Domain
import EventStore
import Primitives
import Testing

@testable import Projections

@Suite struct HouseholdDetailsTests {
  private func models(_ play: (inout Recorder) -> Void) throws -> ReadModels {
    var recorder = Recorder()
    recorder.foundHome()
    play(&recorder)
    let store = RowStore(keepsRows: false)
    store.record(recorder.events)
    return try openModels(store)
  }

  @Test func membersStandInTheOrderInWhichTheyJoined() throws {
    let household = try #require(try models { _ in }.household(Home.id))
    #expect(household.createdBy == Home.tim)
    #expect(household.memberIDs == [Home.tim, Home.sarah, Home.max])
    #expect(household.member(Home.max)?.type == .managed)
    #expect(household.member(Home.max)?.parentID == Home.tim)
    #expect(household.role(of: Home.tim) == .creator)
    #expect(household.role(of: Home.sarah) == .member)
    #expect(household.settings == HouseholdSettings())
    #expect(household.revision == 3)
  }

  @Test func tokensAreKeptWithTheirEnd() throws {
    let (first, second) = (TokenID(high: 5, low: 1), TokenID(high: 5, low: 2))
    let household = try #require(
      try models { recorder in
        for token in [first, second] {
          recorder.record(TokenIssued(tokenID: token, memberID: Home.tim, digest: "d"), household: Home.id)
        }
        recorder.record(TokenRevoked(tokenID: first), household: Home.id)
      }.household(Home.id))
    #expect(household.tokens.map(\.id) == [first, second])
    #expect(household.tokens.map { $0.revokedAt != nil } == [true, false])
  }

  @Test func theActiveRoundEndsOnlyByItself() throws {
    let (first, second) = (RoundID(high: 3, low: 1), RoundID(high: 3, low: 2))
    let household = try #require(
      try models { recorder in
        recorder.record(ActiveRoundStarted(roundID: first), household: Home.id)
        recorder.record(ActiveRoundStarted(roundID: second), household: Home.id)
        recorder.record(ActiveRoundEnded(roundID: first), household: Home.id)
      }.household(Home.id))
    #expect(household.activeRoundID == second)
    #expect(household.awaitedRoundIDs == [first])
  }

  @Test func aFinishedRoundIsAwaitedNoLonger() throws {
    let (first, second) = (RoundID(high: 3, low: 1), RoundID(high: 3, low: 2))
    let household = try #require(
      try models { recorder in
        for round in [first, second] { recorder.record(ActiveRoundEnded(roundID: round), household: Home.id) }
        recorder.record(RoundFinished(roundID: first), household: Home.id)
      }.household(Home.id))
    #expect(household.awaitedRoundIDs == [second])
  }
}
