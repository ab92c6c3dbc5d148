import MovieNightPrimitives

/// A cache of states that can be changed before their events are recorded, and rolled back. Evicts values only in
/// `age`, so that a value with unrecorded changes is not replaced by the recorded one.
package struct StateCache<Key: Hashable, Value> {
  private var values: RecentlyUsed<Key, Value>
  /// The values before the changes by `applySpeculatively` since `beginUndoLog`; nil if no rollback is needed.
  private var undoLog: [Key: Value]?

  /// Creates a cache that keeps at least `capacity` bytes of values and, after `age`, at most about twice as many.
  /// `byteCount` estimates the size of a value.
  package init(capacity: Int, byteCount: @escaping @Sendable (Value) -> Int) {
    values = RecentlyUsed(capacity: capacity, size: byteCount)
  }

  /// Returns the value if it is cached, without counting this as a use.
  package func peek(_ key: Key) -> Value? { values.peek(key) }

  /// Returns the value if it is cached, and counts this as a use.
  package mutating func use(_ key: Key) -> Value? { values.value(for: key) }

  package mutating func install(_ value: Value, for key: Key) { values.set(value, for: key) }

  /// Removes values that were not used recently, if the cache is full.
  package mutating func age() { values.age() }

  /// Starts a new undo log. `rollBack` then undoes the changes that `applySpeculatively` makes from now on.
  package mutating func beginUndoLog() {
    if undoLog == nil { undoLog = [:] } else { undoLog?.removeAll(keepingCapacity: true) }
  }

  /// Undoes the changes by `applySpeculatively` since `beginUndoLog`. `update` must not have changed these values.
  package mutating func rollBack() {
    for (key, value) in undoLog ?? [:] { values.set(value, for: key) }
    undoLog?.removeAll(keepingCapacity: true)
  }

  /// Changes a value in place before its event is recorded, so that the change can be rolled back.
  package mutating func applySpeculatively(_ key: Key, _ change: (inout Value) -> Void) {
    if undoLog != nil, undoLog?[key] == nil, let value = values.peek(key) { undoLog?[key] = value }
    values.update(key, change)
  }

  /// Changes a value in place, if it is cached.
  package mutating func update(_ key: Key, _ change: (inout Value) -> Void) { values.update(key, change) }

  /// Removes a value. `applySpeculatively` must not have changed it since `beginUndoLog`.
  package mutating func remove(_ key: Key) { values.remove(key) }

  package mutating func removeAll() {
    values.removeAll()
    undoLog?.removeAll()
  }
}

extension StateCache where Value: AggregateState {
  package init(capacity: Int) { self.init(capacity: capacity, byteCount: { $0.byteCount }) }
}
