import MovieNightPrimitives

/// A value that arrives once, from anywhere, for one waiting task. It is nil if the task was cancelled.
final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value?, Never>)
    case kept(Value?)
  }

  private let state = Locked(State.open)

  /// Sets the value; only the first one counts. The caller must not hold a lock that the `onCancel` of `value` takes.
  func keep(_ value: Value?) {
    let waiting: CheckedContinuation<Value?, Never>? = state.withLock { state in
      if case .kept = state { return nil }
      defer { state = .kept(value) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: value)
  }

  /// Waits for the value. No other task may wait for it. If the task is or was cancelled, `cancel` must cause a `keep`.
  func value(onCancel cancel: (@Sendable () -> Void)? = nil) async -> Value? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let kept: Value?? = state.withLock { state in
          switch state {
          case .kept(let value): return .some(value)
          case .awaited: preconditionFailure("two tasks wait for one promise")
          case .open: state = .awaited(continuation)
          }
          return nil
        }
        if let kept { continuation.resume(returning: kept) }
      }
    } onCancel: {
      if let cancel { cancel() } else { keep(nil) }
    }
  }
}
