import EventStore
import MovieNightPrimitives
import WritePath

/// Where the service hands in commands, on the loop's thread: whose each is is remembered, and the committer gets it.
/// What becomes of it comes back from `CommandOutcomes`.
///
/// `@unchecked Sendable`: only the loop's thread uses it.
final class CommandDesk: @unchecked Sendable {
  private let committer: Committer
  private let outcomes: CommandOutcomes
  private let pending: PendingCommands
  private let clock: @Sendable () -> Timestamp
  private var nextTag: UInt64 = 0
  private var prepared: [UInt64: PendingCommands.Pending] = [:]

  /// - Parameter pending: the one that `outcomes` takes from.
  init(
    committer: Committer, outcomes: CommandOutcomes, pending: PendingCommands,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.committer = committer
    self.outcomes = outcomes
    self.pending = pending
    self.clock = clock
  }

  /// Notes who waits for a command. It is with the committer when it has been submitted.
  func prepare(
    _ submission: Submission, _ answer: CommandAnswer, _ reply: Reply, _ method: Method
  ) -> Submission {
    nextTag += 1
    prepared[nextTag] = PendingCommands.Pending(
      reply: reply, answer: answer, method: method.name, access: method.access, receivedAt: clock())
    var submission = submission
    submission.tag = nextTag
    return submission
  }

  func submit(_ submissions: [Submission]) {
    pending.add(prepared)
    prepared.removeAll(keepingCapacity: true)
    if !committer.submit(submissions) {
      outcomes.committed(submissions.map { .submission($0, .failed(.stopping)) })
    }
  }
}
