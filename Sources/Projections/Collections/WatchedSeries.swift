import Domain
import EventStore
import MovieNightPrimitives

/// A series in a member's collection with its progress. Those being watched are listed first, then the planned ones.
///
/// A series whose status changes to watching is not in that event with its episodes, so the others have rows, too. Each
/// has its own, so that a watched episode does not write the progress of all series again.
public struct WatchedSeries: Equatable, Sendable {
  public let key: RowKey
  public let owner: OwnerID
  public private(set) var standing: TitleStanding
  public private(set) var progress: SeriesProgress

  public var tmdbID: Int { Int(clamping: key.item.low) }
  public var status: TitleStatus? { standing.settings.status }
  public var lastWatchedAt: WatchedAt { standing.lastWatchedAt }
}

extension WatchedSeries: Projection {
  public typealias DomainEvent = CollectionEvent

  public static let name = "watching"
  public static let version = 2
  public static let isListed = true
  public static let movesInList = true

  public var sortKey: SortKey? {
    let order: Int64 =
      switch status {
      case .watching: max(Self.lastWatching.order, lastWatchedAt.order)
      case .planned: Self.lastWatching.order - 1
      default: .min
      }
    return SortKey(order: order, tie: key.item)
  }
  /// The sort key after all series that are being watched, and before the planned ones.
  static let lastWatching = SortKey(order: .min + 2, tie: RowKey.onlyItem)
  public var heldBytes: Int { progress.heldBytes }

  public static func rows(touchedBy domainEvent: CollectionEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func row(_ title: TitleRef, _ touched: (RowKey) -> TouchedRow) -> TouchedRows {
      title.mediaType == .tv ? .one(touched(RowKey(title, of: envelope.member))) : .none
    }
    switch domainEvent {
    case .titleAdded(let event): return row(event.title) { .made($0) }
    default:
      if let title = domainEvent.changedTitle { return row(title) { .changed($0) } }
      let lost = domainEvent.lostTitles.filter { $0.ref.mediaType == .tv }
      return TouchedRows(lost.map { .ended(RowKey($0.ref, of: envelope.member)) })
    }
  }

  public static func fold(
    _ row: inout WatchedSeries?, _ key: RowKey, _ domainEvent: CollectionEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    if case .titleAdded(let event) = domainEvent {
      row = WatchedSeries(
        key: key, owner: envelope.owner, standing: TitleStanding(event, at: envelope.recordedAt),
        progress: SeriesProgress(event.facts))
    } else {
      row?.standing.fold(domainEvent, at: envelope.recordedAt)
      row?.progress.fold(domainEvent)
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    standing.writeMembers(to: &json)
    json.field("progress", progress)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(
      key: key, owner: owner, standing: try TitleStanding(json: json), progress: try json.value("progress"))
  }
}
