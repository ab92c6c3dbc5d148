import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// Turns submissions into recorded events, on the one thread that calls `run`.
///
/// When a sync has returned, it takes whatever waits, decides all of it and syncs once: groups grow under load, and an idle
/// server answers at once. It never waits to collect more.
///
/// `@unchecked Sendable`: other threads only use the mailbox and `failure`.
public final class Committer: @unchecked Sendable {
  private enum Work {
    case submission(Submission)
    case job(() -> Void)
    case schedule(StreamID, Timestamp)
    case storeChanges
    case loaded
  }

  private let clock: @Sendable () -> Timestamp
  private let mailbox = Mailbox<Work>()
  private unowned let delegate: any CommitterDelegate
  let states: LoadingStates
  let queue: SubmissionQueue
  private let follower: StoreFollower
  private let watch: DeadlineWatch
  /// Nil in a store of this process alone.
  private let shared: SharedGroups?
  private var decider: GroupDecider
  /// Work that arrived after a group had begun in a shared store, and waits for its end: a job and everything behind it.
  private var later: [Work] = []
  /// Whether it has stopped, and only answers what it has accepted.
  private var isFinishing = false

  /// The end of the pause in which deadlines record nothing, because an import is in progress.
  private var deadlinesPausedUntil = Timestamp(microseconds: 0)
  /// Whether deadlines pause for an import. Setting the clock back does not prolong the pause.
  private var areDeadlinesPaused: Bool {
    (1...Self.pauseSeconds * 1_000_000).contains(deadlinesPausedUntil.microseconds - clock().microseconds)
  }
  private static let pauseSeconds: Int64 = 60

  /// The most submissions of one group, so that none waits long behind others.
  private static let groupLimit = 1024
  /// The most streams checked for deadlines while submissions wait.
  private static let checksWhileOthersWait = 64
  private static let tickMicroseconds: Int64 = 1_000_000

  /// Starts in a shared store after `position`, where the delegate's knowledge ends; otherwise, or if nil, after the store's
  /// last event. `clock` is in UTC; recorded times never go back, even if it does. The states of all areas take about
  /// `stateMemory` bytes. Each household may record `recordingQuota` bytes a day; nil is no limit. `watchesDeadlines` is
  /// whether to watch deadlines of what others record in a shared store.
  ///
  /// `load` runs a replay on another thread; by default, at once on the committer's own. It must run what it has accepted,
  /// even while the committer is stopping. `delegate` must outlive the committer.
  public init(
    store: any EventStore, schema: EventSchema, after position: Position? = nil,
    areas: CommandAreas, stateMemory: Int = 64 << 20, recordingQuota: Int? = nil,
    clock: @escaping @Sendable () -> Timestamp,
    watchesDeadlines: Bool = true,
    load: @escaping (@escaping @Sendable () -> Void) -> Void = { $0() }, delegate: any CommitterDelegate
  ) throws(StoreError) {
    self.clock = clock
    self.delegate = delegate
    let streams = StreamReplay(areas: areas, store: store, schema: schema)
    let loader = StateLoader(
      replay: { stream throws(ReplayError) in try streams.state(of: stream) }, perform: load,
      wake: { [mailbox] in mailbox.send([.loaded]) })
    states = LoadingStates(States(areas, memory: stateMemory), schema: schema, loader: loader)
    queue = SubmissionQueue(states, delegate: delegate)
    watch = DeadlineWatch(states, clock: clock, delegate: delegate)
    decider = GroupDecider(states.memory, store: store, recordingQuota: recordingQuota)
    follower = try StoreFollower(
      store, after: position, states: states, watchesDeadlines: watchesDeadlines, clock: clock, delegate: delegate)
    shared = store.isShared ? SharedGroups(follower, delegate: delegate) : nil
    follower.onEventsApplied = { [unowned self] events, watchesDeadlines in
      events.forEach { decider.count($0) }
      if watchesDeadlines { events.forEach(watch.follow) }
    }
  }

  // MARK: From other threads

  /// Accepts submissions; the delegate receives the outcome of each.
  /// - Returns: false if the committer is stopping, and none was accepted.
  @discardableResult
  public func submit(_ submissions: [Submission]) -> Bool {
    mailbox.send(submissions.map { .submission($0) })
  }

  /// Runs `job` on the committer's thread, between two groups.
  @discardableResult
  public func perform(_ job: @escaping () -> Void) -> Bool {
    mailbox.send([.job(job)])
  }

  /// Schedules checks of streams for deadlines, each at a time not later than the stream's deadline.
  public func schedule(_ streams: [(stream: StreamID, dueAt: Timestamp)]) {
    mailbox.send(streams.map { .schedule($0.stream, $0.dueAt) })
  }

  /// Takes in what others have recorded in a shared store.
  public func checkForChanges() {
    mailbox.send([.storeChanges])
  }

  /// Stops accepting work. `run` returns when everything accepted is answered.
  public func stop() {
    mailbox.close()
  }

  /// The recent failure of the store; nil if there is none, or if the store has committed something since.
  public var failure: StoreFailures.Streak? { follower.failures.current }

  // MARK: On its own thread

  /// Records events of another store unchanged; called by a job. Their positions must follow the store's last. Their deadlines
  /// are not watched before `schedule`.
  ///
  /// While `more` events follow, nothing that is due is recorded for a minute: it would take the next event's position. An
  /// import that is broken off delays deadlines no longer than that.
  public func importEvents(_ events: [RecordedEvent], texts: [PersonalText], more: Bool) throws(StoreError) {
    deadlinesPausedUntil = more ? clock().advanced(bySeconds: Self.pauseSeconds) : Timestamp(microseconds: 0)
    if shared != nil { try follower.follow() }
    try follower.store.importEvents(events, texts: texts) { [delegate] events throws(StoreError) in
      try delegate.rows(changedBy: events, decodedEvents: [])
    }
    if shared != nil { try follower.follow(watchesDeadlines: false) } else { try follower.reload() }
  }

  /// Works until `stop`.
  public func run() {
    while let work = mailbox.receive(within: timeToNextTick()) {
      process(work)
    }
    isFinishing = true
    commitAll()
    while queue.hasHeldSubmissions {
      states.loader.wait()
      commitAll()
    }
  }

  /// Processes what waits now, without a thread: for tests, and for programs that stop afterwards.
  public func runOnce() {
    repeat { process(mailbox.receive(within: 0) ?? []) } while states.loader.hasFinished
  }

  private func timeToNextTick() -> Int64 {
    let time = clock()
    guard !follower.isUnreachable, !areDeadlinesPaused, ImplausibleTime(time) == nil, let due = watch.next else {
      return Self.tickMicroseconds
    }
    return min(Self.tickMicroseconds, max(0, due.microseconds - time.microseconds))
  }

  private func process(_ work: [Work]) {
    let isIdle = work.isEmpty
    var work = work
    repeat {
      take(work)
      work = later
      later = []
    } while !work.isEmpty
    // An idle server must not wait for the next command to find out what was recorded.
    if isIdle { _ = follower.reopenIfNeeded() }
    delegate.tick(at: follower.now())
  }

  private func take(_ work: [Work]) {
    var mustCheckForChanges = false
    for item in work {
      switch item {
      case .storeChanges: mustCheckForChanges = true
      case .submission(let submission): queue.receive(submission)
      case .schedule(let stream, let time): watch.schedule(stream, at: time)
      case .loaded: break
      case .job(let job):
        // Submissions sent before the job are recorded before it, except those that wait for states.
        commitAll()
        job()
      }
    }
    // A group processes the others' events anyway.
    if mustCheckForChanges, queue.isEmpty {
      follower.checkForChanges()
      mustCheckForChanges = false
    }
    let groups = shared?.count
    commitAll(takesLateWork: true)
    if mustCheckForChanges, shared?.count == groups { follower.checkForChanges() }
  }

  /// Takes work that arrived while a group began, which takes time in a shared store.
  private func takeLateWork() {
    guard later.isEmpty, let work = mailbox.receive(within: 0) else { return }
    for (index, item) in work.enumerated() {
      switch item {
      case .storeChanges: break
      // Taken up after this group.
      case .loaded: mailbox.send([.loaded])
      case .submission(let submission): queue.receive(submission)
      case .schedule(let stream, let time): watch.schedule(stream, at: time)
      // Work behind the job must not overtake it.
      case .job:
        later = Array(work[index...])
        return
      }
    }
  }

  // MARK: Groups

  /// Decides and records what waits or is due, group by group, except what waits for states. `takesLateWork` lets work that
  /// arrives while the first group begins join it; it must be false before a job, because that and all behind it came earlier.
  private func commitAll(takesLateWork: Bool = false) {
    commitNext(takesLateWork: takesLateWork)
    while !queue.isEmpty {
      delegate.tick(at: follower.now())
      commitNext(takesLateWork: false)
    }
  }

  private func commitNext(takesLateWork: Bool) {
    queue.installLoaded()
    if let error = ImplausibleTime(now: clock(), lastRecorded: follower.lastTime) {
      return refuseAll(.implausibleTime(error))
    }
    states.memory.age()
    var due: [StreamID] = []
    if !follower.isUnreachable, !areDeadlinesPaused, !isFinishing {
      due = watch.takeDue(at: follower.now(), limit: queue.isEmpty ? Self.groupLimit : Self.checksWhileOthersWait)
    }
    commitGroup(due, takesLateWork: takesLateWork)
  }

  private func commitGroup(_ due: [StreamID], takesLateWork: Bool) {
    decider.beginGroup()
    if queue.isEmpty, due.isEmpty { return }
    guard follower.reopenIfNeeded() else { return refuseAll(due, Self.notReopened) }
    if let shared {
      if !follower.isUnreachable { queue.holdUnloaded(leaving: Self.groupLimit) }
      if queue.isEmpty, due.isEmpty { return }
      do throws(StoreError) {
        try shared.begin()
        if takesLateWork { takeLateWork() }
        decider.receipts = try shared.receipts(of: queue.receiptKeys(ofFirst: Self.groupLimit))
      } catch {
        delegate.report(.unavailable(error))
        if error.isPermanent { follower.noteUnreachable(error) }
        return refuseAll(due, error)
      }
    }
    let time = follower.now()
    for stream in due { handleDeadlines(in: stream, at: time) }
    queue.take(Self.groupLimit) { decide($0, at: time) }
    record(decider.takeGroup(), due)
  }

  private func handleDeadlines(in stream: StreamID, at time: Timestamp) {
    watch.check(at: stream) { () throws(NotLoaded) in
      try decider.handleDeadlines(in: stream, at: time)
      try watch.scheduleDeadline(of: stream)
    }
  }

  private func decide(_ submission: Submission, at time: Timestamp) {
    if queue.holdBehindEarlier(submission) { return }
    guard let missing = decider.decide(submission, at: time) else { return }
    queue.hold(submission, for: submission.missing(in: states.memory).union([missing]))
  }

  private func record(_ group: DecidedGroup, _ due: [StreamID]) {
    do throws(StoreError) {
      if let outcomes = try commit(group) { return finish(group, outcomes) }
      decider.rollBack(group)
      queue.putBack(group.submissions)
      commitGroup(due, takesLateWork: false)
    } catch {
      follower.noteFailure(error)
      let failure: CommitFailure = error.code == .outcomeUnknown ? .outcomeUnknown(error) : .unavailable(error)
      delegate.report(failure)
      queue.putBack(group.deferred)
      decider.refund(group)
      states.forget(after: error, isShared: shared != nil)
      deliverResults(group.results(of: failure, error, isShared: shared != nil))
      watch.retryLater(group.moved)
    }
  }

  /// - Returns: nil if the group must be decided again.
  private func commit(_ group: DecidedGroup) throws(StoreError) -> [CommitOutcome]? {
    if let shared { return try shared.commit(group) }
    return group.appends.isEmpty ? [] : try follower.store.commit(group.appends.map(\.append))
  }

  /// Answers a group's submissions, and schedules the deadlines that it changed.
  private func finish(_ group: DecidedGroup, _ outcomes: [CommitOutcome]) {
    queue.putBack(group.deferred)
    let recorded = group.results(outcomes, after: follower.head)
    if !outcomes.isEmpty { follower.noteCommit(through: recorded.head, at: group.time) }
    if recorded.hasConflict {
      decider.refund(group, notCommittedIn: outcomes)
      states.forgetAll()
    }
    deliverResults(recorded.results)
    for stream in group.moved {
      watch.check(at: stream) { () throws(NotLoaded) in try watch.scheduleDeadline(of: stream) }
    }
  }

  private func deliverResults(_ results: [CommitResult]) {
    if !results.isEmpty { delegate.committed(results) }
  }

  private static let notReopened = StoreError(.unavailable, "the store could not be reopened after a failed commit")

  private func refuseAll(_ due: [StreamID], _ error: StoreError) {
    follower.noteFailure(error)
    watch.retryLater(due)
    refuseAll(.unavailable(error))
    // Keeps following other servers, as long as the store can be read.
    if !follower.isUnreachable { follower.checkForChanges() }
  }

  private func refuseAll(_ failure: CommitFailure) {
    var results: [CommitResult] = []
    queue.take(.max) { results.append(.submission($0, .failed(failure))) }
    deliverResults(results)
  }
}
