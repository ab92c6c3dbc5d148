import Domain
import EventStore
import Primitives

/// Something on a list, with the place by which it is found again while others come and go.
struct Placed<Item: Equatable & Sendable>: Equatable, Sendable {
  let item: Item
  let place: RowCursor

  /// - Parameters:
  ///   - time: what the list is sorted by.
  ///   - revision: of the library when it came onto the list. Commands that arrive together are recorded at the same
  ///     time; this tells which was first.
  init(_ item: Item, at time: Timestamp, revision: Revision) {
    self.item = item
    place = RowCursor(order: time.microseconds, key: RowKey(high: 0, low: UInt64(revision)))
  }

  var revision: Revision { Revision(place.key.low) }
}

extension Array {
  /// Inserts into a list that is sorted by place. The newest, which is the usual one, goes to the end at once.
  mutating func insertByPlace<Item>(_ element: Element) where Element == Placed<Item> {
    let before = lastIndex { $0.place < element.place }
    insert(element, at: before.map { $0 + 1 } ?? 0)
  }

  /// The elements before `cursor`, last ones first.
  fileprivate func page<Item>(before cursor: RowCursor?, limit: Int) -> LibraryPage<Item>
  where Element == Placed<Item> {
    let rest = cursor.map { cursor in self[...].prefix { $0.place < cursor } } ?? self[...]
    let page = rest.suffix(limit)
    return LibraryPage(items: page.reversed().map(\.item), next: rest.count > limit ? page.first?.place : nil)
  }
}

/// Part of a household's watchlist or watched list, newest first.
public struct LibraryPage<Item: Sendable>: Sendable {
  public let items: [Item]
  /// Where the next page begins; nil at the end.
  public let next: RowCursor?

  public static var empty: Self { Self(items: [], next: nil) }
}

extension LibraryDetails {
  /// At most `limit` entries that come after `cursor`, newest first; from the newest on, where it is nil.
  public func watchlistPage(after cursor: RowCursor?, limit: Int) -> LibraryPage<WatchlistEntry> {
    placedWatchlist.page(before: cursor, limit: limit)
  }

  /// The same of the watched list, by the time of watching.
  public func watchedPage(after cursor: RowCursor?, limit: Int) -> LibraryPage<WatchedMovie> {
    placedWatched.page(before: cursor, limit: limit)
  }
}
