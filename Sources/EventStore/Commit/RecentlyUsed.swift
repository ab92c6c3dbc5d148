/// A bounded cache: of two generations, the older is dropped when the younger is full. What is used stays.
struct RecentlyUsed<Key: Hashable, Value> {
  private let capacity: Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]

  /// Holds at least the last `capacity` values, at most twice as many.
  init(capacity: Int) { self.capacity = capacity }

  mutating func value(for key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    set(value, for: key)
    return value
  }

  mutating func set(_ value: Value, for key: Key) {
    if young.count >= capacity {
      old = young
      young = [:]
      young.reserveCapacity(capacity)
    }
    young[key] = value
  }
}
