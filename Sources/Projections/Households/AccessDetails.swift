import Domain
import EventStore
import MovieNightPrimitives

/// Who gets into a household, and how. A row of its own: rounds come and go without it.
public struct AccessDetails: Equatable, Sendable {
  public let householdID: HouseholdID
  /// In the order in which they joined.
  public internal(set) var memberIDs: [MemberID]
  public internal(set) var access: HouseholdAccess
}

extension AccessDetails: StreamProjection {
  public typealias Fact = HouseholdEvent

  public static let name = "access"
  public static let version = 1

  public var key: RowKey { RowKey(householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var heldBytes: Int { memberIDs.allocatedBytes + access.byteCount }

  public static func reads(_ fact: HouseholdEvent) -> Bool {
    switch fact {
    case .founded, .memberJoined: true
    default: HouseholdAccess.isChanged(by: fact)
    }
  }

  public init(first fact: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    guard case .founded = fact else { throw .outOfPlace }
    householdID = HouseholdID(envelope.stream.id)
    memberIDs = []
    access = HouseholdAccess()
  }

  public mutating func fold(_ fact: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    switch fact {
    case .founded: throw .outOfPlace
    case .memberJoined(let joined): memberIDs.append(joined.memberID)
    case .memberLeft(let left): memberIDs.removeAll { $0 == left.memberID }
    default: break
    }
    access.fold(fact, at: envelope.recordedAt, members: memberIDs)
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("member_ids", memberIDs)
    json.key("tokens")
    json.array(access.tokens) { json, token in json.object { token.writeMembers(to: &$0) } }
    json.key("invites")
    json.array(access.invites) { json, invite in json.object { invite.writeMembers(to: &$0) } }
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key.shelf)
    memberIDs = try json.identifiers("member_ids")
    access = HouseholdAccess(
      tokens: try json.list("tokens") { element throws(JSONError) in try HouseholdAccess.Token(json: element) },
      invites: try json.list("invites") { element throws(JSONError) in try HouseholdAccess.Invite(json: element) })
  }
}

extension HouseholdAccess.Token {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.field("token_id", id)
    json.field("member_id", memberID)
    json.field("digest", digest)
    json.field("issued_at", moment: issuedAt)
    json.field("revoked_at", moment: revokedAt)
  }

  fileprivate init(json: JSONValue) throws(JSONError) {
    self.init(
      id: try json.identifier("token_id"), memberID: try json.identifier("member_id"),
      digest: try json.string("digest"), issuedAt: try json.moment("issued_at"),
      revokedAt: try json.optionalMoment("revoked_at"))
  }
}

extension HouseholdAccess.Invite {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.field("invite_id", id)
    json.field("created_by", createdBy)
    json.field("digest", digest)
    json.field("created_at", moment: createdAt)
    json.field("expires_at", moment: expiresAt)
    json.field("revoked_at", moment: revokedAt)
  }

  fileprivate init(json: JSONValue) throws(JSONError) {
    self.init(
      id: try json.identifier("invite_id"), createdBy: try json.identifier("created_by"),
      digest: try json.string("digest"), createdAt: try json.moment("created_at"),
      expiresAt: try json.moment("expires_at"), revokedAt: try json.optionalMoment("revoked_at"))
  }
}
