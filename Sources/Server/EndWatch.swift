import Platform
import MovieNightPrimitives

/// Watches that a server ends in time: a job that hangs on a worker, or a call that never returns, cannot hold up the end.
final class EndWatch: Sendable {
  private let longestEnd: Duration
  private let isOverdue: (@Sendable () -> Void)?
  private let hasBegun = Locked(false)
  /// Closed when the server has ended.
  private let end = Mailbox<Void>()

  /// - Parameter isOverdue: called on a thread of its own where the server does not end in time; nil where nobody waits.
  init(longestEnd: Duration, isOverdue: (@Sendable () -> Void)?) {
    self.longestEnd = longestEnd
    self.isOverdue = isOverdue
  }

  /// The server was asked to end. A second call changes nothing.
  func begin() {
    guard hasBegun.set(), let isOverdue else { return }
    let thread = WorkerThread(name: "end-watch") { [longestEnd, end] in
      if end.receive(within: Int64(longestEnd / .microseconds(1))) != nil { isOverdue() }
    }
    // Without a thread the end takes as long as it takes.
    try? thread.start()
  }

  func hasEnded() { end.close() }
}
