import EventStore

/// The known sort keys of rows in each shelf, from which pages are built without a search.
struct ShelfLists {
  struct Entry: Equatable {
    let place: RowPlace
    let item: ItemID
  }

  private struct List {
    /// Ascending and without a gap, up to the greatest place.
    var entries: [Entry]
    /// Whether the smallest place is included.
    var isComplete: Bool

    func index(of place: RowPlace) -> Int? {
      let index = firstIndex(notBefore: place)
      return index < entries.count && entries[index].place == place ? index : nil
    }

    func firstIndex(notBefore place: RowPlace) -> Int { entries.partitionIndex(while: { $0.place < place }) }
  }

  /// The number of places kept per shelf, if the store has the others.
  static let depth = 128
  /// The number of places kept for all shelves, if the store has the others: a few megabytes.
  static let capacity = 1 << 18
  /// The overhead of a list, in places.
  private static let placesOfList = 4

  private let isWhole: Bool
  private var lists: [ShelfID: List] = [:]
  /// The number of places in all lists, with their overhead.
  private(set) var size = 0

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// Adds the place of a new row. An unknown list stays unknown.
  mutating func insert(_ place: RowPlace, _ key: RowKey) {
    if isWhole, lists[key.shelf] == nil {
      lists[key.shelf] = List(entries: [], isComplete: true)
      size += Self.placesOfList
    }
    makeRoom()
    guard let list = lists.index(forKey: key.shelf) else { return }
    let index = lists.values[list].firstIndex(notBefore: place)
    if index == 0, !lists.values[list].isComplete { return }
    // In a shared store, the list may contain the row before its first event is folded.
    if index < lists.values[list].entries.count, lists.values[list].entries[index].place == place { return }
    lists.values[list].entries.insert(Entry(place: place, item: key.item), at: index)
    size += 1
    if !isWhole, lists.values[list].entries.count > 2 * Self.depth {
      lists.values[list].entries.removeFirst(Self.depth)
      size -= Self.depth
      lists.values[list].isComplete = false
    }
  }

  /// Removes a row that has ended or moves. `place` is its old place, if known.
  mutating func remove(_ key: RowKey, from place: RowPlace?) {
    guard let list = lists.index(forKey: key.shelf) else { return }
    let count = lists.values[list].entries.count
    defer { size -= count - lists.values[list].entries.count }
    if let place {
      if let index = lists.values[list].index(of: place) { lists.values[list].entries.remove(at: index) }
    } else {
      lists.values[list].entries.removeAll { $0.item == key.item }
    }
  }

  /// Whether all rows of the shelf are known, and `key` is not among them.
  func isComplete(without key: RowKey) -> Bool {
    guard let list = lists[key.shelf] else { return isWhole }
    return list.isComplete && !list.entries.contains { $0.item == key.item }
  }

  mutating func forget(_ shelf: ShelfID) {
    guard let list = lists.removeValue(forKey: shelf) else { return }
    size -= list.entries.count + Self.placesOfList
  }

  /// Sets a shelf's greatest places, the greatest first.
  mutating func install(_ entries: [Entry], isComplete: Bool, shelf: ShelfID) {
    makeRoom()
    forget(shelf)
    lists[shelf] = List(entries: entries.reversed(), isComplete: isComplete)
    size += entries.count + Self.placesOfList
  }

  /// Forgets all lists if there are too many places. That is rare, and lists are read again when needed.
  private mutating func makeRoom() {
    guard !isWhole, size >= Self.capacity else { return }
    lists.removeAll()
    size = 0
  }

  /// Returns up to `limit` entries after `place`, the greatest first; nil if they are not all known.
  func page(_ shelf: ShelfID, after place: RowPlace?, limit: Int) -> [Entry]? {
    guard let list = lists[shelf] else { return isWhole ? [] : nil }
    let end = place.map { list.firstIndex(notBefore: $0) } ?? list.entries.count
    guard end >= limit || list.isComplete else { return nil }
    return list.entries[max(0, end - limit)..<end].reversed()
  }
}
