import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// Turns submissions into recorded events, on the one thread that calls `run`.
///
/// After each sync, the committer decides everything that arrived meanwhile as one group, and records it with one sync.
/// It never delays a group to collect more. So an idle server answers at once, and groups grow under load.
///
/// `@unchecked Sendable` because other threads use only the mailbox, `failure` and, after `stop`, the delegate.
public final class Committer: @unchecked Sendable {
  private enum Work {
    case submissions([Submission])
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
  /// The handling of groups in a shared store; nil if only this process writes to the store.
  private let shared: SharedGroups?
  private var decider: GroupDecider
  /// Work for after the current group of a shared store: a job that arrived while it began, and all later work.
  private var workAfterGroup: [Work] = []
  /// Whether the committer is stopping, and only the submissions that it has accepted remain to be answered.
  private var isFinishing = false

  /// The time until which no events of deadlines are recorded, because an import is in progress.
  private var deadlinesPausedUntil = Timestamp(microseconds: 0)
  /// Whether deadlines are paused for an import. The upper bound keeps a clock set back from prolonging the pause.
  private var areDeadlinesPaused: Bool {
    (1...Self.pauseSeconds * 1_000_000).contains(deadlinesPausedUntil.microseconds - clock().microseconds)
  }
  private static let pauseSeconds: Int64 = 60

  /// The maximum number of submissions in a group. It limits how long each of them waits for the others.
  private static let groupLimit = 1024
  /// The maximum number of streams that a group checks for deadlines while submissions wait.
  private static let checksWhileOthersWait = 64
  private static let tickMicroseconds: Int64 = 1_000_000
  /// The pause after which nothing else is to do, so that submissions from the background are decided.
  private static let idleMicroseconds: Int64 = 5_000

  /// Creates a committer.
  ///
  /// - Parameters:
  ///   - store: the store in which events are recorded.
  ///   - schema: decodes recorded events.
  ///   - position: the last position that the delegate has processed. In a shared store the committer starts after it.
  ///     In other stores, or if it is nil, the committer starts after the store's last event.
  ///   - areas: the areas whose commands are decided.
  ///   - stateMemory: the approximate number of bytes for the states of all areas.
  ///   - recordingQuota: the number of bytes that each household may record a day; nil for no limit.
  ///   - clock: returns the current time in UTC. Recorded times never go back, even if the clock does.
  ///   - watchesDeadlines: whether to watch the deadlines of events that other servers record in a shared store.
  ///   - load: runs a replay on another thread; by default, at once on the committer's own. It must run every replay
  ///     that it has accepted, even while the committer is stopping.
  ///   - delegate: receives the results. It must outlive the committer.
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
    queue = SubmissionQueue(states)
    watch = DeadlineWatch(states, clock: clock, delegate: delegate)
    decider = GroupDecider(states.memory, store: store, recordingQuota: recordingQuota)
    follower = try StoreFollower(
      store, after: position, states: states, watchesDeadlines: watchesDeadlines, clock: clock, delegate: delegate)
    shared = store.isShared ? SharedGroups(follower, delegate: delegate) : nil
    follower.onEventsApplied = { [unowned self] events, watchesDeadlines in
      events.forEach { decider.chargeQuota(for: $0) }
      if watchesDeadlines { events.forEach(watch.follow) }
    }
  }

  // MARK: Functions for other threads

  /// Queues submissions for the committer. The delegate receives the outcome of each. If the committer is stopping, all
  /// of them fail with `stopping` at once, on the calling thread.
  public func submit(_ submissions: [Submission]) {
    if !mailbox.send([.submissions(submissions)]) {
      delegate.committed(submissions.map { CommitResult($0, .failed(.stopping)) })
    }
  }

  /// Runs `job` on the committer's thread, between two groups.
  /// - Returns: whether the job was accepted; false if the committer is stopping.
  @discardableResult
  public func perform(_ job: @escaping () -> Void) -> Bool {
    mailbox.send([.job(job)])
  }

  /// Schedules a deadline check for each stream. `dueAt` may be earlier than the stream's deadline, but not later.
  public func schedule(_ streams: [(stream: StreamID, dueAt: Timestamp)]) {
    mailbox.send(streams.map { .schedule($0.stream, $0.dueAt) })
  }

  /// Asks the committer to process the events that other servers have recorded in a shared store.
  public func checkForChanges() {
    mailbox.send([.storeChanges])
  }

  /// Stops accepting work. `run` returns when all accepted submissions are answered.
  public func stop() {
    mailbox.close()
  }

  /// The current store failures; nil if the last ten seconds had none, or if the store has committed since the last.
  public var failure: StoreFailures.Streak? { follower.failures.current }

  // MARK: Functions for the committer's thread

  /// Records events of another store unchanged. Must be called from a job. The events' positions must follow the
  /// store's last one. Their deadlines are not watched until `schedule` is called for their streams.
  ///
  /// If `more` is true, no events of deadlines are recorded for the next minute, because they would take the positions
  /// of the events still to be imported. An import that is broken off therefore delays deadlines by at most a minute.
  public func importEvents(_ events: [RecordedEvent], texts: [PersonalText], more: Bool) throws(StoreError) {
    deadlinesPausedUntil = more ? clock().advanced(bySeconds: Self.pauseSeconds) : Timestamp(microseconds: 0)
    if shared != nil { try follower.follow() }
    try follower.store.importEvents(events, texts: texts) { [delegate] events throws(StoreError) in
      try delegate.rows(changedBy: events, decodedEvents: [])
    }
    if shared != nil { try follower.follow(watchesDeadlines: false) } else { try follower.reload() }
  }

  /// Processes work until `stop` is called and all accepted submissions are answered.
  public func run() {
    while let work = mailbox.receive(within: timeToNextTick()) {
      process(work)
    }
    isFinishing = true
    queue.stopGivingWay()
    commitAll()
    while queue.hasHeldSubmissions {
      states.loader.wait()
      commitAll()
    }
  }

  /// Processes all pending work on the calling thread, then returns. For tests, and for programs that exit afterwards.
  public func runOnce() {
    repeat { process(mailbox.receive(within: 0) ?? []) } while states.loader.hasFinished || queue.hasBackground
  }

  private func timeToNextTick() -> Int64 {
    if queue.hasBackground { return queue.isIdle ? 0 : Self.idleMicroseconds }
    let time = clock()
    guard !follower.isUnreachable, !areDeadlinesPaused, ImplausibleTime(time) == nil, let due = watch.next else {
      return Self.tickMicroseconds
    }
    return min(Self.tickMicroseconds, max(0, due.microseconds - time.microseconds))
  }

  private func process(_ work: [Work]) {
    let isIdle = work.isEmpty
    if isIdle { queue.noteIdle() }
    var work = work
    repeat {
      take(work)
      work = workAfterGroup
      workAfterGroup = []
    } while !work.isEmpty
    // After a commit with an unknown outcome, a server without new commands must find out by itself what was recorded.
    if isIdle { _ = follower.reopenIfNeeded() }
    delegate.tick(at: follower.now())
  }

  private func take(_ work: [Work]) {
    var mustCheckForChanges = false
    for item in work {
      switch item {
      case .storeChanges: mustCheckForChanges = true
      case .submissions(let submissions): submissions.forEach(queue.receive)
      case .schedule(let stream, let time): watch.schedule(stream, at: time)
      case .loaded: break
      case .job(let job):
        // Submissions that arrived before the job are recorded before it runs, except those that wait for states.
        commitAll()
        job()
      }
    }
    // A group begins by processing other servers' events, so a separate check is needed only if no group begins.
    if mustCheckForChanges, queue.isEmpty {
      follower.checkForChanges()
      mustCheckForChanges = false
    }
    let groups = shared?.count
    commitAll(queuesLateWork: true)
    if mustCheckForChanges, shared?.count == groups { follower.checkForChanges() }
  }

  /// Queues submissions that arrived while a group was beginning, which takes time in a shared store. Keeps a job, and
  /// everything behind it, for after the group.
  private func queueLateWork() {
    guard workAfterGroup.isEmpty, let work = mailbox.receive(within: 0) else { return }
    for (index, item) in work.enumerated() {
      switch item {
      case .storeChanges: break
      // Loaded states are installed after this group.
      case .loaded: mailbox.send([.loaded])
      case .submissions(let submissions): submissions.forEach(queue.receive)
      case .schedule(let stream, let time): watch.schedule(stream, at: time)
      // Work that arrived after the job must not overtake it.
      case .job:
        workAfterGroup = Array(work[index...])
        return
      }
    }
  }

  // MARK: Deciding and recording groups

  /// Decides and records all ready submissions and due deadlines, in groups. Submissions that wait for states remain
  /// held. If `queuesLateWork` is true, submissions that arrive while the first group is beginning join it. It must be
  /// false before a job, because the job and everything behind it arrived before such submissions.
  private func commitAll(queuesLateWork: Bool = false) {
    commitNext(queuesLateWork: queuesLateWork)
    while !queue.isEmpty {
      delegate.tick(at: follower.now())
      commitNext(queuesLateWork: false)
    }
  }

  private func commitNext(queuesLateWork: Bool) {
    queue.installLoaded()
    queue.beginGroup()
    if let error = ImplausibleTime(now: clock(), lastRecorded: follower.lastTime) {
      return refuseAll(.implausibleTime(error))
    }
    states.memory.age()
    var due: [StreamID] = []
    if !follower.isUnreachable, !areDeadlinesPaused, !isFinishing {
      due = watch.takeDue(at: follower.now(), limit: queue.isEmpty ? Self.groupLimit : Self.checksWhileOthersWait)
    }
    commitGroup(due, queuesLateWork: queuesLateWork)
  }

  private func commitGroup(_ due: [StreamID], queuesLateWork: Bool) {
    decider.beginGroup()
    if queue.isEmpty, due.isEmpty { return }
    guard follower.reopenIfNeeded() else { return refuseAll(due, Self.notReopened) }
    if let shared {
      if !follower.isUnreachable { queue.holdUnloaded(leaving: Self.groupLimit) }
      if queue.isEmpty, due.isEmpty { return }
      do throws(StoreError) {
        try shared.begin()
        if queuesLateWork { queueLateWork() }
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
      commitGroup(due, queuesLateWork: false)
    } catch {
      follower.noteFailure(error)
      let failure: CommitFailure = error.code == .outcomeUnknown ? .outcomeUnknown(error) : .unavailable(error)
      delegate.report(failure)
      queue.putBack(group.deferred)
      decider.refund(group)
      states.forget(after: error, isShared: shared != nil)
      deliverResults(group.results(of: failure, error, isShared: shared != nil))
      watch.retryLater(group.changedDeadlines)
    }
  }

  /// Records the group. Returns the outcome of each append; nil if the group must be decided again.
  private func commit(_ group: DecidedGroup) throws(StoreError) -> [CommitOutcome]? {
    if let shared { return try shared.commit(group) }
    return group.appends.isEmpty ? [] : try follower.store.commit(group.appends.map(\.append)) { _ in [] }
  }

  /// Delivers the results of a group's submissions, and schedules checks at the deadlines that the group has changed.
  private func finish(_ group: DecidedGroup, _ outcomes: [CommitOutcome]) {
    queue.putBack(group.deferred)
    let recorded = group.results(outcomes, after: follower.head)
    if !outcomes.isEmpty { follower.noteCommit(through: recorded.head, at: group.time) }
    if recorded.hasConflict {
      decider.refund(group, notCommittedIn: outcomes)
      states.forgetAll()
    }
    deliverResults(recorded.results)
    for (append, outcome) in zip(group.appends, outcomes) {
      if case .committed = outcome, let rest = append.rest { queue.receive(rest) }
    }
    for stream in group.changedDeadlines {
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
    // Continues to follow other servers as long as the store can be read.
    if !follower.isUnreachable { follower.checkForChanges() }
  }

  private func refuseAll(_ failure: CommitFailure) {
    var results: [CommitResult] = []
    queue.take(.max) { results.append(CommitResult($0, .failed(failure))) }
    deliverResults(results)
  }
}
