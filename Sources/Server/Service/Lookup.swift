import MovieNightPrimitives

/// A value that a request needs, perhaps after a lookup in the catalog or the store. Waiting for it blocks no thread.
package enum Lookup<Value: Sendable>: Sendable {
  case known(Value)
  /// The value is not known yet; the closure starts the lookup.
  case pending(Begin)

  package typealias Outcome = Result<Value, Refusal>
  package typealias Completion = @Sendable (Outcome) -> Void
  /// Starts the lookup. Calls `done` exactly once, immediately or later, on any thread.
  package typealias Begin = @Sendable (_ done: @escaping Completion) -> Void
  /// Runs a job on a thread that may block. Returns false if the server is stopping.
  typealias Perform = @Sendable (_ job: @escaping @Sendable () -> Void) -> Bool

  /// Returns a lookup that fails when started. A command that was carried out before is answered without starting it.
  static func failing(_ error: Refusal) -> Lookup { .pending { done in done(.failure(error)) } }

  package func map<Other>(_ transform: @escaping @Sendable (Value) throws(Refusal) -> Other) throws(Refusal)
    -> Lookup<Other>
  {
    try then { (value) throws(Refusal) in .known(try transform(value)) }
  }

  func then<Other>(_ next: @escaping @Sendable (Value) throws(Refusal) -> Lookup<Other>) throws(Refusal)
    -> Lookup<Other>
  {
    switch self {
    case .known(let value): try next(value)
    case .pending(let begin):
      .pending { done in
        begin { outcome in
          switch Result(catching: { () throws(Refusal) in try next(try outcome.get()) }) {
          case .success(let following): following.begin(done)
          case .failure(let error): done(.failure(error))
          }
        }
      }
    }
  }

  /// Returns the same lookup, whose outcome is passed on by `perform`, on a thread that may block.
  func moved(to perform: @escaping Perform) -> Lookup {
    .pending { done in
      begin { outcome in
        if !perform({ done(outcome) }) { done(.failure(.stopping)) }
      }
    }
  }

  /// Returns the same lookup with a timeout, after which its outcome is `outcome`. The timeout does not cancel it.
  func within(_ milliseconds: Int, _ schedule: @escaping Schedule, else outcome: Outcome) -> Lookup {
    within(milliseconds, schedule) { done in done(outcome) }
  }

  /// Returns the same lookup, which calls `late` if it takes longer than `milliseconds`. `late` may finish the lookup
  /// by calling `done`.
  func within(
    _ milliseconds: Int, _ schedule: @escaping Schedule,
    late: @escaping @Sendable (_ done: @escaping Completion) -> Void
  ) -> Lookup {
    guard case .pending(let begin) = self else { return self }
    return .pending { done in
      let waiting = Locked<(done: Completion?, cancel: CancelSchedule?)>((done, nil))
      @Sendable func finish(_ outcome: Outcome) {
        let (done, cancel) = waiting.withLock { waiting in
          defer { waiting = (nil, nil) }
          return waiting
        }
        // Cancel the timer, so that the timers of finished lookups do not accumulate.
        cancel?()
        done?(outcome)
      }
      begin(finish)
      guard waiting.withLock({ $0.done != nil }) else { return }
      let cancel = schedule(milliseconds) { late(finish) }
      let isOver = waiting.withLock { waiting in
        if waiting.done != nil { waiting.cancel = cancel }
        return waiting.done == nil
      }
      if isOver { cancel() }
    }
  }

  /// Starts the lookup if necessary. Calls `done` exactly once, and immediately if the value is known.
  func begin(_ done: @escaping Completion) {
    switch self {
    case .known(let value): done(.success(value))
    case .pending(let begin): begin(done)
    }
  }
}
