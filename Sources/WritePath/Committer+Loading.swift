import Commands
import Domain
import EventStore
import Primitives

// What waits for states that are not in memory. They are replayed by another thread: neither this one nor, in a shared
// store, other servers wait for that.
extension Committer {
  /// Decides a submission, unless that must wait for states.
  /// - Returns: whether it was decided; else it is held.
  func decide(_ submission: Submission, at time: Timestamp) -> Bool {
    guard held.isEmpty || !held.hasEarlier(than: submission) else {
      held.hold(submission)
      return false
    }
    guard let missing = decider.decide(submission, at: time) else { return true }
    hold(submission, for: decider.missing(for: submission).union([missing]))
    return false
  }

  /// Holds those whose states are not all in memory, before others are kept from recording.
  func holdWhatIsCold() {
    let first = waiting.prefix(Self.groupLimit).filter { submission in
      if held.hasEarlier(than: submission) {
        held.hold(submission)
        return false
      }
      let missing = decider.missing(for: submission)
      if !missing.isEmpty { hold(submission, for: missing) }
      return missing.isEmpty
    }
    waiting.replaceSubrange(0..<min(waiting.count, Self.groupLimit), with: first)
  }

  private func hold(_ submission: Submission, for missing: Set<StreamID>) {
    held.hold(submission)
    decider.states.load(Array(missing)) { [unowned self] error in
      if let error, held.remove(submission) {
        tell([.submission(submission, .failed(Self.failure(error)))])
      }
      held.release(submission.command.addressed.household)
    }
  }

  /// Goes on with what waited for states that have been loaded.
  func takeUpLoaded() {
    decider.states.takeUpLoaded()
    let released = held.takeReleased()
    guard !released.isEmpty else { return }
    // Before what came later, and behind what was taken back and came earlier.
    waiting += released
    waiting.sort { $0.arrival < $1.arrival }
  }

  private static func failure(_ error: ReplayError) -> CommitFailure {
    if case .store(let storeError) = error { return .unavailable(storeError) }
    return .unreadable(error)
  }

  /// Looks at a stream as soon as what the look lacks is in memory.
  func lookAgain(at stream: StreamID, after missing: NotLoaded) {
    decider.states.load([missing.stream]) { [unowned self] error in
      guard let error else { return deadlines.schedule(stream, at: now()) }
      delegate.report(.unreadable(error))
      retryLater(stream)
    }
  }

  /// Returns when everything that was taken is recorded or refused.
  func finish() {
    commitAll()
    while !held.isEmpty {
      decider.states.loader.wait()
      commitAll()
    }
  }
}
