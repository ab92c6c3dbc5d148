import EventStore

/// Sorted keys. Finding a page does not search through all of them.
struct SortedKeys {
  private var keys: [RowKey] = []

  /// Adds a new key. Ids grow with time, so it nearly always belongs at the end.
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

extension Array {
  /// Returns the index after the first elements of a sorted array for which `isFirst` holds.
  func partitionIndex(while isFirst: (Element) -> Bool) -> Int {
    // New elements nearly always belong at the end.
    guard let last, !isFirst(last) else { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isFirst(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
