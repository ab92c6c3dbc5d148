import MovieNightPrimitives

/// What a request needs before it can be carried out.
package enum Found<Value: Sendable>: Sendable {
  /// It is known.
  case now(Value)
  /// It is found out elsewhere. No thread waits for it.
  case later(Later<Value>)

  /// It cannot be found out. That is told where it would have been found: a command that was carried out before has its
  /// answer without it.
  static func never(_ error: Refusal) -> Found { .later(Later { done in done(.failure(error)) }) }

  package func map<Other>(_ transform: @escaping @Sendable (Value) throws(Refusal) -> Other) throws(Refusal)
    -> Found<Other>
  {
    switch self {
    case .now(let value): .now(try transform(value))
    case .later(let later): .later(later.map(transform))
    }
  }

  /// Goes on with what is found out next.
  func then<Other>(_ next: @escaping @Sendable (Value) throws(Refusal) -> Found<Other>) throws(Refusal)
    -> Found<Other>
  {
    switch self {
    case .now(let value): try next(value)
    case .later(let later):
      .later(
        Later { done in
          later.begin { outcome in
            switch Result(catching: { () throws(Refusal) in try next(try outcome.get()) }) {
            case .success(let found): found.tell(done)
            case .failure(let error): done(.failure(error))
            }
          }
        })
    }
  }

  /// Goes on elsewhere, so that what follows may wait.
  ///
  /// - Parameter perform: runs it there; false where the server stops.
  func elsewhere(_ perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) -> Found<Value> {
    .later(
      Later { done in
        tell { outcome in
          if !perform({ done(outcome) }) { done(.failure(.stopping)) }
        }
      })
  }

  /// Fails where it takes longer than that; whatever finds it out goes on.
  func within(_ milliseconds: Int, or error: Refusal, _ schedule: @escaping Schedule) -> Found<Value> {
    within(milliseconds, else: .failure(error), schedule)
  }

  /// That outcome counts where it takes longer than that; whatever finds it out goes on.
  func within(
    _ milliseconds: Int, else outcome: Later<Value>.Outcome, _ schedule: @escaping Schedule
  ) -> Found<Value> {
    guard case .later(let later) = self else { return self }
    return .later(
      Later { done in
        let waiting = Locked<(@Sendable (Later<Value>.Outcome) -> Void)?>(done)
        @Sendable func tell(_ outcome: Later<Value>.Outcome) {
          let done = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
          }
          done?(outcome)
        }
        let cancel = schedule(milliseconds) { tell(outcome) }
        later.begin { outcome in
          // Nothing of it is left behind: there may be many of them.
          cancel()
          tell(outcome)
        }
      })
  }

  /// Calls `done` once, at once where it is known.
  func tell(_ done: @escaping @Sendable (Later<Value>.Outcome) -> Void) {
    switch self {
    case .now(let value): done(.success(value))
    case .later(let later): later.begin(done)
    }
  }
}

/// What is found out elsewhere.
package struct Later<Value: Sendable>: Sendable {
  package typealias Outcome = Result<Value, Refusal>

  /// Begins to find it out; what it is given is called once, at once or later, on whatever thread.
  let begin: @Sendable (_ done: @escaping @Sendable (Outcome) -> Void) -> Void

  package init(_ begin: @escaping @Sendable (_ done: @escaping @Sendable (Outcome) -> Void) -> Void) {
    self.begin = begin
  }

  package func map<Other>(_ transform: @escaping @Sendable (Value) throws(Refusal) -> Other) -> Later<Other> {
    Later<Other> { done in
      begin { outcome in
        done(Result { () throws(Refusal) in try transform(try outcome.get()) })
      }
    }
  }
}

/// A command for which something may have to be found out first.
package struct UnresolvedCommand<Shown>: Sendable {
  /// With what the sender knows: says whose it is, what it is about, and what its answer is made of.
  let asSent: PreparedCommand<Shown>
  let found: Found<PreparedCommand<Shown>>

  package init(asSent: PreparedCommand<Shown>, found: Found<PreparedCommand<Shown>>) {
    self.asSent = asSent
    self.found = found
  }
}
