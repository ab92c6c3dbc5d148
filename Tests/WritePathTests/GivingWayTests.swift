import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// Commands that take long, such as the pieces of an import. They are decided in parts, and give way to others.
@Suite struct GivingWayTests {
  private let path: ScriptedCommitter
  private let committer: Committer
  private var queue: SubmissionQueue { committer.queue }

  init() throws {
    path = try ScriptedCommitter()
    _ = path.send(.round(.startVoting))
    committer = try Committer(
      store: path.store, schema: .current, areas: .current, clock: { Cast.evening }, delegate: path)
  }

  /// Votes that are parts of one command.
  private struct Votes: AddressedCommand {
    var votes: [Vote]
    var isSmall = false

    private var first: AddressedRoundCommand {
      AddressedRoundCommand(.vote(1, votes[0]), to: Cast.round(1), of: Cast.household)
    }
    var household: HouseholdID { first.household }
    var stream: StreamID { first.stream }
    func parts(othersWait: Bool) -> (first: any AddressedCommand, rest: (any AddressedCommand)?)? {
      (Votes(votes: [votes[0]], isSmall: othersWait), votes.count == 1 ? nil : Votes(votes: Array(votes.dropFirst())))
    }
    func decide(on basis: Basis) throws -> Decision { try first.decide(on: basis) }
  }

  private func votes(_ votes: Vote..., id: UInt64? = nil, expectedRevision: Revision? = nil) -> Submission {
    var submission = Submission.round(.vote(1, .up), id: id, expectedRevision: expectedRevision)
    submission.command = Votes(votes: votes)
    return submission
  }

  private var recordedVotes: [String] {
    path.store.events.compactMap { event in
      let data = String(decoding: event.data, as: UTF8.self)
      return event.type == "VoteCast" ? (data.contains(#""vote":"up""#) ? "up" : "down") : nil
    }
  }

  // MARK: Giving way

  /// Describes each submission of the next group: a vote, or a command with parts, which gives way.
  ///
  /// - Parameter hasVote: whether a vote, which does not, arrives before the group.
  private func nextGroup(hasVote: Bool = true) -> [String] {
    if hasVote { queue.receive(.round(.vote(2, .up))) }
    queue.beginGroup()
    var group: [String] = []
    queue.take(.max) { submission in
      let part = submission.parts.first.command as? Votes
      group.append(part.map { $0.isSmall ? "small part" : "large part" } ?? "vote")
    }
    return group
  }

  @Test func itWaitsForFourGroupsOfOthers() {
    for _ in 1...2 { queue.receive(votes(.up)) }
    for _ in 1...2 {
      for number in 1...4 { #expect(nextGroup() == ["vote"], "group \(number)") }
      #expect(nextGroup() == ["vote", "small part"])
      #expect(nextGroup(hasVote: false) == [], "others may follow soon")
    }
    #expect(!queue.hasBackground)
  }

  @Test func itIsNextWhenThereIsNothingElse() {
    queue.receive(votes(.up))
    #expect(nextGroup(hasVote: false) == ["large part"], "there were no others before")
    queue.receive(votes(.down))
    #expect(nextGroup() == ["vote"])
    #expect(nextGroup(hasVote: false) == [], "others may follow soon")
    queue.noteIdle()
    #expect(nextGroup(hasVote: false) == ["large part"])
  }

  @Test(arguments: [false, true]) func itIsDecidedAfterLaterOnes(isStopping: Bool) throws {
    path.post(votes(.up, .down, .up))
    path.post(.round(.vote(2, .down)))
    if isStopping { try path.finish() } else { path.tick() }
    #expect(path.takeOutcomes().map(\.summary) == ["recorded VoteCast", "recorded VoteCast"])
    #expect(recordedVotes == ["down", "up", "down", "up"])
  }

  // MARK: Parts

  @Test func onlyTheLastPartIsAnsweredAndHasTheId() throws {
    let head = path.store.events.last { $0.stream == .round(Cast.round(1)) }?.revision
    let command = votes(.up, .down, .up, id: 1, expectedRevision: head)
    #expect(path.send([command]).map(\.summary) == ["recorded VoteCast"])
    #expect(recordedVotes == ["up", "down", "up"])
    #expect(path.store.events.suffix(3).map { $0.metadata.command == nil } == [true, true, false])
    #expect(path.send(command)?.summary.hasPrefix("repeated") == true)
    #expect(recordedVotes.count == 3)
  }

  @Test func partsBeforeAFailureRemain() throws {
    let command = votes(.up, .down, .up, id: 1)
    path.store.faults = [nil, .unavailable]
    #expect(path.send([command]).map(\.summary) == ["failed unavailable"], "it is answered once")
    #expect(recordedVotes == ["up"])
    #expect(path.send(command)?.summary == "recorded VoteCast")
    #expect(recordedVotes.suffix(2) == ["down", "up"])
  }

  @Test func sharedStoreDecidesPartsOneByOne() throws {
    let (first, _) = try ScriptedStore(isShared: true).serversInRound()
    #expect(first.send([votes(.up, .down, .up)]).map(\.summary) == ["recorded VoteCast"])
    #expect(first.store.groups.suffix(3) == [1, 1, 1])
  }
}
