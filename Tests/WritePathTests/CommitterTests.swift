import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// The committer's answers, command ids, expected revisions and groups.
@Suite struct CommitterTests {
  private let start = RoundCommand.start(StartRound(movies: Cast.movies(1...2), opensVoting: true))

  private func summaries(_ outcomes: [SubmissionOutcome]) -> [String] { outcomes.map(\.summary) }

  // MARK: Answers

  @Test func answerHasEventsAndPosition() throws {
    let path = try ScriptedCommitter()
    let started = try #require(path.send(.round(start))?.recorded)
    #expect(started.events.map(\.position) == [8, 9, 10, 11, 12])
    #expect(started.position == 12)
    #expect(started.events.allSatisfy { $0.owner == Identifier(Cast.household) && $0.recordedAt == Cast.evening })
    let vote = try #require(path.send(.round(.vote(1, .up), by: Cast.ann, as: Cast.child, id: 9))?.recorded)
    #expect(vote.position == 13 && vote.events.map(\.revision) == [4])
    let expected = EventMetadata(
      actor: Identifier(Cast.ann), actingAs: Identifier(Cast.child),
      command: CommandMark(id: CommandID(high: 5, low: 9), fingerprint: 1))
    #expect(vote.events.map(\.metadata) == [expected], "who really sent it stays in the metadata")
  }

  @Test func commandWithoutEffectIsAnsweredWithReceipt() throws {
    let path = try ScriptedCommitter()
    _ = path.send([.round(start), .round(.vote(1, .up))])
    let same = try #require(path.send(.round(.vote(1, .up), id: 1))?.recorded)
    #expect(same.events.isEmpty && same.position == 13)
    #expect(path.send(.round(.vote(1, .up), id: 1))?.summary == "repeated 13", "it has a receipt all the same")
  }

  @Test func commandAfterStopFailsAtOnce() throws {
    let path = try ScriptedCommitter()
    let before = path.store.events
    try path.finish()
    path.post(.round(start))
    #expect(summaries(path.takeOutcomes()) == ["failed stopping"])
    #expect(path.store.events == before)
  }

  @Test func foundingRecordsHouseholdMemberAndToken() throws {
    let path = try ScriptedCommitter(founding: [])
    let token = NewToken(id: TokenID(high: 4, low: 1), digest: "d", label: "phone")
    let creator = NewMember(id: Cast.creator, displayName: "Ann", avatarKey: nil)
    let command = AddressedHouseholdCommand(
      .found(NewHousehold(name: "Does", creator: creator, token: token)), to: Cast.household)
    let outcome = path.send(Submission(command: command, sender: .unauthenticated))
    #expect(outcome?.summary == "recorded HouseholdFounded MemberJoined TokenIssued")
    #expect(outcome?.recorded?.events.last?.revision == 2)
    #expect(path.send(.round(.start(StartRound()), by: Cast.creator))?.summary == "refused too_few_attendees")
  }

  // MARK: Command ids

  @Test func resentCommandGetsFirstAnswer() throws {
    let path = try ScriptedCommitter()
    #expect(path.send(.round(start, id: 1))?.recorded?.position == 12)
    _ = path.send(.round(.vote(1, .up)))
    let before = path.store.events
    #expect(path.send(.round(start, id: 1))?.summary == "repeated 12")
    #expect(path.send(.round(start, id: 1, fingerprint: 2))?.summary == "refused command_id_reused")
    #expect(path.store.events == before)
  }

  @Test func commandTwiceInGroupIsRecordedOnce() throws {
    let path = try ScriptedCommitter()
    let summaries = path.send([.round(start, id: 1), .round(start, id: 1)]).map(\.summary)
    #expect(summaries.count == 2 && summaries[0].hasPrefix("recorded RoundDrafted"))
    #expect(summaries[1] == "repeated 12")
    #expect(path.store.events.count == 12)
  }

  @Test func textChangedTwiceInGroupKeepsBothChanges() throws {
    let path = try ScriptedCommitter()
    func update(_ update: ProfileUpdate) -> Submission {
      Submission(
        command: AddressedHouseholdCommand(.updateProfile(update), to: Cast.household),
        sender: .member(Cast.ann, actingAs: nil))
    }
    _ = path.send([
      update(ProfileUpdate(memberID: Cast.ann, displayName: "Anna", avatarKey: "fox")),
      update(ProfileUpdate(memberID: Cast.ann, avatarKey: "owl")),
    ])
    let text = try #require(try path.store.texts([TextID(Cast.ann)]).first)
    #expect(String(decoding: text.value, as: UTF8.self) == #"{"display_name":"Anna","avatar_key":"owl"}"#)
  }

  @Test func sameIDOfOtherSenderIsNewCommand() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    #expect(path.send(.round(.vote(1, .up), by: Cast.ann, id: 1))?.recorded?.events.count == 1)
    #expect(path.send(.round(.vote(1, .up), by: Cast.starter, id: 1))?.recorded?.events.count == 1)
    // The id belongs to the sender, not to the member that the command is for.
    let other = path.send(.round(.vote(1, .up), by: Cast.ann, as: Cast.child, id: 1, fingerprint: 2))
    #expect(other?.summary == "refused command_id_reused")
  }

  @Test func refusedCommandIsDecidedAgainWhenResent() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    #expect(path.send(.round(.retract(1), id: 1))?.summary == "refused no_vote")
    _ = path.send(.round(.vote(1, .up)))
    #expect(path.send(.round(.retract(1), id: 1))?.summary == "recorded VoteRetracted")
  }

  @Test func equalIDsInGroupAreRecordedOnce() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    let vote = Submission.round(.vote(1, .up), id: 1)
    let other = Submission.round(.vote(1, .down), id: 1, fingerprint: 2)
    let outcomes = path.send([vote, vote, other, .round(.vote(2, .up)), vote])
    // The commands with equal ids wait for the commit, which puts the first vote at position 13.
    #expect(
      summaries(outcomes) == [
        "recorded VoteCast", "repeated 13", "refused command_id_reused", "recorded VoteCast", "repeated 13",
      ])
    #expect(path.store.events.count == 14)
  }

  @Test func thousandEqualIDsTakeTwoGroups() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    let groups = path.groupCount
    let outcomes = path.send(Array(repeating: .round(.vote(1, .up), id: 1), count: 1000))
    #expect(Set(summaries(outcomes.dropFirst().map { $0 })) == ["repeated 13"])
    #expect(path.groupCount == groups + 2)
  }

  @Test func refusedCommandLeavesItsIDFreeInGroup() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    let retract = Submission.round(.retract(1), id: 1)
    let outcomes = path.send([retract, .round(.vote(1, .up)), retract])
    #expect(summaries(outcomes) == ["refused no_vote", "recorded VoteCast", "recorded VoteRetracted"])
  }

  // MARK: Expected revisions

  @Test func wrongRevisionIsRefusedWithActualOne() throws {
    let path = try ScriptedCommitter()
    guard case .refused(let start)? = path.send(.round(start, expectedRevision: 5)) else {
      Issue.record("the household is at 6")
      return
    }
    #expect(start == .wrongRevision && start.data == [.revision(6)])
    #expect(path.send(.round(self.start, expectedRevision: 6))?.recorded != nil)
    for wrong in [2, 4] {
      guard case .refused(let vote)? = path.send(.round(.vote(1, .up), expectedRevision: wrong)) else {
        Issue.record("the round is at 3")
        return
      }
      #expect(vote == .wrongRevision && vote.data == [.revision(3)])
    }
    #expect(path.send(.round(.vote(1, .up), expectedRevision: 3))?.recorded?.events.map(\.revision) == [4])
    #expect(path.send(.round(.vote(1, .up), 8, expectedRevision: 3))?.summary == "refused unknown_round")
  }

  @Test func secondCommandForSameRevisionInGroupIsRefused() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    let votes = [Cast.ann, Cast.starter].map { Submission.round(.vote(1, .up), by: $0, expectedRevision: 3) }
    #expect(summaries(path.send(votes)) == ["recorded VoteCast", "refused wrong_revision"])
  }

  // MARK: Groups

  @Test func refusalsDoNotAffectRestOfGroup() throws {
    let path = try ScriptedCommitter()
    let outcomes = path.send([
      .round(.vote(1, .up)), .round(start), .round(.vote(9, .up)), .round(.vote(1, .up)),
      .round(.pick(1), by: Cast.outsider), .round(.closeVoting, by: Cast.creator), .round(.vote(2, .up)),
    ])
    #expect(
      summaries(outcomes) == [
        "refused unknown_round", "recorded RoundDrafted MovieSuggested MovieSuggested VotingOpened ActiveRoundStarted",
        "refused not_in_round", "recorded VoteCast", "refused creator_only", "recorded VotingClosed",
        "refused voting_closed",
      ])
    #expect(path.store.groups == [3], "one durable step for all")
  }

  @Test func secondStartInGroupIsRefused() throws {
    let path = try ScriptedCommitter()
    let outcomes = path.send([.round(start, 1), .round(start, 2, by: Cast.starter)])
    #expect(outcomes.first?.recorded != nil && outcomes.last?.summary == "refused active_round_exists")
    #expect(path.store.events.count { $0.type == "RoundDrafted" } == 1)
  }

  @Test func secondPickInGroupIsRefused() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    let outcomes = path.send([.round(.pick(1), by: Cast.creator), .round(.pick(2), by: Cast.creator)])
    #expect(summaries(outcomes) == ["recorded MoviePicked ActiveRoundEnded", "refused wrong_state"])
    #expect(try path.round().pick == 1)
  }

  @Test func lastRatingsInGroupCompleteRoundOnce() throws {
    let path = try ScriptedCommitter(founding: Array(Cast.founding.prefix(3)))
    _ = path.send([
      .round(start, by: Cast.creator), .round(.pick(1), by: Cast.creator), .round(.markWatched, by: Cast.creator),
    ])
    let outcomes = path.send([
      .round(.rate(.loved), by: Cast.creator), .round(.rate(.liked), by: Cast.starter),
      .round(.rate(.liked), by: Cast.creator),
    ])
    #expect(
      summaries(outcomes) == [
        "recorded RatingGiven", "recorded RatingGiven RoundRated RoundFinished", "refused wrong_state",
      ])
    #expect(path.store.events.count { $0.type == "RoundRated" } == 1)
  }

  @Test func jobRunsBeforeLaterCommands() throws {
    let path = try ScriptedCommitter()
    let seen = Locked(-1)
    let store = path.store
    path.perform { seen.withLock { $0 = store.events.count } }
    _ = path.send(.round(start))
    #expect(seen.withLock { $0 } == 7, "before what was sent later")
  }

  @Test func commandsOverGroupSizeAreSplitIntoGroups() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    let votes = (0..<2500).map { Submission.round(.vote(1, $0 % 2 == 0 ? .up : .down)) }
    let outcomes = path.send(votes)
    #expect(outcomes.count == 2500 && outcomes.allSatisfy { $0.recorded?.events.count == 1 })
    #expect(path.store.groups == [1, 1024, 1024, 452])
  }

  // MARK: The sender

  @Test func commandOfNonMemberIsRefused() throws {
    let path = try ScriptedCommitter()
    #expect(path.send(.round(start, by: Cast.nonMember))?.summary == "refused not_authenticated")
    #expect(path.send(.round(start, by: Cast.child))?.summary == "refused not_authenticated")
    let byAdministrator = Submission(
      command: AddressedRoundCommand(start, to: Cast.round(1), of: Cast.household), sender: .administrator)
    #expect(path.send(byAdministrator)?.summary == "refused not_authenticated")
    #expect(path.store.groups.isEmpty)
  }

  /// An altered import can name a round of another household as the active one. That round admits no event of this
  /// household, so if departures included it, no member could leave.
  @Test func departureIgnoresRoundOfOtherHousehold() throws {
    let path = try ScriptedCommitter()
    #expect(path.send(.round(start))?.recorded != nil)
    let other = HouseholdID(high: 9, low: 9)
    let history: [HouseholdEvent] = [
      .founded(HouseholdFounded(createdBy: Cast.creator)), Cast.joined(Cast.creator, parent: nil),
      Cast.joined(Cast.ann, parent: nil), .activeRoundStarted(ActiveRoundStarted(roundID: Cast.round(1))),
    ]
    for event in history {
      path.store.appendBehindCommitter(
        NewEvent(.household(event)), in: .household(other), owner: Identifier(other), at: Cast.evening)
    }
    let again = try ScriptedCommitter(path.store, founding: [])
    let leaving = Submission(
      command: AddressedHouseholdCommand(.leave, to: other), sender: .member(Cast.ann, actingAs: nil))
    #expect(again.send(leaving)?.recorded?.events.map(\.type) == ["MemberLeft"])
  }

  @Test func voteDoesNotReplayLibrary() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(.startVoting))
    let again = try ScriptedCommitter(path.store, founding: [])
    let reads = path.store.streamReads
    #expect(again.send(.round(.vote(1, .up)))?.recorded != nil)
    #expect(path.store.streamReads - reads == 2, "its round and the household")
  }

  @Test func tinyCacheDecidesLikeLargeOne() throws {
    let (small, large) = (try ScriptedCommitter(stateMemory: 1), try ScriptedCommitter())
    let replacing = { (old: Int) in
      RoundCommand.start(StartRound(movies: Cast.movies(1...3), opensVoting: true, replaces: Cast.round(old)))
    }
    var group: [Submission] = [.round(start, by: Cast.creator)]
    for number in 2...6 {
      group.append(.round(.vote(1, .up), number - 1))
      group.append(.round(replacing(number - 1), number, by: Cast.creator))
      group.append(.round(.vote(1, .up), number - 1))
      group.append(.round(.vote(2, .down), number))
    }
    #expect(summaries(small.send(group)) == summaries(large.send(group)))
    for submission in group { #expect(small.send(submission)?.summary == large.send(submission)?.summary) }
    #expect(small.store.events == large.store.events)
    #expect(small.reports.isEmpty)
  }
}
