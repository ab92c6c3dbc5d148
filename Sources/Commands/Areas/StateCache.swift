import MovieNightPrimitives

/// States by key, which may run ahead of what is recorded and be taken back.
///
/// They only age when they are told to, so that a value that runs ahead of its stream is not replaced by what the
/// stream says.
package struct StateCache<Key: Hashable, Value> {
  private var values: RecentlyUsed<Key, Value>
  /// What the values that have run ahead since `beginNoting` were before; nil where nobody will ask for it.
  private var before: [Key: Value]?

  /// - Parameters:
  ///   - capacity: how many bytes of values are kept at least; after `age` at most about twice as many are.
  ///   - byteCount: about how many bytes a value takes.
  package init(capacity: Int, byteCount: @escaping @Sendable (Value) -> Int) {
    values = RecentlyUsed(capacity: capacity, size: byteCount)
  }

  /// The value where it is there; it does not get younger by that.
  package func peek(_ key: Key) -> Value? { values.peek(key) }

  /// The value where it is there, made young.
  package mutating func use(_ key: Key) -> Value? { values.value(for: key) }

  /// Puts in a value that was loaded.
  package mutating func install(_ value: Value, for key: Key) { values.set(value, for: key) }

  /// Forgets what was not used for long, if there is too much.
  package mutating func age() { values.age() }

  /// From now on, what runs ahead can be taken back.
  package mutating func beginNoting() {
    if before == nil { before = [:] } else { before?.removeAll(keepingCapacity: true) }
  }

  /// Takes back what has run ahead since `beginNoting`. None of these values may have been updated since.
  package mutating func takeBack() {
    for (key, value) in before ?? [:] { values.set(value, for: key) }
    before?.removeAll(keepingCapacity: true)
  }

  /// Changes a value in place, ahead of its stream, so that it can be taken back.
  package mutating func runAhead(_ key: Key, _ change: (inout Value) -> Void) {
    if before != nil, before?[key] == nil, let value = values.peek(key) { before?[key] = value }
    values.update(key, change)
  }

  /// Changes a value in place; one that is not there stays away.
  package mutating func update(_ key: Key, _ change: (inout Value) -> Void) { values.update(key, change) }

  /// Forgets a value that has not run ahead.
  package mutating func remove(_ key: Key) { values.remove(key) }

  package mutating func removeAll() {
    values.removeAll()
    before?.removeAll()
  }
}

extension StateCache where Value: AggregateState {
  package init(capacity: Int) { self.init(capacity: capacity, byteCount: { $0.byteCount }) }
}
