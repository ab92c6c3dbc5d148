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

extension CommandAnswerWriter {
  /// What a parent is told about a child's profile.
  static let childProfileDisclosure = """
    This profile has no login: you act for it. Its name and avatar, its votes and its ratings are seen by your \
    household only. You or the creator can remove it at any time.
    """

  func write(
    _ result: HouseholdResult, of household: HouseholdDetails, _ effect: CommandEffect, to json: inout JSONWriter
  ) throws {
    switch result {
    case .household:
      json.key("household")
      json.household(try view(household, effect))
    case .memberAdded:
      let joined: MemberJoined = try effect.payload()
      try write(joined.memberID, of: household, effect, to: &json)
      json.field("child_profile_disclosure", Self.childProfileDisclosure)
    case .member(let id): try write(id, of: household, effect, to: &json)
    case .memberGone(let id): json.field("member_id", id)
    case .tokenIssued(let secret):
      let issued: TokenIssued = try effect.payload()
      json.field("token", try text(of: secret, in: household.id, effect))
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
      json.field("token", try text(of: secret, in: household.id, effect))
    case .preferences(let id): json.preferencesMembers(of: id, in: household)
    }
  }

  /// The token that the command made, as its holder has it; nil for one of the server's own making when the command is
  /// sent again: nobody keeps its secret.
  func text(of secret: TokenSecret, in household: HouseholdID, _ effect: CommandEffect) throws -> String? {
    guard !effect.isRepeated || secret.isClients else { return nil }
    let issued: TokenIssued = try effect.payload()
    // The ids of then, where the command is sent again.
    return secret.text(of: issued.tokenID, in: household)
  }

  private func write(
    _ id: MemberID, of household: HouseholdDetails, _ effect: CommandEffect, to json: inout JSONWriter
  ) throws {
    guard let member = household.member(id) else {
      throw MissingAnswer(what: "member \(id)", position: effect.position)
    }
    json.key("member")
    json.member(member, of: try view(household, effect))
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
