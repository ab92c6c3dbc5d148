import MovieNightPrimitives

/// A task executor that runs tasks on the thread that waits for their result.
///
/// If a program calls `run` on its main thread, its asynchronous functions run there, and may block that thread, for
/// example with an event loop. A program that needs no other threads does not start any.
public final class CallingThread: TaskExecutor {
  private let jobs = Mailbox<UnownedJob>()

  private init() {}

  public func enqueue(_ job: consuming ExecutorJob) { jobs.send([UnownedJob(job)]) }

  /// Runs `body` on the calling thread, and returns its result. Unstructured tasks run on other threads.
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
