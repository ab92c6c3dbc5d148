import Domain
import EventStore
import Primitives
import Projections

/// Which part of a household a command's result shows.
enum HouseholdResult: Sendable {
  case household
  case memberAdded
  case member(MemberID)
  /// Who is gone.
  case memberGone(MemberID)
  case tokenIssued(TokenSecret)
  case tokenRevoked(TokenID)
  case inviteCreated(InviteSecret)
  case inviteRevoked(InviteID)
  case inviteAccepted(TokenSecret)
  case preferences(MemberID)
}

// What the answers of all areas need of a household.
extension CommandRows {
  func household(_ id: HouseholdID) throws -> HouseholdDetails {
    let household = try row(
      now: { try readModels.household(id, through: $0) }, then: { try readModels.household(id, asOf: .position($0)) })
    return try required(household, "household \(id)")
  }

  func view(_ household: HouseholdDetails) throws -> HouseholdView {
    HouseholdView(details: household, directory: try directories.directory(of: household))
  }
}

/// To a command that made a household, with its creator's first token.
struct FoundedHousehold: CommandAnswer {
  let secret: TokenSecret

  func writeMembers(to json: inout JSONWriter, _ rows: CommandRows) throws -> Revision {
    let household = try rows.household(HouseholdID(rows.event(of: HouseholdFounded.self).stream.id))
    json.key("household")
    json.household(try rows.view(household), try rows.libraryDetails(of: household.id))
    json.field("token", try rows.text(of: secret, in: household.id))
    return household.revision
  }
}

/// To a command on a household that was there.
struct ChangedHousehold: CommandAnswer {
  let id: HouseholdID
  let result: HouseholdResult

  /// What a parent is told about a child's profile.
  static let childProfileDisclosure = """
    This profile has no login: you act for it. Its name and avatar, its votes and its ratings are seen by your \
    household only. You or the creator can remove it at any time.
    """

  func writeMembers(to json: inout JSONWriter, _ rows: CommandRows) throws -> Revision {
    let household = try rows.household(id)
    try write(household, to: &json, rows)
    return household.revision
  }

  private func write(
    _ household: HouseholdDetails, to json: inout JSONWriter, _ rows: CommandRows
  ) throws {
    switch result {
    case .household:
      json.key("household")
      json.household(try rows.view(household), try rows.libraryDetails(of: household.id))
    case .memberAdded:
      let joined: MemberJoined = try rows.payload()
      try write(joined.memberID, of: household, to: &json, rows)
      json.field("child_profile_disclosure", Self.childProfileDisclosure)
    case .member(let id): try write(id, of: household, to: &json, rows)
    case .memberGone(let id): json.field("member_id", id)
    case .tokenIssued(let secret):
      let issued: TokenIssued = try rows.payload()
      json.field("token", try rows.text(of: secret, in: household.id))
      json.field("token_id", issued.tokenID)
    case .tokenRevoked(let id): json.field("token_id", id)
    case .inviteCreated(let secret):
      let created: InviteCreated = try rows.payload()
      json.inviteMembers(
        try invite(created.inviteID, rows), token: rows.effect.isRepeated ? nil : secret.text, .active)
    case .inviteRevoked(let id):
      json.inviteMembers(try invite(id, rows), token: nil, .revoked)
    case .inviteAccepted(let secret):
      let joined: MemberJoined = try rows.payload()
      json.field("household_id", household.id)
      json.field("member_id", joined.memberID)
      json.field("token", try rows.text(of: secret, in: household.id))
    case .preferences(let id): json.preferencesMembers(of: id, in: household)
    }
  }

  private func write(
    _ id: MemberID, of household: HouseholdDetails, to json: inout JSONWriter, _ rows: CommandRows
  ) throws {
    let member = try rows.required(household.member(id), "member \(id)")
    json.key("member")
    json.member(member, of: try rows.view(household))
  }

  private func invite(_ id: InviteID, _ rows: CommandRows) throws -> HouseholdAccess.Invite {
    let models = rows.readModels
    let details = try rows.row(
      now: { try models.access(self.id, through: $0) }, then: { try models.access(self.id, asOf: .position($0)) })
    return try rows.required(details?.access.invite(id), "invite \(id)")
  }
}

extension CommandRows {
  /// The token that the command made, as its holder has it; nil for one of the server's own making when the command is
  /// sent again: nobody keeps its secret.
  fileprivate func text(of secret: TokenSecret, in household: HouseholdID) throws -> String? {
    guard !effect.isRepeated || secret.isClients else { return nil }
    let issued: TokenIssued = try payload()
    // The ids of then, where the command is sent again.
    return secret.text(of: issued.tokenID, in: household)
  }
}
