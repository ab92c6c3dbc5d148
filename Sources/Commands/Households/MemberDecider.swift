import Domain
import EventStore
import Primitives

/// The rules of joining, of profiles and preferences, and of going.
extension HouseholdState {
  // MARK: Joining

  func addManaged(_ member: NewMember, by parent: MemberID) throws(Refusal) -> Decision {
    guard members.count < HouseholdLimits.members else { throw .householdFull }
    var decision = Decision()
    decision.texts.append(.put(try PersonalTexts.profile(of: member, in: id, field: "display_name")))
    decision.record(
      .memberJoined(MemberJoined(memberID: member.id, memberType: .managed, parentMemberID: parent)), in: id)
    return decision
  }

  func createInvite(_ invite: InviteID, _ digest: String, by creator: MemberID, at now: Timestamp) -> Decision {
    var decision = Decision()
    let expiresAt = now.advanced(bySeconds: HouseholdLimits.inviteSeconds)
    decision.record(
      .inviteCreated(InviteCreated(inviteID: invite, createdBy: creator, digest: digest, expiresAt: expiresAt)),
      in: id)
    return decision
  }

  func revokeInvite(_ inviteID: InviteID, by creator: MemberID) throws(Refusal) -> Decision {
    guard let invite = invites[inviteID] else { throw .unknownInvite }
    var decision = Decision()
    if !invite.isRevoked {
      decision.record(.inviteRevoked(InviteRevoked(inviteID: inviteID, revokedBy: creator)), in: id)
    }
    return decision
  }

  func acceptInvite(
    _ inviteID: InviteID, _ digest: String, _ member: NewMember, _ token: NewToken, at now: Timestamp
  ) throws(Refusal) -> Decision {
    guard let invite = invites[inviteID], Self.equal(invite.digest, digest) else { throw .unknownInvite }
    guard !invite.isRevoked else { throw .inviteRevoked }
    guard now < invite.expiresAt else { throw .inviteExpired }
    guard members.count < HouseholdLimits.members else { throw .householdFull }
    var decision = Decision()
    decision.texts.append(.put(try PersonalTexts.profile(of: member, in: id, field: "display_name")))
    decision.record(
      .memberJoined(MemberJoined(memberID: member.id, memberType: .independent, inviteID: inviteID)), in: id)
    try record(token, for: member.id, in: &decision)
    return decision
  }

  /// Takes the same time wherever two digests differ.
  private static func equal(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  // MARK: Profile and preferences

  func updateProfile(_ profile: NewMember, by sender: Sender) throws(Refusal) -> Decision {
    let sender = try selfOrParent(sender, of: profile.id, actingAs: false)
    var decision = Decision()
    decision.texts.append(.put(try PersonalTexts.profile(of: profile, in: id, field: "display_name")))
    decision.record(
      .memberProfileChanged(MemberProfileChanged(memberID: profile.id, changedBy: sender)), in: id)
    return decision
  }

  func setPreferences(_ wanted: Preferences, of memberID: MemberID, by sender: Sender) throws(Refusal) -> Decision {
    _ = try selfOrParent(sender, of: memberID, actingAs: true)
    let isManaged = member(memberID)?.type == .managed
    let preferences = try Self.checked(wanted, isManaged: isManaged)
    var decision = Decision()
    if preferences != self.preferences[memberID] {
      decision.record(
        .preferencesSet(
          PreferencesSet(
            memberID: memberID, genreLikes: preferences.genreLikes, genreDislikes: preferences.genreDislikes,
            maxContentRating: preferences.maxContentRating)), in: id)
    }
    return decision
  }

  private static func checked(_ wanted: Preferences, isManaged: Bool) throws(Refusal) -> Preferences {
    let likes = Set(wanted.genreLikes)
    let dislikes = Set(wanted.genreDislikes)
    func check(_ count: Int, _ range: ClosedRange<Int>, _ field: String) throws(Refusal) {
      guard range.contains(count) else {
        throw .badParameter(
          field, "has \(count) different genres, allowed are \(range.lowerBound) to \(range.upperBound)")
      }
    }
    try check(likes.count, HouseholdLimits.genreLikes, "genre_likes")
    try check(dislikes.count, HouseholdLimits.genreDislikes, "genre_dislikes")
    guard likes.isDisjoint(with: dislikes) else {
      throw .badParameter("genre_dislikes", "names genres that are liked too")
    }
    var ceiling = wanted.maxContentRating
    if isManaged {
      guard ceiling == nil || ceiling == .pg else { throw .ceilingFixed }
      ceiling = nil
    } else {
      guard let ceiling, ContentRating.ceilings.contains(ceiling) else {
        let allowed = ContentRating.ceilings.map(\.rawValue).joined(separator: ", ")
        throw .badParameter("max_content_rating", "must be one of \(allowed)")
      }
    }
    return Preferences(
      genreLikes: likes.sorted(), genreDislikes: dislikes.sorted(), maxContentRating: ceiling)
  }

  // MARK: Going

  func remove(_ memberID: MemberID, _ context: HouseholdContext) throws(Refusal) -> Decision {
    let sender = try independentMember(context.sender)
    guard let member = member(memberID) else { throw .unknownMember }
    guard member.id != creator else { throw .creatorStays }
    switch member.type {
    case .managed: guard member.parent == sender || creator == sender else { throw .parentOrCreatorOnly }
    case .independent: guard creator == sender else { throw .creatorOnly }
    }
    return departure(of: memberID, .removed, by: sender, context.openRounds)
  }

  func erase(_ wanted: MemberID?, _ confirmation: String, _ context: HouseholdContext) throws(Refusal) -> Decision {
    let sender = try independentMember(context.sender)
    let memberID = wanted ?? sender
    guard let member = member(memberID) else { throw .unknownMember }
    switch member.type {
    case .independent: guard member.id == sender else { throw .cannotActAs }
    case .managed: guard member.parent == sender || creator == sender else { throw .parentOrCreatorOnly }
    }
    guard confirmation == "DELETE" else { throw .badParameter("confirm", "must be the word DELETE") }
    var decision = departure(of: memberID, .erased, by: sender, context.openRounds)
    decision.record(.memberErased(MemberErased(memberID: memberID, erasedBy: sender)), in: id)
    decision.texts.append(.delete(TextID(memberID), owner: OwnerID(id)))
    for token in tokens.filter({ $0.value.member == memberID }).keys.sorted() {
      decision.texts.append(.delete(TextID(token), owner: OwnerID(id)))
    }
    return decision
  }

  /// A member goes: succession, the children they run, and the open rounds, all in one commit.
  func departure(of memberID: MemberID, _ reason: DepartureReason, by sender: MemberID?, _ rounds: [RoundState])
    -> Decision
  {
    var decision = Decision()
    var after = self
    func record(_ event: HouseholdEvent) {
      decision.record(event, in: id)
      after.evolve(event)
    }
    record(.memberLeft(MemberLeft(memberID: memberID, reason: reason, removedBy: sender == memberID ? nil : sender)))
    if let heir = after.members.first(where: { $0.type == .independent }) {
      if creator == memberID { record(.creatorChanged(CreatorChanged(memberID: heir.id))) }
      let parent = after.creator ?? heir.id
      for child in after.members where child.parent == memberID {
        record(.parentChanged(ParentChanged(memberID: child.id, parentMemberID: parent)))
      }
    } else {
      record(.closed(HouseholdClosed()))
    }
    for round in rounds { decision.add(round.without(memberID, in: after)) }
    return decision
  }
}
