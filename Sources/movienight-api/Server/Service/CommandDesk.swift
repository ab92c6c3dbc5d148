import Commands
import Domain
import EventStore
import Primitives
import Projections

/// Between the service and the committer: remembers whose command is on its way, and turns what became of it into an
/// answer.
///
/// `submit` and `prepare` are called on the loop's thread, the delegate's calls come on the committer's;
/// `@unchecked Sendable`: what both touch is behind a lock.
final class CommandDesk: CommitterDelegate, @unchecked Sendable {
  /// A command whose outcome is known.
  struct Finished: Sendable {
    let reply: Reply
    let result: Result<[UInt8], WireError>
  }

  /// Where outcomes go, on the committer's thread.
  struct Outlet: Sendable {
    /// Answers of a group, and whose access it ended.
    var finished: @Sendable ([Finished], EndedAccess) -> Void
  }

  private struct Pending {
    let reply: Reply
    let answer: CommandAnswer
    let method: String
    let receivedAt: Timestamp
  }

  private let store: any EventStore
  private let readModels: ReadModels
  private let directories: Directories
  private let writer: CommandAnswerWriter
  private let metrics: ServiceMetrics
  private let log: Log
  private let clock: @Sendable () -> Timestamp
  private let pending = Locked<[UInt64: Pending]>([:])
  private var nextTag: UInt64 = 0
  private var prepared: [UInt64: Pending] = [:]
  private var lastFlush: Timestamp
  private var reportedStops: Set<String> = []
  /// Whether recorded events could not be taken into the rows, which each tick tries again.
  private var isBehind = false
  /// Set once, before the first command.
  var outlet: Outlet?
  var committer: Committer?

  /// Changed rows are written after so many events, or so much time.
  private static let eventsBetweenFlushes = 4096
  private static let microsecondsBetweenFlushes: Int64 = 1_000_000

  init(
    store: any EventStore, readModels: ReadModels, directories: Directories, metrics: ServiceMetrics, log: Log,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    self.readModels = readModels
    self.directories = directories
    writer = CommandAnswerWriter(readModels: readModels, directories: directories)
    self.metrics = metrics
    self.log = log
    self.clock = clock
    lastFlush = clock()
  }

  // MARK: On the loop's thread

  func prepare(
    _ command: PreparedCommand, _ mark: CommandMark?, _ expectedRevision: Revision?, _ reply: Reply, method: String
  ) -> Submission {
    nextTag += 1
    prepared[nextTag] = Pending(reply: reply, answer: command.answer, method: method, receivedAt: clock())
    return Submission(
      command: command.command, sender: command.sender, mark: mark, expectedRevision: expectedRevision, tag: nextTag)
  }

  func submit(_ submissions: [Submission]) {
    pending.withLock { $0.merge(prepared) { $1 } }
    prepared.removeAll(keepingCapacity: true)
    if committer?.submit(submissions) != true {
      committed(submissions.map { .submission($0, .failed(.stopping)) })
    }
  }

  // MARK: On the committer's thread

  func committed(_ results: [CommitResult]) {
    var finished: [Finished] = []
    finished.reserveCapacity(results.count)
    var ended = EndedAccess()
    var waiting = take(results)
    for result in results {
      switch result {
      case .clock(let events): project(events, &ended)
      case .submission(let submission, let outcome):
        guard let pending = waiting.removeValue(forKey: submission.tag) else { continue }
        let result = self.result(of: pending, submission, outcome, &ended)
        metrics.observe(outcome, microseconds: clock().microseconds - pending.receivedAt.microseconds)
        finished.append(Finished(reply: pending.reply, result: result))
      }
    }
    outlet?.finished(finished, ended)
  }

  private func take(_ results: [CommitResult]) -> [UInt64: Pending] {
    pending.withLock { pending in
      var taken: [UInt64: Pending] = [:]
      taken.reserveCapacity(results.count)
      for case .submission(let submission, _) in results {
        taken[submission.tag] = pending.removeValue(forKey: submission.tag)
      }
      return taken
    }
  }

  private func result(
    of pending: Pending, _ submission: Submission, _ outcome: SubmissionOutcome, _ ended: inout EndedAccess
  ) -> Result<[UInt8], WireError> {
    switch outcome {
    case .refused(let refusal): return .failure(WireError(refusal))
    case .failed(let failure): return .failure(WireError(failure))
    case .recorded(let recorded):
      // Rows that lack the events would give an answer that looks as if nothing had happened.
      guard project(recorded.events, &ended) else { return .failure(.outcomeUnknown) }
      return write(
        pending,
        CommandEffect(events: recorded.events, position: recorded.position, isRepeated: false))
    case .repeated(let receipt):
      do throws(StoreError) {
        let events = try store.readAll(
          after: receipt.position - receipt.eventCount, limit: receipt.eventCount, owner: nil)
        return write(pending, CommandEffect(events: events, position: receipt.position, isRepeated: true))
      } catch {
        log.error("answer_failed", ["method": .string(pending.method), "error": .string(error.description)])
        return .failure(.storeUnavailable)
      }
    }
  }

  private func write(_ pending: Pending, _ effect: CommandEffect) -> Result<[UInt8], WireError> {
    do {
      return .success(try writer.write(pending.answer, effect))
    } catch {
      // It is recorded all the same: sent again, it will be answered.
      log.error("answer_failed", ["method": .string(pending.method), "error": .string("\(error)")])
      return .failure(.outcomeUnknown)
    }
  }

  /// - Returns: whether the rows have taken the events in.
  @discardableResult
  private func project(_ events: [RecordedEvent], _ ended: inout EndedAccess) -> Bool {
    guard !events.isEmpty else { return true }
    metrics.events.add(events.count)
    var isApplied = true
    do throws(StoreError) {
      try readModels.apply(events)
    } catch {
      isApplied = false
      isBehind = true
      log.error("projection_delayed", ["error": .string(error.description)])
    }
    for event in events where event.stream.category == StreamCategory.household {
      directories.forget(HouseholdID(event.owner))
      ended.note(event)
    }
    return isApplied
  }

  func tick(at now: Timestamp) {
    for notice in store.takeNotices() { log.warning("store_notice", ["notice": .string(notice)]) }
    if isBehind { catchUp() }
    let unflushed = readModels.unflushedEvents
    guard unflushed > 0 else { return }
    let isDue = now.microseconds - lastFlush.microseconds >= Self.microsecondsBetweenFlushes
    if unflushed >= Self.eventsBetweenFlushes || isDue { flush(at: now) }
  }

  /// Writes changed rows; what cannot be written now is written later.
  func flush(at now: Timestamp) {
    lastFlush = now
    reportStoppedProjections()
    do throws(StoreError) {
      try readModels.flush()
    } catch {
      log.error("flush_failed", ["error": .string(error.description)])
    }
  }

  /// Tells the operator once of each projection that has met an event it cannot read.
  func reportStoppedProjections() {
    for projection in readModels.health() {
      guard let stopped = projection.stopped, reportedStops.insert(projection.name).inserted else { continue }
      log.error(
        "projection_stopped",
        [
          "name": .string(projection.name), "position": .integer(stopped.position), "reason": .string(stopped.reason),
        ])
    }
  }

  func reopened() {
    log.warning("store_reopened", [:])
    catchUp()
  }

  private func catchUp() {
    do throws(StoreError) {
      try readModels.catchUp()
      isBehind = false
    } catch {
      isBehind = true
      log.error("projection_delayed", ["error": .string(error.description)])
    }
  }

  func report(_ failure: CommitFailure) {
    log.error("commit_failed", ["error": .string(failure.description)])
  }
}
