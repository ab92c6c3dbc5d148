import Commands
import Domain
import EventStore
import MovieNightPrimitives

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

  /// Holds those of the next group whose states are not all in memory, before others are kept from recording.
  func holdWhatIsCold() {
    var ready: [Submission] = []
    var looked = 0
    while looked < waiting.count, ready.count < Self.groupLimit {
      let submission = waiting[looked]
      looked += 1
      if held.hasEarlier(than: submission) {
        held.hold(submission)
        continue
      }
      if decider.hasAllStates(for: submission) {
        ready.append(submission)
      } else {
        hold(submission, for: decider.missing(for: submission))
      }
    }
    waiting.replaceSubrange(0..<looked, with: ready)
  }

  private func hold(_ submission: Submission, for missing: Set<StreamID>) {
    held.hold(submission)
    load(missing, for: submission)
  }

  private func load(_ missing: Set<StreamID>, for asker: Submission) {
    let household = asker.command.addressed.household
    states.load(Array(missing)) { [unowned self] failure in
      if let failure {
        // All of them: to read it again for each would take as long each time. The asker may lack it without having named
        // it: that was found when it was decided.
        let failed = held.take(household) {
          $0.arrival == asker.arrival || decider.missing(for: $0).contains(failure.stream)
        }
        tell(failed.map { .submission($0, .failed(Self.failure(failure.error))) })
      }
      goOn(with: household)
    }
  }

  /// Releases what a household's submissions have got all states for, in their order, and loads what the next one lacks.
  private func goOn(with household: HouseholdID) {
    var lacking: Set<StreamID> = []
    var asker: Submission?
    held.release(household) { submission in
      lacking = decider.missing(for: submission)
      asker = submission
      return lacking.isEmpty
    }
    if let asker, !lacking.isEmpty { load(lacking, for: asker) }
  }

  /// Goes on with what waited for states that have been loaded.
  func takeUpLoaded() {
    states.takeUpLoaded()
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
    looksHeld += 1
    states.load([missing.stream]) { [unowned self] failure in
      looksHeld -= 1
      // Before all others that are due: behind thousands of them it would be forgotten again before its turn.
      guard let failure else { return deadlines.schedule(stream, at: Timestamp(microseconds: 0)) }
      delegate.report(.unreadable(failure.error))
      retryLater(stream)
    }
  }

  /// Returns when everything that was taken is recorded or refused.
  func finish() {
    commitAll()
    while !held.isEmpty {
      states.loader.wait()
      commitAll()
    }
  }
}
