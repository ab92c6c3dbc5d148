import Domain
import EventStore
import Primitives

/// A household with its members and their tokens. Names and avatars are personal texts beside it.
public struct HouseholdDetails: Equatable, Sendable {
  public let id: HouseholdID
  public internal(set) var revision: Revision
  public internal(set) var createdBy: MemberID
  public let createdAt: Timestamp
  public internal(set) var settings: HouseholdSettings
  public internal(set) var streamingServices: [String]
  /// In the order in which they joined.
  public internal(set) var members: [Member]
  /// In the order in which they were issued, revoked ones too.
  public internal(set) var tokens: [Token]
  /// The round in draft or voting.
  public internal(set) var activeRoundID: RoundID?
  /// The rounds that have a pick and are not over, in the order of their picks.
  public internal(set) var awaitedRoundIDs: [RoundID]

  public struct Member: Equatable, Sendable {
    public let id: MemberID
    public let type: MemberType
    /// Who runs the profile; nil for an independent member.
    public let parentID: MemberID?
    public let joinedAt: Timestamp
  }

  public struct Token: Equatable, Sendable {
    public let id: TokenID
    public let memberID: MemberID
    public let digest: String
    public let issuedAt: Timestamp
    public internal(set) var revokedAt: Timestamp?
  }

  public var memberIDs: [MemberID] { members.map(\.id) }

  public func member(_ id: MemberID) -> Member? {
    members.first { $0.id == id }
  }

  public func role(of member: MemberID) -> Role {
    member == createdBy ? .creator : .member
  }
}

extension HouseholdDetails: Projection {
  public static let name = "households"
  public static let version = 1

  public var key: RowKey { RowKey(id) }
  public var owner: OwnerID { OwnerID(id) }
  public var order: Int64 { createdAt.microseconds }

  // Every event, because `revision` is the stream's.
  public static func reads(_ fact: HouseholdEvent) -> Bool { true }

  public init(first fact: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    guard case .founded(let founded) = fact else { throw .outOfPlace }
    id = HouseholdID(envelope.stream.id)
    revision = envelope.revision
    createdBy = founded.createdBy
    createdAt = envelope.recordedAt
    settings = HouseholdSettings()
    streamingServices = []
    members = []
    tokens = []
    awaitedRoundIDs = []
  }

  public mutating func fold(_ fact: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    let time = envelope.recordedAt
    switch fact {
    case .founded: throw .outOfPlace
    case .memberJoined(let joined):
      members.append(
        Member(id: joined.memberID, type: joined.memberType, parentID: joined.parentMemberID, joinedAt: time))
    case .tokenIssued(let issued):
      tokens.append(
        Token(id: issued.tokenID, memberID: issued.memberID, digest: issued.digest, issuedAt: time, revokedAt: nil))
    case .tokenRevoked(let revoked):
      guard let index = tokens.firstIndex(where: { $0.id == revoked.tokenID }) else {
        throw .unknownToken(revoked.tokenID)
      }
      tokens[index].revokedAt = time
    case .activeRoundStarted(let started): activeRoundID = started.roundID
    case .activeRoundEnded(let ended):
      if activeRoundID == ended.roundID { activeRoundID = nil }
      awaitedRoundIDs.append(ended.roundID)
    case .roundFinished(let finished): awaitedRoundIDs.removeAll { $0 == finished.roundID }
    }
    revision = envelope.revision
  }
}

// MARK: - Document

extension HouseholdDetails {
  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("created_by", createdBy)
    json.field("created_at", moment: createdAt)
    json.key("settings")
    json.object { settings.writeMembers(to: &$0) }
    json.key("streaming_services")
    json.array(streamingServices) { $0.string($1) }
    json.key("members")
    json.array(members) { json, member in json.object { member.writeMembers(to: &$0) } }
    json.key("tokens")
    json.array(tokens) { json, token in json.object { token.writeMembers(to: &$0) } }
    json.field("active_round_id", activeRoundID)
    json.field("awaited_round_ids", awaitedRoundIDs)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    id = HouseholdID(key)
    revision = try json.integer("revision")
    createdBy = try json.identifier("created_by")
    createdAt = try json.moment("created_at")
    settings = try HouseholdSettings(json: json.object("settings"))
    streamingServices = try json.list("streaming_services") { element throws(JSONError) in
      guard let service = element.string else {
        throw JSONError(.wrongType(expected: "a list of strings"), field: "streaming_services")
      }
      return service
    }
    members = try json.list("members") { element throws(JSONError) in try Member(json: element) }
    tokens = try json.list("tokens") { element throws(JSONError) in try Token(json: element) }
    activeRoundID = try json.optionalIdentifier("active_round_id")
    awaitedRoundIDs = try json.identifiers("awaited_round_ids")
  }
}

extension HouseholdDetails.Member {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.field("member_id", id)
    json.field("member_type", type.rawValue)
    json.field("parent_member_id", parentID)
    json.field("joined_at", moment: joinedAt)
  }

  fileprivate init(json: JSONValue) throws(JSONError) {
    id = try json.identifier("member_id")
    type = try json.choice("member_type")
    parentID = try json.optionalIdentifier("parent_member_id")
    joinedAt = try json.moment("joined_at")
  }
}

extension HouseholdDetails.Token {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.field("token_id", id)
    json.field("member_id", memberID)
    json.field("digest", digest)
    json.field("issued_at", moment: issuedAt)
    json.field("revoked_at", moment: revokedAt)
  }

  fileprivate init(json: JSONValue) throws(JSONError) {
    id = try json.identifier("token_id")
    memberID = try json.identifier("member_id")
    digest = try json.string("digest")
    issuedAt = try json.moment("issued_at")
    revokedAt = try json.optionalMoment("revoked_at")
  }
}

extension HouseholdSettings {
  /// Writes the members of the settings' object, in rows as in answers.
  public func writeMembers(to json: inout JSONWriter) {
    json.field("voting_expiry_hours", votingExpiryHours)
    json.field("selected_expiry_days", selectedExpiryDays)
    json.field("rating_days", ratingDays)
  }

  init(json: JSONValue) throws(JSONError) {
    self.init()
    votingExpiryHours = try json.integer("voting_expiry_hours")
    selectedExpiryDays = try json.integer("selected_expiry_days")
    ratingDays = try json.integer("rating_days")
  }
}
