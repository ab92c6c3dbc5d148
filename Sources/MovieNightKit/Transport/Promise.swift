import MovieNightPrimitives

/// A value that one task waits for, and that comes once, from anywhere. It is nil if the task was cancelled.
final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value?, Never>)
    case kept(Value?)
  }

  private let state = Locked(State.open)

  /// Gives the value to the task that waits for it. Only the first one counts. Nobody may hold a lock that `onCancel` of `value` takes.
  func keep(_ value: Value?) {
    let waiting: CheckedContinuation<Value?, Never>? = state.withLock { state in
      if case .kept = state { return nil }
      defer { state = .kept(value) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: value)
  }

  /// Waits for the value.
  ///
  /// - Precondition: no other task waits for it.
  /// - Parameter cancel: called when the task is cancelled, or was before. It must see to it that something is kept.
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
