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
  func household(_ id: HouseholdID, _ effect: CommandEffect) throws -> HouseholdDetails {
    let household = try row(
      effect, now: { try readModels.household(id, through: $0) },
      then: { try readModels.household(id, asOf: .position($0)) })
    guard let household else { throw MissingAnswer(what: "household \(id)", position: effect.position) }
    return household
  }

  func view(_ household: HouseholdDetails, _ effect: CommandEffect) throws -> HouseholdView {
    HouseholdView(
      details: household, directory: try directories.directory(of: household),
      library: try library(household.id, effect))
  }
}

/// To a command that made a household, with its creator's first token.
struct FoundedHousehold: CommandAnswer {
  let secret: TokenSecret

  func writeMembers(to json: inout JSONWriter, _ effect: CommandEffect, _ rows: CommandRows) throws -> Revision {
    let household = try rows.household(HouseholdID(effect.stream(of: HouseholdFounded.self).id), effect)
    json.key("household")
    json.household(try rows.view(household, effect))
    json.field("token", try effect.text(of: secret, in: household.id))
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

  func writeMembers(to json: inout JSONWriter, _ effect: CommandEffect, _ rows: CommandRows) throws -> Revision {
    let household = try rows.household(id, effect)
    try write(household, to: &json, effect, rows)
    return household.revision
  }

  private func write(
    _ household: HouseholdDetails, to json: inout JSONWriter, _ effect: CommandEffect, _ rows: CommandRows
  ) throws {
    switch result {
    case .household:
      json.key("household")
      json.household(try rows.view(household, effect))
    case .memberAdded:
      let joined: MemberJoined = try effect.payload()
      try write(joined.memberID, of: household, to: &json, effect, rows)
      json.field("child_profile_disclosure", Self.childProfileDisclosure)
    case .member(let id): try write(id, of: household, to: &json, effect, rows)
    case .memberGone(let id): json.field("member_id", id)
    case .tokenIssued(let secret):
      let issued: TokenIssued = try effect.payload()
      json.field("token", try effect.text(of: secret, in: household.id))
      json.field("token_id", issued.tokenID)
    case .tokenRevoked(let id): json.field("token_id", id)
    case .inviteCreated(let secret):
      let created: InviteCreated = try effect.payload()
      json.inviteMembers(
        try invite(created.inviteID, of: household, effect), token: effect.isRepeated ? nil : secret.text, .active)
    case .inviteRevoked(let id):
      json.inviteMembers(try invite(id, of: household, effect), token: nil, .revoked)
    case .inviteAccepted(let secret):
      let joined: MemberJoined = try effect.payload()
      json.field("household_id", household.id)
      json.field("member_id", joined.memberID)
      json.field("token", try effect.text(of: secret, in: household.id))
    case .preferences(let id): json.preferencesMembers(of: id, in: household)
    }
  }

  private func write(
    _ id: MemberID, of household: HouseholdDetails, to json: inout JSONWriter, _ effect: CommandEffect,
    _ rows: CommandRows
  ) throws {
    guard let member = household.member(id) else {
      throw MissingAnswer(what: "member \(id)", position: effect.position)
    }
    json.key("member")
    json.member(member, of: try rows.view(household, effect))
  }

  private func invite(_ id: InviteID, of household: HouseholdDetails, _ effect: CommandEffect) throws
    -> HouseholdAccess.Invite
  {
    guard let invite = household.access.invite(id) else {
      throw MissingAnswer(what: "invite \(id)", position: effect.position)
    }
    return invite
  }
}

extension CommandEffect {
  /// The token that the command made, as its holder has it; nil for one of the server's own making when the command is
  /// sent again: nobody keeps its secret.
  fileprivate func text(of secret: TokenSecret, in household: HouseholdID) throws -> String? {
    guard !isRepeated || secret.isClients else { return nil }
    let issued: TokenIssued = try payload()
    // The ids of then, where the command is sent again.
    return secret.text(of: issued.tokenID, in: household)
  }
}
