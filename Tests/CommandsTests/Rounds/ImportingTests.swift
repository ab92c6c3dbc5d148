import Domain
import EventStore
import Primitives
import Testing

@testable import Commands

/// Rounds of the time before this program.
@Suite struct ImportingTests {
  private let longAgo = Cast.evening.advanced(bySeconds: -400 * Timestamp.secondsPerDay)

  private func legacy(_ status: RoundStatus, attendees: Attendees = .unknown) -> RoundImported {
    RoundImported(
      status: status, startedBy: Cast.starter, createdAt: longAgo, watchedAt: longAgo, attendees: attendees,
      movies: [
        RoundImported.ImportedMovie(
          movie: Cast.movie(1), position: 1, source: .member,
          votes: [RoundImported.ImportedVote(memberID: Cast.stranger, vote: .up, votedAt: longAgo)])
      ],
      pick: status.isActive
        ? nil : RoundImported.ImportedPick(tmdbMovieID: 1, pickedBy: Cast.creator, pickedAt: longAgo))
  }

  private func send(
    _ round: RoundImported, _ number: Int = 1, by sender: Sender = .administrator, to path: WritePath
  ) -> String? {
    path.send(
      Submission(
        command: .importRound(Cast.round(number), household: Cast.household, round), sender: sender, tag: 0))?.summary
  }

  @Test(arguments: [
    (RoundStatus.draft, "RoundImported ActiveRoundStarted"), (.voting, "RoundImported ActiveRoundStarted"),
    (.selected, "RoundImported ActiveRoundEnded"), (.watched, "RoundImported ActiveRoundEnded MovieWatched"),
    (.rated, "RoundImported MovieWatched"), (.expired, "RoundImported"),
  ])
  func itsHouseholdKnowsOfIt(status: RoundStatus, recorded: String) throws {
    let path = try WritePath()
    #expect(send(legacy(status), to: path) == "recorded \(recorded)")
    #expect(send(legacy(status), to: path) == "recorded ", "it is there already")
    #expect(try path.round().status == status)
  }

  @Test func onlyOneIsActive() throws {
    let path = try WritePath()
    #expect(send(legacy(.voting, attendees: .everyone), to: path) == "recorded RoundImported ActiveRoundStarted")
    #expect(send(legacy(.draft, attendees: .everyone), 2, to: path) == "recorded RoundImported")
    #expect(try path.round(Cast.round(2)).status == .expired)
    #expect(try path.round(Cast.round(2)).attendees == .unknown)
  }

  @Test func onlyTheAdministratorImports() throws {
    let path = try WritePath()
    #expect(
      send(legacy(.rated), by: .member(Cast.creator), to: path) == "refused not_authenticated")
  }

  @Test func anotherHouseholdsRoundStaysTheirs() throws {
    var round = RoundState(id: Cast.round(1))
    round.evolve(.imported(legacy(.rated)), at: Cast.evening, in: HouseholdID(high: 9, low: 9))
    var household = HouseholdState(id: Cast.household)
    #expect(throws: Refusal.unknownHousehold) { try round.importing(legacy(.rated), in: household, LibraryState()) }
    for event in Cast.founding { household.evolve(event) }
    #expect(throws: Refusal.roundOfAnotherHousehold) {
      try round.importing(legacy(.rated), in: household, LibraryState())
    }
  }

  @Test func deadlinesCountFromTheImport() throws {
    let path = try WritePath()
    _ = send(legacy(.watched), to: path)
    path.now = Cast.evening.advanced(bySeconds: 14 * Timestamp.secondsPerDay - 1)
    path.tick()
    #expect(try path.round().status == .watched)
    path.now = path.now.advanced(bySeconds: 1)
    path.tick()
    #expect(try path.round().status == .rated)
  }
}
