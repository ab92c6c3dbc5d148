import Domain
import EventStore
import Primitives

/// Something that has a place in a list, by which it is found again while others come and go.
protocol Placed: Sendable {
  var place: RowCursor { get }
}

extension WatchlistEntry: Placed {
  var place: RowCursor { RowCursor(order: addedAt.microseconds, movie: movie.tmdbMovieID) }
}

extension LibraryDetails.WatchedMovie: Placed {
  var place: RowCursor { RowCursor(order: watchedAt.microseconds, movie: movie.tmdbMovieID) }
}

extension RowCursor {
  fileprivate init(order: Int64, movie: MovieID) {
    self.init(order: order, key: RowKey(high: 0, low: UInt64(bitPattern: Int64(movie))))
  }
}

extension Array where Element: Placed {
  /// Inserts into a list that is sorted by place. The newest, which is the usual one, goes to the end at once.
  mutating func insertByPlace(_ element: Element) {
    let before = lastIndex { $0.place < element.place }
    insert(element, at: before.map { $0 + 1 } ?? 0)
  }

  /// The elements before `cursor`, last ones first.
  fileprivate func page(before cursor: RowCursor?, limit: Int) -> LibraryPage<Element> {
    let rest = cursor.map { cursor in self[...].prefix { $0.place < cursor } } ?? self[...]
    let items = rest.suffix(limit)
    return LibraryPage(items: items.reversed(), next: rest.count > limit ? items.first?.place : nil)
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
  public func watchlistPage(after cursor: RowCursor?, limit: Int) -> LibraryPage<WatchlistEntry> {
    watchlist.page(before: cursor, limit: limit)
  }

  public func watchedPage(after cursor: RowCursor?, limit: Int) -> LibraryPage<WatchedMovie> {
    watched.page(before: cursor, limit: limit)
  }
}
