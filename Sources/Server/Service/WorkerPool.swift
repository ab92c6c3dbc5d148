import Domain
import Glibc
import Platform
import MovieNightPrimitives
import Transport

/// Threads for work that may block, such as reading the store or computing digests.
final class WorkerPool: Sendable {
  typealias Job = @Sendable () -> Void

  /// The tenant that a job is for. Tenants take turns, so that one with many jobs does not delay the others.
  enum Tenant: Hashable, Sendable {
    case household(HouseholdID)
    case connection(ConnectionID)
    /// The server itself, and its administrators.
    case server
  }

  struct Jobs {
    private var turns = FairQueue<Tenant>(quantum: 1)
    private var waiting: [Tenant: Queue<Job>] = [:]

    mutating func add(_ job: @escaping Job, for tenant: Tenant) {
      waiting[tenant, default: Queue()].append(job)
      turns.add(tenant)
    }

    mutating func takeNext() -> Job? {
      guard let tenant = turns.next({ waiting[$0] == nil ? nil : 1 }) else { return nil }
      turns.charge(tenant, 1)
      let job = waiting[tenant]?.popFirst()
      if waiting[tenant]?.isEmpty == true { waiting[tenant] = nil }
      return job
    }
  }

  /// Contains one element for each job in `jobs`, which wakes a thread.
  private let mailbox: Mailbox<Void>
  private let jobs: Locked<Jobs>
  private let threads: [WorkerThread]
  /// The number of threads that have started and not ended.
  private let running: Locked<Int>

  init(name: String, threadCount: Int) {
    let mailbox = Mailbox<Void>()
    let jobs = Locked(Jobs())
    let running = Locked(0)
    self.mailbox = mailbox
    self.jobs = jobs
    self.running = running
    threads = (1...threadCount).map { number in
      WorkerThread(name: "\(name)-\(number)") {
        // Each thread takes one job at a time, so that a long job does not hold up jobs that another thread could run.
        while mailbox.receiveOne() != nil { jobs.withLock { $0.takeNext() }?() }
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

  /// Queues a job. Returns false if the pool has stopped and did not take the job.
  @discardableResult
  func perform(for tenant: Tenant = .server, _ job: @escaping Job) -> Bool {
    // Send the element under the lock. A thread that receives it at once waits for the lock, then finds the job.
    jobs.withLock { jobs in
      guard mailbox.send([()]) else { return false }
      jobs.add(job, for: tenant)
      return true
    }
  }

  /// Finishes all jobs that were queued, then stops the threads.
  func stop() {
    mailbox.close()
    for thread in threads { thread.join() }
  }

  /// Like `stop`, but waits at most `timeout`. A job that takes longer ends with the process.
  func stop(within timeout: Duration) {
    mailbox.close()
    let end = SystemClock.monotonic() + timeout
    while running.withLock({ $0 }) > 0 {
      guard SystemClock.monotonic() < end else { return }
      usleep(2000)
    }
    for thread in threads { thread.join() }
  }
}
