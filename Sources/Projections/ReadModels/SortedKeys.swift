import EventStore

/// Keys in their order, so that a page of them needs no search through all.
struct SortedKeys {
  private var keys: [RowKey] = []

  /// Adds a key that is not there. Ids grow with time, so that hardly one stands before another.
  mutating func insert(_ key: RowKey) {
    keys.insert(key, at: firstIndex(after: key))
  }

  mutating func remove(_ key: RowKey) {
    let end = firstIndex(after: key)
    if end > 0, keys[end - 1] == key { keys.remove(at: end - 1) }
  }

  mutating func removeAll() { keys = [] }

  /// The first `limit` keys after `key`.
  func page(after key: RowKey?, limit: Int) -> [RowKey] {
    Array(keys[(key.map(firstIndex) ?? 0)...].prefix(max(0, limit)))
  }

  private func firstIndex(after key: RowKey) -> Int {
    guard let last = keys.last, key < last else { return keys.count }
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if key < keys[middle] { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
