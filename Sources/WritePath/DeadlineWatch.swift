import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// When the clock looks at which stream. A look at what is not in memory is taken when it is.
final class DeadlineWatch {
  private var deadlines = Deadlines()
  /// How many looks wait for states.
  private var looksHeld = 0
  private let states: LoadingStates
  private let clock: @Sendable () -> Timestamp
  private unowned let delegate: any CommitterDelegate

  /// While so many looks wait for states the clock takes no more: commands wait for states behind them, and each takes
  /// memory.
  private static let looksHeldAtMost = 64
  private static let retryAfterSeconds: Int64 = 10

  init(_ states: LoadingStates, clock: @escaping @Sendable () -> Timestamp, delegate: any CommitterDelegate) {
    self.states = states
    self.clock = clock
    self.delegate = delegate
  }

  /// When something may be due; nil where nothing is, or where it cannot look now.
  var next: Timestamp? { looksHeld < Self.looksHeldAtMost ? deadlines.next : nil }

  /// Has it look at a stream at a time that must not be later than something is due there.
  func schedule(_ stream: StreamID, at time: Timestamp) { deadlines.schedule(stream, at: time) }

  /// Has it look at a stream when something is due there by what it says now; never, where nothing is.
  func scheduleDeadline(of stream: StreamID) throws(NotLoaded) {
    if let due = try dueTime(of: stream) { deadlines.schedule(stream, at: due) } else { deadlines.cancel(stream) }
  }

  /// Has it look again at streams where something went wrong.
  func retryLater(_ streams: some Sequence<StreamID>) {
    for stream in streams { schedule(stream, at: clock().advanced(bySeconds: Self.retryAfterSeconds)) }
  }

  /// Takes out the streams in which something is due, in the order of their deadlines; a look that came too early is put
  /// off, and one at what is not in memory is taken when it is.
  ///
  /// This is done before a group begins: in a shared store nobody waits for it then.
  func takeDue(at now: Timestamp, limit: Int) -> [StreamID] {
    var found: [(due: Timestamp, stream: StreamID)] = []
    let limit = max(0, min(limit, Self.looksHeldAtMost - looksHeld))
    for stream in deadlines.takeDue(at: now, limit: limit) {
      look(at: stream) { () throws(NotLoaded) in
        guard let due = try dueTime(of: stream) else { return }
        guard due <= now else { return deadlines.schedule(stream, at: due) }
        // What is done there may need another stream.
        for append in try states.memory.due(stream, at: now)?.decision.appends ?? [] {
          _ = try states.memory.revision(of: append.stream)
        }
        found.append((due, stream))
      }
    }
    return found.sorted { ($0.due, $0.stream.id) < ($1.due, $1.stream.id) }.map(\.stream)
  }

  /// Looks at a stream with `body`. Where that lacks a state, the clock looks when it is loaded.
  func look(at stream: StreamID, _ body: () throws(NotLoaded) -> Void) {
    do throws(NotLoaded) {
      try body()
    } catch {
      looksHeld += 1
      states.load([error.stream]) { [unowned self] failure in
        looksHeld -= 1
        // Before all others that are due: behind thousands of them it would be forgotten again before its turn.
        guard let failure else { return schedule(stream, at: Timestamp(microseconds: 0)) }
        delegate.report(.unreadable(failure.error))
        retryLater([stream])
      }
    }
  }

  /// Loads nothing, unless the rows cannot tell.
  private func dueTime(of stream: StreamID) throws(NotLoaded) -> Timestamp? {
    do throws(NotLoaded) {
      return try states.memory.dueAt(stream)
    } catch let missing {
      do { return try delegate.dueTime(of: stream) } catch { throw missing }
    }
  }

  // MARK: What others record

  /// Watches the deadlines that another process has recorded: should that end, this one does what is due.
  func follow(_ event: RecordedEvent) {
    for look in states.memory.looks(after: event) {
      switch look {
      case .nothing: break
      case .stream(let time): schedule(event.stream, at: time)
      case .household: scheduleWhatWaits(in: HouseholdID(event.owner), at: event.recordedAt)
      }
    }
  }

  private func scheduleWhatWaits(in household: HouseholdID, at time: Timestamp) {
    do throws(NotLoaded) {
      for stream in try waiting(in: household) { schedule(stream, at: time) }
    } catch {
      states.load([error.stream]) { [unowned self] failure in
        if let failure { return delegate.report(.unreadable(failure.error)) }
        scheduleWhatWaits(in: household, at: time)
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
