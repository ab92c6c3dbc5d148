import Testing

@testable import MovieNightKit

/// Runs async tests on their own thread, because other tests block Swift's shared threads.
struct OneThread: SuiteTrait, TestTrait, TestScoping {
  static let thread = PollingThread()

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.thread) { try await function() }
  }
}

extension Trait where Self == OneThread {
  static var onOneThread: Self { Self() }
}

/// Starts a task that runs concurrently with the test, on the same thread.
func beside<Success: Sendable>(_ body: @escaping @Sendable () async throws -> Success) -> Task<Success, any Error> {
  Task(executorPreference: OneThread.thread) { try await body() }
}
