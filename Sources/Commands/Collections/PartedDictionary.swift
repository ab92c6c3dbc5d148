/// A dictionary in 256 parts, so that a change of a copy copies only the part with the key. States are copied by
/// decisions, dry runs and, on a shared store, undo logs.
struct PartedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var parts = [[Key: Value]](repeating: [:], count: 256)
  private(set) var count = 0

  private func part(of key: Key) -> Int { key.hashValue & 255 }

  subscript(key: Key) -> Value? {
    get { parts[part(of: key)][key] }
    set {
      let part = part(of: key)
      count -= parts[part].count
      parts[part][key] = newValue
      count += parts[part].count
    }
  }

  /// Changes the key's value in place, if there is one.
  mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    let part = part(of: key)
    guard let index = parts[part].index(forKey: key) else { return }
    change(&parts[part].values[index])
  }

  /// The keys, in no particular order.
  var keys: some Sequence<Key> { parts.lazy.flatMap(\.keys) }
}

extension PartedDictionary: Equatable where Value: Equatable {}
