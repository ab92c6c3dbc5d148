import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// The import of rounds that an earlier program recorded.
@Suite struct RoundImportTests {
  private let longAgo = Cast.evening.advanced(bySeconds: -400 * Timestamp.secondsPerDay)

  private func legacy(_ status: RoundStatus, attendees: Attendees = .unknown) -> RoundImported {
    RoundImported(
      status: status, startedBy: Cast.starter, createdAt: longAgo, watchedAt: longAgo, attendees: attendees,
      movies: [
        RoundImported.ImportedMovie(
          movie: Cast.movie(1), position: 1, source: .member,
          votes: [RoundImported.ImportedVote(memberID: Cast.nonMember, vote: .up, votedAt: longAgo)])
      ],
      pick: status.isActive
        ? nil : RoundImported.ImportedPick(tmdbMovieID: 1, pickedBy: Cast.creator, pickedAt: longAgo))
  }

  private func send(
    _ round: RoundImported, _ number: Int = 1, by sender: Sender = .administrator, id: UInt64? = nil,
    to path: ScriptedCommitter
  ) -> String? {
    path.send(
      Submission(
        command: RoundImport(round, to: Cast.round(number), of: Cast.household), sender: sender,
        mark: id.map { CommandMark(id: CommandID(high: 5, low: $0), fingerprint: UInt64(number)) }))?.summary
  }

  @Test(arguments: [
    (RoundStatus.draft, "RoundImported ActiveRoundStarted"), (.voting, "RoundImported ActiveRoundStarted"),
    (.selected, "RoundImported ActiveRoundEnded"), (.watched, "RoundImported ActiveRoundEnded MovieWatched"),
    (.rated, "RoundImported MovieWatched"), (.expired, "RoundImported"),
  ])
  func importedRoundUpdatesHouseholdOnce(status: RoundStatus, recorded: String) throws {
    let path = try ScriptedCommitter()
    #expect(send(legacy(status), to: path) == "recorded \(recorded)")
    #expect(send(legacy(status), to: path) == "recorded ", "it is there already")
    #expect(try path.round().status == status)
  }

  @Test func secondImportedActiveRoundIsExpired() throws {
    let path = try ScriptedCommitter()
    #expect(send(legacy(.voting, attendees: .everyone), to: path) == "recorded RoundImported ActiveRoundStarted")
    #expect(send(legacy(.draft, attendees: .everyone), 2, to: path) == "recorded RoundImported")
    #expect(try path.round(Cast.round(2)).status == .expired)
    #expect(try path.round(Cast.round(2)).attendees == .unknown)
  }

  @Test func importByMemberIsRefused() throws {
    let path = try ScriptedCommitter()
    #expect(
      send(legacy(.rated), by: .member(Cast.creator), to: path) == "refused not_authenticated")
  }

  @Test func resentImportIsRecordedOnce() throws {
    let path = try ScriptedCommitter()
    #expect(send(legacy(.rated), id: 1, to: path) == "recorded RoundImported MovieWatched")
    let head = path.store.events.count
    #expect(send(legacy(.rated), id: 1, to: path) == "repeated \(head)")
    #expect(send(legacy(.rated), 2, id: 1, to: path) == "refused command_id_reused")
    #expect(path.store.events.count == head)
  }

  /// The votes of non-members count, but rounds do not wait for non-members.
  @Test func nonMemberAttendeesAreNotAwaited() {
    var night = Night()
    night.importRound(
      Cast.round(1), legacy(.voting, attendees: .fixed([Cast.ann, Cast.nonMember, Cast.creator])))
    for member in [Cast.ann, Cast.creator] {
      #expect(night.round().stage == .open)
      night.send(.vote(1, .down), by: member)
      night.send(.doneVoting, by: member)
    }
    #expect(night.round().stage == .closed)
    #expect(night.round().attendees == .fixed([Cast.ann, Cast.nonMember, Cast.creator]))
    #expect(night.round().movies[0].votes[Cast.nonMember] == .up)
    night.send(.pick(1), by: Cast.creator)
    night.send(.markWatched, by: Cast.ann)
    night.send(.rate(.liked), by: Cast.ann)
    #expect(night.send(.rate(.loved), by: Cast.creator).types?.contains("RoundRated") == true)
  }

  @Test func openRoundOfNonMembersStaysOpen() {
    var night = Night()
    night.importRound(Cast.round(1), legacy(.voting, attendees: .fixed([Cast.nonMember])))
    #expect(night.send(.vote(1, .up), by: Cast.ann).refusal?.name == "403 not_an_attendee")
    #expect(night.send(.setAttendees(.fixed([Cast.ann, Cast.creator])), by: Cast.creator).types == ["AttendeesSet"])
    #expect(night.round().stage == .open && night.send(.vote(1, .up), by: Cast.ann).refusal == nil)
  }

  @Test func importedRoundOverridesEarlierMark() {
    var night = Night()
    night.send(.addToWatchlist(Cast.movie(1)), by: .member(Cast.ann))
    night.send(.markWatched(Cast.movie(1)), by: .member(Cast.ann))
    night.importRound(Cast.round(1), legacy(.rated))
    #expect(night.library.watched == [1: .inRound])
    #expect(night.send(.unmarkWatched(1), by: .member(Cast.ann)).refused == "422 watched_in_round")
  }

  @Test func watchedMovieOfImportedRoundLeavesWatchlist() {
    var night = Night()
    night.send(.addToWatchlist(Cast.movie(1)), by: .member(Cast.ann))
    night.importRound(Cast.round(1), legacy(.watched))
    #expect(night.library.watchlist.isEmpty && night.library.hasWatched(1))
  }

  @Test func unknownAttendeesStayUnknownAfterDiscard() {
    var night = Night()
    night.importRound(Cast.round(1), legacy(.selected))
    night.send(.discard, by: Cast.creator)
    #expect(night.round().stage == .expired && night.round().attendees == .unknown)
  }

  @Test func importOverRoundOfOtherHouseholdIsRefused() throws {
    var round = RoundState(id: Cast.round(1))
    round.evolve(.imported(legacy(.rated)), at: Cast.evening, in: HouseholdID(high: 9, low: 9))
    var household = HouseholdState(id: Cast.household)
    #expect(throws: Refusal.unknownHousehold) {
      try round.decideImport(legacy(.rated), by: .administrator, in: household)
    }
    for event in Cast.founding { household.evolve(event, at: Cast.evening) }
    #expect(throws: Refusal.roundOfAnotherHousehold) {
      try round.decideImport(legacy(.rated), by: .administrator, in: household)
    }
  }

  @Test func deadlinesCountFromImport() throws {
    let path = try ScriptedCommitter()
    _ = send(legacy(.watched), to: path)
    path.now = Cast.evening.advanced(bySeconds: 14 * Timestamp.secondsPerDay - 1)
    path.tick()
    #expect(try path.round().status == .watched)
    path.now = path.now.advanced(bySeconds: 1)
    path.tick()
    #expect(try path.round().status == .rated)
  }
}
