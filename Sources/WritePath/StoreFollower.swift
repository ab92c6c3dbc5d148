import EventStore
import MovieNightPrimitives

/// The committer's knowledge of the store: its head, the time of its last event, and whether it can be reached.
///
/// Applies the events that others record in a shared store to the states in memory and, through the delegate, to the rows. Other
/// threads may only use `failures`.
final class StoreFollower {
  let store: any EventStore
  let failures: StoreFailures
  /// Called with events of others when the rows have taken them in, or could not.
  var onEventsApplied: (_ events: [RecordedEvent], _ watchesDeadlines: Bool) -> Void = { _, _ in }
  private let states: LoadingStates
  private let watchesDeadlines: Bool
  private let clock: @Sendable () -> Timestamp
  private unowned let delegate: any CommitterDelegate
  private(set) var head: Position
  /// The checksum of the event at `head`, if the store keeps checksums. It shows whether the store's history is still the same.
  private var headChecksum: UInt32?
  private(set) var lastTime: Timestamp
  /// Whether a commit has failed with an unknown outcome.
  private var mustReopen = false
  /// Why the store could not be reached last time, which is reported once.
  private var unreachableCode: StoreError.Code?
  var isUnreachable: Bool { unreachableCode != nil }
  /// Whether another history was seen since the store was last reached, even if another failure followed.
  private var sawOtherHistory = false

  /// Starts in a shared store after `position`, where the delegate's knowledge ends; otherwise, or if that is nil, after the
  /// store's last event. `watchesDeadlines` is whether to watch deadlines of what others record.
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

  /// Nil also if that event is damaged. That is reported and stops nothing, because a store itself gives no event an earlier
  /// time than its last one has.
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

  /// The time of a decision made now: plausible, and never before anything recorded.
  func now() -> Timestamp {
    let time = clock()
    return ImplausibleTime(time) == nil ? max(time, lastTime) : lastTime
  }

  // MARK: This process's events

  /// Takes note that the store has committed a group of that time, and ends at `head`.
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

  /// Reads the store again after a group with unknown outcome, before anything is written.
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

  /// Takes in what was recorded without the committer.
  func reload() throws(StoreError) {
    if store.isShared { return try follow() }
    states.forgetAll()
    head = try store.head()
    lastTime = try Self.timeOfLastEvent(in: store, head: head, delegate) ?? lastTime
  }

  // MARK: Other processes' events

  /// The most events of others that are read while these are kept from appending.
  private static let changesLimit = 1000

  /// Keeps others from appending until the group's end, and processes their earlier events, so that no decision is based
  /// on old states.
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
      // Too many to read while others wait.
      store.endGroup()
      try follow()
    }
  }

  /// Takes in what others have recorded. `watchesDeadlines` overrides what the initializer was given.
  func follow(watchesDeadlines: Bool? = nil) throws(StoreError) {
    var storeChanges: StoreChanges
    repeat {
      storeChanges = try store.storeChanges(after: head, checksum: headChecksum, limit: Self.changesLimit)
      try take(storeChanges, watchesDeadlines ?? self.watchesDeadlines)
    } while head < storeChanges.head && storeChanges.last != nil
  }

  /// Takes in what others have recorded, also after a failure.
  func checkForChanges() {
    guard store.isShared, reopenIfNeeded() else { return }
    do throws(StoreError) {
      try follow()
      noteReachable()
    } catch {
      noteUnreachable(error)
    }
  }

  /// Takes note that the store can be reached and has the known history. States of another history are forgotten.
  private func noteReachable() {
    if sawOtherHistory { states.forgetAll() }
    sawOtherHistory = false
    unreachableCode = nil
  }

  func noteUnreachable(_ error: StoreError) {
    failures.note(error)
    if unreachableCode != error.code { delegate.report(.unavailable(error)) }
    // Each time: after an attempt that succeeded in part, answers may have begun again.
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
    // A command that needs the stream loads it again, and reports the damaged event.
    for stream in storeChanges.damaged.compactMap(\.stream) { states.forget(stream) }
    // At the end, when the rows have taken in the events: deadlines are read from them.
    defer { onEventsApplied(storeChanges.events, watchesDeadlines) }
    if storeChanges.last != nil || headChecksum == nil { headChecksum = storeChanges.checksum }
    head = storeChanges.last ?? head
    lastTime = max(lastTime, storeChanges.events.last?.recordedAt ?? lastTime, storeChanges.latest)
    try delegate.followed(storeChanges)
  }
}

/// A record of the store's recent failures.
public final class StoreFailures: Sendable {
  /// Failures without a success between them.
  public struct Streak: Sendable {
    public internal(set) var since: Timestamp
    /// The last error.
    public internal(set) var error: StoreError
    var latest: Timestamp
  }

  private let last = Locked<Streak?>(nil)
  private let clock: @Sendable () -> Timestamp

  /// The time for which a store counts as failing after a failure. Not longer: a load balancer that checks health would send
  /// no more commands, and only a command can find out that the failure is over.
  private static let lastingMicroseconds: Int64 = 10_000_000

  init(clock: @escaping @Sendable () -> Timestamp) { self.clock = clock }

  /// The failures of the last ten seconds, if nothing was committed since. Successful reads do not count: with a full disk or
  /// missing rights, all reads succeed.
  public var current: Streak? {
    let now = clock()
    return last.withLock { failure in
      // A clock that was set back must not keep it failing until it has caught up.
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
