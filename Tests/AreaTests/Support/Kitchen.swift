import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import Server
import SnackArea
import WritePath

/// A committer and read models of the program's areas and the snack area.
final class Kitchen: CommitterDelegate {
  static let areas = ServerAreas.withSnacks

  static let household = HouseholdID(high: 7, low: 1)
  static let tim = MemberID(high: 1, low: 1)
  static let ann = MemberID(high: 1, low: 2)
  static let round = RoundID(high: 2, low: 1)

  let store: any EventStore
  let models: ReadModels
  private(set) var outcomes: [UInt64: SubmissionOutcome] = [:]
  private(set) var failures: [any Error] = []
  private var committer: Committer?
  private let time = Locked(Timestamp(microseconds: 1_771_099_200_000_000))
  private var sent: UInt64 = 0

  /// - Parameter now: the initial time of the clock; nil means 2026-02-14T20:00:00Z.
  init(_ store: any EventStore, at now: Timestamp? = nil) throws {
    if let now { time.withLock { $0 = now } }
    self.store = store
    models = ReadModels(store: store, schema: Self.areas.events, areas: Self.areas.readModels)
    try models.open()
    committer = try Committer(
      store: store, schema: Self.areas.events, areas: Self.areas.commands, clock: { [time] in time.withLock { $0 } },
      delegate: self
    )
  }

  /// Founds the household of Tim and Ann, and opens voting on a round.
  func open() throws {
    var founding: [HouseholdEvent] = [.founded(HouseholdFounded(createdBy: Self.tim))]
    for member in [Self.tim, Self.ann] {
      founding.append(.memberJoined(MemberJoined(memberID: member, memberType: .independent)))
    }
    let append = StreamAppend(
      stream: .household(Self.household), owner: OwnerID(Self.household), expectedRevision: noRevision,
      events: founding.map { NewEvent(.household($0)) })
    _ = try store.commit([CommandAppend(metadata: EventMetadata(), streams: [append], time: now)]) { _ in [] }
    try models.catchUp()
    committer = try Committer(
      store: store, schema: Self.areas.events, areas: Self.areas.commands, clock: { [time] in time.withLock { $0 } },
      delegate: self
    )
    let movies = (1...2).map { Movie(tmdbMovieID: $0, title: "Movie \($0)", year: 1990, contentRating: "PG") }
    let start = RoundCommand.start(StartRound(movies: movies, opensVoting: true))
    _ = send(AddressedRoundCommand(start, to: Self.round, of: Self.household), by: Self.tim)
  }

  var now: Timestamp { time.withLock { $0 } }

  func wait(seconds: Int64) {
    time.withLock { $0 = $0.advanced(bySeconds: seconds) }
    committer?.runOnce()
  }

  func send(_ command: any AddressedCommand, by member: MemberID) -> SubmissionOutcome? {
    send(command, .member(member, actingAs: nil))
  }

  /// Erases a member as the administrator, who alone can erase former members.
  func erase(_ member: MemberID) -> SubmissionOutcome? {
    send(AddressedHouseholdCommand(.erase(member, confirmation: "DELETE"), to: Self.household), .administrator)
  }

  private func send(_ command: any AddressedCommand, _ sender: Sender) -> SubmissionOutcome? {
    sent += 1
    committer?.submit([Submission(command: command, sender: sender, waiter: sent)])
    committer?.runOnce()
    return outcomes[sent]
  }

  func offer(
    by member: MemberID, round: RoundID = Kitchen.round, note: (id: SnackNoteID, text: String)? = nil
  ) -> SubmissionOutcome? {
    send(OfferSnack(household: Self.household, round: round, note: note), by: member)
  }

  /// The recorded events of the snack stream.
  func events() throws -> [RecordedEvent] { try store.read(.snacks(Self.household), from: 0, limit: .max) }

  // MARK: CommitterDelegate

  func committed(_ results: [CommitResult]) {
    for result in results {
      if let number = result.submission?.waiter as? UInt64 { outcomes[number] = result.outcome }
      if case .recorded(let recorded) = result.outcome { apply(recorded.events, recorded.decodedEvents) }
    }
  }

  private func apply(_ events: [RecordedEvent], _ decodedEvents: [Event]) {
    do { try models.apply(events, decodedEvents: decodedEvents) } catch { failures.append(error) }
  }

  func rows(changedBy events: [RecordedEvent], decodedEvents: [Event]) throws(StoreError) -> [ReadModelFlush] { [] }
  func dueTime(of stream: StreamID) throws -> Timestamp? { try models.dueTime(of: stream) }
  func streamsWithDeadlines(in household: HouseholdID) throws -> [StreamID] {
    try models.streamsWithDeadlines(in: household)
  }
  func applyChanges(_ storeChanges: StoreChanges) throws(StoreError) {}
  func lostHistory(_ error: StoreError) {}
  func tick(at now: Timestamp) {}
  func reopened() {}
  func report(_ failure: CommitFailure) { failures.append(failure) }
}
