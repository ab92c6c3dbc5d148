import Domain
import EventStore
import MovieNightPrimitives

/// The revision of a household's guide. Its series and reminders have their own rows.
public struct GuideDetails: Equatable, Sendable {
  public let householdID: HouseholdID
  public private(set) var revision: Revision
}

extension GuideDetails: StreamProjection {
  public typealias DomainEvent = GuideEvent

  public static let name = "guides"
  public static let version = 1

  public var key: RowKey { RowKey(householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var heldBytes: Int { 0 }

  public static func reads(_ domainEvent: GuideEvent) -> Bool { true }

  public init(first domainEvent: GuideEvent, _ envelope: EventEnvelope) throws(FoldError) {
    self.init(householdID: HouseholdID(envelope.stream.id), revision: envelope.revision)
  }

  public mutating func fold(_ domainEvent: GuideEvent, _ envelope: EventEnvelope) throws(FoldError) {
    revision = envelope.revision
  }

  public func writeMembers(to json: inout JSONWriter) { json.field("revision", revision) }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(householdID: HouseholdID(key.partition), revision: try json.revision("revision"))
  }
}
