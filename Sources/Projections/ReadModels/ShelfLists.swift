import EventStore

/// The places of rows in their shelves' lists, as far as they are known: a page of a list then needs no search.
struct ShelfLists {
  struct Entry: Equatable {
    let place: RowPlace
    let item: ItemID
  }

  private struct List {
    /// The smallest place first, without a gap, up to the greatest.
    var entries: [Entry]
    /// Whether the smallest one is there.
    var isComplete: Bool

    func index(of place: RowPlace) -> Int? {
      let index = firstIndex(notBefore: place)
      return index < entries.count && entries[index].place == place ? index : nil
    }

    func firstIndex(notBefore place: RowPlace) -> Int { entries.partitionIndex(while: { $0.place < place }) }
  }

  /// How many places of a shelf are kept, where the store has the others.
  static let depth = 128
  /// How many places of all shelves are kept, where the store has the others: some megabytes.
  static let capacity = 1 << 18
  /// What a list takes beside its places, in places.
  private static let placesOfList = 4

  /// Whether memory holds all rows, so that every list is known.
  private let isWhole: Bool
  private var lists: [ShelfID: List] = [:]
  /// How many places the lists take together.
  private(set) var size = 0

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// Adds the place of a new row. A list that is not known stays so.
  mutating func insert(_ place: RowPlace, _ key: RowKey) {
    if isWhole, lists[key.shelf] == nil {
      lists[key.shelf] = List(entries: [], isComplete: true)
      size += Self.placesOfList
    }
    makeRoom()
    guard let list = lists.index(forKey: key.shelf) else { return }
    let index = lists.values[list].firstIndex(notBefore: place)
    if index == 0, !lists.values[list].isComplete { return }
    // A shared store may have listed the row before its first event was taken in.
    if index < lists.values[list].entries.count, lists.values[list].entries[index].place == place { return }
    lists.values[list].entries.insert(Entry(place: place, item: key.item), at: index)
    size += 1
    if !isWhole, lists.values[list].entries.count > 2 * Self.depth {
      lists.values[list].entries.removeFirst(Self.depth)
      size -= Self.depth
      lists.values[list].isComplete = false
    }
  }

  /// Takes out a row that has ended or moves.
  /// - Parameter place: where it stood; nil where that is not known.
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

  /// Whether all of a shelf's rows are known, and the one with `key` is not among them.
  func isComplete(without key: RowKey) -> Bool {
    guard let list = lists[key.shelf] else { return isWhole }
    return list.isComplete && !list.entries.contains { $0.item == key.item }
  }

  /// Makes a shelf's list unknown, where something of it has changed unseen.
  mutating func forget(_ shelf: ShelfID) {
    guard let list = lists.removeValue(forKey: shelf) else { return }
    size -= list.entries.count + Self.placesOfList
  }

  /// Makes known a shelf's greatest places, the greatest first.
  mutating func install(_ entries: [Entry], isComplete: Bool, shelf: ShelfID) {
    makeRoom()
    forget(shelf)
    lists[shelf] = List(entries: entries.reversed(), isComplete: isComplete)
    size += entries.count + Self.placesOfList
  }

  /// Forgets all lists when there are too many places. That is rare, and each list is read again when it is needed.
  private mutating func makeRoom() {
    guard !isWhole, size >= Self.capacity else { return }
    lists.removeAll()
    size = 0
  }

  /// Up to `limit` entries after `place`, the greatest first; nil where they are not all known.
  func page(_ shelf: ShelfID, after place: RowPlace?, limit: Int) -> [Entry]? {
    guard let list = lists[shelf] else { return isWhole ? [] : nil }
    let end = place.map { list.firstIndex(notBefore: $0) } ?? list.entries.count
    guard end >= limit || list.isComplete else { return nil }
    return list.entries[max(0, end - limit)..<end].reversed()
  }
}
