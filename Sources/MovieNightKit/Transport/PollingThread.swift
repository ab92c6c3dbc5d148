import MovieNightPrimitives

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
    let outcome = Promise<Bool>()
  }

  private struct State {
    var jobs = Queue<UnownedJob>()
    var waits: [Int: Wait] = [:]
    var lastWait = 0
    var hasStarted = false
    /// The ends of the pipe; nil where the system had none: the thread looks up from time to time then.
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
      let turn = state.withLock { Self.begin(&$0) }
      for outcome in turn.over { outcome.keep(false) }
      for job in turn.jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      let ready = SystemCalls.wait(for: turn.watched.map { ($0.descriptor, $0.readiness) }, within: turn.patience)
      let woken = state.withLock { state in
        state.mustBeWoken = false
        return zip(turn.watched, ready).compactMap { watched, isReady in
          isReady ? watched.wait.flatMap { state.waits.removeValue(forKey: $0)?.outcome } : nil
        }
      }
      if ready.first == true, let first = turn.watched.first, first.wait == nil { SystemCalls.drain(first.descriptor) }
      for outcome in woken { outcome.keep(true) }
    }
  }

  /// What is to be done in one turn.
  private struct Turn {
    var jobs: [UnownedJob] = []
    /// Waits whose time is over.
    var over: [Promise<Bool>] = []
    /// The pipe first, where there is one, which is no wait.
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
          turn.over.append(wait.outcome)
          continue
        }
        next = min(next ?? deadline, deadline)
      }
      if let descriptor = wait.descriptor { turn.watched.append((number, descriptor, wait.readiness)) }
    }
    let isBusy = !turn.jobs.isEmpty || !turn.over.isEmpty
    turn.patience = isBusy ? .zero : next.map { $0 - now }
    if state.pipe == nil { turn.patience = min(turn.patience ?? withoutPipe, withoutPipe) }
    state.mustBeWoken = !isBusy
    return turn
  }

  /// How long it sleeps where nobody can wake it.
  private static let withoutPipe = Duration.milliseconds(20)

  // MARK: Waiting

  /// Waits until the descriptor can be used.
  /// - Parameter isOpen: looked at when nobody can close it unseen any more.
  /// - Returns: whether it can, or is closed; not so at the deadline, and when the task was cancelled.
  func wait(
    _ descriptor: Int32, _ readiness: SystemCalls.Readiness, until deadline: Duration? = nil,
    while isOpen: () -> Bool = { true }
  ) async -> Bool {
    await outcome(of: Wait(descriptor: descriptor, readiness: readiness, deadline: deadline), while: isOpen)
  }

  /// Waits until a moment of `SystemCalls.uptime`, or until the task is cancelled.
  func sleep(until deadline: Duration) async { _ = await outcome(of: Wait(deadline: deadline)) }

  /// Wakes whoever waits for the descriptor, as if it could be used: it is about to be closed.
  func wake(_ descriptor: Int32) {
    let woken = state.withLock { state in
      let numbers = state.waits.filter { $0.value.descriptor == descriptor }.map(\.key)
      return numbers.compactMap { state.waits.removeValue(forKey: $0)?.outcome }
    }
    for outcome in woken { outcome.keep(true) }
  }

  private func outcome(of wait: Wait, while isOpen: () -> Bool = { true }) async -> Bool {
    let number: Int? = change { state in
      // Looked at under the lock: who closes it from here on finds the wait.
      guard isOpen() else { return nil }
      state.lastWait += 1
      state.waits[state.lastWait] = wait
      return state.lastWait
    }
    guard let number else { return !Task.isCancelled }
    let outcome = await wait.outcome.value { [state] in
      state.withLock { $0.waits.removeValue(forKey: number) }?.outcome.keep(false)
    }
    return outcome == true
  }
}
