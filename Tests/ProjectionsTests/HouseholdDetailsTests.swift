import Domain
import EventStore
import MovieNightPrimitives
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

  @Test func membersAreListedInJoinOrder() throws {
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

  @Test func revokedTokensAreKeptWithTheirEnd() throws {
    let (first, second) = (TokenID(high: 5, low: 1), TokenID(high: 5, low: 2))
    let access = try #require(
      try models { recorder in
        for token in [first, second] {
          recorder.record(TokenIssued(tokenID: token, memberID: Home.tim, digest: "d"), household: Home.id)
        }
        recorder.record(TokenRevoked(tokenID: first), household: Home.id)
      }.access(Home.id)?.access)
    #expect(access.tokens.map(\.id) == [first, second])
    #expect(access.tokens.map { $0.revokedAt != nil } == [true, false])
  }

  @Test func revokedTokensDoNotGrowRow() throws {
    func row(after count: UInt64) throws -> Int {
      let access = try #require(
        try models { recorder in
          for number in 1...count {
            let token = TokenID(high: 5, low: number)
            recorder.record(TokenIssued(tokenID: token, memberID: Home.tim, digest: "d"), household: Home.id)
            recorder.record(TokenRevoked(tokenID: token), household: Home.id)
          }
        }.access(Home.id))
      return access.row(at: 1).document.count
    }
    #expect(try row(after: 2000) < row(after: 200) + 1000)
  }

  @Test func departureRevokesTokensAndRemovesPreferences() throws {
    let (token, other) = (TokenID(high: 5, low: 1), TokenID(high: 5, low: 2))
    let models = try models { recorder in
      recorder.record(TokenIssued(tokenID: token, memberID: Home.tim, digest: "d"), household: Home.id)
      recorder.record(TokenIssued(tokenID: other, memberID: Home.sarah, digest: "d"), household: Home.id)
      recorder.record(
        PreferencesSet(memberID: Home.tim, genreLikes: [1, 2], genreDislikes: [], maxContentRating: .r),
        household: Home.id)
      recorder.record(MemberLeft(memberID: Home.tim, reason: .left), household: Home.id)
      recorder.record(CreatorChanged(memberID: Home.sarah), household: Home.id)
      recorder.record(ParentChanged(memberID: Home.max, parentMemberID: Home.sarah), household: Home.id)
    }
    let household = try #require(try models.household(Home.id))
    let access = try #require(try models.access(Home.id))
    #expect(household.memberIDs == [Home.sarah, Home.max])
    #expect(household.formerMemberIDs == [Home.tim])
    #expect(household.role(of: Home.sarah) == .creator)
    #expect(household.member(Home.max)?.parentID == Home.sarah)
    #expect(access.access.tokens.map { $0.revokedAt != nil } == [true, false])
    #expect(access.memberIDs == household.memberIDs)
    #expect(household.preferences(of: Home.tim) == nil)
    #expect(household.closedAt == nil)
  }

  @Test func closingRevokesTokensAndInvites() throws {
    let models = try models { recorder in
      recorder.record(
        TokenIssued(tokenID: TokenID(high: 5, low: 1), memberID: Home.tim, digest: "d"), household: Home.id)
      recorder.record(
        InviteCreated(
          inviteID: InviteID(high: 6, low: 1), createdBy: Home.tim, digest: "d", expiresAt: recorder.now),
        household: Home.id)
      recorder.record(HouseholdClosed(), household: Home.id)
    }
    let household = try #require(try models.household(Home.id))
    let access = try #require(try models.access(Home.id)?.access)
    #expect(household.closedAt != nil)
    #expect(access.tokens.map(\.revokedAt) == [household.closedAt])
    #expect(access.invites.map(\.revokedAt) == [household.closedAt])
  }

  @Test func latestSettingsAndPreferencesReplaceEarlierOnes() throws {
    var settings = HouseholdSettings()
    settings.ratingDays = 3
    let household = try #require(
      try models { recorder in
        recorder.record(HouseholdSettingsSet(settings: settings, setBy: Home.tim), household: Home.id)
        for services in [["A", "B"], ["C"]] {
          recorder.record(StreamingServicesSet(services: services, setBy: Home.tim), household: Home.id)
        }
        for likes in [[1, 2], [3, 4]] {
          recorder.record(
            PreferencesSet(memberID: Home.max, genreLikes: likes, genreDislikes: [5]), household: Home.id)
        }
      }.household(Home.id))
    #expect(household.settings == settings)
    #expect(household.streamingServices == ["C"])
    #expect(household.preferences.map(\.genreLikes) == [[3, 4]])
    #expect(household.preferences(of: Home.max)?.genreDislikes == [5])
  }

  @Test func endOfAnotherRoundKeepsActiveRound() throws {
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

  @Test func finishedRoundIsNoLongerAwaited() throws {
    let (first, second) = (RoundID(high: 3, low: 1), RoundID(high: 3, low: 2))
    let household = try #require(
      try models { recorder in
        for round in [first, second] { recorder.record(ActiveRoundEnded(roundID: round), household: Home.id) }
        recorder.record(RoundFinished(roundID: first), household: Home.id)
      }.household(Home.id))
    #expect(household.awaitedRoundIDs == [second])
  }
}
