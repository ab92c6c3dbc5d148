/// What is found out elsewhere before a request can be carried out. No thread waits for it.
struct Later<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, WireError>

  /// Begins to find it out; what it is given is called once, at once or later, on whatever thread.
  let begin: @Sendable (_ done: @escaping @Sendable (Outcome) -> Void) -> Void

  func map<Other>(_ transform: @escaping @Sendable (Value) throws(WireError) -> Other) -> Later<Other> {
    Later<Other> { done in
      begin { outcome in
        done(Result { () throws(WireError) in try transform(try outcome.get()) })
      }
    }
  }
}
