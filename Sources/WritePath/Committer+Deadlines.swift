import Commands
import Domain
import EventStore
import Primitives

// When the clock looks at a stream.
extension Committer {
  /// Takes out the streams in which something is due, in the order of their deadlines; a look that came too early is put
  /// off.
  ///
  /// This is done before a group begins: in a shared store nobody waits for it then.
  func takeDue(limit: Int) -> [StreamID] {
    let now = now()
    var found: [(due: Timestamp, stream: StreamID)] = []
    for stream in deadlines.takeDue(at: now, limit: limit) {
      do throws(ReplayError) {
        guard let due = try dueTime(of: stream) else { continue }
        if due <= now { found.append((due, stream)) } else { deadlines.schedule(stream, at: due) }
      } catch {
        delegate.report(.unreadable(error))
        retryLater(stream)
      }
    }
    return found.sorted { ($0.due, $0.stream.id) < ($1.due, $1.stream.id) }.map(\.stream)
  }

  func doWhatIsDue(in stream: StreamID, at time: Timestamp) {
    do throws(ReplayError) {
      try decider.doWhatIsDue(in: stream, at: time)
      try scheduleDeadline(of: stream)
    } catch {
      delegate.report(.unreadable(error))
      retryLater(stream)
    }
  }

  func schedule(_ moved: Set<StreamID>) {
    for stream in moved {
      do throws(ReplayError) {
        try scheduleDeadline(of: stream)
      } catch {
        delegate.report(.unreadable(error))
        retryLater(stream)
      }
    }
  }

  private func scheduleDeadline(of stream: StreamID) throws(ReplayError) {
    if let due = try dueTime(of: stream) { deadlines.schedule(stream, at: due) }
  }

  /// A look at the clock replays nothing, unless the rows cannot tell.
  private func dueTime(of stream: StreamID) throws(ReplayError) -> Timestamp? {
    if !decider.states.knowsDueTime(of: stream) {
      do { return try delegate.dueTime(of: stream) } catch {}
    }
    return try decider.states.dueAt(stream)
  }

  /// Whoever recorded an event watches its deadlines; should that process end, this one does.
  func scheduleDeadlines(after event: RecordedEvent) {
    for look in decider.states.looks(after: event) {
      switch look {
      case .nothing: break
      case .stream(let time): deadlines.schedule(event.stream, at: time)
      case .household:
        do {
          for stream in try waiting(in: HouseholdID(event.owner)) { deadlines.schedule(stream, at: event.recordedAt) }
        } catch {
          delegate.report(.unreadable(error))
        }
      }
    }
  }

  private func waiting(in household: HouseholdID) throws(ReplayError) -> [StreamID] {
    if let known = decider.states.knownHousehold(household) { return decider.states.waiting(in: known) }
    do { return try delegate.waiting(in: household) } catch {}
    return decider.states.waiting(in: try decider.states.household(household))
  }
}
