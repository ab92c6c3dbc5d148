import Domain
import EventStore
import MovieNightPrimitives

/// A household's tokens and invites, in a separate row so that rounds, which change its row, do not rewrite them.
public struct AccessDetails: Equatable, Sendable {
  public let householdID: HouseholdID
  /// The members in the order in which they joined.
  public internal(set) var memberIDs: [MemberID]
  public internal(set) var access: HouseholdAccess
}

extension AccessDetails: StreamProjection {
  public typealias DomainEvent = HouseholdEvent

  public static let name = "access"
  public static let version = 1

  public var key: RowKey { RowKey(householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var heldBytes: Int { memberIDs.allocatedBytes + access.byteCount }

  public static func reads(_ domainEvent: HouseholdEvent) -> Bool {
    switch domainEvent {
    case .founded, .memberJoined: true
    default: HouseholdAccess.isChanged(by: domainEvent)
    }
  }

  public init(first domainEvent: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    guard case .founded = domainEvent else { throw .outOfPlace }
    householdID = HouseholdID(envelope.stream.id)
    memberIDs = []
    access = HouseholdAccess()
  }

  public mutating func fold(_ domainEvent: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    switch domainEvent {
    case .founded: throw .outOfPlace
    case .memberJoined(let joined): memberIDs.append(joined.memberID)
    case .memberLeft(let left): memberIDs.removeAll { $0 == left.memberID }
    default: break
    }
    access.fold(domainEvent, at: envelope.recordedAt, members: memberIDs)
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("member_ids", memberIDs)
    json.field("tokens", access.tokens)
    json.field("invites", access.invites)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key.partition)
    memberIDs = try json.value("member_ids")
    access = HouseholdAccess(tokens: try json.value("tokens"), invites: try json.value("invites"))
  }
}

extension HouseholdAccess.Token: FieldObject {
  public static let fields = Fields(
    Self.init(id:memberID:digest:issuedAt:revokedAt:), Field("token_id", \.id), Field("member_id", \.memberID),
    Field("digest", \.digest), Field("issued_at", time: \.issuedAt), Field("revoked_at", time: \.revokedAt))
}

extension HouseholdAccess.Invite: FieldObject {
  public static let fields = Fields(
    Self.init(id:createdBy:digest:createdAt:expiresAt:revokedAt:), Field("invite_id", \.id),
    Field("created_by", \.createdBy), Field("digest", \.digest), Field("created_at", time: \.createdAt),
    Field("expires_at", time: \.expiresAt), Field("revoked_at", time: \.revokedAt))
}
