import EventStore

/// The known sort keys of rows in each partition, from which pages are built without a search.
struct PartitionLists {
  struct Entry: Equatable {
    let sortKey: SortKey
    let item: ItemID
  }

  private struct List {
    /// Ascending and without a gap, up to the greatest sort key.
    var entries: [Entry]
    /// Whether the smallest sort key is included.
    var isComplete: Bool

    func index(of sortKey: SortKey) -> Int? {
      let index = firstIndex(notBefore: sortKey)
      return index < entries.count && entries[index].sortKey == sortKey ? index : nil
    }

    func firstIndex(notBefore sortKey: SortKey) -> Int { entries.partitionIndex(while: { $0.sortKey < sortKey }) }
  }

  /// The number of places kept per partition, if the store has the others.
  static let depth = 128
  /// The number of places kept for all shelves, if the store has the others: a few megabytes.
  static let capacity = 1 << 18
  /// The overhead of a list, in places.
  private static let listOverhead = 4

  private let isWhole: Bool
  private var lists: [PartitionKey: List] = [:]
  /// The number of places in all lists, with their overhead.
  private(set) var size = 0

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// Adds the sort key of a new row. An unknown list stays unknown.
  mutating func insert(_ sortKey: SortKey, _ key: RowKey) {
    if isWhole, lists[key.partition] == nil {
      lists[key.partition] = List(entries: [], isComplete: true)
      size += Self.listOverhead
    }
    makeRoom()
    guard let list = lists.index(forKey: key.partition) else { return }
    let index = lists.values[list].firstIndex(notBefore: sortKey)
    if index == 0, !lists.values[list].isComplete { return }
    // In a shared store, the list may contain the row before its first event is folded.
    if index < lists.values[list].entries.count, lists.values[list].entries[index].sortKey == sortKey { return }
    lists.values[list].entries.insert(Entry(sortKey: sortKey, item: key.item), at: index)
    size += 1
    if !isWhole, lists.values[list].entries.count > 2 * Self.depth {
      lists.values[list].entries.removeFirst(Self.depth)
      size -= Self.depth
      lists.values[list].isComplete = false
    }
  }

  /// Removes a row that has ended or moves. `sortKey` is its old sort key, if known.
  mutating func remove(_ key: RowKey, from sortKey: SortKey?) {
    guard let list = lists.index(forKey: key.partition) else { return }
    let count = lists.values[list].entries.count
    defer { size -= count - lists.values[list].entries.count }
    if let sortKey {
      if let index = lists.values[list].index(of: sortKey) { lists.values[list].entries.remove(at: index) }
    } else {
      lists.values[list].entries.removeAll { $0.item == key.item }
    }
  }

  /// Whether all rows of the partition are known, and `key` is not among them.
  func isComplete(without key: RowKey) -> Bool {
    guard let list = lists[key.partition] else { return isWhole }
    return list.isComplete && !list.entries.contains { $0.item == key.item }
  }

  mutating func forget(_ partition: PartitionKey) {
    guard let list = lists.removeValue(forKey: partition) else { return }
    size -= list.entries.count + Self.listOverhead
  }

  /// Sets a partition's greatest sort keys, the greatest first.
  mutating func install(_ entries: [Entry], isComplete: Bool, partition: PartitionKey) {
    makeRoom()
    forget(partition)
    lists[partition] = List(entries: entries.reversed(), isComplete: isComplete)
    size += entries.count + Self.listOverhead
  }

  /// Forgets all lists if there are too many places. This is rare, and lists are read again when needed.
  private mutating func makeRoom() {
    guard !isWhole, size >= Self.capacity else { return }
    lists.removeAll()
    size = 0
  }

  /// Returns up to `limit` entries after `sortKey`, the greatest first; nil if they are not all known.
  func page(_ partition: PartitionKey, after sortKey: SortKey?, limit: Int) -> [Entry]? {
    guard let list = lists[partition] else { return isWhole ? [] : nil }
    let end = sortKey.map { list.firstIndex(notBefore: $0) } ?? list.entries.count
    guard end >= limit || list.isComplete else { return nil }
    return list.entries[max(0, end - limit)..<end].reversed()
  }
}
