import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// The members who offer something now, and the number of offers ever made.
package struct SnackDetails: StreamProjection {
  package typealias DomainEvent = SnackEvent
  package static let name = "snacks"
  package static let version = 1

  package let key: RowKey
  package let owner: OwnerID
  package var heldBytes: Int { offering.count * 16 }
  package var revision: Revision = noRevision
  package var offering: [MemberID] = []
  package var offered = 0

  package static func reads(_ domainEvent: SnackEvent) -> Bool { true }

  package init(first domainEvent: SnackEvent, _ envelope: EventEnvelope) throws(FoldError) {
    guard case .offered = domainEvent else { throw .outOfPlace }
    key = RowKey(envelope.stream.id)
    owner = envelope.owner
    try fold(domainEvent, envelope)
  }

  package mutating func fold(_ domainEvent: SnackEvent, _ envelope: EventEnvelope) throws(FoldError) {
    revision = envelope.revision
    switch domainEvent {
    case .offered(let event):
      offering.append(event.memberID)
      offered += 1
    case .gone(let event): offering.removeAll { $0 == event.memberID }
    case .notesErased: break
    }
  }

  package init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.key = key
    self.owner = owner
    revision = try json.integer("revision")
    offering = try json.value("offering")
    offered = try json.integer("offered")
  }

  package func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("offering", offering)
    json.field("offered", offered)
  }
}

/// A member's current offer. The row is deleted when the offer ends.
package struct SnackOffer: Projection {
  package typealias DomainEvent = SnackEvent
  package static let name = "snack_offers"
  package static let version = 1
  package static let isListed = true

  let household: HouseholdID
  package let member: MemberID
  let since: Timestamp
  /// The note on the offer, a personal text; nil if the offer has no note.
  let noteID: SnackNoteID?

  package var key: RowKey { RowKey(partition: PartitionKey(household), item: ItemID(member)) }
  package var owner: OwnerID { OwnerID(household) }
  package var sortKey: SortKey? { SortKey(order: since.microseconds, tie: member) }
  package var heldBytes: Int { 0 }

  package static func rows(touchedBy domainEvent: SnackEvent, _ envelope: EventEnvelope) -> TouchedRows {
    let partition = PartitionKey(envelope.stream.id)
    return switch domainEvent {
    case .offered(let event): .one(.made(RowKey(partition: partition, item: ItemID(event.memberID))))
    case .gone(let event): .one(.ended(RowKey(partition: partition, item: ItemID(event.memberID))))
    case .notesErased: .none
    }
  }

  package static func fold(
    _ row: inout SnackOffer?, _ key: RowKey, _ domainEvent: SnackEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    guard case .offered(let event) = domainEvent else { throw .outOfPlace }
    row = SnackOffer(
      household: HouseholdID(key.partition), member: MemberID(key.item), since: envelope.recordedAt,
      noteID: event.noteID)
  }

  package func writeMembers(to json: inout JSONWriter) {
    json.field("since", moment: since)
    json.field("note_id", noteID)
  }
}

extension SnackOffer {
  package init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    household = HouseholdID(key.partition)
    member = MemberID(key.item)
    since = try json.moment("since")
    noteID = try json.optional("note_id")
  }
}

package final class SnackTables: AreaTables {
  package static let category = SnackEvent.category
  package static let projections: [ProjectionKind] = [.of(SnackDetails.self), .of(SnackOffer.self)]

  let snacks: Table<SnackDetails>
  let offers: Table<SnackOffer>
  package let tables: [any ProjectionTable]

  package init(_ make: TableMaker) {
    snacks = make.table()
    offers = make.table()
    tables = [snacks, offers]
  }

  package func fold(_ event: DecodedEvent, storeHasRows: Bool) -> MissingRow? {
    let domainEvent = event.domainEvent(of: SnackEvent.self)
    return snacks.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
      ?? offers.fold(domainEvent, event.envelope, storeHasRows: storeHasRows)
  }
}

extension ReadModels {
  package func snacks(of household: HouseholdID, _ reading: Reading = .applied) throws(ProjectionError) -> SnackDetails?
  {
    try reader.find(RowKey(household), reading) { $0.of(SnackTables.self).snacks }
  }

  /// The current offers, newest first.
  package func snackOffers(of household: HouseholdID) throws(ProjectionError) -> [SnackOffer] {
    try reader.page(PartitionKey(household), after: nil, limit: 100) { $0.of(SnackTables.self).offers }.rows
  }

  package func cachedSnacks(of household: HouseholdID) throws(ProjectionError) -> Cached<SnackDetails> {
    try reader.cached(RowKey(household)) { $0.of(SnackTables.self).snacks }
  }
}
