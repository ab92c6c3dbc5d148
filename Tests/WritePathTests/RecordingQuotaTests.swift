import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

@Suite struct RecordingQuotaTests {
  private static let day = Timestamp.secondsPerDay * 1_000_000
  private let start = Cast.evening

  private func time(after microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: start.microseconds + microseconds)
  }

  @Test func fullBucketHoldsOneDaysBytes() {
    var quota = RecordingQuota(bytesPerDay: 1000)
    #expect(quota.wait(of: Cast.household, at: start) == nil)
    _ = quota.charge(999, to: Cast.household, at: start)
    #expect(quota.wait(of: Cast.household, at: start) == nil)
    _ = quota.charge(1, to: Cast.household, at: start)
    #expect(quota.wait(of: Cast.household, at: start) != nil)
    #expect(quota.wait(of: HouseholdID(high: 9, low: 9), at: start) == nil)
  }

  @Test func emptyBucketAllowsCommandAfterReturnedWait() throws {
    var quota = RecordingQuota(bytesPerDay: 1000)
    _ = quota.charge(1500, to: Cast.household, at: start)
    let wait = try #require(quota.wait(of: Cast.household, at: start))
    #expect(abs(wait - 43_200_000) <= 1, "half a day's worth is missing")
    let early = time(after: Int64(wait - 1) * 1000 - 1)
    #expect(quota.wait(of: Cast.household, at: early) != nil)
    #expect(quota.wait(of: Cast.household, at: time(after: Int64(wait) * 1000)) == nil)
  }

  @Test func refundedChargeDoesNotCount() {
    var quota = RecordingQuota(bytesPerDay: 1000)
    _ = quota.charge(600, to: Cast.household, at: start)
    quota.refund(quota.charge(400, to: Cast.household, at: start))
    _ = quota.charge(399, to: Cast.household, at: start)
    #expect(quota.wait(of: Cast.household, at: start) == nil)
  }

  @Test func fullBucketsAreRemovedFromTable() {
    var quota = RecordingQuota(bytesPerDay: 1 << 20)
    for number in 0..<100_000 {
      // Each bucket is full again long before a thousand others have been charged.
      let household = HouseholdID(high: 1, low: UInt64(number))
      _ = quota.charge(100, to: household, at: time(after: Int64(number) * 1_000_000))
    }
    #expect(quota.fullAt.count < 2000)
  }

  @Test func largestNumbersDoNotTrap() {
    for bytesPerDay in [1, 1000, Int.max] {
      var quota = RecordingQuota(bytesPerDay: bytesPerDay)
      for bytes in [0, 1, Int.max, Int.max] { _ = quota.charge(bytes, to: Cast.household, at: start) }
      _ = quota.wait(of: Cast.household, at: start)
    }
  }

  /// Checks after every command that the bucket, its refill and the last allowed command bound the recorded bytes.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func recordedBytesStayWithinBucketRefillAndOneCommand(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytesPerDay = Int.random(in: 1000...100_000_000, using: &random)
    let largest = max(1, bytesPerDay / Int.random(in: 2...500, using: &random))
    var quota = RecordingQuota(bytesPerDay: bytesPerDay)
    var (now, recorded, refused, last): (Int64, Int, Int, Int) = (0, 0, 0, 0)
    for _ in 0..<5000 {
      // Most commands follow the previous one immediately, some after minutes.
      if Int.random(in: 0..<20, using: &random) == 0 { now += Int64.random(in: 0...Self.day / 100, using: &random) }
      let bytes = Int.random(in: 0...largest, using: &random)
      guard quota.wait(of: Cast.household, at: time(after: now)) == nil else {
        refused += 1
        continue
      }
      let charge = quota.charge(bytes, to: Cast.household, at: time(after: now))
      if Int.random(in: 0..<10, using: &random) == 0 {
        quota.refund(charge)
      } else {
        recorded += bytes
        last = bytes
      }
      let refilled = Double(bytesPerDay) * Double(now) / Double(Self.day)
      #expect(Double(recorded - last) <= Double(bytesPerDay) + refilled + 1)
    }
    #expect(refused > 0 && recorded > bytesPerDay, "else it shows nothing")
  }
}

/// The committer's behavior toward a household that has used up its quota.
@Suite struct CommitterQuotaTests {
  /// A quota in bytes per day, which the start of a round uses up.
  private static let smallQuota = 2000

  private func committer(
    _ store: ScriptedStore = ScriptedStore(), quota: Int = smallQuota
  ) throws -> ScriptedCommitter {
    try ScriptedCommitter(store, recordingQuota: quota)
  }

  private let start = RoundCommand.start(StartRound(movies: Cast.movies(1...3), opensVoting: true))

  private func household(_ command: HouseholdCommand, id: UInt64? = nil, by sender: Sender) -> Submission {
    Submission(
      command: AddressedHouseholdCommand(command, to: Cast.household), sender: sender,
      mark: id.map { CommandMark(id: CommandID(high: 6, low: $0), fingerprint: 1) })
  }

  private func household(_ command: HouseholdCommand, id: UInt64? = nil, by sender: MemberID = Cast.creator)
    -> Submission
  {
    household(command, id: id, by: .member(sender, actingAs: nil))
  }

  private func isOverQuota(_ outcome: SubmissionOutcome?) -> Bool {
    if case .overQuota(let milliseconds)? = outcome { milliseconds > 0 } else { false }
  }

  @Test(arguments: [false, true]) func commandOverQuotaRecordsNothing(isShared: Bool) throws {
    let path = try committer(ScriptedStore(isShared: isShared))
    #expect(path.send(.round(start, by: Cast.creator, id: 1))?.recorded != nil)
    let events = path.store.events
    for id in [nil, 2] as [UInt64?] { #expect(isOverQuota(path.send(.round(.vote(1, .up), id: id)))) }
    #expect(path.store.events == events && !path.store.hasReceipt(2))
    path.now = path.now.advanced(bySeconds: 2 * Timestamp.secondsPerDay)
    #expect(path.send(.round(.vote(1, .up), id: 2))?.recorded != nil)
  }

  @Test func commandsOfOneGroupAreRefusedOnceOverQuota() throws {
    let path = try committer(quota: 5000)
    let votes = (0..<20).map { Submission.round(.vote($0 % 3 + 1, $0 % 2 == 0 ? .up : .down)) }
    let group = [Submission.round(start, by: Cast.creator)] + votes
    let outcomes = path.send(group)
    let recorded = outcomes.count { $0.recorded != nil }
    #expect(recorded > 1 && outcomes.count(where: { isOverQuota($0) }) == group.count - recorded)
  }

  @Test(arguments: [false, true]) func resentCommandIsAnsweredOverQuota(isShared: Bool) throws {
    let path = try committer(ScriptedStore(isShared: isShared))
    let first = Submission.round(start, by: Cast.creator, id: 1)
    let position = try #require(path.send(first)?.recorded?.position)
    #expect(isOverQuota(path.send(.round(.vote(1, .up)))))
    #expect(path.send(first)?.summary == "repeated \(position)")
  }

  @Test func commandsEndingAccessAreAcceptedOverQuota() throws {
    let path = try committer(quota: 6000)
    for number in 1...3 { _ = path.send(household(.issueToken(Cast.token(number, for: Cast.ann)), by: .administrator)) }
    _ = path.send(household(.createInvite(InviteID(high: 8, low: 1), digest: "digest")))
    while path.send(.round(start, by: Cast.creator))?.recorded != nil
      || path.send(household(.update(HouseholdUpdate(votingExpiryHours: .random(in: 1...700)))))?.recorded != nil
    {}
    #expect(isOverQuota(path.send(household(.issueToken(Cast.token(9))))))
    for command in [
      household(.revokeToken(TokenID(high: 4, low: 1)), id: 1, by: Cast.ann),
      household(.revokeInvite(InviteID(high: 8, low: 1)), id: 2), household(.remove(Cast.outsider), id: 3),
      household(.erase(Cast.ann, confirmation: "DELETE"), id: 4, by: Cast.ann),
      household(.leave, id: 5, by: Cast.starter),
    ] {
      #expect(path.send(command)?.recorded?.events.isEmpty == false, "\(command.command)")
    }
  }

  @Test func repeatedRevocationLeavesNoReceiptOverQuota() throws {
    let path = try committer()
    _ = path.send(household(.issueToken(Cast.token(1, for: Cast.ann)), by: .administrator))
    _ = path.send(household(.revokeToken(TokenID(high: 4, low: 1)), by: Cast.ann))
    _ = path.send(.round(start, by: Cast.creator))
    for id in 1...3 as ClosedRange<UInt64> {
      let again = household(.revokeToken(TokenID(high: 4, low: 1)), id: id, by: Cast.ann)
      #expect(isOverQuota(path.send(again)) && !path.store.hasReceipt(id))
    }
  }

  @Test func commandWithoutEffectIsChargedOnlyForReceipt() throws {
    let path = try committer(quota: 100_000)
    _ = path.send(.round(start, by: Cast.creator))
    _ = path.send(.round(.vote(1, .up)))
    for _ in 0..<5000 { #expect(path.send(.round(.vote(1, .up)))?.recorded?.events.isEmpty == true) }
    var receipts: UInt64 = 0
    while path.send(.round(.vote(1, .up), id: receipts + 1))?.recorded != nil { receipts += 1 }
    #expect((100..<1000).contains(receipts))
    #expect(path.send(.round(.vote(1, .up)))?.recorded?.events.isEmpty == true, "nothing is recorded of it")
  }

  @Test func clockAndAdministratorAreAcceptedOverQuota() throws {
    let path = try committer(quota: 1)
    _ = path.send(.round(start, by: Cast.creator))
    #expect(isOverQuota(path.send(.round(.vote(1, .up)))))
    #expect(path.send(household(.issueToken(Cast.token(1, for: Cast.ann)), by: .administrator))?.recorded != nil)
    path.now = path.now.advanced(bySeconds: 100 * Timestamp.secondsPerHour)
    path.tick()
    #expect(path.clockEvents.map(\.type).contains(RoundExpired.type))
  }

  @Test(arguments: [false, true]) func failedCommitsAreNotCharged(isShared: Bool) throws {
    let store = ScriptedStore(isShared: isShared)
    let path = try committer(store, quota: 5000)
    store.faults = Array(repeating: .unavailable, count: 10)
    for _ in 0..<10 { #expect(path.send(.round(start, by: Cast.creator))?.summary == "failed unavailable") }
    #expect(path.send(.round(start, by: Cast.creator))?.recorded != nil)
  }

  @Test func eventsOfOtherServerAreCharged() throws {
    let store = ScriptedStore(isShared: true)
    let (first, second) = (try committer(store), try ScriptedCommitter(store, founding: []))
    #expect(second.send(.round(start, by: Cast.creator))?.recorded != nil)
    #expect(isOverQuota(first.send(.round(.vote(1, .up)))))
  }
}

extension ScriptedStore {
  fileprivate func hasReceipt(_ id: UInt64) -> Bool { receipts.keys.contains { $0.command.low == id } }
}
