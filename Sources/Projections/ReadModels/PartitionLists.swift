import EventStore
import MovieNightPrimitives

/// The sort keys of the rows in each partition, as far as they are known. Pages are built from them without a search.
struct PartitionLists {
  struct Entry: Equatable {
    let sortKey: SortKey
    let item: ItemID
  }

  private struct List {
    /// The last entries of the partition, in ascending order and without gaps.
    var entries: [Entry]
    /// Whether the entries go down to the partition's smallest sort key, so that they include all of its rows.
    var isComplete: Bool

    func index(of sortKey: SortKey) -> Int? {
      let index = firstIndex(notBefore: sortKey)
      return index < entries.count && entries[index].sortKey == sortKey ? index : nil
    }

    func firstIndex(notBefore sortKey: SortKey) -> Int { entries.partitionIndex(while: { $0.sortKey < sortKey }) }
  }

  /// The number of entries that are kept per partition if the store has the remaining rows.
  static let depth = 128
  /// The maximum number of entries in all lists if the store has the remaining rows. They take a few megabytes.
  static let capacity = 1 << 18
  /// The memory overhead of a list, expressed as a number of entries.
  private static let listOverhead = 4

  /// Whether all rows are in memory, so that an unknown list is empty.
  private let isWhole: Bool
  private var lists: [PartitionKey: List] = [:]
  /// The number of entries in all lists, including the overhead of each list.
  private(set) var size = 0

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// Adds the sort key of a new row. Does nothing if the partition's list is not known.
  mutating func insert(_ sortKey: SortKey, _ key: RowKey) {
    if isWhole, lists[key.partition] == nil {
      lists[key.partition] = List(entries: [], isComplete: true)
      size += Self.listOverhead
    }
    makeRoom()
    guard let list = lists.index(forKey: key.partition) else { return }
    let index = lists.values[list].firstIndex(notBefore: sortKey)
    if index == 0, !lists.values[list].isComplete { return }
    // In a shared store, the list may already contain the row when its first event is folded.
    if index < lists.values[list].entries.count, lists.values[list].entries[index].sortKey == sortKey { return }
    lists.values[list].entries.insert(Entry(sortKey: sortKey, item: key.item), at: index)
    size += 1
    if !isWhole, lists.values[list].entries.count > 2 * Self.depth {
      lists.values[list].entries.removeFirst(Self.depth)
      size -= Self.depth
      lists.values[list].isComplete = false
    }
  }

  /// Removes a row that has ended or gets another sort key. `sortKey` is its old sort key; nil if that is not known.
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

  /// Sets the entries of a partition's greatest sort keys, the greatest first.
  mutating func install(_ entries: [Entry], isComplete: Bool, partition: PartitionKey) {
    makeRoom()
    forget(partition)
    lists[partition] = List(entries: entries.reversed(), isComplete: isComplete)
    size += entries.count + Self.listOverhead
  }

  /// Forgets all lists if they have too many entries. This is rare, and the lists are read again when they are needed.
  private mutating func makeRoom() {
    guard !isWhole, size >= Self.capacity else { return }
    lists.removeAll()
    size = 0
  }

  /// Returns up to `limit` entries after `sortKey`, the greatest first; nil if not all of them are known.
  func page(_ partition: PartitionKey, after sortKey: SortKey?, limit: Int) -> [Entry]? {
    guard let list = lists[partition] else { return isWhole ? [] : nil }
    let end = sortKey.map { list.firstIndex(notBefore: $0) } ?? list.entries.count
    guard end >= limit || list.isComplete else { return nil }
    return list.entries[max(0, end - limit)..<end].reversed()
  }
}
