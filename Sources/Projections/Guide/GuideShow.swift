import Domain
import EventStore
import MovieNightPrimitives

/// What a household's guide records about a series. The row ends if nothing differs from any other series.
public struct GuideShow: Equatable, Sendable {
  public let key: RowKey
  public let owner: OwnerID
  public private(set) var record: GuideShowRecord

  public var tmdbID: Int { Int(clamping: key.item.low) }
}

extension GuideShow: Projection {
  public typealias DomainEvent = GuideEvent

  public static let name = "guide_shows"
  public static let version = 1
  public static let isListed = true

  /// Lists the series by their ids in ascending order.
  public var sortKey: SortKey? { SortKey(order: -Int64(tmdbID), tie: key.item) }
  public var heldBytes: Int { record.hiddenBy.bytesOfElements }

  public static func rows(touchedBy domainEvent: GuideEvent, _ envelope: EventEnvelope) -> TouchedRows {
    switch domainEvent {
    case .showSet(let event): .one(.changed(RowKey(event.tmdbID, in: envelope.stream)))
    case .showHidden(let event): .one(.changed(RowKey(event.tmdbID, in: envelope.stream)))
    case .reminderSet, .reminderRemoved: .none
    }
  }

  public static func fold(
    _ row: inout GuideShow?, _ key: RowKey, _ domainEvent: GuideEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    var show = row ?? GuideShow(key: key, owner: envelope.owner, record: GuideShowRecord())
    show.record.fold(domainEvent)
    row = show.record.isEmpty ? nil : show
  }

  public func writeMembers(to json: inout JSONWriter) { record.writeMembers(to: &json) }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(key: key, owner: owner, record: try GuideShowRecord(json: json))
  }
}
