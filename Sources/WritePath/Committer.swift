import Commands
import Domain
import EventStore
import Primitives

/// What the committer tells, always on its own thread.
public protocol CommitterDelegate: AnyObject {
  /// What became of a group's submissions, together with what the clock recorded: first what recorded nothing, then
  /// what was recorded, in the order of the positions. The events are durable: project them, then answer.
  func committed(_ results: [CommitResult])
  /// Asked by a shared store's commit: the rows that the group's events change, to be recorded with them. `committed`
  /// follows when they are.
  func rows(changedBy events: [RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  /// When the clock moves the stream on, by the rows that have taken in all that was told; nil where it never does.
  /// - Throws: where the rows cannot tell. Then the stream's events are asked.
  func dueTime(of stream: StreamID) throws -> Timestamp?
  /// The household's streams that the clock looks at, in the same way.
  func waiting(in household: HouseholdID) throws -> [StreamID]
  /// Others have recorded something in the shared store.
  /// - Throws: why nothing may be decided on it.
  func followed(_ news: News) throws(StoreError)
  /// What this server knows is not what the shared store says, or it does not understand it any more. Until `followed`
  /// is called again, nothing that it knows may be told.
  func lostHistory(_ error: StoreError)
  /// Called after each group and about once a second: time for what must not be done beside a commit.
  ///
  /// - Parameter now: the time that a decision would get. It is never before the last recorded one, whatever the clock
  ///   says.
  func tick(at now: Timestamp)
  /// The store was reopened after a group with unknown outcome: events may be there that nobody was told of.
  func reopened()
  /// Something an operator should know.
  func report(_ failure: CommitFailure)
}

/// What one part of a group came to: a submission, or what was due.
public enum CommitResult: Sendable {
  case submission(Submission, SubmissionOutcome)
  /// What the clock recorded.
  case clock([RecordedEvent])

  /// The last position that it recorded; nil where it recorded nothing.
  public var lastPosition: Position? {
    switch self {
    case .clock(let events): events.last?.position
    case .submission(_, .recorded(let recorded)): recorded.events.last?.position
    case .submission: nil
    }
  }
}

/// The one thread's worth of work that turns submissions into recorded events.
///
/// It takes whatever waits when the last sync has returned, decides all of it, and syncs once: under load the groups
/// grow by themselves, and an idle server answers at once. It never delays to collect more.
///
/// `@unchecked Sendable`: everything but the mailbox is only touched by the thread that calls `run`.
public final class Committer: @unchecked Sendable {
  private enum Work {
    case submission(Submission)
    case job(() -> Void)
    case schedule(StreamID, Timestamp)
    case news
  }

  let store: any EventStore
  let clock: @Sendable () -> Timestamp
  private let mailbox = Mailbox<Work>()
  unowned let delegate: any CommitterDelegate
  var decider: GroupDecider
  var deadlines = Deadlines()
  var lastTime: Timestamp
  var head: Position
  private var mustReopen = false
  /// What is to be decided, in the order it came.
  private var waiting: [Submission] = []
  /// How many of them have been decided in the group that begins, and which time the last decision got.
  private var decidedCount = 0
  private var decidedAt = Timestamp(microseconds: 0)
  /// What came after a group had begun, and waits for its end: a job, or a submission whose states are not in memory,
  /// and all that came behind it.
  private var later: [Work] = []
  /// Whether it does what is due in streams that others have recorded.
  let watchesDeadlines: Bool
  /// The checksum of the event at `head`, where the store keeps checksums. By it the store finds out whether its history is
  /// still the one that was seen.
  var headChecksum: UInt32?
  /// Why the last look at the store failed, which is reported once. Meanwhile the clock waits.
  var cutOff: StoreError.Code?
  var isCutOff: Bool { cutOff != nil }
  /// Whether the group is decided as if none of its commands had a receipt. Where one has, the commit fails.
  var supposesNew = false
  var waitsForReceiptsUntil = Timestamp(microseconds: 0)
  /// How the store has failed to take something or to be looked at; nil once it has taken something again.
  private let lastFailure = Locked<LastingFailure?>(nil)

  /// Until when the clock records nothing, because an import goes on.
  private var restsUntil = Timestamp(microseconds: 0)
  /// A clock that was set back meanwhile does not prolong it.
  private var isResting: Bool {
    (1...Self.restSeconds * 1_000_000).contains(restsUntil.microseconds - clock().microseconds)
  }
  private static let restSeconds: Int64 = 60

  /// At most so many submissions go into one group, so that none waits long behind others.
  private static let groupLimit = 1024
  /// At most so many streams are looked at while submissions wait.
  private static let looksWhileOthersWait = 64
  private static let tickMicroseconds: Int64 = 1_000_000
  /// For so long after a failure the store counts as failing. Not for longer: a balancer that goes by health would send no
  /// more commands, and only a command can find out that it is over.
  private static let failureMicroseconds: Int64 = 10_000_000

  /// - Parameters:
  ///   - position: in a shared store, where the delegate's knowledge ends: what was recorded after it is news. Else,
  ///     and where it is nil, the store's last.
  ///   - stateCapacity: how many states of each area are kept in memory; as many as the area says where nil.
  ///   - clock: the time in UTC. What is recorded never goes back, even where the clock does.
  ///   - watchesDeadlines: whether it watches the deadlines of what others record in a shared store.
  ///   - delegate: must live as long as the committer works.
  public init(
    store: any EventStore, schema: EventSchema, after position: Position? = nil,
    areas: CommandAreas = .current, stateCapacity: Int? = nil, clock: @escaping @Sendable () -> Timestamp,
    watchesDeadlines: Bool = true, delegate: any CommitterDelegate
  ) throws(StoreError) {
    self.store = store
    self.watchesDeadlines = watchesDeadlines
    self.clock = clock
    self.delegate = delegate
    decider = GroupDecider(areas, store: store, schema: schema, capacity: stateCapacity)
    head = if store.isShared, let position { position } else { try store.head() }
    if store.isShared { headChecksum = try store.news(after: head, limit: 0).checksum }
    lastTime = try Self.timeOfLastEvent(in: store, head: head, delegate) ?? Timestamp(microseconds: 0)
  }

  /// Nil also where that event is damaged. That is reported and stops nothing, because a store itself gives no event
  /// an earlier time than its last one has.
  private static func timeOfLastEvent(
    in store: any EventStore, head: Position, _ delegate: any CommitterDelegate
  ) throws(StoreError) -> Timestamp? {
    do throws(StoreError) {
      return try store.readAll(after: head - 1, limit: 1, owner: nil).last?.recordedAt
    } catch {
      guard error.position != nil else { throw error }
      delegate.report(.unavailable(error))
      return nil
    }
  }

  // MARK: From other threads

  /// Hands submissions over; each is answered through the delegate.
  /// - Returns: false when the committer is stopping; none was taken.
  @discardableResult
  public func submit(_ submissions: [Submission]) -> Bool {
    mailbox.send(submissions.map { .submission($0) })
  }

  /// Runs `job` on the committer's thread, between two groups.
  @discardableResult
  public func perform(_ job: @escaping () -> Void) -> Bool {
    mailbox.send([.job(job)])
  }

  /// Has the clock look at streams, each at a time that must not be later than something is due there.
  public func schedule(_ streams: [(stream: StreamID, dueAt: Timestamp)]) {
    mailbox.send(streams.map { .schedule($0.stream, $0.dueAt) })
  }

  /// Has it look for what others have recorded in a shared store.
  public func lookForNews() {
    mailbox.send([.news])
  }

  /// Failures without a success between them.
  public struct LastingFailure: Sendable {
    public internal(set) var since: Timestamp
    /// The last one.
    public internal(set) var error: StoreError
    fileprivate var latest: Timestamp
  }

  /// How the store has failed in the last ten seconds, where it has taken nothing since. What is only being read now
  /// does not tell: a full disk and missing rights let all reads pass.
  public var failure: LastingFailure? {
    let now = clock()
    return lastFailure.withLock { failure in
      // A clock that was set back must not keep it failing until it has caught up.
      guard let latest = failure?.latest,
        (0..<Self.failureMicroseconds).contains(now.microseconds - latest.microseconds)
      else { return nil }
      return failure
    }
  }

  /// Takes no more. `run` returns when everything taken is answered.
  public func stop() {
    mailbox.close()
  }

  // MARK: On its own thread

  /// Takes up what was recorded beside it.
  private func reload() throws(StoreError) {
    if store.isShared { return try follow() }
    decider.states.forgetAll()
    head = try store.head()
    lastTime = try Self.timeOfLastEvent(in: store, head: head, delegate) ?? lastTime
  }

  /// Records events of another store as they are, for a job: their positions must go on where the store ends. Their
  /// deadlines are not watched before `schedule` says so.
  ///
  /// - Parameter more: whether further events follow. Then the clock rests for a minute: what it recorded would stand
  ///   where the next event belongs. Whoever breaks an import off does not stop it for ever.
  public func importEvents(_ events: [RecordedEvent], texts: [PersonalText], more: Bool) throws(StoreError) {
    restsUntil = more ? clock().advanced(bySeconds: Self.restSeconds) : Timestamp(microseconds: 0)
    if store.isShared { try follow() }
    try store.importEvents(events, texts: texts) { [delegate] events throws(StoreError) in
      try delegate.rows(changedBy: events)
    }
    if store.isShared { try follow(watchingDeadlines: false) } else { try reload() }
  }

  /// Works until `stop`.
  public func run() {
    while let work = mailbox.receive(within: timeToNextTick()) {
      process(work)
    }
  }

  /// Works off what waits now, without a thread: for tests, and for programs that stop afterwards.
  public func runOnce() {
    process(mailbox.receive(within: 0) ?? [])
  }

  private func timeToNextTick() -> Int64 {
    let time = clock()
    guard !isCutOff, !isResting, ImplausibleTime(time) == nil, let due = deadlines.next else {
      return Self.tickMicroseconds
    }
    return min(Self.tickMicroseconds, max(0, due.microseconds - time.microseconds))
  }

  private func process(_ work: [Work]) {
    let isIdle = work.isEmpty
    var expectsNews = false
    var work = work
    repeat {
      for item in work {
        switch item {
        case .news: expectsNews = true
        case .submission(let submission): waiting.append(submission)
        case .schedule(let stream, let time): deadlines.schedule(stream, at: time)
        case .job(let job):
          // What was sent before the job is recorded before it.
          commitAll(takesLateWork: false)
          job()
        }
      }
      // A group begins with the news anyway.
      if expectsNews, waiting.isEmpty { lookAround() }
      expectsNews = false
      commitAll(takesLateWork: store.isShared)
      work = later
      later = []
    } while !work.isEmpty
    // An idle server must not wait for the next command to find out what stands.
    if isIdle, mustReopen { _ = reopenIfNeeded() }
    delegate.tick(at: now())
  }

  /// The time of what is decided now: never before anything recorded, and none that cannot be.
  func now() -> Timestamp {
    let time = clock()
    return ImplausibleTime(time) == nil ? max(time, lastTime) : lastTime
  }

  /// - Parameter takesLateWork: whether what comes while the group begins joins it. Not where a job is next: the job, and
  ///   what stands behind it, came earlier.
  private func commitAll(takesLateWork: Bool) {
    if let error = ImplausibleTime(clock()) { return refuseAll(.implausibleTime(error)) }
    let looks = waiting.isEmpty ? Self.groupLimit : Self.looksWhileOthersWait
    let due = isCutOff || isResting ? [] : takeDue(limit: looks)
    if waiting.isEmpty, due.isEmpty { return }
    commitGroup(due: due, takesLateWork: takesLateWork)
    while !waiting.isEmpty { commitGroup(due: [], takesLateWork: false) }
  }

  private func commitGroup(due: [StreamID], takesLateWork: Bool, isDecidedAnew: Bool = false) {
    let waitsForReceipts = isDecidedAnew || awaitsReceipts
    decider.beginGroup()
    guard reopenIfNeeded() else { return refuseAll(due: due, Self.notReopened) }
    (decidedCount, decidedAt) = (0, Timestamp(microseconds: 0))
    do throws(StoreError) {
      if store.isShared {
        if !isCutOff { decider.warm(waiting.prefix(Self.groupLimit), due: due) }
        try beginSharedGroup {
          guard !isCutOff, !waitsForReceipts else { return }
          if takesLateWork { takeLateWork() }
          decider.receipts = [:]
          decideWaiting(due: due)
        }
      }
      if takesLateWork { takeLateWork() }
      if store.isShared { try lookUpReceipts(of: waiting.prefix(Self.groupLimit), waits: waitsForReceipts) }
    } catch {
      decider.takeBack()
      delegate.report(.unavailable(error))
      if error.isForGood { noteCutOff(error) }
      return refuseAll(due: due, error)
    }
    decideWaiting(due: due)
    let group = Array(waiting.prefix(decidedCount))
    waiting.removeFirst(group.count)
    switch record(at: decidedAt) {
    case .recorded:
      waiting = decider.deferred + waiting
      scheduleMoved()
    case .failed:
      waiting = decider.deferred + waiting
      decider.moved.forEach(retryLater)
    case .undecided:
      noteKnownCommand()
      waiting = group + waiting
      commitGroup(due: due, takesLateWork: false, isDecidedAnew: true)
    }
  }

  /// What joins a group so soon after its first decision is decided as of the same moment: servers stand in line in the
  /// order of their first decisions, and none has to decide anew because another's time is later.
  private static let momentMicroseconds: Int64 = 10_000

  /// Decides what is not decided yet of what is due and of what waits.
  private func decideWaiting(due: [StreamID]) {
    let now = now()
    let isSameMoment = (0..<Self.momentMicroseconds).contains(now.microseconds - decidedAt.microseconds)
    let time = isSameMoment ? decidedAt : max(now, decidedAt)
    if !decider.hasBegun {
      for stream in due { doWhatIsDue(in: stream, at: time) }
    }
    for submission in waiting.prefix(Self.groupLimit).dropFirst(decidedCount) {
      decider.decide(submission, at: time)
      decidedCount += 1
    }
    decidedAt = time
  }

  /// Takes back what was decided before the group had begun, where the news contradict it. Where nothing was decided, the
  /// group's time is taken back all the same: the news may be later.
  func revise(by news: News) {
    let isComplete = (news.last ?? head) >= news.head
    if decider.hasBegun, isComplete, !decider.isContradicted(by: news) { return }
    decider.takeBack()
    (decidedCount, decidedAt) = (0, Timestamp(microseconds: 0))
  }

  /// What became of what was decided.
  private enum RecordResult {
    case recorded, failed
    /// One of the commands has a receipt after all. Nothing was recorded, and nobody was told anything.
    case undecided
  }

  /// Beginning a group in a shared store takes time, in which more has come. What has to be replayed for it is replayed
  /// before the next group begins: others may be waiting for this one.
  private func takeLateWork() {
    guard later.isEmpty, let work = mailbox.receive(within: 0) else { return }
    for (index, item) in work.enumerated() {
      switch item {
      case .news: break
      case .submission(let submission) where decider.isWarm(submission): waiting.append(submission)
      case .schedule(let stream, let time): deadlines.schedule(stream, at: time)
      // What came behind it does not overtake it.
      case .submission, .job:
        later = Array(work[index...])
        return
      }
    }
  }

  private func record(at time: Timestamp) -> RecordResult {
    var results: [CommitResult]
    var result = RecordResult.recorded
    defer { supposesNew = false }
    do throws(StoreError) {
      results = decider.outcomes.map { CommitResult.submission($0.submission, $0.outcome) }
      if decider.appends.isEmpty, !supposesNew {
        if store.isShared, decider.repeats { try store.confirmGroup() } else { store.endGroup() }
      } else {
        let outcomes = try store.commit(decider.appends.map(\.append)) {
          [delegate] events throws(StoreError) in try delegate.rows(changedBy: events)
        }
        results += zip(decider.appends, outcomes).map(self.result)
        if !outcomes.isEmpty { noteSuccess(at: time) }
      }
    } catch {
      if error.code == .notNew, supposesNew { return .undecided }
      results = failed(error)
      result = .failed
    }
    if !results.isEmpty { delegate.committed(results) }
    return result
  }

  private func result(of decided: (append: CommandAppend, decided: GroupDecider.Decided), _ outcome: CommitOutcome)
    -> CommitResult
  {
    switch outcome {
    case .committed(let events):
      head = events.last?.position ?? head
      guard case .submission(let submission, let revision) = decided.decided else { return .clock(events) }
      return .submission(submission, .recorded(.init(events: events, position: head, revision: revision)))
    case .duplicate(let receipt):
      decider.states.forgetAll()
      guard case .submission(let submission, _) = decided.decided else { return .clock([]) }
      let isSame = receipt.fingerprint == submission.mark?.fingerprint
      return .submission(submission, isSame ? .repeated(receipt) : .refused(.commandIDReused))
    case .conflict(let stream, let expected, let actual):
      // Somebody else has written: what we remembered is old.
      decider.states.forgetAll()
      let error = StoreError(
        .unavailable, "\(stream) is at revision \(actual), not \(expected): another process writes to this store")
      guard case .submission(let submission, _) = decided.decided else { return .clock([]) }
      return .submission(submission, .failed(.unavailable(error)))
    }
  }

  // MARK: When the store fails

  func noteFailure(_ error: StoreError) {
    let now = clock()
    let since = failure?.since ?? now
    lastFailure.withLock { $0 = LastingFailure(since: since, error: error, latest: now) }
  }

  private func noteSuccess(at time: Timestamp) {
    lastTime = time
    headChecksum = store.checksum(ofRecorded: head) ?? headChecksum
    lastFailure.withLock { $0 = nil }
  }

  private func failed(_ error: StoreError) -> [CommitResult] {
    noteFailure(error)
    if store.isShared, error.code == .unavailable {
      // Nothing was changed, so what was replayed holds. Without it, a server that was cut off because it replayed for
      // long under the lock would replay, and be cut off, again.
      decider.states.takeBack()
    } else {
      decider.states.forgetAll()
    }
    mustReopen = error.code == .outcomeUnknown
    let failure: CommitFailure = mustReopen ? .outcomeUnknown(error) : .unavailable(error)
    delegate.report(failure)
    let undecided = decider.outcomes.map { submission, outcome -> CommitResult in
      switch outcome {
      // It may rest on what was not recorded. Its command changed nothing in any case.
      case .refused: return .submission(submission, .failed(.unavailable(error)))
      // In a shared store, what somebody else recorded is safe only when a later commit is.
      case .repeated where store.isShared: return .submission(submission, .failed(failure))
      default: return .submission(submission, outcome)
      }
    }
    return undecided
      + decider.appends.compactMap { decided in
        guard case .submission(let submission, _) = decided.decided else { return nil }
        return .submission(submission, .failed(failure))
      }
  }

  /// After a group with unknown outcome nothing is written before the store has been read anew.
  func reopenIfNeeded() -> Bool {
    guard mustReopen else { return true }
    do throws(StoreError) {
      try store.reopen()
      try reload()
      mustReopen = false
      cutOff = nil
      delegate.reopened()
      return true
    } catch {
      noteCutOff(error)
      return false
    }
  }

  private static let notReopened = StoreError(
    .unavailable, "the store could not be reopened after a failed commit")

  private func refuseAll(due: [StreamID], _ error: StoreError) {
    noteFailure(error)
    for stream in due { retryLater(stream) }
    refuseAll(.unavailable(error))
    // What is in doubt may have been committed by a job.
    if error.code == .outcomeUnknown { mustReopen = true }
    // What others record is heard of all the same, as long as reading is possible.
    if !isCutOff { lookAround() }
  }

  private func refuseAll(_ failure: CommitFailure) {
    let refused = waiting
    waiting.removeAll(keepingCapacity: true)
    if !refused.isEmpty { delegate.committed(refused.map { .submission($0, .failed(failure)) }) }
  }

  func retryLater(_ stream: StreamID) {
    deadlines.schedule(stream, at: clock().advanced(bySeconds: 10))
  }
}
