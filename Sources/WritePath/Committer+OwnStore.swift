import Domain
import EventStore
import Primitives

// How groups follow each other in a store that is this process's alone: while one is written, the next is decided.
extension Committer {
  /// So often the delegate gets its time where one group follows the other.
  private static let betweenTicksMicroseconds: Int64 = 2_000

  /// Decides what waits and what is due, and has it written, as far as that goes without waiting.
  func advance() {
    if writing != nil, let result = writer.result() { takeUp(result) }
    repeat {
      decideNext()
      writeNext()
    } while canDecideMore
  }

  /// Whether something waits that need not wait for the writer: beside what it writes, one group is decided.
  private var canDecideMore: Bool {
    !waiting.isEmpty && (writing == nil || decider.group.isEmpty && !decider.states.areMany)
  }

  /// Returns when all that waits is recorded or refused.
  func settle() {
    repeat {
      finishWriting()
      decideNext()
    } while !waiting.isEmpty || !decider.group.isEmpty
  }

  private func finishWriting() {
    repeat {
      if writing != nil, let result = writer.awaitedResult() { takeUp(result) }
      writeNext()
    } while writing != nil
  }

  private func decideNext() {
    takeUpLoaded()
    if let error = ImplausibleTime(now: clock(), lastRecorded: lastTime) { return refuseAll(.implausibleTime(error)) }
    // What is decided and not written yet stands in states alone. So none is forgotten meanwhile, and where some must be, the
    // writer is waited for.
    if writing == nil, decider.group.isEmpty { decider.states.age() } else if decider.states.areMany { return }
    let isBeginning = decider.group.isEmpty && !isCutOff && !isResting
    let due = isBeginning ? takeDue(limit: waiting.isEmpty ? Self.groupLimit : Self.looksWhileOthersWait) : []
    let count = min(waiting.count, Self.groupLimit - decider.group.submissions.count)
    if count == 0, due.isEmpty { return }
    guard reopenIfNeeded() else { return refuseAll(due: due, Self.notReopened) }
    let time = max(now(), decider.group.time, writing?.time ?? lastTime)
    for stream in due { doWhatIsDue(in: stream, at: time) }
    for submission in waiting.prefix(count) { _ = decide(submission, at: time) }
    waiting.removeFirst(count)
  }

  private func writeNext() {
    guard writing == nil, !decider.group.isEmpty, !handOver() else { return }
    let group = decider.takeGroup()
    writing = group
    takeUp(group.appends.isEmpty ? .success([]) : GroupWriter.record(group.appends.map(\.append), in: store))
  }

  /// - Returns: whether the writer has the group now.
  private func handOver() -> Bool {
    guard hasWriter, decider.group.appends.count >= fewestToHandOver else { return false }
    let group = decider.takeGroup()
    writing = group
    writer.write(group.appends.map(\.append))
    return true
  }

  /// Tells what became of the group that was written.
  private func takeUp(_ result: Result<[CommitOutcome], StoreError>) {
    guard let group = writing else { return }
    writing = nil
    decider.groupIsWritten()
    switch result {
    case .success(let outcomes):
      let recorded = group.results(outcomes, after: head)
      head = recorded.head
      if !outcomes.isEmpty { noteSuccess(at: group.time) }
      if recorded.contradicts {
        decider.refund(group, notCommittedIn: outcomes)
        decider.states.loader.forgetAll()
      }
      let takenBack = recorded.contradicts ? takeBackNext() : []
      // The next group is written while this one's answers are made, unless something must not be done beside it.
      let needsTick = !(0..<Self.betweenTicksMicroseconds).contains(clock().microseconds - lastTick.microseconds)
      if !needsTick { _ = handOver() }
      waiting = group.deferred + waiting
      tell(recorded.results)
      schedule(group.moved.union(takenBack))
      if needsTick, writing == nil { tick() }
    case .failure(let error):
      decider.refund(group)
      let takenBack = takeBackNext()
      waiting = group.deferred + waiting
      tell(results(of: group, error))
      group.moved.union(takenBack).forEach(retryLater)
    }
  }

  /// What was decided while a group was written rested on it, and is decided anew.
  /// - Returns: the streams that the clock must look at again.
  private func takeBackNext() -> Set<StreamID> {
    let next = decider.forgetAll()
    waiting = next.submissions + waiting
    return next.moved
  }
}
