import Domain
import EventStore
import MovieNightPrimitives

/// A title on a list of a member. Its partition is the list.
public struct ListedTitle: Equatable, Sendable {
  public let key: RowKey
  public let owner: OwnerID
  public private(set) var place: Int
  public let addedAt: Timestamp

  public var title: TitleRef { TitleRef(item: key.item) }
}

extension ListedTitle: Projection {
  public typealias DomainEvent = CollectionEvent

  public static let name = "list_titles"
  public static let version = 1
  public static let isListed = true
  public static let movesInList = true

  static func key(of title: TitleRef, on list: ListID) -> RowKey {
    RowKey(partition: PartitionKey(list), item: ItemID(title))
  }

  /// The smallest place has the greatest sort key, as it comes first.
  public var sortKey: SortKey? { SortKey(order: 0 &- Int64(place), tie: key.item) }
  public var heldBytes: Int { 0 }

  public static func rows(touchedBy domainEvent: CollectionEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func key(_ title: TitleRef, _ list: ListID) -> RowKey { Self.key(of: title, on: list) }
    return switch domainEvent {
    case .titleRemoved(let event): TouchedRows(event.lists.map { .ended(key(event.title, $0)) })
    case .listRemoved(let event): TouchedRows(event.titles.map { .ended(key($0, event.listID)) })
    case .listTitlesAdded(let event):
      TouchedRows(
        event.titles.map { .made(key($0.title, event.listID)) }
          + event.moved.map { .changed(key($0.title, event.listID)) })
    case .listTitlesRemoved(let event): TouchedRows(event.titles.map { .ended(key($0, event.listID)) })
    case .listTitlesMoved(let event): TouchedRows(event.titles.map { .changed(key($0.title, event.listID)) })
    default:
      TouchedRows(
        (domainEvent.lostContents?.lists ?? []).flatMap { list in
          (list.movies.map { .movie($0) } + list.series.map { .series($0) }).map { .ended(key($0, list.listID)) }
        })
    }
  }

  public static func fold(
    _ row: inout ListedTitle?, _ key: RowKey, _ domainEvent: CollectionEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    let title = TitleRef(item: key.item)
    switch domainEvent {
    case .listTitlesAdded(let event):
      if let added = event.titles.first(where: { $0.title == title }) {
        row = ListedTitle(key: key, owner: envelope.owner, place: added.place, addedAt: added.addedAt)
      } else if let moved = event.moved.first(where: { $0.title == title }) {
        row?.place = moved.place
      }
    case .listTitlesMoved(let event):
      if let moved = event.titles.first(where: { $0.title == title }) { row?.place = moved.place }
    default: break
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("place", place)
    json.field("added_at", moment: addedAt)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(key: key, owner: owner, place: try json.integer("place"), addedAt: try json.moment("added_at"))
  }
}
