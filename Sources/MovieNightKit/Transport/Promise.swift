import MovieNightPrimitives

/// A value that any thread can set once, and that one task waits for. The task gets nil if it was cancelled.
final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value?, Never>)
    case fulfilled(Value?)
  }

  private let state = Locked(State.open)

  /// Sets the value, if it is not set yet. The caller must not hold a lock that `onCancel` of `value` takes.
  func fulfill(_ value: Value?) {
    let waiting: CheckedContinuation<Value?, Never>? = state.withLock { state in
      if case .fulfilled = state { return nil }
      defer { state = .fulfilled(value) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: value)
  }

  /// Waits for the value and returns it. Only one task may wait. If the task is cancelled, `cancel` is called, which
  /// must cause a call of `fulfill`. Without `cancel`, the value is set to nil.
  func value(onCancel cancel: (@Sendable () -> Void)? = nil) async -> Value? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known: Value?? = state.withLock { state in
          switch state {
          case .fulfilled(let value): return .some(value)
          case .awaited: preconditionFailure("two tasks wait for one promise")
          case .open: state = .awaited(continuation)
          }
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      if let cancel { cancel() } else { fulfill(nil) }
    }
  }
}
