import MovieNightPrimitives

/// Runs tasks on the thread that waits for them.
///
/// A program's asynchronous functions then run on its main thread, which may be blocked, as by an event loop. A program that
/// needs no other thread starts none.
public final class CallingThread: TaskExecutor {
  private let jobs = Mailbox<UnownedJob>()

  private init() {}

  public func enqueue(_ job: consuming ExecutorJob) { jobs.send([UnownedJob(job)]) }

  /// Runs `body` on this thread until it ends. Tasks that it starts without waiting for them run elsewhere.
  public static func run<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = CallingThread()
    let outcome = Locked<Swift.Result<Result, Failure>?>(nil)
    Task(executorPreference: thread) {
      let result: Swift.Result<Result, Failure>
      do throws(Failure) {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
    }
    while true {
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      for job in thread.jobs.receive() ?? [] { job.runSynchronously(on: thread.asUnownedTaskExecutor()) }
    }
  }
}
