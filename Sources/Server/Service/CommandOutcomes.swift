import Domain
import EventStore
import Platform
import MovieNightPrimitives
import Projections
import WritePath

/// Turns the committer's results into rows, answers and notifications, on its thread. `@unchecked Sendable`: other
/// threads reach it only through the committer's jobs, or before it starts or after it ends.
final class CommandOutcomes: CommitterDelegate, @unchecked Sendable {
  private let store: any EventStore
  private let readModels: ReadModels
  private let inlineRows: InlineRows
  private let nameCache: NameCache
  private let metrics: ServiceMetrics
  private let problems: HealthProblems
  private let log: Log
  private let damage: DamageReport
  private let clock: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration
  private let flusher: RowFlusher
  private var lastReport: Duration
  private var clockWatch: ClockWatch
  private var endedHolders: EndedHolders
  /// The position after which the rows lack events; nil if none are missing. Each tick tries to apply them.
  private var behindSince: Position?
  /// The last position that this process has recorded.
  private var lastRecorded: Position = 0
  /// Receives the outcomes of a group of commands and the recorded changes, from this group, other servers, or earlier
  /// events not announced. Called on the committer's thread. Set it once, before the first command.
  var deliver: (@Sendable ([(WaitingCommand, Result<[UInt8], Refusal>)], RecordedChanges) -> Void)?

  private static let betweenReports = Duration.seconds(1)

  init(
    store: any EventStore, areas: ServerAreas, readModels: ReadModels, nameCache: NameCache,
    metrics: ServiceMetrics,
    problems: HealthProblems = HealthProblems(), inlineRowMemory: Int = 32 << 20, log: Log,
    clock: @escaping @Sendable () -> Timestamp,
    uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic
  ) {
    self.store = store
    self.readModels = readModels
    inlineRows = InlineRows(
      store: store, schema: areas.events, areas: areas.readModels, rowMemory: inlineRowMemory)
    self.nameCache = nameCache
    self.metrics = metrics
    self.problems = problems
    self.log = log
    self.clock = clock
    self.uptime = uptime
    damage = DamageReport(problems: problems, log: log, clock: clock)
    clockWatch = ClockWatch(clock: clock, uptime: uptime, problems: problems, log: log)
    endedHolders = EndedHolders(problems: problems, count: metrics.endedHolders, log: log)
    lastReport = uptime()
    flusher = RowFlusher(
      store: store, readModels: readModels, problems: problems, log: log, clock: clock, uptime: uptime)
    flusher.reportStoppedProjections()
  }

  func rows(changedBy events: [RecordedEvent], decodedEvents: [Event]) throws(StoreError) -> [ReadModelFlush] {
    try inlineRows.rows(changedBy: events, decodedEvents: decodedEvents)
  }

  func committed(_ results: [CommitResult]) {
    if let last = results.lazy.compactMap(\.lastPosition).last {
      inlineRows.recorded(through: last)
      lastRecorded = last
    }
    var finished: [(WaitingCommand, Result<[UInt8], Refusal>)] = []
    finished.reserveCapacity(results.count)
    var changes = RecordedChanges()
    for result in results {
      var isApplied = true
      if case .recorded(let recorded) = result.outcome {
        metrics.events.add(recorded.events.count)
        isApplied = project(recorded.events, decodedEvents: recorded.decodedEvents, &changes)
      }
      guard let command = result.submission?.waiter as? WaitingCommand else { continue }
      // Do not answer from rows that lack the events, because the answer would look as if nothing had happened.
      let answer = isApplied ? answer(to: command, result.outcome) : .failure(.outcomeUnknown)
      metrics.observe(result.outcome, microseconds: clock().microseconds - command.receivedAt.microseconds)
      finished.append((command, answer))
    }
    deliver?(finished, changes)
  }

  func dueTime(of stream: StreamID) throws -> Timestamp? {
    try requireAllApplied()
    return try readModels.dueTime(of: stream)
  }

  func streamsWithDeadlines(in household: HouseholdID) throws -> [StreamID] {
    try requireAllApplied()
    return try readModels.streamsWithDeadlines(in: household)
  }

  /// Throws if events are missing in the rows, because the rows may then be out of date.
  private func requireAllApplied() throws(StoreError) {
    if behindSince != nil { throw StoreError(.unavailable, "the rows are behind the events") }
  }

  func applyChanges(_ storeChanges: StoreChanges) throws(StoreError) {
    inlineRows.follow(storeChanges)
    try readModels.follow(storeChanges.readModels)
    guard let last = storeChanges.last else { return }
    var changes = RecordedChanges()
    if storeChanges.damaged.isEmpty {
      project(storeChanges.events, &changes)
    } else {
      for event in storeChanges.damaged {
        damage.note(event.error)
        changes.note(event)
      }
      readModels.forgetRows(through: last)
      note(storeChanges.events, in: &changes)
    }
    deliver?([], changes)
  }

  func lostHistory(_ error: StoreError) { readModels.stopAll(error.message) }

  /// Announces events that are in the rows but have not been announced.
  func announce(_ events: [RecordedEvent]) {
    var changes = RecordedChanges()
    note(events, in: &changes)
    deliver?([], changes)
  }

  private func announce(after position: Position) throws(StoreError) {
    var position = position
    while position < readModels.position {
      let page = try store.readAll(after: position, limit: 1000, owner: nil)
      guard let last = page.last else { return }
      announce(page)
      position = last.position
    }
  }

  private func answer(to command: WaitingCommand, _ outcome: SubmissionOutcome) -> Result<[UInt8], Refusal> {
    switch outcome {
    case .refused(let refusal): return .failure(refusal)
    case .overQuota(let milliseconds): return .failure(.tooMuchRecorded.with(data: .retryAfter(milliseconds)))
    case .failed(let failure): return .failure(damage.note(failure) ?? Refusal(failure))
    case .recorded(let recorded): return write(command, recorded.events, recorded.position)
    case .repeated(let receipt):
      do throws(StoreError) {
        let events = try store.readAll(
          after: receipt.position - receipt.eventCount, limit: receipt.eventCount, owner: nil)
        return write(command, events, receipt.position, isRepeated: true)
      } catch {
        return .failure(refusal(of: command, after: error, isRepeated: true))
      }
    }
  }

  private func write(
    _ command: WaitingCommand, _ events: [RecordedEvent], _ position: Position, isRepeated: Bool = false
  ) -> Result<[UInt8], Refusal> {
    do {
      let rows = CommandRows(
        events: events, position: position, isRepeated: isRepeated, readModels: readModels, nameCache: nameCache)
      return .success(try command.answer(rows))
    } catch {
      return .failure(refusal(of: command, after: error, isRepeated: isRepeated))
    }
  }

  /// Returns the refusal for a command that was recorded, but cannot be answered. Sending it again usually helps. If
  /// that fails for a permanent reason, the client must stop.
  private func refusal(of command: WaitingCommand, after error: any Error, isRepeated: Bool) -> Refusal {
    log.error("answer_failed", ["method": .string(command.method.name), "error": .string("\(error)")])
    damage.note(error)
    let isTemporary = StoreError(behind: error).map { $0.code != .damaged } ?? false
    return isRepeated && !isTemporary ? .resultUnreadable : .outcomeUnknown
  }

  /// Folds events into the rows, and adds their effects to `changes`. Returns whether the rows contain the events.
  @discardableResult
  private func project(
    _ events: [RecordedEvent], decodedEvents: [Event] = [], _ changes: inout RecordedChanges
  ) -> Bool {
    guard !events.isEmpty else { return true }
    var isApplied = true
    do throws(StoreError) {
      try readModels.apply(events, decodedEvents: decodedEvents)
    } catch {
      isApplied = false
      behindSince = behindSince ?? readModels.position
      log.error("projection_delayed", ["error": .string(error.description)])
      damage.note(error)
    }
    note(events, in: &changes)
    return isApplied
  }

  /// Removes outdated names from the cache, and adds the effects of the events on households and access to `changes`.
  private func note(_ events: [RecordedEvent], in changes: inout RecordedChanges) {
    for event in events where event.stream.category == HouseholdEvent.category {
      nameCache.forget(HouseholdID(event.owner), before: event.revision)
    }
    changes.note(events)
  }

  func tick(at now: Timestamp) {
    clockWatch.check(lastRecorded: now)
    for notice in store.takeNotices() { log.warning("store_notice", ["notice": .string(notice)]) }
    let uptime = self.uptime()
    endedHolders.report(store.takeEndedHolders(), at: now, uptime: uptime)
    if behindSince != nil { catchUp() }
    // In a shared store, rows are recorded with their events, so no flush reports stopped projections.
    if store.isShared, uptime - lastReport >= Self.betweenReports {
      lastReport = uptime
      flusher.reportStoppedProjections()
    }
    flusher.tick(at: uptime, head: max(lastRecorded, readModels.position))
  }

  func flush() { flusher.flush() }

  func reopened() {
    log.warning("store_reopened", [:])
    // With a shared store, `applyChanges` has already caught up.
    if !store.isShared { catchUp() }
  }

  private func catchUp() {
    let start = behindSince ?? readModels.position
    do throws(StoreError) {
      try readModels.catchUp()
      try announce(after: start)
      behindSince = nil
    } catch {
      behindSince = start
      log.error("projection_delayed", ["error": .string(error.description)])
      damage.note(error)
    }
  }

  func report(_ failure: CommitFailure) {
    log.error("commit_failed", ["error": .string(failure.description)])
    damage.note(failure)
  }
}
