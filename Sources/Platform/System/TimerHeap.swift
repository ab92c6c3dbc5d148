struct TimerHeap<Value> {
  private struct Entry {
    let due: Duration
    let number: UInt64
    let value: Value

    /// Timers that are due at the same time are ordered by number.
    func isBefore(_ other: Entry) -> Bool { (due, number) < (other.due, other.number) }
  }

  /// A binary heap. No entry is due before its parent; the parent of the entry at index `i` is at index `(i - 1) / 2`.
  private var entries: [Entry] = []
  private var indices: [UInt64: Int] = [:]

  var count: Int { entries.count }
  /// The time at which the first timer is due; nil if there are no timers.
  var next: Duration? { entries.first?.due }

  /// Adds a timer. `number` must not be in use by another timer.
  mutating func add(_ value: Value, _ number: UInt64, due: Duration) {
    entries.append(Entry(due: due, number: number, value: value))
    indices[number] = entries.count - 1
    rise(from: entries.count - 1)
  }

  /// Removes a timer and returns its value. Returns nil if the timer is no longer in the heap.
  @discardableResult
  mutating func remove(_ number: UInt64) -> Value? {
    guard let index = indices.removeValue(forKey: number) else { return nil }
    let removed = entries[index]
    let last = entries.removeLast()
    if index < entries.count {
      put(last, at: index)
      rise(from: index)
      sink(from: indices[last.number] ?? index)
    }
    return removed.value
  }

  mutating func takeDue(by now: Duration) -> Value? {
    guard let first = entries.first, first.due <= now else { return nil }
    return remove(first.number)
  }

  private mutating func put(_ entry: Entry, at index: Int) {
    entries[index] = entry
    indices[entry.number] = index
  }

  private mutating func rise(from start: Int) {
    var index = start
    let entry = entries[index]
    while index > 0, entry.isBefore(entries[(index - 1) / 2]) {
      put(entries[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    put(entry, at: index)
  }

  private mutating func sink(from start: Int) {
    var index = start
    let entry = entries[index]
    while let child = firstChild(of: index), entries[child].isBefore(entry) {
      put(entries[child], at: index)
      index = child
    }
    put(entry, at: index)
  }

  /// Returns the index of the child that is due first, or nil if the entry has no children.
  private func firstChild(of index: Int) -> Int? {
    let left = 2 * index + 1
    guard left < entries.count else { return nil }
    return left + 1 < entries.count && entries[left + 1].isBefore(entries[left]) ? left + 1 : left
  }
}
