import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Projections

/// The deadlines of rounds, read from their rows.
@Suite struct DeadlineRowsTests {
  private static let other = HouseholdID(high: 1, low: 2)
  private static let draft = RoundID(high: 3, low: 1)
  private static let picked = RoundID(high: 3, low: 2)
  private static let over = RoundID(high: 3, low: 3)

  /// Returns the history of a household with a draft and a finished round, and of one with a picked round that expires
  /// after one day.
  private func history() -> Recorder {
    var recorder = Recorder()
    recorder.foundHome()
    recorder.record(HouseholdFounded(createdBy: Home.tim), household: Self.other)
    var settings = HouseholdSettings()
    settings.selectedExpiryDays = 1
    recorder.record(HouseholdSettingsSet(settings: settings, setBy: Home.tim), household: Self.other)
    func start(_ round: RoundID, _ household: HouseholdID) {
      recorder.record(RoundDrafted(startedBy: Home.tim, attendees: .everyone), round: round, of: household)
      recorder.record(ActiveRoundStarted(roundID: round), household: household)
    }
    start(Self.over, Home.id)
    recorder.record(
      RoundExpired(reason: .discarded, discardedBy: Home.tim, dueAt: nil, attendees: []), round: Self.over, of: Home.id)
    recorder.record(ActiveRoundEnded(roundID: Self.over), household: Home.id)
    recorder.record(RoundFinished(roundID: Self.over), household: Home.id)
    start(Self.draft, Home.id)
    start(Self.picked, Self.other)
    recorder.record(
      MovieSuggested(movie: Home.movie(1), position: 1, source: .member, suggestedBy: Home.tim), round: Self.picked,
      of: Self.other)
    recorder.record(
      MoviePicked(tmdbMovieID: 1, pickedBy: Home.tim, attendees: [Home.tim]), round: Self.picked, of: Self.other)
    recorder.record(ActiveRoundEnded(roundID: Self.picked), household: Self.other)
    return recorder
  }

  private func time(of type: String, _ round: RoundID, _ recorder: Recorder) throws -> Timestamp {
    try #require(recorder.events.last { $0.type == type && $0.stream == .round(round) }).recordedAt
  }

  /// If `isFlushed`, the rows are flushed and the read models reopened.
  @Test(arguments: [(true, true), (true, false), (false, false)])
  func deadlinesComeFromRowsWithoutReadingEvents(keepsRows: Bool, isFlushed: Bool) throws {
    let recorder = history()
    let store = RowStore(keepsRows: keepsRows)
    store.record(recorder.events)
    var models = try openModels(store)
    if isFlushed {
      try models.flush()
      models = try openModels(store)
    }
    let draftDue = try time(of: RoundDrafted.type, Self.draft, recorder).advanced(bySeconds: 72 * 3600)
    let pickedDue = try time(of: MoviePicked.type, Self.picked, recorder).advanced(bySeconds: 86_400)
    let found = try models.deadlines().sorted { $0.stream.id < $1.stream.id }
    #expect(
      found.map(\.stream) == [stream(Self.draft), stream(Self.picked)] && found.map(\.dueAt) == [draftDue, pickedDue])
    #expect(try models.dueTime(of: stream(Self.draft)) == draftDue)
    #expect(try models.dueTime(of: stream(Self.over)) == nil)
    #expect(try models.dueTime(of: stream(RoundID(high: 9, low: 9))) == nil)
    #expect(try models.streamsWithDeadlines(in: Self.other) == [stream(Self.picked)])
    #expect(store.content.withLock { $0.streamReads } == 0, "without their events")
  }

  private func stream(_ round: RoundID) -> StreamID { StreamID(category: RoundEvent.category, id: round) }

  @Test func roundsOfStoppedProjectionAreDueImmediately() throws {
    var recorder = history()
    recorder.record(VoteCast(memberID: Home.tim, tmdbMovieID: 77, vote: .up), round: Self.draft, of: Home.id)
    let store = RowStore(keepsRows: true)
    store.record(recorder.events)
    let models = try openModels(store)
    #expect(throws: ProjectionError.self) { try models.dueTime(of: stream(Self.draft)) }
    #expect(try models.deadlines().map(\.dueAt) == [Timestamp(microseconds: 0), Timestamp(microseconds: 0)])
  }
}
