import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// The one thread's worth of work that turns submissions into recorded events.
///
/// It takes whatever waits when the last sync has returned, decides all of it, and syncs once: under load the groups
/// grow by themselves, and an idle server answers at once. It never delays to collect more.
///
/// `@unchecked Sendable`: everything but the mailbox is only touched by the thread that calls `run`.
public final class Committer: @unchecked Sendable {
  enum Work {
    case submission(Submission)
    case job(() -> Void)
    case schedule(StreamID, Timestamp)
    case news
    /// States were loaded.
    case loaded
  }

  let store: any EventStore
  let clock: @Sendable () -> Timestamp
  let mailbox = Mailbox<Work>()
  unowned let delegate: any CommitterDelegate
  var decider: GroupDecider
  let states: LoadingStates
  var deadlines = Deadlines()
  var lastTime: Timestamp
  var head: Position
  var mustReopen = false
  /// What is to be decided, in the order it came.
  var waiting: [Submission] = []
  /// What waits for states.
  var held = HeldSubmissions()
  /// How many looks of the clock wait for states.
  var looksHeld = 0
  /// Whether it only answers what it has taken.
  private(set) var isFinishing = false
  /// How many groups were begun in a shared store.
  var sharedGroups = 0
  /// How many submissions have come.
  private var arrivals: UInt64 = 0
  /// What came after a group had begun in a shared store, and waits for its end: a job, and all that came behind it.
  var later: [Work] = []
  /// Whether it does what is due in streams that others have recorded.
  let watchesDeadlines: Bool
  /// The checksum of the event at `head`, where the store keeps checksums. By it the store finds out whether its history is
  /// still the one that was seen.
  var headChecksum: UInt32?
  /// Why the last look at the store failed, which is reported once. Meanwhile the clock waits.
  var cutOff: StoreError.Code?
  var isCutOff: Bool { cutOff != nil }
  /// Whether another history was seen since the store was last reached, whatever kept it from being reached after that.
  var sawOtherHistory = false
  /// Whether the group is decided as if none of its commands had a receipt. Where one has, the commit fails.
  var supposesNew = false
  var waitsForReceiptsUntil = Timestamp(microseconds: 0)
  /// How the store has failed to take something or to be looked at; nil once it has taken something again.
  let lastFailure = Locked<LastingFailure?>(nil)

  /// Until when the clock records nothing, because an import goes on.
  private var restsUntil = Timestamp(microseconds: 0)
  /// A clock that was set back meanwhile does not prolong it.
  var isResting: Bool {
    (1...Self.restSeconds * 1_000_000).contains(restsUntil.microseconds - clock().microseconds)
  }
  private static let restSeconds: Int64 = 60

  /// At most so many submissions go into one group, so that none waits long behind others.
  static let groupLimit = 1024
  /// At most so many streams are looked at while submissions wait.
  static let looksWhileOthersWait = 64
  private static let tickMicroseconds: Int64 = 1_000_000

  /// - Parameters:
  ///   - position: in a shared store, where the delegate's knowledge ends: what was recorded after it is news. Else,
  ///     and where it is nil, the store's last.
  ///   - stateMemory: about how many bytes the states of all areas may take together.
  ///   - load: runs a replay on another thread; on the committer's own, at once, where it is not given. What it has taken
  ///     it must run, also when the committer is stopping.
  ///   - recordingQuota: how many bytes each household may record a day; nil where there is no limit.
  ///   - clock: the time in UTC. What is recorded never goes back, even where the clock does.
  ///   - watchesDeadlines: whether it watches the deadlines of what others record in a shared store.
  ///   - delegate: must live as long as the committer works.
  public init(
    store: any EventStore, schema: EventSchema, after position: Position? = nil,
    areas: CommandAreas, stateMemory: Int = 64 << 20, recordingQuota: Int? = nil,
    clock: @escaping @Sendable () -> Timestamp,
    watchesDeadlines: Bool = true,
    load: @escaping (@escaping @Sendable () -> Void) -> Void = { $0() }, delegate: any CommitterDelegate
  ) throws(StoreError) {
    self.store = store
    self.watchesDeadlines = watchesDeadlines
    self.clock = clock
    self.delegate = delegate
    let streams = StreamReplay(areas: areas, store: store, schema: schema)
    let loader = StateLoader(
      replay: { stream throws(ReplayError) in try streams.state(of: stream) }, perform: load,
      wake: { [mailbox] in mailbox.send([.loaded]) })
    states = LoadingStates(States(areas, memory: stateMemory), schema: schema, loader: loader)
    decider = GroupDecider(states.memory, store: store, recordingQuota: recordingQuota)
    head = if store.isShared, let position { position } else { try store.head() }
    if store.isShared { headChecksum = try store.news(after: head, limit: 0).checksum }
    lastTime = try Self.timeOfLastEvent(in: store, head: head, delegate) ?? Timestamp(microseconds: 0)
  }

  /// Nil also where that event is damaged. That is reported and stops nothing, because a store itself gives no event
  /// an earlier time than its last one has.
  static func timeOfLastEvent(
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

  /// Takes no more. `run` returns when everything taken is answered.
  public func stop() {
    mailbox.close()
  }

  // MARK: On its own thread

  /// Records events of another store as they are, for a job: their positions must go on where the store ends. Their
  /// deadlines are not watched before `schedule` says so.
  ///
  /// - Parameter more: whether further events follow. Then the clock rests for a minute: what it recorded would stand
  ///   where the next event belongs. Whoever breaks an import off does not stop it for ever.
  public func importEvents(_ events: [RecordedEvent], texts: [PersonalText], more: Bool) throws(StoreError) {
    restsUntil = more ? clock().advanced(bySeconds: Self.restSeconds) : Timestamp(microseconds: 0)
    if store.isShared { try follow() }
    try store.importEvents(events, texts: texts) { [delegate] events throws(StoreError) in
      try delegate.rows(changedBy: events, said: [])
    }
    if store.isShared { try follow(watchingDeadlines: false) } else { try reload() }
  }

  /// Works until `stop`.
  public func run() {
    while let work = mailbox.receive(within: timeToNextTick()) {
      process(work)
    }
    isFinishing = true
    finish()
  }

  /// Works off what waits now, without a thread: for tests, and for programs that stop afterwards.
  public func runOnce() {
    repeat { process(mailbox.receive(within: 0) ?? []) } while states.loader.hasFinished
  }

  private func timeToNextTick() -> Int64 {
    let time = clock()
    guard !isCutOff, !isResting, mayLook, ImplausibleTime(time) == nil, let due = deadlines.next else {
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
    // An idle server must not wait for the next command to find out what stands.
    if isIdle, mustReopen { _ = reopenIfNeeded() }
    tick()
  }

  private func take(_ work: [Work]) {
    var expectsNews = false
    for item in work {
      switch item {
      case .news: expectsNews = true
      case .submission(let submission): receive(submission)
      case .schedule(let stream, let time): deadlines.schedule(stream, at: time)
      case .loaded: break
      case .job(let job):
        // What was sent before the job is recorded before it, but for what waits for states.
        commitAll()
        job()
      }
    }
    guard store.isShared else { return commitOwn() }
    // A group begins with the news anyway.
    if expectsNews, waiting.isEmpty {
      lookAround()
      expectsNews = false
    }
    let groups = sharedGroups
    commitShared(takesLateWork: true)
    if expectsNews, sharedGroups == groups { lookAround() }
  }

  func receive(_ submission: Submission) {
    arrivals += 1
    waiting.append(submission)
    waiting[waiting.count - 1].arrival = arrivals
  }

  /// Returns when all that waits is recorded or refused, but for what waits for states.
  func commitAll() {
    if store.isShared { commitShared(takesLateWork: false) } else { commitOwn() }
  }

  /// Gives the delegate its time.
  func tick() { delegate.tick(at: now()) }

  /// The time of what is decided now: never before anything recorded, and none that cannot be.
  func now() -> Timestamp {
    let time = clock()
    return ImplausibleTime(time) == nil ? max(time, lastTime) : lastTime
  }

  /// Takes what the commit of a group came to: answers its submissions, and schedules the deadlines that it moved.
  func finish(_ group: DecidedGroup, _ result: Result<[CommitOutcome], StoreError>) {
    waiting = group.deferred + waiting
    switch result {
    case .success(let outcomes):
      let recorded = group.results(outcomes, after: head)
      head = recorded.head
      if !outcomes.isEmpty {
        noteSuccess(at: group.time)
        headChecksum = store.checksum(ofRecorded: head) ?? headChecksum
      }
      if recorded.contradicts {
        decider.refund(group, notCommittedIn: outcomes)
        states.forgetAll()
      }
      tell(recorded.results)
      schedule(group.moved)
    case .failure(let error):
      decider.refund(group)
      states.forget(after: error, isShared: store.isShared)
      tell(results(of: group, error))
      group.moved.forEach(retryLater)
    }
  }

  /// Has the delegate tell what became of a group.
  func tell(_ results: [CommitResult]) {
    if !results.isEmpty { delegate.committed(results) }
  }
}
