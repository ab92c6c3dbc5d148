import Domain
import EventStore
import MovieNightPrimitives

/// The revision of a household's library. Its movies have their own rows.
public struct LibraryDetails: Equatable, Sendable {
  public let householdID: HouseholdID
  public internal(set) var revision: Revision
}

extension LibraryDetails: StreamProjection {
  public typealias DomainEvent = LibraryEvent

  public static let name = "libraries"
  public static let version = 4

  public var key: RowKey { RowKey(householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var heldBytes: Int { 0 }

  public static func reads(_ domainEvent: LibraryEvent) -> Bool { true }

  public init(first domainEvent: LibraryEvent, _ envelope: EventEnvelope) throws(FoldError) {
    householdID = HouseholdID(envelope.stream.id)
    revision = envelope.revision
  }

  public mutating func fold(_ domainEvent: LibraryEvent, _ envelope: EventEnvelope) throws(FoldError) {
    revision = envelope.revision
  }

  public func writeMembers(to json: inout JSONWriter) { json.field("revision", revision) }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key.partition)
    revision = try json.revision("revision")
  }
}

extension RowKey {
  init(_ movie: MovieID, in stream: StreamID) {
    self.init(partition: PartitionKey(stream.id), item: ItemID(movie))
  }

  init(_ movie: MovieID, in household: HouseholdID) {
    self.init(partition: PartitionKey(household), item: ItemID(movie))
  }
}

extension ItemID {
  init(_ movie: MovieID) { self.init(high: 0, low: UInt64(bitPattern: Int64(movie))) }
}

extension SortKey {
  /// Creates a sort key from a time and the library's revision, which orders events of the same time.
  init(_ time: Timestamp, _ revision: Revision) {
    self.init(order: time.microseconds, tie: Identifier<TieKind>(high: 0, low: UInt64(revision)))
  }
}
