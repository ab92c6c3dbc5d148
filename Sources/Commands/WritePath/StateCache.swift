/// Values by key, of which the least recently used are forgotten.
///
/// Two generations: what is used moves to the young one; when that is full, the old one is dropped and the young
/// one grows old. That is nearly least-recently-used at the price of one dictionary. It only happens in `age`, so that
/// a value that runs ahead of its stream is not replaced by what the stream says.
struct StateCache<Key: Hashable, Value> {
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  /// What the values that have run ahead since `beginNoting` were before; nil where nobody will ask for it.
  private var before: [Key: Value]?
  private let capacity: Int

  /// - Parameter capacity: how many values are kept at least; after `age` at most about twice as many are.
  init(capacity: Int) {
    self.capacity = capacity
  }

  func contains(_ key: Key) -> Bool { young[key] != nil || old[key] != nil }

  /// The value where it is there; it does not get younger by that.
  func peek(_ key: Key) -> Value? { young[key] ?? old[key] }

  /// Makes the value young, loading it first if need be.
  mutating func use<Failure: Error>(_ key: Key, load: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let value = young[key] { return value }
    let value = if let kept = old.removeValue(forKey: key) { kept } else { try load() }
    young[key] = value
    return value
  }

  /// Forgets what was not used for long, if there is too much.
  mutating func age() {
    guard young.count >= capacity else { return }
    old = young
    young = [:]
  }

  /// From now on, what runs ahead can be taken back.
  mutating func beginNoting() {
    if before == nil { before = [:] } else { before?.removeAll(keepingCapacity: true) }
  }

  /// Takes back what has run ahead since `beginNoting`. None of these values may have been updated since.
  mutating func takeBack() {
    for (key, value) in before ?? [:] {
      young[key] = value
      old[key] = nil
    }
    before?.removeAll(keepingCapacity: true)
  }

  /// Changes a value in place, ahead of its stream, so that it can be taken back.
  mutating func runAhead(_ key: Key, _ change: (inout Value) -> Void) {
    if before != nil, before?[key] == nil, let value = young[key] ?? old[key] { before?[key] = value }
    update(key, change)
  }

  /// Changes a value in place; one that is not there stays away, and is loaded when it is used.
  mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    if let index = young.index(forKey: key) {
      change(&young.values[index])
    } else if let index = old.index(forKey: key) {
      change(&old.values[index])
    }
  }

  /// Forgets a value that has not run ahead.
  mutating func remove(_ key: Key) {
    young[key] = nil
    old[key] = nil
  }

  mutating func removeAll() {
    young.removeAll(keepingCapacity: true)
    old.removeAll()
    before?.removeAll()
  }
}
