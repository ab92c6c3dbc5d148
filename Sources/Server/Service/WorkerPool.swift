import Platform
import Primitives

/// Threads for what may wait: reads that are not in memory, digests.
final class WorkerPool: Sendable {
  private let mailbox: Mailbox<@Sendable () -> Void>
  private let threads: [WorkerThread]

  init(name: String, threadCount: Int) {
    let mailbox = Mailbox<@Sendable () -> Void>()
    self.mailbox = mailbox
    threads = (1...threadCount).map { number in
      WorkerThread(name: "\(name)-\(number)") { Self.work(mailbox) }
    }
  }

  func start() throws(SystemError) {
    for thread in threads { try thread.start() }
  }

  /// - Returns: false when the pool has stopped; the job was not taken.
  @discardableResult
  func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
    mailbox.send([job])
  }

  /// Works off what was taken, then ends.
  func stop() {
    mailbox.close()
    for thread in threads { thread.join() }
  }

  // One job at a time goes to a thread, so that a long one delays no other that waits.
  private static func work(_ mailbox: Mailbox<@Sendable () -> Void>) {
    while let job = mailbox.receiveOne() { job() }
  }
}
