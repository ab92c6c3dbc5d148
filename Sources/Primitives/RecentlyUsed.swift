/// Values by key, of which those that were not used for long are forgotten.
///
/// Two generations: what is used moves to the young one; when that is full, the old one is dropped and the young one
/// grows old. That is nearly least-recently-used at the price of one dictionary. It only happens in `age`, so that
/// whoever holds a value that is nowhere else decides when it may be forgotten.
public struct RecentlyUsed<Key: Hashable, Value> {
  @usableFromInline var young: [Key: Value] = [:]
  @usableFromInline var old: [Key: Value] = [:]
  @usableFromInline let capacity: Int

  /// - Parameter capacity: how many values are kept at least; after `age` at most about twice as many are.
  public init(capacity: Int) { self.capacity = capacity }

  /// The value where it is there; it does not get younger by that.
  @inlinable
  public func peek(_ key: Key) -> Value? { young[key] ?? old[key] }

  /// The value where it is there, made young.
  @inlinable
  public mutating func value(for key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    young[key] = value
    return value
  }

  /// Puts a value in, young. Nothing is forgotten for it before `age`.
  @inlinable
  public mutating func set(_ value: Value, for key: Key) { young[key] = value }

  /// Changes a value in place. One that is not there stays away; none gets younger by that.
  @inlinable
  public mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    if let index = young.index(forKey: key) {
      change(&young.values[index])
    } else if let index = old.index(forKey: key) {
      change(&old.values[index])
    }
  }

  @inlinable
  public mutating func remove(_ key: Key) {
    young[key] = nil
    old[key] = nil
  }

  @inlinable
  public mutating func removeAll() {
    young.removeAll(keepingCapacity: true)
    old.removeAll()
  }

  /// Whether there are so many that `age` forgets some.
  @inlinable
  public var isFull: Bool { young.count >= capacity }

  /// Forgets what was not used for long, if there is too much.
  @inlinable
  public mutating func age() {
    guard isFull else { return }
    old = young
    young = [:]
  }
}

extension RecentlyUsed: Sendable where Key: Sendable, Value: Sendable {}
