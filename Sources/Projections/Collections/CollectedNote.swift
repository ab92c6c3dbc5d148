import Domain
import EventStore
import MovieNightPrimitives

/// A member's note on a title or an episode. Its text is a personal text.
public struct CollectedNote: Equatable, Sendable {
  public let key: RowKey
  public let owner: OwnerID
  public let title: TitleRef
  public let episode: EpisodeRef?
  public private(set) var ownerOnly: Bool
  public let createdAt: Timestamp
  public private(set) var modifiedAt: Timestamp

  public var memberID: MemberID { MemberID(key.partition) }
  public var noteID: NoteID { NoteID(key.item) }
}

extension CollectedNote: Projection {
  public typealias DomainEvent = CollectionEvent

  public static let name = "notes"
  public static let version = 1
  public static let isListed = true

  static func key(of note: NoteID, _ member: MemberID) -> RowKey {
    RowKey(partition: PartitionKey(member), item: ItemID(note))
  }

  public var sortKey: SortKey? { SortKey(order: createdAt.microseconds, tie: key.item) }
  public var heldBytes: Int { 0 }

  public static func rows(touchedBy domainEvent: CollectionEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func key(_ note: NoteID) -> RowKey { Self.key(of: note, envelope.member) }
    return switch domainEvent {
    case .noteAdded(let event): .one(.made(key(event.noteID)))
    case .noteChanged(let event): .one(.changed(key(event.noteID)))
    case .noteRemoved(let event): .one(.ended(key(event.noteID)))
    case .titleRemoved(let event): TouchedRows(event.notes.map { .ended(key($0)) })
    default: TouchedRows((domainEvent.lostContents?.notes ?? []).map { .ended(key($0)) })
    }
  }

  public static func fold(
    _ row: inout CollectedNote?, _ key: RowKey, _ domainEvent: CollectionEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    switch domainEvent {
    case .noteAdded(let event):
      row = CollectedNote(
        key: key, owner: envelope.owner, title: event.title, episode: event.episode, ownerOnly: event.ownerOnly,
        createdAt: event.createdAt, modifiedAt: envelope.recordedAt)
    case .noteChanged(let event):
      row?.ownerOnly = event.ownerOnly
      row?.modifiedAt = envelope.recordedAt
    default: break
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    title.writeMembers(to: &json)
    json.field("episode", episode)
    json.field("owner_only", ownerOnly)
    json.field("created_at", moment: createdAt)
    json.field("modified_at", moment: modifiedAt)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(
      key: key, owner: owner, title: try TitleRef(json: json), episode: try json.optional("episode"),
      ownerOnly: try json.bool("owner_only"), createdAt: try json.moment("created_at"),
      modifiedAt: try json.moment("modified_at"))
  }
}
