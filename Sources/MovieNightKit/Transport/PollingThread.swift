import MovieNightPrimitives

/// A thread that waits for sockets and deadlines, and runs the tasks that waited for them. This way, an answer is
/// received, parsed and delivered on one thread, even if an app keeps all threads of Swift's pool busy. The thread
/// starts on first use and never ends. While it is idle, it costs only its stack.
final class PollingThread: TaskExecutor {
  static let network = PollingThread()
  /// The thread for files, whose system calls block.
  static let files = PollingThread()

  private struct Wait {
    /// The descriptor to wait for; nil to wait only for the deadline.
    var descriptor: Int32?
    var readiness = SystemCalls.Readiness.readable
    var deadline: Duration?
    let outcome = Promise<Bool>()
  }

  private struct State {
    var jobs = Queue<UnownedJob>()
    var waits: [Int: Wait] = [:]
    var lastWait = 0
    var hasStarted = false
    /// The pipe that wakes the thread. If it cannot be opened, it is nil, and the thread looks for work at intervals.
    var pipe: (reading: Int32, writing: Int32)?
    /// Whether the thread may be asleep and has not been woken yet.
    var mustBeWoken = false
  }

  private let state = Locked(State())

  // MARK: Jobs

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    change { $0.jobs.append(job) }
  }

  /// Changes the state, and wakes or starts the thread.
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, waker, isNew) = state.withLock { state in
      let result = body(&state)
      let isNew = !state.hasStarted
      if isNew { (state.hasStarted, state.pipe) = (true, SystemCalls.openPipe()) }
      defer { state.mustBeWoken = false }
      return (result, state.mustBeWoken ? state.pipe?.writing : nil, isNew)
    }
    if isNew {
      do throws(SystemError) { try SystemCalls.startThread { self.run() } } catch {
        preconditionFailure("no thread for the client: \(error.text)")
      }
    }
    if let waker { SystemCalls.writeByte(waker) }
    return result
  }

  private func run() {
    while true {
      let turn = state.withLock { Self.makeTurn(&$0) }
      for outcome in turn.expired { outcome.fulfill(false) }
      for job in turn.jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      let ready = SystemCalls.wait(for: turn.watched.map { ($0.descriptor, $0.readiness) }, within: turn.timeout)
      let woken = state.withLock { state in
        state.mustBeWoken = false
        return zip(turn.watched, ready).compactMap { watched, isReady in
          isReady ? watched.wait.flatMap { state.waits.removeValue(forKey: $0)?.outcome } : nil
        }
      }
      if ready.first == true, let first = turn.watched.first, first.wait == nil { SystemCalls.drain(first.descriptor) }
      for outcome in woken { outcome.fulfill(true) }
    }
  }

  /// The work of one iteration of the thread.
  private struct Turn {
    var jobs: [UnownedJob] = []
    var expired: [Promise<Bool>] = []
    /// The descriptors to poll. The first is the pipe, if there is one; its `wait` is nil.
    var watched: [(wait: Int?, descriptor: Int32, readiness: SystemCalls.Readiness)] = []
    var timeout: Duration?
  }

  private static func makeTurn(_ state: inout State) -> Turn {
    var turn = Turn()
    let now = SystemCalls.uptime()
    turn.jobs = state.jobs.takeAll()
    if let pipe = state.pipe { turn.watched.append((nil, pipe.reading, .readable)) }
    var next: Duration?
    for (number, wait) in state.waits {
      if let deadline = wait.deadline {
        if deadline <= now {
          state.waits[number] = nil
          turn.expired.append(wait.outcome)
          continue
        }
        next = min(next ?? deadline, deadline)
      }
      if let descriptor = wait.descriptor { turn.watched.append((number, descriptor, wait.readiness)) }
    }
    let isBusy = !turn.jobs.isEmpty || !turn.expired.isEmpty
    turn.timeout = isBusy ? .zero : next.map { $0 - now }
    if state.pipe == nil { turn.timeout = min(turn.timeout ?? intervalWithoutPipe, intervalWithoutPipe) }
    state.mustBeWoken = !isBusy
    return turn
  }

  private static let intervalWithoutPipe = Duration.milliseconds(20)

  // MARK: Waiting for descriptors and deadlines

  /// Waits until the descriptor is ready or closed. Returns false if the deadline was reached or the task was
  /// cancelled. `isOpen` is called under the lock, so that a later call of `wake` finds the wait.
  func wait(
    _ descriptor: Int32, _ readiness: SystemCalls.Readiness, until deadline: Duration? = nil,
    while isOpen: () -> Bool = { true }
  ) async -> Bool {
    await waitForOutcome(of: Wait(descriptor: descriptor, readiness: readiness, deadline: deadline), while: isOpen)
  }

  /// Sleeps until `SystemCalls.uptime` reaches `deadline`, or until the task is cancelled.
  func sleep(until deadline: Duration) async { _ = await waitForOutcome(of: Wait(deadline: deadline)) }

  /// Wakes the waits for a descriptor that is about to be closed, as if it were ready.
  func wake(_ descriptor: Int32) {
    let woken = state.withLock { state in
      let numbers = state.waits.filter { $0.value.descriptor == descriptor }.map(\.key)
      return numbers.compactMap { state.waits.removeValue(forKey: $0)?.outcome }
    }
    for outcome in woken { outcome.fulfill(true) }
  }

  private func waitForOutcome(of wait: Wait, while isOpen: () -> Bool = { true }) async -> Bool {
    let number: Int? = change { state in
      // Checked under the lock, so that `wake`, which a later close calls, finds the wait.
      guard isOpen() else { return nil }
      state.lastWait += 1
      state.waits[state.lastWait] = wait
      return state.lastWait
    }
    guard let number else { return !Task.isCancelled }
    let outcome = await wait.outcome.value { [state] in
      state.withLock { $0.waits.removeValue(forKey: number) }?.outcome.fulfill(false)
    }
    return outcome == true
  }
}
