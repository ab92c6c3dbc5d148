/// A cache that evicts values which have not been used for a long time.
///
/// The values are in two generations. A value that is used moves to the young one. When that is full, the old one is
/// dropped, and the young one takes its place. The effect is close to a least-recently-used cache, at the cost of a
/// dictionary. Values are evicted only in `age`, so the owner decides when values stored nowhere else may be lost.
public struct RecentlyUsed<Key: Hashable, Value> {
  @usableFromInline var young: [Key: Value] = [:]
  @usableFromInline var old: [Key: Value] = [:]
  @usableFromInline let capacity: Int
  @usableFromInline let size: @Sendable (Value) -> Int
  /// The total size of the young values.
  @usableFromInline var youngSize = 0

  /// - Parameters:
  ///   - capacity: The least total size of recently used values that are held. After `age`, at most about twice that.
  ///   - size: The size of a value in the units of `capacity`. Called on every change of a value.
  public init(capacity: Int, size: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
    self.capacity = capacity
    self.size = size
  }

  /// Returns the value if it is cached, without marking it as used.
  @inlinable
  public func peek(_ key: Key) -> Value? { young[key] ?? old[key] }

  /// Returns the value if it is cached, and marks it as used by moving it to the young generation.
  @inlinable
  public mutating func value(for key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    young[key] = value
    youngSize += size(value)
    return value
  }

  /// The cached values, the recently used ones first.
  public var values: some Sequence<Value> { [young.values, old.values].joined() }

  /// Stores a value in the young generation. Nothing is evicted before `age` is called.
  @inlinable
  public mutating func set(_ value: Value, for key: Key) {
    youngSize += size(value)
    if let before = young.updateValue(value, forKey: key) { youngSize -= size(before) }
  }

  /// Changes a cached value in place, without marking it as used. Does nothing if the value is not cached.
  @inlinable
  public mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    if let index = young.index(forKey: key) {
      youngSize += Self.applyChange(to: &young.values[index], size, change)
    } else if let index = old.index(forKey: key) {
      change(&old.values[index])
    }
  }

  /// Changes a value in place, and returns by how much its size has grown. Changing a copy would duplicate the storage.
  @inlinable
  static func applyChange(to value: inout Value, _ size: (Value) -> Int, _ change: (inout Value) -> Void) -> Int {
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

  /// Removes the values that satisfy a condition. Visits all values.
  @inlinable
  public mutating func removeAll(where isRemoved: (Key, Value) -> Bool) {
    young = young.filter { !isRemoved($0.key, $0.value) }
    youngSize = young.values.reduce(0) { $0 + size($1) }
    old = old.filter { !isRemoved($0.key, $0.value) }
  }

  /// Evicts the values that have not been used for a long time, if the young generation is full.
  @inlinable
  public mutating func age() {
    guard youngSize >= capacity else { return }
    old = young
    young = [:]
    youngSize = 0
  }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
