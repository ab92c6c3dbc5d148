import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// Schedules deadline checks for streams. A check that lacks a state in memory is repeated when that is loaded.
final class DeadlineWatch {
  private var deadlines = Deadlines()
  private var heldChecks = 0
  private let states: LoadingStates
  private let clock: @Sendable () -> Timestamp
  private unowned let delegate: any CommitterDelegate

  /// The maximum number of checks that wait for states. Each takes memory, and delays loads that commands wait for.
  private static let maximumHeldChecks = 64
  private static let retryAfterSeconds: Int64 = 10

  init(_ states: LoadingStates, clock: @escaping @Sendable () -> Timestamp, delegate: any CommitterDelegate) {
    self.states = states
    self.clock = clock
    self.delegate = delegate
  }

  /// The time of the next check; nil if none is scheduled, or too many wait for states to make another one now.
  var next: Timestamp? { heldChecks < Self.maximumHeldChecks ? deadlines.next : nil }

  /// Schedules a check of the stream at `time`, which must not be later than the stream's deadline.
  func schedule(_ stream: StreamID, at time: Timestamp) { deadlines.schedule(stream, at: time) }

  /// Schedules a check at the stream's current deadline, or cancels the check if the stream has no deadline.
  func scheduleDeadline(of stream: StreamID) throws(NotLoaded) {
    if let due = try dueTime(of: stream) { deadlines.schedule(stream, at: due) } else { deadlines.cancel(stream) }
  }

  /// Schedules another check of each stream in ten seconds, after a failure.
  func retryLater(_ streams: some Sequence<StreamID>) {
    for stream in streams { schedule(stream, at: clock().advanced(bySeconds: Self.retryAfterSeconds)) }
  }

  /// Removes and returns the streams in which something is due, ordered by deadline. A check that turns out to be too
  /// early is rescheduled; one that needs a state that is not in memory is repeated when the state has been loaded.
  /// Called before a group begins, so that no other server of a shared store waits for these checks.
  func takeDue(at now: Timestamp, limit: Int) -> [StreamID] {
    var found: [(due: Timestamp, stream: StreamID)] = []
    let limit = max(0, min(limit, Self.maximumHeldChecks - heldChecks))
    for stream in deadlines.takeDue(at: now, limit: limit) {
      check(at: stream) { () throws(NotLoaded) in
        guard let due = try dueTime(of: stream) else { return }
        guard due <= now else { return deadlines.schedule(stream, at: due) }
        // The decision that is due may append to further streams, whose states must be in memory as well.
        for append in try states.memory.due(stream, at: now)?.decision.appends ?? [] {
          _ = try states.memory.revision(of: append.stream)
        }
        found.append((due, stream))
      }
    }
    return found.sorted { ($0.due, $0.stream.id) < ($1.due, $1.stream.id) }.map(\.stream)
  }

  /// Runs `body`, which checks a stream. If it lacks a state in memory, loads the state and schedules another check.
  func check(at stream: StreamID, _ body: () throws(NotLoaded) -> Void) {
    do throws(NotLoaded) {
      try body()
    } catch {
      heldChecks += 1
      states.load([error.stream]) { [unowned self] failure in
        heldChecks -= 1
        // Schedules the check ahead of all due ones. Behind thousands of them, the state could be evicted first.
        guard let failure else { return schedule(stream, at: Timestamp(microseconds: 0)) }
        delegate.report(.unreadable(failure.error))
        retryLater([stream])
      }
    }
  }

  /// Returns the stream's deadline from the states in memory or from the rows. Throws `NotLoaded` if in neither.
  private func dueTime(of stream: StreamID) throws(NotLoaded) -> Timestamp? {
    do throws(NotLoaded) {
      return try states.memory.dueAt(stream)
    } catch let missing {
      do { return try delegate.dueTime(of: stream) } catch { throw missing }
    }
  }

  // MARK: Deadlines of other processes' events

  /// Schedules checks for the deadlines that an event of another process sets. If that ends, this one handles them.
  func follow(_ event: RecordedEvent) {
    for check in states.memory.deadlineChecks(after: event) {
      switch check {
      case .nothing: break
      case .stream(let time): schedule(event.stream, at: time)
      case .household: scheduleStreams(in: HouseholdID(event.owner), at: event.recordedAt)
      }
    }
  }

  private func scheduleStreams(in household: HouseholdID, at time: Timestamp) {
    do throws(NotLoaded) {
      for stream in try streamsWithDeadlines(in: household) { schedule(stream, at: time) }
    } catch {
      states.load([error.stream]) { [unowned self] failure in
        if let failure { return delegate.report(.unreadable(failure.error)) }
        scheduleStreams(in: household, at: time)
      }
    }
  }

  private func streamsWithDeadlines(in household: HouseholdID) throws(NotLoaded) -> [StreamID] {
    let states = states.memory
    if let known = states.knownHousehold(household) { return states.streamsWithDeadlines(in: known) }
    do { return try delegate.streamsWithDeadlines(in: household) } catch {}
    return states.streamsWithDeadlines(in: try states.household(household))
  }
}
