import Domain
import EventStore
import Primitives

// When the clock looks at a round.
extension Committer {
  /// No deadline comes sooner after an event of its round.
  private static let shortestWait = Int64(HouseholdLimits.votingExpiryHours.lowerBound) * Timestamp.secondsPerHour

  /// Takes out the rounds in which something is due, in the order of their deadlines; a look that came too early is put
  /// off.
  ///
  /// Before a group begins, so that in a shared store nobody waits for it.
  func takeDueRounds(limit: Int) -> [RoundID] {
    let now = now()
    decider.states.age()
    var found: [(due: Timestamp, round: RoundID)] = []
    for round in deadlines.takeDue(at: now, limit: limit) {
      do throws(ReplayError) {
        guard let due = try dueTime(of: round) else { continue }
        if due <= now { found.append((due, round)) } else { deadlines.schedule(round, at: due) }
      } catch {
        delegate.report(.unreadable(error))
        retryLater(round)
      }
    }
    return found.sorted { ($0.due, $0.round) < ($1.due, $1.round) }.map(\.round)
  }

  func expire(_ round: RoundID, at time: Timestamp) {
    do throws(ReplayError) {
      try decider.expire(round, at: time)
      try scheduleDeadline(of: round)
    } catch {
      delegate.report(.unreadable(error))
      retryLater(round)
    }
  }

  func scheduleTouchedRounds() {
    for round in decider.touchedRounds.keys {
      do throws(ReplayError) {
        try scheduleDeadline(of: round)
      } catch {
        delegate.report(.unreadable(error))
        retryLater(round)
      }
    }
  }

  private func scheduleDeadline(of round: RoundID) throws(ReplayError) {
    if let due = try dueTime(of: round) { deadlines.schedule(round, at: due) }
  }

  /// A look at the clock replays nothing, unless the rows cannot tell.
  private func dueTime(of round: RoundID) throws(ReplayError) -> Timestamp? {
    if let known = decider.states.knownRound(round) { return known.round.dueAt(known.household.settings) }
    do { return try delegate.dueTime(of: round) } catch {}
    let state = try decider.states.round(round)
    guard let household = state.household else { return nil }
    return state.dueAt(try decider.states.household(household).settings)
  }

  /// Whoever recorded an event watches its deadlines; should that process end, this one does.
  func scheduleDeadlines(after event: RecordedEvent) {
    switch event.stream.category {
    case RoundEvent.category:
      deadlines.schedule(
        RoundID(event.stream.id), at: event.recordedAt.advanced(bySeconds: Self.shortestWait))
    case HouseholdEvent.category where event.type == HouseholdSettingsSet.type:
      do {
        for round in try waitingRounds(of: HouseholdID(event.owner)) {
          deadlines.schedule(round, at: event.recordedAt)
        }
      } catch {
        delegate.report(.unreadable(error))
      }
    default: break
    }
  }

  private func waitingRounds(of household: HouseholdID) throws(ReplayError) -> [RoundID] {
    if let known = decider.states.knownHousehold(household) { return known.waitingRounds }
    do { return try delegate.unfinishedRounds(of: household) } catch {}
    return try decider.states.household(household).waitingRounds
  }
}
