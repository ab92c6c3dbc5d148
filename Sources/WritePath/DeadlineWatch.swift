import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// Schedules checks of streams for deadlines. A check that lacks a state is done when that is loaded.
final class DeadlineWatch {
  private var deadlines = Deadlines()
  private var heldChecks = 0
  private let states: LoadingStates
  private let clock: @Sendable () -> Timestamp
  private unowned let delegate: any CommitterDelegate

  /// The most checks that wait for states: each takes memory, and commands wait for states behind them.
  private static let maximumHeldChecks = 64
  private static let retryAfterSeconds: Int64 = 10

  init(_ states: LoadingStates, clock: @escaping @Sendable () -> Timestamp, delegate: any CommitterDelegate) {
    self.states = states
    self.clock = clock
    self.delegate = delegate
  }

  /// When something may be due; nil if nothing is, or if no check may be made now.
  var next: Timestamp? { heldChecks < Self.maximumHeldChecks ? deadlines.next : nil }

  /// Schedules a check at a time not later than the stream's deadline.
  func schedule(_ stream: StreamID, at time: Timestamp) { deadlines.schedule(stream, at: time) }

  /// Schedules a check at the stream's current deadline; cancels it if there is none.
  func scheduleDeadline(of stream: StreamID) throws(NotLoaded) {
    if let due = try dueTime(of: stream) { deadlines.schedule(stream, at: due) } else { deadlines.cancel(stream) }
  }

  /// Schedules another check of streams after a failure.
  func retryLater(_ streams: some Sequence<StreamID>) {
    for stream in streams { schedule(stream, at: clock().advanced(bySeconds: Self.retryAfterSeconds)) }
  }

  /// Takes the streams in which something is due, by deadline. Checks that come too early are put off; those that lack a state
  /// are done when it is loaded. Called before a group begins, so that no other server of a shared store waits for it.
  func takeDue(at now: Timestamp, limit: Int) -> [StreamID] {
    var found: [(due: Timestamp, stream: StreamID)] = []
    let limit = max(0, min(limit, Self.maximumHeldChecks - heldChecks))
    for stream in deadlines.takeDue(at: now, limit: limit) {
      check(at: stream) { () throws(NotLoaded) in
        guard let due = try dueTime(of: stream) else { return }
        guard due <= now else { return deadlines.schedule(stream, at: due) }
        // What is due may need further streams.
        for append in try states.memory.due(stream, at: now)?.decision.appends ?? [] {
          _ = try states.memory.revision(of: append.stream)
        }
        found.append((due, stream))
      }
    }
    return found.sorted { ($0.due, $0.stream.id) < ($1.due, $1.stream.id) }.map(\.stream)
  }

  /// Runs `body`, which checks a stream. If it lacks a state, a check is scheduled when that is loaded.
  func check(at stream: StreamID, _ body: () throws(NotLoaded) -> Void) {
    do throws(NotLoaded) {
      try body()
    } catch {
      heldChecks += 1
      states.load([error.stream]) { [unowned self] failure in
        heldChecks -= 1
        // Before everything else that is due: behind thousands of others the state would be evicted before its turn.
        guard let failure else { return schedule(stream, at: Timestamp(microseconds: 0)) }
        delegate.report(.unreadable(failure.error))
        retryLater([stream])
      }
    }
  }

  /// The stream's deadline. Loads nothing, unless the rows lack it.
  private func dueTime(of stream: StreamID) throws(NotLoaded) -> Timestamp? {
    do throws(NotLoaded) {
      return try states.memory.dueAt(stream)
    } catch let missing {
      do { return try delegate.dueTime(of: stream) } catch { throw missing }
    }
  }

  // MARK: Other processes' events

  /// Watches the deadlines that another process has recorded: if that process ends, this one acts on them.
  func follow(_ event: RecordedEvent) {
    for check in states.memory.deadlineChecks(after: event) {
      switch check {
      case .nothing: break
      case .stream(let time): schedule(event.stream, at: time)
      case .household: scheduleWaiting(in: HouseholdID(event.owner), at: event.recordedAt)
      }
    }
  }

  private func scheduleWaiting(in household: HouseholdID, at time: Timestamp) {
    do throws(NotLoaded) {
      for stream in try waiting(in: household) { schedule(stream, at: time) }
    } catch {
      states.load([error.stream]) { [unowned self] failure in
        if let failure { return delegate.report(.unreadable(failure.error)) }
        scheduleWaiting(in: household, at: time)
      }
    }
  }

  private func waiting(in household: HouseholdID) throws(NotLoaded) -> [StreamID] {
    let states = states.memory
    if let known = states.knownHousehold(household) { return states.waiting(in: known) }
    do { return try delegate.waiting(in: household) } catch {}
    return states.waiting(in: try states.household(household))
  }
}
