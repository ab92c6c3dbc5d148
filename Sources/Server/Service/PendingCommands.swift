import MovieNightPrimitives
import WritePath

/// The commands that are with the committer: who waits for each, and what makes its answer.
final class PendingCommands: Sendable {
  struct Pending: Sendable {
    let reply: Reply
    let answer: CommandAnswer
    let method: String
    let access: Method.Access
    let receivedAt: Timestamp
  }

  private let byTag = Locked<[UInt64: Pending]>([:])

  /// - Parameter commands: by their submissions' tags.
  func add(_ commands: [UInt64: Pending]) {
    byTag.withLock { $0.merge(commands) { $1 } }
  }

  /// Takes out those of which the committer has told.
  func take(_ results: [CommitResult]) -> [UInt64: Pending] {
    byTag.withLock { byTag in
      var taken: [UInt64: Pending] = [:]
      taken.reserveCapacity(results.count)
      for case .submission(let submission, _) in results {
        taken[submission.tag] = byTag.removeValue(forKey: submission.tag)
      }
      return taken
    }
  }
}
