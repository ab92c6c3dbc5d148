import Commands
import Domain
import EventStore
import MovieNightPrimitives

// When the clock looks at a stream.
extension Committer {
  /// While so many looks wait for states the clock takes no more: commands wait for states behind them, and each takes
  /// memory.
  private static let looksHeldAtMost = 64

  var mayLook: Bool { looksHeld < Self.looksHeldAtMost }

  /// Takes out the streams in which something is due, in the order of their deadlines; a look that came too early is put
  /// off, and one at what is not in memory is taken when it is.
  ///
  /// This is done before a group begins: in a shared store nobody waits for it then.
  func takeDue(limit: Int) -> [StreamID] {
    guard mayLook, !isFinishing else { return [] }
    let now = now()
    var found: [(due: Timestamp, stream: StreamID)] = []
    for stream in deadlines.takeDue(at: now, limit: min(limit, Self.looksHeldAtMost - looksHeld)) {
      look(at: stream) { () throws(NotLoaded) in
        guard let due = try dueTime(of: stream) else { return }
        guard due <= now else { return deadlines.schedule(stream, at: due) }
        try decider.requireLoaded(due: stream, at: now)
        found.append((due, stream))
      }
    }
    return found.sorted { ($0.due, $0.stream.id) < ($1.due, $1.stream.id) }.map(\.stream)
  }

  func doWhatIsDue(in stream: StreamID, at time: Timestamp) {
    look(at: stream) { () throws(NotLoaded) in
      try decider.doWhatIsDue(in: stream, at: time)
      try scheduleDeadline(of: stream)
    }
  }

  func schedule(_ moved: Set<StreamID>) {
    for stream in moved {
      look(at: stream) { () throws(NotLoaded) in try scheduleDeadline(of: stream) }
    }
  }

  private func look(at stream: StreamID, _ body: () throws(NotLoaded) -> Void) {
    do throws(NotLoaded) { try body() } catch { lookAgain(at: stream, after: error) }
  }

  private func scheduleDeadline(of stream: StreamID) throws(NotLoaded) {
    if let due = try dueTime(of: stream) { deadlines.schedule(stream, at: due) } else { deadlines.cancel(stream) }
  }

  /// A look at the clock loads nothing, unless the rows cannot tell.
  private func dueTime(of stream: StreamID) throws(NotLoaded) -> Timestamp? {
    do throws(NotLoaded) {
      return try decider.states.dueAt(stream)
    } catch let missing {
      do { return try delegate.dueTime(of: stream) } catch { throw missing }
    }
  }

  /// Whoever recorded an event watches its deadlines; should that process end, this one does.
  func scheduleDeadlines(after event: RecordedEvent) {
    for look in decider.states.looks(after: event) {
      switch look {
      case .nothing: break
      case .stream(let time): deadlines.schedule(event.stream, at: time)
      case .household: scheduleWhatWaits(in: HouseholdID(event.owner), at: event.recordedAt)
      }
    }
  }

  private func scheduleWhatWaits(in household: HouseholdID, at time: Timestamp) {
    do throws(NotLoaded) {
      for stream in try waiting(in: household) { deadlines.schedule(stream, at: time) }
    } catch {
      states.load([error.stream]) { [unowned self] failure in
        if let failure { return delegate.report(.unreadable(failure.error)) }
        scheduleWhatWaits(in: household, at: time)
      }
    }
  }

  private func waiting(in household: HouseholdID) throws(NotLoaded) -> [StreamID] {
    if let known = decider.states.knownHousehold(household) { return decider.states.waiting(in: known) }
    do { return try delegate.waiting(in: household) } catch {}
    return decider.states.waiting(in: try decider.states.household(household))
  }
}
