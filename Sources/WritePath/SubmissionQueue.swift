import Commands
import Domain
import EventStore

/// Submissions in order of arrival: those that are ready to be decided, and those that wait for states.
///
/// Another thread replays states that are not in memory, so that neither the committer nor, in a shared store, other servers
/// wait for that.
final class SubmissionQueue {
  private var ready: [Submission] = []
  private var held = HeldSubmissions()
  private var arrivals: UInt64 = 0
  private let states: LoadingStates
  private unowned let delegate: any CommitterDelegate

  init(_ states: LoadingStates, delegate: any CommitterDelegate) {
    self.states = states
    self.delegate = delegate
  }

  /// Whether none is ready.
  var isEmpty: Bool { ready.isEmpty }
  var hasHeldSubmissions: Bool { !held.isEmpty }

  func receive(_ submission: Submission) {
    arrivals += 1
    ready.append(submission)
    ready[ready.count - 1].arrival = arrivals
  }

  /// The receipt keys of the first submissions, for those that have a command id.
  func receiptKeys(ofFirst count: Int) -> [ReceiptKey] { ready.prefix(count).compactMap(\.receiptKey) }

  /// Removes the first ones, and calls `body` with each.
  func take(_ count: Int, _ body: (Submission) -> Void) {
    let count = min(count, ready.count)
    for submission in ready[..<count] { body(submission) }
    ready.removeFirst(count)
  }

  func putBack(_ submissions: [Submission]) {
    if !submissions.isEmpty { ready.insert(contentsOf: submissions, at: 0) }
  }

  // MARK: Waiting for states

  /// Holds a submission if an earlier one of its household is held. Returns whether it is.
  func holdBehindEarlier(_ submission: Submission) -> Bool {
    guard !held.isEmpty, held.hasEarlier(than: submission) else { return false }
    held.hold(submission)
    return true
  }

  /// Holds a submission until streams are loaded.
  func hold(_ submission: Submission, for missing: Set<StreamID>) {
    held.hold(submission)
    load(missing, for: submission)
  }

  /// Holds submissions whose states are not all in memory, until `count` ready ones lead the queue. Called before others are kept
  /// from appending.
  func holdUnloaded(leaving count: Int) {
    var warm: [Submission] = []
    var looked = 0
    while looked < ready.count, warm.count < count {
      let submission = ready[looked]
      looked += 1
      if holdBehindEarlier(submission) { continue }
      if submission.hasAllStates(in: states.memory) {
        warm.append(submission)
      } else {
        hold(submission, for: submission.missing(in: states.memory))
      }
    }
    ready.replaceSubrange(0..<looked, with: warm)
  }

  private func load(_ missing: Set<StreamID>, for asker: Submission) {
    let household = asker.command.addressed.household
    states.load(Array(missing)) { [unowned self] failure in
      if let failure {
        // Fails all that need the stream: reading it again for each would take as long each time. The asker may need it without
        // naming it, which was found when it was decided.
        let failed = held.take(household) {
          $0.arrival == asker.arrival || $0.missing(in: states.memory).contains(failure.stream)
        }
        let reason: CommitFailure =
          if case .store(let error) = failure.error { .unavailable(error) } else { .unreadable(failure.error) }
        if !failed.isEmpty { delegate.committed(failed.map { .submission($0, .failed(reason)) }) }
      }
      proceed(with: household)
    }
  }

  /// Releases a household's submissions that have all states, in their order, and loads what the next one lacks.
  private func proceed(with household: HouseholdID) {
    var lacking: Set<StreamID> = []
    var asker: Submission?
    held.release(household) { submission in
      lacking = submission.missing(in: states.memory)
      asker = submission
      return lacking.isEmpty
    }
    if let asker, !lacking.isEmpty { load(lacking, for: asker) }
  }

  /// Queues the submissions whose states have been loaded.
  func installLoaded() {
    states.installLoaded()
    let released = held.takeReleased()
    guard !released.isEmpty else { return }
    // Before what came later, and behind what came earlier and was rolled back.
    ready += released
    ready.sort { $0.arrival < $1.arrival }
  }
}

extension Submission {
  /// The missing streams that it is decided on. When they are loaded, further ones can be missing.
  func missing(in states: States) -> Set<StreamID> {
    let command = command.addressed
    var streams: Set<StreamID> = [.household(command.household), command.stream]
    do throws(NotLoaded) { streams.formUnion(try command.needed(in: states)) } catch { streams.insert(error.stream) }
    do throws(NotLoaded) { streams.formUnion(try command.deadlineStreams(in: states)) } catch {
      streams.insert(error.stream)
    }
    return streams.filter { !states.holds($0) }
  }

  /// Whether all streams that it is decided on are in memory. Called for every submission in a shared store.
  fileprivate func hasAllStates(in states: States) -> Bool {
    let command = command.addressed
    guard states.holds(.household(command.household)), states.holds(command.stream) else { return false }
    do throws(NotLoaded) {
      let (needed, deadlineStreams) = (try command.needed(in: states), try command.deadlineStreams(in: states))
      return needed.allSatisfy(states.holds) && deadlineStreams.allSatisfy(states.holds)
    } catch {
      return false
    }
  }
}
