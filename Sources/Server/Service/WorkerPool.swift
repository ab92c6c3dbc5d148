import Domain
import Glibc
import Platform
import MovieNightPrimitives
import Transport

/// Threads for what may wait: reads that are not in memory, digests.
final class WorkerPool: Sendable {
  typealias Job = @Sendable () -> Void

  /// For whom a job is done. Tenants take turns, so that one that has many jobs delays no other.
  enum Tenant: Hashable, Sendable {
    case household(HouseholdID)
    case connection(ConnectionID)
    /// The server itself, and its administrators.
    case server
  }

  /// The jobs that wait. Values in, values out.
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

  /// One element for each job.
  private let mailbox: Mailbox<Void>
  private let jobs: Locked<Jobs>
  private let threads: [WorkerThread]
  /// How many threads have started and not ended.
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
        // One job at a time goes to a thread, so that a long one delays no other that waits.
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

  /// - Returns: false when the pool has stopped; the job was not taken.
  @discardableResult
  func perform(for tenant: Tenant = .server, _ job: @escaping Job) -> Bool {
    // A thread that receives the element at once waits for the lock, and finds the job.
    jobs.withLock { jobs in
      guard mailbox.send([()]) else { return false }
      jobs.add(job, for: tenant)
      return true
    }
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
}
