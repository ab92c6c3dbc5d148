import EventStore
import MovieNightPrimitives

/// The committer's view of the store: its head, the time of its last event, and whether it can be reached.
///
/// Applies the events that other processes record in a shared store to the states in memory and, through the delegate,
/// to the rows. Other threads may use only `failures`.
final class StoreFollower {
  let store: any EventStore
  let failures: StoreFailures
  /// Called with events of other processes after the delegate has applied them to the rows, or has failed to.
  var onEventsApplied: (_ events: [RecordedEvent], _ watchesDeadlines: Bool) -> Void = { _, _ in }
  private let states: LoadingStates
  private let watchesDeadlines: Bool
  private let clock: @Sendable () -> Timestamp
  private unowned let delegate: any CommitterDelegate
  private(set) var head: Position
  /// The checksum of the event at `head`, if the store keeps checksums. It shows whether the store has another history.
  private var headChecksum: UInt32?
  private(set) var lastTime: Timestamp
  /// Whether a commit has failed with an unknown outcome, so that the store must be reopened.
  private var mustReopen = false
  /// The error code of the last attempt to reach the store; nil if it succeeded. A repeated code is reported only once.
  private var unreachableCode: StoreError.Code?
  var isUnreachable: Bool { unreachableCode != nil }
  /// Whether the store has shown another history since it was last reached, even if the last failure was another.
  private var sawOtherHistory = false

  /// Creates a follower. In a shared store it starts after `position`, the last position that the delegate has
  /// processed. In other stores, or if `position` is nil, it starts after the store's last event. `watchesDeadlines` is
  /// whether to watch the deadlines of other processes' events.
  init(
    _ store: any EventStore, after position: Position?, states: LoadingStates, watchesDeadlines: Bool,
    clock: @escaping @Sendable () -> Timestamp, delegate: any CommitterDelegate
  ) throws(StoreError) {
    self.store = store
    self.states = states
    self.watchesDeadlines = watchesDeadlines
    self.clock = clock
    self.delegate = delegate
    failures = StoreFailures(clock: clock)
    head = if store.isShared, let position { position } else { try store.head() }
    if store.isShared { headChecksum = try store.storeChanges(after: head, limit: 0).checksum }
    lastTime = try Self.timeOfLastEvent(in: store, head: head, delegate) ?? Timestamp(microseconds: 0)
  }

  /// Returns the time of the store's last event; nil if there is none, or if that event is damaged. Damage is only
  /// reported, because the store itself gives no event an earlier time than its last one.
  private static func timeOfLastEvent(
    in store: any EventLog, head: Position, _ delegate: any CommitterDelegate
  ) throws(StoreError) -> Timestamp? {
    do throws(StoreError) {
      return try store.readAll(after: head - 1, limit: 1, owner: nil).last?.recordedAt
    } catch {
      guard error.position != nil else { throw error }
      delegate.report(.unavailable(error))
      return nil
    }
  }

  /// Returns the time for a decision: the clock's, or the last recorded time if the clock is behind or implausible.
  func now() -> Timestamp {
    let time = clock()
    return ImplausibleTime(time) == nil ? max(time, lastTime) : lastTime
  }

  // MARK: Commits of this process

  /// Records that the store has committed a group with this time, and that its last position is now `head`.
  func noteCommit(through head: Position, at time: Timestamp) {
    self.head = head
    lastTime = time
    headChecksum = store.checksum(ofRecorded: head) ?? headChecksum
    failures.noteSuccess()
  }

  func noteFailure(_ error: StoreError) {
    failures.note(error)
    if error.code == .outcomeUnknown { mustReopen = true }
  }

  /// Reopens the store after an unknown outcome, and reads what was recorded, before anything else is written.
  /// - Returns: whether the store can be written.
  func reopenIfNeeded() -> Bool {
    guard mustReopen else { return true }
    do throws(StoreError) {
      try store.reopen()
      try reload()
      mustReopen = false
      noteReachable()
      delegate.reopened()
      return true
    } catch {
      noteUnreachable(error)
      return false
    }
  }

  /// Brings the head and the states up to date with events that were recorded without the committer.
  func reload() throws(StoreError) {
    if store.isShared { return try follow() }
    states.forgetAll()
    head = try store.head()
    lastTime = try Self.timeOfLastEvent(in: store, head: head, delegate) ?? lastTime
  }

  // MARK: Events of other processes

  /// The maximum number of events read at once. When a group begins, other processes cannot append during this read.
  private static let changesLimit = 1000

  /// Begins a group: keeps other processes from appending until the group ends, and processes their earlier events, so
  /// that no decision is based on outdated states.
  func beginGroup() throws(StoreError) {
    while true {
      let storeChanges = try store.beginGroup(after: head, checksum: headChecksum, limit: Self.changesLimit)
      do throws(StoreError) {
        try take(storeChanges, watchesDeadlines)
      } catch {
        store.endGroup()
        throw error
      }
      noteReachable()
      if head == storeChanges.head { return }
      // There are too many events to read while the other processes wait.
      store.endGroup()
      try follow()
    }
  }

  /// Processes other processes' events. `watchesDeadlines` overrides the value passed to the initializer.
  func follow(watchesDeadlines: Bool? = nil) throws(StoreError) {
    var storeChanges: StoreChanges
    repeat {
      storeChanges = try store.storeChanges(after: head, checksum: headChecksum, limit: Self.changesLimit)
      try take(storeChanges, watchesDeadlines ?? self.watchesDeadlines)
    } while head < storeChanges.head && storeChanges.last != nil
  }

  /// Processes other processes' events, even after a failed attempt, and records whether the store was reached.
  func checkForChanges() {
    guard store.isShared, reopenIfNeeded() else { return }
    do throws(StoreError) {
      try follow()
      noteReachable()
    } catch {
      noteUnreachable(error)
    }
  }

  /// Records that the store can be reached and has the known history. Forgets all states if it had shown another.
  private func noteReachable() {
    if sawOtherHistory { states.forgetAll() }
    sawOtherHistory = false
    unreachableCode = nil
  }

  func noteUnreachable(_ error: StoreError) {
    failures.note(error)
    if unreachableCode != error.code { delegate.report(.unavailable(error)) }
    // Repeated at every failure, because an attempt that succeeded in part may have let the delegate answer again.
    if error.isPermanent { delegate.lostHistory(error) }
    if error.code == .otherHistory { sawOtherHistory = true }
    unreachableCode = error.code
  }

  private func take(_ storeChanges: StoreChanges, _ watchesDeadlines: Bool) throws(StoreError) {
    guard storeChanges.head >= head else {
      throw StoreError(
        .otherHistory,
        "the store ends at position \(storeChanges.head), but this server has seen events up to \(head)",
        hint: "It was restored, or is an outdated copy. Use the current store, or restart all servers.")
    }
    for event in storeChanges.events { states.follow(event) }
    // The next command that needs the stream loads it again, and reports the damaged event.
    for stream in storeChanges.damaged.compactMap(\.stream) { states.forget(stream) }
    // Runs after the delegate has applied the events to the rows, because deadlines are read from the rows.
    defer { onEventsApplied(storeChanges.events, watchesDeadlines) }
    if storeChanges.last != nil || headChecksum == nil { headChecksum = storeChanges.checksum }
    head = storeChanges.last ?? head
    lastTime = max(lastTime, storeChanges.events.last?.recordedAt ?? lastTime, storeChanges.latest)
    try delegate.applyChanges(storeChanges)
  }
}

/// A record of the store's recent failures.
public final class StoreFailures: Sendable {
  /// A series of failures without a successful commit between them.
  public struct Streak: Sendable {
    /// The time of the first failure.
    public internal(set) var since: Timestamp
    /// The most recent error.
    public internal(set) var error: StoreError
    var latest: Timestamp
  }

  private let last = Locked<Streak?>(nil)
  private let clock: @Sendable () -> Timestamp

  /// The time for which the store counts as failing after a failure. It is short, because a load balancer sends no
  /// commands to a server whose health check fails, and only a command can show that the failure is over.
  private static let lastingMicroseconds: Int64 = 10_000_000

  init(clock: @escaping @Sendable () -> Timestamp) { self.clock = clock }

  /// The current series of failures; nil if the last is more than ten seconds old, or if something was committed since.
  /// Reads do not end the series, because they succeed even on a full disk or without write permission.
  public var current: Streak? {
    let now = clock()
    return last.withLock { failure in
      // After the clock was set back, the store must not count as failing until the clock has caught up.
      guard let latest = failure?.latest,
        (0..<Self.lastingMicroseconds).contains(now.microseconds - latest.microseconds)
      else { return nil }
      return failure
    }
  }

  func note(_ error: StoreError) {
    let now = clock()
    let since = current?.since ?? now
    last.withLock { $0 = Streak(since: since, error: error, latest: now) }
  }

  func noteSuccess() { last.withLock { $0 = nil } }
}
