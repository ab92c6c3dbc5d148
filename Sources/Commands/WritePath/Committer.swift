import Domain
import EventStore
import Primitives

/// What the committer tells, always on its own thread.
public protocol CommitterDelegate: AnyObject {
  /// What became of a group's submissions, together with what the clock recorded: first what recorded nothing, then
  /// what was recorded, in the order of the positions. The events are durable: project them, then answer.
  func committed(_ results: [CommitResult])
  /// Called after each group and about once a second: time for what must not be done while others commit.
  func tick(at now: Timestamp)
  /// The store was reopened after a group with unknown outcome: events may be there that nobody was told of.
  func reopened()
  /// Something an operator should know.
  func report(_ failure: CommitFailure)
}

public enum CommitResult: Sendable {
  case submission(Submission, SubmissionOutcome)
  /// What the clock recorded.
  case clock([RecordedEvent])
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
    case schedule(RoundID, Timestamp)
  }

  private let store: any EventStore
  private let clock: @Sendable () -> Timestamp
  private let mailbox = Mailbox<Work>()
  private unowned let delegate: any CommitterDelegate
  private var decider: GroupDecider
  private var deadlines = Deadlines()
  private var lastTime: Timestamp
  private var head: Position
  private var mustReopen = false

  /// At most so many submissions go into one group, so that none waits long behind others.
  private static let groupLimit = 1024
  private static let tickMicroseconds: Int64 = 1_000_000

  /// - Parameters:
  ///   - clock: the time in UTC. What is recorded never goes back, even where the clock does.
  ///   - delegate: must live as long as the committer works.
  public init(
    store: any EventStore, schema: EventSchema, capacity: StateCapacity = StateCapacity(),
    clock: @escaping @Sendable () -> Timestamp, delegate: any CommitterDelegate
  ) throws(StoreError) {
    self.store = store
    self.clock = clock
    self.delegate = delegate
    decider = GroupDecider(store: store, schema: schema, capacity: capacity)
    head = try store.head()
    lastTime = try Self.timeOfLastEvent(in: store, head: head)
  }

  private static func timeOfLastEvent(in store: any EventStore, head: Position) throws(StoreError) -> Timestamp {
    try store.readAll(after: head - 1, limit: 1, owner: nil).last?.recordedAt ?? Timestamp(microseconds: 0)
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

  /// Has the clock look at a round at `time`, which must not be later than something is due there.
  public func schedule(_ round: RoundID, at time: Timestamp) {
    mailbox.send([.schedule(round, time)])
  }

  /// Takes no more. `run` returns when everything taken is answered.
  public func stop() {
    mailbox.close()
  }

  // MARK: On its own thread

  /// Takes up what was recorded beside it: for a job that has changed the store.
  public func reload() throws(StoreError) {
    decider.states.forgetAll()
    head = try store.head()
    lastTime = try Self.timeOfLastEvent(in: store, head: head)
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
    guard let due = deadlines.next else { return Self.tickMicroseconds }
    return min(Self.tickMicroseconds, max(0, due.microseconds - clock().microseconds))
  }

  private func process(_ work: [Work]) {
    var submissions: [Submission] = []
    for item in work {
      switch item {
      case .submission(let submission): submissions.append(submission)
      case .schedule(let round, let time): deadlines.schedule(round, at: time)
      case .job(let job):
        // What was sent before the job is recorded before it.
        commitAll(&submissions)
        job()
      }
    }
    commitAll(&submissions)
    // An idle server must not wait for the next command to find out what stands.
    if work.isEmpty, mustReopen { _ = reopenIfNeeded() }
    delegate.tick(at: now())
  }

  /// The time of what is decided now: never before anything recorded.
  private func now() -> Timestamp { max(clock(), lastTime) }

  private func commitAll(_ submissions: inout [Submission]) {
    let due = deadlines.takeDue(at: clock(), limit: Self.groupLimit)
    var waiting = submissions
    submissions.removeAll(keepingCapacity: true)
    if waiting.isEmpty, due.isEmpty { return }
    commitGroup(waiting.prefix(Self.groupLimit), due: due)
    waiting = decider.deferred + waiting.dropFirst(Self.groupLimit)
    while !waiting.isEmpty {
      let group = waiting.prefix(Self.groupLimit)
      commitGroup(group, due: [])
      waiting = decider.deferred + waiting.dropFirst(Self.groupLimit)
    }
  }

  private func commitGroup(_ submissions: ArraySlice<Submission>, due: [RoundID]) {
    decider.beginGroup()
    guard reopenIfNeeded() else { return refuseAll(submissions, due: due) }
    let time = now()
    for round in due { expire(round, at: time) }
    for submission in submissions { decider.decide(submission, at: time) }
    guard record(at: time) else { return decider.touchedRounds.keys.forEach(retryLater) }
    scheduleTouchedRounds()
  }

  private func expire(_ round: RoundID, at time: Timestamp) {
    do throws(ReplayError) {
      try decider.expire(round, at: time)
      try scheduleDeadline(of: round)
    } catch {
      delegate.report(.unreadable(error))
      retryLater(round)
    }
  }

  /// - Returns: whether the store took what was decided.
  private func record(at time: Timestamp) -> Bool {
    var results: [CommitResult]
    var isRecorded = true
    do throws(StoreError) {
      results = decider.outcomes.map { CommitResult.submission($0.submission, $0.outcome) }
      if !decider.appends.isEmpty {
        let outcomes = try store.commit(decider.appends.map(\.append))
        results += zip(decider.appends, outcomes).map(result)
        lastTime = time
      }
    } catch {
      results = failed(error)
      isRecorded = false
    }
    if !results.isEmpty { delegate.committed(results) }
    return isRecorded
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

  private func failed(_ error: StoreError) -> [CommitResult] {
    decider.states.forgetAll()
    mustReopen = error.code == .outcomeUnknown
    let failure: CommitFailure = mustReopen ? .outcomeUnknown(error) : .unavailable(error)
    delegate.report(failure)
    let undecided = decider.outcomes.map { submission, outcome -> CommitResult in
      // A refusal may rest on what was not recorded. Its command changed nothing in any case.
      if case .refused = outcome { return .submission(submission, .failed(.unavailable(error))) }
      return .submission(submission, outcome)
    }
    return undecided
      + decider.appends.compactMap { decided in
        guard case .submission(let submission, _) = decided.decided else { return nil }
        return .submission(submission, .failed(failure))
      }
  }

  /// After a group with unknown outcome nothing is written before the store has been read anew.
  private func reopenIfNeeded() -> Bool {
    guard mustReopen else { return true }
    do throws(StoreError) {
      try store.reopen()
      try reload()
      mustReopen = false
      delegate.reopened()
      return true
    } catch {
      delegate.report(.unavailable(error))
      return false
    }
  }

  private func refuseAll(_ submissions: ArraySlice<Submission>, due: [RoundID]) {
    let error = StoreError(.unavailable, "the store could not be reopened after a failed commit")
    for round in due { retryLater(round) }
    delegate.committed(submissions.map { .submission($0, .failed(.unavailable(error))) })
  }

  private func retryLater(_ round: RoundID) {
    deadlines.schedule(round, at: clock().advanced(bySeconds: 10))
  }

  // MARK: Deadlines

  private func scheduleTouchedRounds() {
    for round in decider.touchedRounds.keys {
      do throws(ReplayError) {
        try scheduleDeadline(of: round)
      } catch {
        delegate.report(.unreadable(error))
        retryLater(round)
      }
    }
  }

  private func scheduleDeadline(of round: RoundID) throws(ReplayError) {
    let state = try decider.states.round(round)
    guard let household = state.household else { return }
    guard let due = state.dueAt(try decider.states.household(household).settings) else { return }
    deadlines.schedule(round, at: due)
  }
}
