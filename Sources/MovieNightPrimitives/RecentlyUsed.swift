/// Values by key, of which those that were not used for long are forgotten.
///
/// Two generations: what is used moves to the young one; when that is full, the old one is dropped and the young one
/// grows old. That is nearly least-recently-used at the price of one dictionary. It only happens in `age`, so that
/// whoever holds a value that is nowhere else decides when it may be forgotten.
public struct RecentlyUsed<Key: Hashable, Value> {
  @usableFromInline var young: [Key: Value] = [:]
  @usableFromInline var old: [Key: Value] = [:]
  @usableFromInline let capacity: Int
  @usableFromInline let size: @Sendable (Value) -> Int
  /// Of the young ones together.
  @usableFromInline var youngSize = 0

  /// - Parameters:
  ///   - capacity: how much of the values is kept at least; after `age` at most about twice as much is.
  ///   - size: how much a value counts, in whatever `capacity` is given in. Asked with every change of a value.
  public init(capacity: Int, size: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
    self.capacity = capacity
    self.size = size
  }

  /// The value where it is there; it does not get younger by that.
  @inlinable
  public func peek(_ key: Key) -> Value? { young[key] ?? old[key] }

  /// The value where it is there, made young.
  @inlinable
  public mutating func value(for key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    young[key] = value
    youngSize += size(value)
    return value
  }

  /// Puts a value in, young. Nothing is forgotten for it before `age`.
  @inlinable
  public mutating func set(_ value: Value, for key: Key) {
    youngSize += size(value)
    if let before = young.updateValue(value, forKey: key) { youngSize -= size(before) }
  }

  /// Changes a value in place. One that is not there stays away; none gets younger by that.
  @inlinable
  public mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    if let index = young.index(forKey: key) {
      youngSize += Self.growth(of: &young.values[index], size, change)
    } else if let index = old.index(forKey: key) {
      change(&old.values[index])
    }
  }

  /// How much a value grows by a change. In place: a copy would make the change copy all of it.
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

  /// Removes those that a condition is true of; looks at all.
  @inlinable
  public mutating func removeAll(where isRemoved: (Key, Value) -> Bool) {
    young = young.filter { !isRemoved($0.key, $0.value) }
    youngSize = young.values.reduce(0) { $0 + size($1) }
    old = old.filter { !isRemoved($0.key, $0.value) }
  }

  /// Forgets what was not used for long, if there is too much.
  @inlinable
  public mutating func age() {
    guard youngSize >= capacity else { return }
    old = young
    young = [:]
    youngSize = 0
  }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
