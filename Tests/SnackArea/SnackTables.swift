import EventStore
import Primitives

@testable import Domain
@testable import Projections

/// Who offers something now, and how much was ever offered.
struct SnackDetails: StreamProjection {
  typealias Fact = SnackEvent
  static let name = "snacks"
  static let version = 1

  let key: RowKey
  let owner: OwnerID
  var heldBytes: Int { offering.count * 16 }
  var revision: Revision = noRevision
  var offering: [MemberID] = []
  var offered = 0

  static func reads(_ fact: SnackEvent) -> Bool { true }

  init(first fact: SnackEvent, _ envelope: EventEnvelope) throws(FoldError) {
    guard case .offered = fact else { throw .outOfPlace }
    key = RowKey(envelope.stream.id)
    owner = envelope.owner
    try fold(fact, envelope)
  }

  mutating func fold(_ fact: SnackEvent, _ envelope: EventEnvelope) throws(FoldError) {
    revision = envelope.revision
    switch fact {
    case .offered(let event):
      offering.append(event.memberID)
      offered += 1
    case .gone(let event): offering.removeAll { $0 == event.memberID }
    }
  }

  init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.key = key
    self.owner = owner
    revision = try json.integer("revision")
    offering = try json.identifiers("offering")
    offered = try json.integer("offered")
  }

  func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("offering", offering)
    json.field("offered", offered)
  }
}

/// What a member offers now: a row of its own, which ends with the offer.
struct SnackOffer: Projection {
  typealias Fact = SnackEvent
  static let name = "snack_offers"
  static let version = 1
  static let isListed = true

  let household: HouseholdID
  let member: MemberID
  let since: Timestamp

  var key: RowKey { RowKey(shelf: ShelfID(household), item: ItemID(member)) }
  var owner: OwnerID { OwnerID(household) }
  var place: RowPlace? { RowPlace(order: since.microseconds, tie: member) }
  var heldBytes: Int { 0 }

  static func rows(touchedBy fact: SnackEvent, _ envelope: EventEnvelope) -> TouchedRows {
    let shelf = ShelfID(envelope.stream.id)
    return switch fact {
    case .offered(let event): .one(.made(RowKey(shelf: shelf, item: ItemID(event.memberID))))
    case .gone(let event): .one(.ended(RowKey(shelf: shelf, item: ItemID(event.memberID))))
    }
  }

  static func fold(
    _ row: inout SnackOffer?, _ key: RowKey, _ fact: SnackEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    row = SnackOffer(household: HouseholdID(key.shelf), member: MemberID(key.item), since: envelope.recordedAt)
  }

  func writeMembers(to json: inout JSONWriter) { json.field("since", moment: since) }
}

extension SnackOffer {
  init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    household = HouseholdID(key.shelf)
    member = MemberID(key.item)
    since = try json.moment("since")
  }
}

final class SnackTables: AreaTables {
  static let category = SnackEvent.category
  static let projections: [ProjectionKind] = [.of(SnackDetails.self), .of(SnackOffer.self)]

  let snacks: Table<SnackDetails>
  let offers: Table<SnackOffer>
  let tables: [any ProjectionTable]

  init(_ make: TableMaker) {
    snacks = make.table()
    offers = make.table()
    tables = [snacks, offers]
  }

  func fold(_ event: DecodedEvent, isMirror: Bool) -> MissingRow? {
    let fact = event.fact(of: SnackEvent.self)
    return snacks.take(fact, event.envelope, isMirror: isMirror)
      ?? offers.take(fact, event.envelope, isMirror: isMirror)
  }
}

extension ReadModels {
  func snacks(of household: HouseholdID) throws(ProjectionError) -> SnackDetails? {
    try find(RowKey(household)) { $0.of(SnackTables.self).snacks }
  }

  func snacks(of household: HouseholdID, through position: Position) throws(ProjectionError) -> SnackDetails? {
    try find(RowKey(household), through: position) { $0.of(SnackTables.self).snacks }
  }

  func snacks(of household: HouseholdID, asOf moment: Moment) throws(ProjectionError) -> SnackDetails? {
    try find(RowKey(household), asOf: moment)
  }

  /// Newest first.
  func snackOffers(of household: HouseholdID) throws(ProjectionError) -> [SnackOffer] {
    try page(ShelfID(household), after: nil, limit: 100) { $0.of(SnackTables.self).offers }.rows
  }

  func cachedSnacks(of household: HouseholdID) throws(ProjectionError) -> Cached<SnackDetails> {
    try cached(RowKey(household)) { $0.of(SnackTables.self).snacks }
  }
}
