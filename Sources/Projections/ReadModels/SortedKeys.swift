import EventStore

/// Keys in their order, so that a page of them needs no search through all.
struct SortedKeys {
  private var keys: [RowKey] = []

  /// Adds a key that is not there. Ids grow with time, so that hardly one stands before another.
  mutating func insert(_ key: RowKey) { keys.insert(key, at: firstIndex(after: key)) }

  mutating func remove(_ key: RowKey) {
    let end = firstIndex(after: key)
    if end > 0, keys[end - 1] == key { keys.remove(at: end - 1) }
  }

  mutating func removeAll() { keys = [] }

  /// The first `limit` keys after `key`.
  func page(after key: RowKey?, limit: Int) -> [RowKey] {
    Array(keys[(key.map(firstIndex) ?? 0)...].prefix(max(0, limit)))
  }

  private func firstIndex(after key: RowKey) -> Int { keys.partitionIndex(while: { $0 <= key }) }
}

extension Array {
  /// The index behind the first elements of a sorted array: those for which `isFirst` holds.
  func partitionIndex(while isFirst: (Element) -> Bool) -> Int {
    // What is added comes behind all others, nearly always.
    guard let last, !isFirst(last) else { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isFirst(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
