import EventStore
import Primitives

/// The places of rows in their owners' lists, as far as they are known: a page of a list then needs no search.
struct OwnerLists {
  private struct List {
    /// Oldest first, without a gap, up to the newest.
    var places: [RowCursor]
    /// Whether the oldest one is there.
    var isComplete: Bool
  }

  /// How many places of an owner are kept, where the store has the others.
  static let depth = 128
  /// How many owners are kept, where the store has the others.
  static let capacity = 50_000

  /// Whether memory holds all rows, so that every list is known.
  private let isWhole: Bool
  private var lists: [OwnerID: List] = [:]

  init(isWhole: Bool) {
    self.isWhole = isWhole
  }

  /// Adds the place of a new row. A list that is not known stays so.
  mutating func insert(_ place: RowCursor, owner: OwnerID) {
    if isWhole, lists[owner] == nil { lists[owner] = List(places: [], isComplete: true) }
    guard let list = lists.index(forKey: owner) else { return }
    let index = Self.firstIndex(notBefore: place, in: lists.values[list].places)
    if index == 0, !lists.values[list].isComplete { return }
    // A shared store may have listed the row before its first event was taken in.
    if index < lists.values[list].places.count, lists.values[list].places[index] == place { return }
    lists.values[list].places.insert(place, at: index)
    if !isWhole, lists.values[list].places.count > 2 * Self.depth {
      lists.values[list].places.removeFirst(Self.depth)
      lists.values[list].isComplete = false
    }
  }

  /// Makes known an owner's newest places, newest first.
  mutating func install(_ places: [RowCursor], isComplete: Bool, owner: OwnerID) {
    // All at once, and seldom: what is dropped is read again when somebody asks.
    if lists.count >= Self.capacity { lists.removeAll() }
    lists[owner] = List(places: places.reversed(), isComplete: isComplete)
  }

  /// Up to `limit` places after `cursor`, newest first; nil where they are not all known.
  func page(owner: OwnerID, after cursor: RowCursor?, limit: Int) -> [RowCursor]? {
    guard let list = lists[owner] else { return isWhole ? [] : nil }
    let end = cursor.map { Self.firstIndex(notBefore: $0, in: list.places) } ?? list.places.count
    guard end >= limit || list.isComplete else { return nil }
    return list.places[max(0, end - limit)..<end].reversed()
  }

  private static func firstIndex(notBefore place: RowCursor, in places: [RowCursor]) -> Int {
    guard let last = places.last, !(last < place) else { return places.count }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RowCursor: Comparable {
  /// Older first.
  public static func < (left: Self, right: Self) -> Bool {
    (left.order, left.key) < (right.order, right.key)
  }
}
