import Glibc
import Platform
import Primitives

/// Threads for what may wait: reads that are not in memory, digests.
final class WorkerPool: Sendable {
  private let mailbox: Mailbox<@Sendable () -> Void>
  private let threads: [WorkerThread]
  /// How many threads have started and not ended.
  private let running: Locked<Int>

  init(name: String, threadCount: Int) {
    let mailbox = Mailbox<@Sendable () -> Void>()
    let running = Locked(0)
    self.mailbox = mailbox
    self.running = running
    threads = (1...threadCount).map { number in
      WorkerThread(name: "\(name)-\(number)") {
        Self.work(mailbox)
        running.withLock { $0 -= 1 }
      }
    }
  }

  func start() throws(SystemError) {
    for thread in threads {
      running.withLock { $0 += 1 }
      do throws(SystemError) {
        try thread.start()
      } catch {
        running.withLock { $0 -= 1 }
        throw error
      }
    }
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

  /// As `stop`, but a job that takes longer than that is left alone: it ends with the process at the latest.
  func stop(within patience: Duration) {
    mailbox.close()
    let end = SystemClock.monotonic() + patience
    while running.withLock({ $0 }) > 0 {
      guard SystemClock.monotonic() < end else { return }
      usleep(2000)
    }
    for thread in threads { thread.join() }
  }

  // One job at a time goes to a thread, so that a long one delays no other that waits.
  private static func work(_ mailbox: Mailbox<@Sendable () -> Void>) {
    while let job = mailbox.receiveOne() { job() }
  }
}
