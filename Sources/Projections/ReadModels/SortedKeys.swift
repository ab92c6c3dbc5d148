import EventStore
import MovieNightPrimitives

/// A sorted list of keys, in which a page is found by binary search.
struct SortedKeys {
  private var keys: [RowKey] = []

  /// Adds a new key. Ids increase over time, so a new key nearly always belongs at the end.
  mutating func insert(_ key: RowKey) { keys.insert(key, at: firstIndex(after: key)) }

  mutating func remove(_ key: RowKey) {
    let end = firstIndex(after: key)
    if end > 0, keys[end - 1] == key { keys.remove(at: end - 1) }
  }

  mutating func removeAll() { keys = [] }

  func page(after key: RowKey?, limit: Int) -> [RowKey] {
    Array(keys[(key.map(firstIndex) ?? 0)...].prefix(max(0, limit)))
  }

  private func firstIndex(after key: RowKey) -> Int { keys.partitionIndex(while: { $0 <= key }) }
}
