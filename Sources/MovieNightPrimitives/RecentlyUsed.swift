/// A cache that forgets values which were not used for long.
///
/// Two generations: a value that is used moves to the young one; when that is full, the old one is dropped and the young one
/// takes its place. That is nearly least-recently-used, at the price of one dictionary. It only happens in `age`, so the owner
/// decides when values that are nowhere else may be forgotten.
public struct RecentlyUsed<Key: Hashable, Value> {
  @usableFromInline var young: [Key: Value] = [:]
  @usableFromInline var old: [Key: Value] = [:]
  @usableFromInline let capacity: Int
  @usableFromInline let size: @Sendable (Value) -> Int
  /// The size of all young values.
  @usableFromInline var youngSize = 0

  /// - Parameters:
  ///   - capacity: The size that is kept at least; after `age` about twice as much at most.
  ///   - size: The size of a value in the units of `capacity`. Called with every change of a value.
  public init(capacity: Int, size: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
    self.capacity = capacity
    self.size = size
  }

  /// The value, if it is cached; it does not become young.
  @inlinable
  public func peek(_ key: Key) -> Value? { young[key] ?? old[key] }

  /// The value, if it is cached; it becomes young.
  @inlinable
  public mutating func value(for key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    young[key] = value
    youngSize += size(value)
    return value
  }

  /// Stores a value as young. Nothing is forgotten before `age`.
  @inlinable
  public mutating func set(_ value: Value, for key: Key) {
    youngSize += size(value)
    if let before = young.updateValue(value, forKey: key) { youngSize -= size(before) }
  }

  /// Changes a cached value in place; it does not become young. Does nothing if it is not cached.
  @inlinable
  public mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    if let index = young.index(forKey: key) {
      youngSize += Self.growth(of: &young.values[index], size, change)
    } else if let index = old.index(forKey: key) {
      change(&old.values[index])
    }
  }

  /// The growth of a value by a change. In place, because a copy would make the change copy all of the value.
  @inlinable
  static func growth(of value: inout Value, _ size: (Value) -> Int, _ change: (inout Value) -> Void) -> Int {
    let before = size(value)
    change(&value)
    return size(value) - before
  }

  @inlinable
  public mutating func remove(_ key: Key) {
    if let value = young.removeValue(forKey: key) { youngSize -= size(value) }
    old[key] = nil
  }

  @inlinable
  public mutating func removeAll() {
    young.removeAll(keepingCapacity: true)
    youngSize = 0
    old.removeAll()
  }

  /// Removes the values that fulfill a condition; looks at all.
  @inlinable
  public mutating func removeAll(where isRemoved: (Key, Value) -> Bool) {
    young = young.filter { !isRemoved($0.key, $0.value) }
    youngSize = young.values.reduce(0) { $0 + size($1) }
    old = old.filter { !isRemoved($0.key, $0.value) }
  }

  /// Forgets values that were not used for long, if the cache is full.
  @inlinable
  public mutating func age() {
    guard youngSize >= capacity else { return }
    old = young
    young = [:]
    youngSize = 0
  }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
