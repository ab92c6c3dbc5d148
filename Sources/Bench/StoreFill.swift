import Commands
import Console
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import WritePath

/// Fills a new store with movie nights, without a server. All commands pass through the deciders and the committer.
/// Households of four meet once a week: they vote on five movies, then pick, watch and rate one. The nights of several
/// households are interleaved, as on a busy server.
final class StoreFill: CommitterDelegate {
  let store: any EventStore
  let readModels: ReadModels
  private let inlineRows: InlineRows
  private let time: Locked<Timestamp>
  private var committer: Committer?
  private var randomness = QuickRandomness(seed: 1)
  private var failure: (any Error)?

  static let householdsAtOnce = 64
  private static let nights = 24
  private static let eventsBetweenFlushes = 8192

  init(_ store: any EventStore) throws {
    self.store = store
    readModels = ReadModels(store: store, schema: .current, areas: .current)
    inlineRows = InlineRows(store: store, schema: .current, areas: .current)
    time = Locked(Timestamp(microseconds: 1_704_049_200_000_000))
    guard try store.head() == 0 else {
      throw CommandFailure("The store is not new", hint: "Name a store that does not exist yet.")
    }
    try readModels.open()
    committer = try Committer(
      store: store, schema: .current, areas: .current, clock: { [time] in time.withLock { $0 } }, delegate: self)
  }

  /// Plays nights until the store has at least `wanted` events, and returns their number.
  func run(atLeast wanted: Int, progress: (Int) -> Void) throws -> Int {
    while try store.head() < wanted {
      let households = try foundHouseholds(Self.householdsAtOnce)
      for night in 0..<Self.nights where try store.head() < wanted {
        try play(night, households)
        progress(try store.head())
      }
    }
    try readModels.flush()
    return try store.head()
  }

  func foundHouseholds(_ count: Int) throws -> [Household] {
    let households = (0..<count).map { _ in Household(id: makeID(), members: (0..<4).map { _ in makeID() }) }
    try record(
      households.map { (AddressedHouseholdCommand(.found(makeNewHousehold($0)), to: $0.id), .administrator) })
    for child in 1...3 {
      try record(
        households.map { household in
          let member = NewMember(id: household.members[child], displayName: "Child \(child)", avatarKey: nil)
          return (AddressedHouseholdCommand(.addManaged(member), to: household.id), household.sender(0))
        })
    }
    return households
  }

  struct Household {
    var id: HouseholdID
    /// The creator, followed by the children.
    var members: [MemberID]

    func sender(_ member: Int) -> Sender {
      .member(members[0], actingAs: member == 0 ? nil : members[member])
    }
  }

  private func makeNewHousehold(_ household: Household) -> NewHousehold {
    NewHousehold(
      name: "Household", creator: NewMember(id: household.members[0], displayName: "Creator", avatarKey: nil),
      token: NewToken(id: makeID(), digest: "none", label: "none"))
  }

  private func play(_ night: Int, _ households: [Household]) throws {
    time.withLock { $0 = $0.advanced(bySeconds: 7 * Timestamp.secondsPerDay) }
    let rounds = households.map { (household: $0, id: makeID() as RoundID) }
    let movies = (0..<5).map { movie(night * 5 + $0) }

    /// Records a command of each of `members`, one member at a time, each in all households at once.
    func recordInEachHousehold(_ members: Range<Int> = 0..<1, _ command: (Int) -> RoundCommand) throws {
      for member in members {
        try record(
          rounds.map {
            (AddressedRoundCommand(command(member), to: $0.id, of: $0.household.id), $0.household.sender(member))
          })
      }
    }
    try recordInEachHousehold { _ in .start(StartRound(movies: movies, opensVoting: true)) }
    for (index, movie) in movies.enumerated() {
      try recordInEachHousehold(0..<4) { .vote(movie.tmdbMovieID, ($0 + index) % 3 == 0 ? .down : .up) }
    }
    try recordInEachHousehold(0..<4) { _ in .doneVoting }
    try recordInEachHousehold { _ in .pick(movies[night % 5].tmdbMovieID) }
    try recordInEachHousehold { _ in .markWatched }
    try recordInEachHousehold(0..<4) { .rate([.loved, .liked, .didNotLike, .liked][$0]) }
  }

  func movie(_ number: Int) -> Movie {
    Movie(
      tmdbMovieID: 10_000 + number, title: "The Night of the \(number) Movies", year: 1980 + number % 45,
      posterPath: "/kqjL17yufvn9OVLyXYpvtyrFfak-\(number).jpg", contentRating: "PG",
      genres: ["Adventure", "Comedy", "Family"], genreIDs: [12, 35, 10751],
      overview: "Somebody loses something, and everybody looks for it through the night until the morning comes.",
      runtime: 90 + number % 60, popularity: Double(number % 1000) / 8, voteAverage: 7.5, streaming: ["Netflix"])
  }

  private func makeID<Kind>() -> Identifier<Kind> {
    Identifier(version7At: time.withLock { $0 }, using: &randomness)
  }

  func record(_ commands: [(command: any AddressedCommand, sender: Sender)]) throws {
    time.withLock { $0 = $0.advanced(bySeconds: 60) }
    committer?.submit(
      commands.map { command, sender in
        Submission(
          command: command, sender: sender, mark: CommandMark(id: makeID(), fingerprint: randomness.next()))
      })
    committer?.runOnce()
    if let failure { throw failure }
  }

  // MARK: CommitterDelegate

  func rows(changedBy events: [RecordedEvent], decodedEvents: [Event]) throws(StoreError) -> [ReadModelFlush] {
    try inlineRows.rows(changedBy: events, decodedEvents: decodedEvents)
  }

  func dueTime(of stream: StreamID) throws -> Timestamp? { try readModels.dueTime(of: stream) }
  func streamsWithDeadlines(in household: HouseholdID) throws -> [StreamID] {
    try readModels.streamsWithDeadlines(in: household)
  }
  func applyChanges(_ storeChanges: StoreChanges) throws(StoreError) {
    inlineRows.follow(storeChanges)
    try readModels.follow(storeChanges.readModels)
    try readModels.apply(storeChanges.events)
  }

  func committed(_ results: [CommitResult]) {
    var (events, decodedEvents): ([RecordedEvent], [Event]) = ([], [])
    for result in results {
      switch result.outcome {
      case .recorded(let recorded):
        events += recorded.events
        decodedEvents += recorded.decodedEvents
      case .refused(let refusal): failure = failure ?? refusal
      case .failed(let error): failure = failure ?? error
      case .repeated, .overQuota: break
      }
    }
    if let last = events.last { inlineRows.recorded(through: last.position) }
    attempt { () throws(StoreError) in try readModels.apply(events, decodedEvents: decodedEvents) }
  }

  func tick(at now: Timestamp) {
    guard readModels.unflushedEvents >= Self.eventsBetweenFlushes else { return }
    attempt { () throws(StoreError) in try readModels.flush() }
  }

  func reopened() {}

  func lostHistory(_ error: StoreError) { failure = failure ?? error }

  func report(_ failure: CommitFailure) { self.failure = self.failure ?? failure }

  private func attempt(_ body: () throws(StoreError) -> Void) {
    do throws(StoreError) { try body() } catch { failure = failure ?? error }
  }
}
