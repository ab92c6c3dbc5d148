struct TimerHeap<Value> {
  private struct Entry {
    let due: Duration
    let number: UInt64
    let value: Value

    /// Equally due timers are in the order of their numbers.
    func isBefore(_ other: Entry) -> Bool { (due, number) < (other.due, other.number) }
  }

  /// A binary heap: no entry comes before its parent, which is at half its index.
  private var entries: [Entry] = []
  private var places: [UInt64: Int] = [:]

  var count: Int { entries.count }
  /// When the first timer is due; nil if there is none.
  var next: Duration? { entries.first?.due }

  /// Adds a timer. Its number must not be in use.
  mutating func add(_ value: Value, _ number: UInt64, due: Duration) {
    entries.append(Entry(due: due, number: number, value: value))
    places[number] = entries.count - 1
    rise(from: entries.count - 1)
  }

  /// Removes a timer; nil if it is no longer there.
  @discardableResult
  mutating func remove(_ number: UInt64) -> Value? {
    guard let place = places.removeValue(forKey: number) else { return nil }
    let removed = entries[place]
    let last = entries.removeLast()
    if place < entries.count {
      put(last, at: place)
      rise(from: place)
      sink(from: places[last.number] ?? place)
    }
    return removed.value
  }

  mutating func takeDue(by now: Duration) -> Value? {
    guard let first = entries.first, first.due <= now else { return nil }
    return remove(first.number)
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    places[entry.number] = place
  }

  private mutating func rise(from start: Int) {
    var place = start
    let entry = entries[place]
    while place > 0, entry.isBefore(entries[(place - 1) / 2]) {
      put(entries[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    put(entry, at: place)
  }

  private mutating func sink(from start: Int) {
    var place = start
    let entry = entries[place]
    while let child = firstChild(of: place), entries[child].isBefore(entry) {
      put(entries[child], at: place)
      place = child
    }
    put(entry, at: place)
  }

  /// The child that is due first.
  private func firstChild(of place: Int) -> Int? {
    let left = 2 * place + 1
    guard left < entries.count else { return nil }
    return left + 1 < entries.count && entries[left + 1].isBefore(entries[left]) ? left + 1 : left
  }
}
