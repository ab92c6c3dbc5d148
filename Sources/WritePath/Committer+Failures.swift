import EventStore
import MovieNightPrimitives

// When the store fails.
extension Committer {
  /// Failures without a success between them.
  public struct LastingFailure: Sendable {
    public internal(set) var since: Timestamp
    /// The last one.
    public internal(set) var error: StoreError
    var latest: Timestamp
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

  /// For so long after a failure the store counts as failing. Not for longer: a balancer that goes by health would send no
  /// more commands, and only a command can find out that it is over.
  private static let failureMicroseconds: Int64 = 10_000_000

  func noteFailure(_ error: StoreError) {
    let now = clock()
    let since = failure?.since ?? now
    lastFailure.withLock { $0 = LastingFailure(since: since, error: error, latest: now) }
  }

  func noteSuccess(at time: Timestamp) {
    lastTime = time
    lastFailure.withLock { $0 = nil }
  }

  /// Takes note that a group could not be recorded.
  /// - Returns: what its submissions are told.
  func results(of group: DecidedGroup, _ error: StoreError) -> [CommitResult] {
    noteFailure(error)
    mustReopen = error.code == .outcomeUnknown
    let failure: CommitFailure = mustReopen ? .outcomeUnknown(error) : .unavailable(error)
    delegate.report(failure)
    return group.results(of: failure, error, isShared: store.isShared)
  }

  /// After a group with unknown outcome nothing is written before the store has been read anew.
  func reopenIfNeeded() -> Bool {
    guard mustReopen else { return true }
    do throws(StoreError) {
      try store.reopen()
      try reload()
      mustReopen = false
      noteReached()
      delegate.reopened()
      return true
    } catch {
      noteCutOff(error)
      return false
    }
  }

  /// Takes up what was recorded beside it.
  func reload() throws(StoreError) {
    if store.isShared { return try follow() }
    states.forgetAll()
    head = try store.head()
    lastTime = try Self.timeOfLastEvent(in: store, head: head, delegate) ?? lastTime
  }

  static let notReopened = StoreError(.unavailable, "the store could not be reopened after a failed commit")

  func refuseAll(due: [StreamID], _ error: StoreError) {
    noteFailure(error)
    for stream in due { retryLater(stream) }
    refuseAll(.unavailable(error))
    // What is in doubt may have been committed by a job.
    if error.code == .outcomeUnknown { mustReopen = true }
    // What others record is heard of all the same, as long as reading is possible.
    if !isCutOff { lookAround() }
  }

  func refuseAll(_ failure: CommitFailure) {
    let refused = waiting
    waiting.removeAll(keepingCapacity: true)
    tell(refused.map { .submission($0, .failed(failure)) })
  }

  func retryLater(_ stream: StreamID) {
    deadlines.schedule(stream, at: clock().advanced(bySeconds: 10))
  }
}
