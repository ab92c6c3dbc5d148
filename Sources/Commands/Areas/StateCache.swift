import MovieNightPrimitives

/// States by key, which can be changed before their events are recorded, and rolled back.
/// They only age in `age`, so that a value ahead of its stream is not replaced by what the stream has.
package struct StateCache<Key: Hashable, Value> {
  private var values: RecentlyUsed<Key, Value>
  /// The values changed by `applySpeculatively` since `beginUndoLog`, with their earlier contents; nil if no rollback is
  /// needed.
  private var before: [Key: Value]?

  /// Keeps at least `capacity` bytes of values, and after `age` at most about twice as many. `byteCount` estimates a value.
  package init(capacity: Int, byteCount: @escaping @Sendable (Value) -> Int) {
    values = RecentlyUsed(capacity: capacity, size: byteCount)
  }

  /// The value if it is there; does not count as a use.
  package func peek(_ key: Key) -> Value? { values.peek(key) }

  /// The value if it is there; counts as a use.
  package mutating func use(_ key: Key) -> Value? { values.value(for: key) }

  package mutating func install(_ value: Value, for key: Key) { values.set(value, for: key) }

  /// Forgets what was not used for long, if there is too much.
  package mutating func age() { values.age() }

  /// Lets `rollBack` undo what `applySpeculatively` changes from now on.
  package mutating func beginUndoLog() {
    if before == nil { before = [:] } else { before?.removeAll(keepingCapacity: true) }
  }

  /// Rolls back what `applySpeculatively` has changed since `beginUndoLog`. None of these values may have been updated since.
  package mutating func rollBack() {
    for (key, value) in before ?? [:] { values.set(value, for: key) }
    before?.removeAll(keepingCapacity: true)
  }

  /// Changes a value in place before its event is recorded, so that it can be rolled back.
  package mutating func applySpeculatively(_ key: Key, _ change: (inout Value) -> Void) {
    if before != nil, before?[key] == nil, let value = values.peek(key) { before?[key] = value }
    values.update(key, change)
  }

  /// Changes a value in place, if it is there.
  package mutating func update(_ key: Key, _ change: (inout Value) -> Void) { values.update(key, change) }

  /// Removes a value that `applySpeculatively` has not changed.
  package mutating func remove(_ key: Key) { values.remove(key) }

  package mutating func removeAll() {
    values.removeAll()
    before?.removeAll()
  }
}

extension StateCache where Value: AggregateState {
  package init(capacity: Int) { self.init(capacity: capacity, byteCount: { $0.byteCount }) }
}
