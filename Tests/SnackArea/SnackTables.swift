import EventStore
import Primitives

@testable import Domain
@testable import Projections

/// Who offers something now, and how much was ever offered.
struct SnackDetails: Projection {
  typealias Fact = SnackEvent
  static let name = "snacks"
  static let version = 1

  let key: RowKey
  let owner: OwnerID
  var revision: Revision = noRevision
  var offering: [MemberID] = []
  var offered = 0
  var order: Int64 { 0 }

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

final class SnackTables: AreaTables {
  static let category = SnackEvent.category
  static let projections: [ProjectionKind] = [.of(SnackDetails.self)]

  let snacks: Table<SnackDetails>
  let tables: [any ProjectionTable]

  init(_ make: TableMaker) {
    snacks = make.table()
    tables = [snacks]
  }

  func fold(_ event: DecodedEvent, isMirror: Bool) -> MissingRow? {
    let fact = event.fact(of: SnackEvent.self)
    return snacks.take(fact, event.envelope, isMirror: isMirror)
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

  func cachedSnacks(of household: HouseholdID) throws(ProjectionError) -> Cached<SnackDetails> {
    try cached(RowKey(household)) { $0.of(SnackTables.self).snacks }
  }
}
