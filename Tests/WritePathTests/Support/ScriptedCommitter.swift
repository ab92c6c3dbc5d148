import Domain
import EventStore
import Glibc
import Platform
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// A committer on a scripted store, with a clock that only moves when it is set.
final class ScriptedCommitter: CommitterDelegate {
  let store: ScriptedStore
  private(set) var reports: [CommitFailure] = []
  private(set) var reopenings = 0
  private(set) var lostHistories = 0
  /// The number of groups whose results the committer reported.
  private(set) var groupCount = 0
  private(set) var clockEvents: [RecordedEvent] = []
  private(set) var followedEvents: [RecordedEvent] = []
  private(set) var followedDamage: [Position] = []
  /// The due times of rounds according to the rows; nil if reading the rows fails.
  var dueTimes: [RoundID: Timestamp]?
  private var outcomes: [UInt64: SubmissionOutcome] = [:]
  private var committer: Committer?
  private let time = Locked(Cast.evening)
  /// The pending replays, which a loader thread would run in a server.
  private let loads = Locked<[@Sendable () -> Void]>([])
  /// Whether replays wait for `load`. Otherwise they run as soon as the committer is idle.
  var loadsOnDemand = false
  private var posted: UInt64 = 0

  var now: Timestamp {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// Opens a committer on a store that already contains the `founding` events.
  init(
    _ store: ScriptedStore = ScriptedStore(), founding: [HouseholdEvent] = Cast.founding,
    after position: Position? = nil, stateMemory: Int = 64 << 20, recordingQuota: Int? = nil
  ) throws {
    self.store = store
    for event in founding {
      store.appendBehindCommitter(
        NewEvent(.household(event)), in: .household(Cast.household), owner: Identifier(Cast.household),
        at: Cast.evening)
    }
    committer = try Committer(
      store: store, schema: .current, after: position, areas: .current, stateMemory: stateMemory,
      recordingQuota: recordingQuota,
      clock: { [time] in time.withLock { $0 } },
      load: { [loads] load in loads.withLock { $0.append(load) } }, delegate: self)
  }

  // MARK: Loading

  private func work() {
    committer?.runOnce()
    while !loadsOnDemand, load() { committer?.runOnce() }
  }

  /// Runs replays as a loader thread would. The committer takes up their results at its next iteration.
  ///
  /// - Parameter index: The replay to run; nil for all.
  /// - Returns: Whether there was a replay to run.
  @discardableResult
  func load(_ index: Int? = nil) -> Bool {
    let taken = loads.withLock { loads in
      defer { if let index { loads.remove(at: index) } else { loads.removeAll() } }
      return index.map { [loads[$0]] } ?? loads
    }
    store.whileLoading { for load in taken { load() } }
    return !taken.isEmpty
  }

  var loadCount: Int { loads.withLock { $0.count } }

  /// Forgets all states, as after a failed commit. All decisions must be recorded before the call.
  func forgetStates() { committer?.states.forgetAll() }

  /// Stops the committer and runs it until every command is answered, with replays on another thread.
  func finish() throws {
    committer?.stop()
    let isDone = Locked(false)
    let loading = WorkerThread(name: "loader") { [loads] in
      while !isDone.withLock({ $0 }) {
        let taken = loads.withLock { loads in
          defer { loads.removeAll() }
          return loads
        }
        for load in taken { load() }
        usleep(1_000)
      }
    }
    try loading.start()
    committer?.run()
    isDone.withLock { $0 = true }
    loading.join()
  }

  // MARK: Sending

  /// Sends commands that go into one group, and returns their outcomes.
  func send(_ submissions: [Submission]) -> [SubmissionOutcome] {
    let numbers = (1...UInt64(submissions.count)).map { posted + $0 }
    submissions.forEach(post)
    work()
    return numbers.compactMap { outcomes.removeValue(forKey: $0) }
  }

  func send(_ submission: Submission) -> SubmissionOutcome? { send([submission]).first }

  /// Submits a command without running the committer.
  func post(_ submission: Submission) {
    var numbered = submission
    posted += 1
    numbered.waiter = posted
    committer?.submit([numbered])
  }

  /// Removes and returns the outcomes of all posted commands, in the order of submission.
  func takeOutcomes() -> [SubmissionOutcome] {
    defer { outcomes.removeAll() }
    return outcomes.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Removes and returns the outcomes since the last call, by submission number.
  func takeNumberedOutcomes() -> [UInt64: SubmissionOutcome] {
    defer { outcomes.removeAll() }
    return outcomes
  }

  // MARK: Other work

  /// Whether a command waits for its decision.
  var isWaiting: Bool { committer?.queue.isEmpty == false || committer?.queue.hasHeldSubmissions == true }

  /// Decides and records the posted commands and the due deadlines.
  func tick() { work() }

  func checkForChanges() {
    committer?.checkForChanges()
    work()
  }

  func schedule(_ round: RoundID, at time: Timestamp) { committer?.schedule([(.round(round), time)]) }

  var failure: StoreFailures.Streak? { committer?.failure }
  var isFailing: Bool { failure != nil }

  /// Imports an empty part. `more` says whether further parts follow.
  func importNothing(more: Bool) throws {
    var failure: (any Error)?
    committer?.perform { [committer] in
      do { try committer?.importEvents([], texts: [], more: more) } catch { failure = error }
    }
    work()
    if let failure { throw failure }
  }

  func perform(_ job: @escaping () -> Void) { committer?.perform(job) }

  /// Folds the round from the store's events.
  func round(_ id: RoundID = Cast.round(1)) throws -> RoundState {
    var state = RoundState(id: id)
    for recorded in store.events where recorded.stream == .round(id) {
      let event = try EventSchema.current.decode(
        type: recorded.type, version: recorded.version, data: recorded.data)
      guard let event = event.domainEvent as? RoundEvent else { continue }
      state.evolve(event, at: recorded.recordedAt, in: Identifier(recorded.owner))
    }
    return state
  }

  // MARK: CommitterDelegate

  func committed(_ results: [CommitResult]) {
    groupCount += 1
    for result in results {
      if let number = result.submission?.waiter as? UInt64 { outcomes[number] = result.outcome }
      if case .recorded(let recorded) = result.outcome {
        if result.submission == nil { clockEvents += recorded.events }
        expect(recorded.events, decodeTo: recorded.decodedEvents)
      }
    }
  }

  /// Checks that the recorded events decode to the decided ones, because rows are folded from the decided events at
  /// first and from the recorded ones in a rebuild.
  private func expect(_ events: [RecordedEvent], decodeTo decodedEvents: [Event]) {
    #expect(throws: Never.self) {
      let read = try events.map { try EventSchema.current.decode(type: $0.type, version: $0.version, data: $0.data) }
      #expect(read == decodedEvents)
    }
  }

  func rows(changedBy events: [RecordedEvent], decodedEvents: [Event]) throws(StoreError) -> [ReadModelFlush] {
    if !decodedEvents.isEmpty { expect(events, decodeTo: decodedEvents) }
    return []
  }
  func applyChanges(_ storeChanges: StoreChanges) throws(StoreError) {
    followedEvents += storeChanges.events
    followedDamage += storeChanges.damaged.map(\.position)
  }
  func dueTime(of stream: StreamID) throws -> Timestamp? { try knownDueTimes()[RoundID(stream.id)] }
  func streamsWithDeadlines(in household: HouseholdID) throws -> [StreamID] {
    try knownDueTimes().keys.sorted().map { .round($0) }
  }
  private func knownDueTimes() throws(StoreError) -> [RoundID: Timestamp] {
    guard let dueTimes else { throw StoreError(.unavailable, "the rows cannot tell") }
    return dueTimes
  }
  func lostHistory(_ error: StoreError) { lostHistories += 1 }
  func tick(at now: Timestamp) {}
  func reopened() { reopenings += 1 }
  func report(_ failure: CommitFailure) { reports.append(failure) }
}

extension Submission {
  /// Returns a command to round 1, or to the round with this number.
  static func round(
    _ command: RoundCommand, _ number: Int = 1, by sender: MemberID = Cast.ann, as actingAs: MemberID? = nil,
    id: UInt64? = nil, fingerprint: UInt64 = 1, expectedRevision: Revision? = nil
  ) -> Submission {
    Submission(
      command: AddressedRoundCommand(command, to: Cast.round(number), of: Cast.household),
      sender: .member(sender, actingAs: actingAs),
      mark: id.map { CommandMark(id: CommandID(high: 5, low: $0), fingerprint: fingerprint) },
      expectedRevision: expectedRevision)
  }
}

extension SubmissionOutcome {
  /// A short text for comparing outcomes.
  var summary: String {
    switch self {
    case .recorded(let recorded): "recorded \(recorded.events.map(\.type).joined(separator: " "))"
    case .repeated(let receipt): "repeated \(receipt.position)"
    case .refused(let refusal): "refused \(refusal.reason)"
    case .overQuota: "over quota"
    case .failed(.outcomeUnknown): "failed outcomeUnknown"
    case .failed(.unavailable): "failed unavailable"
    case .failed(.unreadable): "failed unreadable"
    case .failed(.implausibleTime): "failed implausibleTime"
    case .failed(.stopping): "failed stopping"
    }
  }

  /// The position of the damaged event that caused the failure.
  var damaged: Position? {
    if case .failed(.unavailable(let error)) = self { return error.position }
    return nil
  }

  var recorded: Recorded? {
    if case .recorded(let recorded) = self { return recorded }
    return nil
  }
}
