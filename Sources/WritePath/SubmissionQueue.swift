import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// Submissions in order of arrival: those that are ready to be decided, and those that wait for states or give way.
///
/// States that are not in memory are replayed on another thread, so that neither the committer nor, in a shared store,
/// other servers wait for a replay.
final class SubmissionQueue {
  private var ready: [Submission] = []
  private var held = HeldSubmissions()
  /// Submissions of commands with parts, which give way to others.
  private var background = Queue<Submission>()
  private var givesWay = true
  /// Whether nothing else was to do since the last pause.
  private(set) var isIdle = true
  /// The number of groups of others since the last submission from the background.
  private var groupsOfOthers = 0
  private var arrivals: UInt64 = 0

  /// The number of groups that a submission gives way to.
  private static let groupsToGiveWayTo = 4
  private let states: LoadingStates

  init(_ states: LoadingStates) { self.states = states }

  /// Whether no submission is ready to be decided.
  var isEmpty: Bool { ready.isEmpty }
  var hasHeldSubmissions: Bool { !held.isEmpty }
  var hasBackground: Bool { !background.isEmpty }

  func receive(_ submission: Submission) {
    arrivals += 1
    var submission = submission
    submission.arrival = arrivals
    if givesWay, submission.command.parts(othersWait: false) != nil {
      background.append(submission)
    } else {
      ready.append(submission)
    }
  }

  /// Begins a group. It includes a submission from the background if nothing else was to do, or after enough groups
  /// without one. Clients that wait for answers before they send more leave gaps, which are not yet pauses.
  func beginGroup() {
    if !ready.isEmpty { (isIdle, groupsOfOthers) = (false, groupsOfOthers + 1) }
    guard isIdle || groupsOfOthers > Self.groupsToGiveWayTo, var submission = background.popFirst() else { return }
    submission.othersWait = !isIdle
    ready.append(submission)
    groupsOfOthers = 0
  }

  /// Notes a pause, in which there was nothing to do.
  func noteIdle() { isIdle = true }

  /// Readies all submissions, also those that follow.
  func stopGivingWay() {
    givesWay = false
    ready += background.takeAll()
  }

  /// The receipt keys of the first `count` submissions, without those that have no command id.
  func receiptKeys(ofFirst count: Int) -> [ReceiptKey] { ready.prefix(count).compactMap(\.receiptKey) }

  /// Removes the first `count` submissions, or all if there are fewer, and calls `body` with each.
  func take(_ count: Int, _ body: (Submission) -> Void) {
    let count = min(count, ready.count)
    for submission in ready[..<count] { body(submission) }
    ready.removeFirst(count)
  }

  func putBack(_ submissions: [Submission]) {
    if !submissions.isEmpty { ready.insert(contentsOf: submissions, at: 0) }
  }

  // MARK: Holding submissions that wait for states

  /// Holds a submission if an earlier one of its household is held. Returns whether the submission is held.
  func holdBehindEarlier(_ submission: Submission) -> Bool {
    guard !held.isEmpty, submission.failure == nil, held.hasEarlier(than: submission) else { return false }
    held.hold(submission)
    return true
  }

  /// Holds a submission until the missing streams are loaded.
  func hold(_ submission: Submission, for missing: Set<StreamID>) {
    held.hold(submission)
    load(missing, for: submission)
  }

  /// Holds submissions whose states are not all in memory, until the first `count` submissions of the queue are ready.
  /// Called before the store keeps other servers from appending.
  func holdUnloaded(leaving count: Int) {
    var loaded: [Submission] = []
    var checked = 0
    while checked < ready.count, loaded.count < count {
      let submission = ready[checked]
      checked += 1
      if holdBehindEarlier(submission) { continue }
      if submission.failure != nil || submission.hasAllStates(in: states.memory) {
        loaded.append(submission)
      } else {
        hold(submission, for: submission.missing(in: states.memory))
      }
    }
    ready.replaceSubrange(0..<checked, with: loaded)
  }

  private func load(_ missing: Set<StreamID>, for asker: Submission) {
    let household = asker.command.household
    states.load(Array(missing)) { [unowned self] failure in
      if let failure {
        // Fails all submissions of the household that need the stream, because each of them would read it again and
        // take just as long to fail. `asker` may need the stream without naming it, which is found only during the
        // decision. A group can still find their receipts.
        let reason: CommitFailure =
          if case .store(let error) = failure.error { .unavailable(error) } else { .unreadable(failure.error) }
        held.fail(household, reason) {
          $0.arrival == asker.arrival || $0.missing(in: states.memory).contains(failure.stream)
        }
      }
      proceed(with: household)
    }
  }

  /// Releases a household's submissions, in order, up to the first that lacks a state, and loads its streams.
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

  /// Installs loaded states, and queues the submissions that waited for them.
  func installLoaded() {
    states.installLoaded()
    let released = held.takeReleased()
    guard !released.isEmpty else { return }
    // The released submissions belong before those that arrived later, and behind those that a rollback put back.
    ready += released
    ready.sort { $0.arrival < $1.arrival }
  }
}

extension Submission {
  /// Returns the command's streams that are not in memory. Once loaded, more may turn out to be missing.
  func missing(in states: States) -> Set<StreamID> {
    var streams: Set<StreamID> = [.household(command.household), command.stream]
    do throws(NotLoaded) { streams.formUnion(try command.needed(in: states)) } catch { streams.insert(error.stream) }
    do throws(NotLoaded) { streams.formUnion(try command.deadlineStreams(in: states)) } catch {
      streams.insert(error.stream)
    }
    return streams.filter { !states.holds($0) }
  }

  /// Whether no stream is missing. Faster than `missing(in:)`: called for every submission in a shared store.
  fileprivate func hasAllStates(in states: States) -> Bool {
    guard states.holds(.household(command.household)), states.holds(command.stream) else { return false }
    do throws(NotLoaded) {
      let (needed, deadlineStreams) = (try command.needed(in: states), try command.deadlineStreams(in: states))
      return needed.allSatisfy(states.holds) && deadlineStreams.allSatisfy(states.holds)
    } catch {
      return false
    }
  }
}
