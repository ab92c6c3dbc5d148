import Primitives

/// One thread that waits for sockets and for times, and that runs the tasks which were waiting.
///
/// The client's own work is done on it, so an answer is taken, understood and handed on without another thread in
/// between, and however busy an app keeps Swift's threads, its connections are served. It starts with the first use, and
/// stays: an idle one costs a stack.
final class PollingThread: TaskExecutor {
  /// For sockets and times.
  static let network = PollingThread()
  /// For files, which take their time.
  static let files = PollingThread()

  private struct Wait {
    /// Nil: for a time only.
    var descriptor: Int32?
    var readiness = SystemCalls.Readiness.readable
    var deadline: Duration?
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var jobs = Queue<UnownedJob>()
    var waits: [Int: Wait] = [:]
    var lastWait = 0
    /// The ends of the pipe; nil while the thread was not started.
    var pipe: (reading: Int32, writing: Int32)?
    /// Whether the thread may be asleep, and nobody has woken it yet.
    var mustBeWoken = false
  }

  private let state = Locked(State())

  // MARK: Running

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    change { $0.jobs.append(job) }
  }

  /// Changes the state, and sees to it that the thread takes note.
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, waker, isNew) = state.withLock { state in
      let result = body(&state)
      let isNew = state.pipe == nil
      if isNew {
        let (reading, writing) = SystemCalls.openPipe()
        state.pipe = (reading, writing)
      }
      defer { state.mustBeWoken = false }
      return (result, state.mustBeWoken ? state.pipe?.writing : nil, isNew)
    }
    if isNew { SystemCalls.startThread { self.run() } }
    if let waker { SystemCalls.writeByte(waker) }
    return result
  }

  private func run() {
    while true {
      let turn = state.withLock { Self.begin(&$0) }
      for continuation in turn.over { continuation.resume(returning: false) }
      for job in turn.jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      let ready = SystemCalls.poll(turn.watched.map { ($0.descriptor, $0.readiness) }, within: turn.patience)
      let woken = state.withLock { state in
        state.mustBeWoken = false
        return zip(turn.watched, ready).compactMap { watched, isReady in
          isReady ? watched.wait.flatMap { state.waits.removeValue(forKey: $0)?.continuation } : nil
        }
      }
      if ready.first == true, let pipe = turn.watched.first { SystemCalls.drain(pipe.descriptor) }
      for continuation in woken { continuation.resume(returning: true) }
    }
  }

  /// What is to be done in one turn.
  private struct Turn {
    var jobs: [UnownedJob] = []
    /// Waits whose time is over.
    var over: [CheckedContinuation<Bool, Never>] = []
    /// The pipe first, which is no wait.
    var watched: [(wait: Int?, descriptor: Int32, readiness: SystemCalls.Readiness)] = []
    var patience: Duration?
  }

  private static func begin(_ state: inout State) -> Turn {
    var turn = Turn()
    let now = SystemCalls.uptime()
    turn.jobs = state.jobs.takeAll()
    if let pipe = state.pipe { turn.watched.append((nil, pipe.reading, .readable)) }
    var next: Duration?
    for (number, wait) in state.waits {
      if let deadline = wait.deadline {
        if deadline <= now {
          state.waits[number] = nil
          turn.over.append(wait.continuation)
          continue
        }
        next = min(next ?? deadline, deadline)
      }
      if let descriptor = wait.descriptor { turn.watched.append((number, descriptor, wait.readiness)) }
    }
    let isBusy = !turn.jobs.isEmpty || !turn.over.isEmpty
    turn.patience = isBusy ? .zero : next.map { $0 - now }
    state.mustBeWoken = !isBusy
    return turn
  }

  // MARK: Waiting

  /// Waits until the descriptor can be used.
  /// - Returns: whether it can; not so at the deadline, and when the task was cancelled.
  func wait(_ descriptor: Int32, _ readiness: SystemCalls.Readiness, until deadline: Duration? = nil) async -> Bool {
    await wait { Wait(descriptor: descriptor, readiness: readiness, deadline: deadline, continuation: $0) }
  }

  /// Waits until a moment of `SystemCalls.uptime`, or until the task is cancelled.
  func sleep(until deadline: Duration) async {
    _ = await wait { Wait(deadline: deadline, continuation: $0) }
  }

  /// Wakes whoever waits for the descriptor, as if it could be used: it is about to be closed.
  func wake(_ descriptor: Int32) {
    let woken = state.withLock { state in
      let numbers = state.waits.filter { $0.value.descriptor == descriptor }.map(\.key)
      return numbers.compactMap { state.waits.removeValue(forKey: $0)?.continuation }
    }
    for continuation in woken { continuation.resume(returning: true) }
  }

  private func wait(_ make: @Sendable (CheckedContinuation<Bool, Never>) -> Wait) async -> Bool {
    let number = state.withLock { state in
      state.lastWait += 1
      return state.lastWait
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = change { state in
          // Looked at under the lock: a cancellation from here on finds the wait.
          if Task.isCancelled { return true }
          state.waits[number] = make(continuation)
          return false
        }
        if isCancelled { continuation.resume(returning: false) }
      }
    } onCancel: {
      let wait = state.withLock { $0.waits.removeValue(forKey: number) }
      wait?.continuation.resume(returning: false)
    }
  }
}
