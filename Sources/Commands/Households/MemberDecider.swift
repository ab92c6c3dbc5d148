import Domain
import MovieNightPrimitives

extension HouseholdState {
  // MARK: Joining

  func addManaged(_ member: NewMember, by parent: MemberID) throws(Refusal) -> Decision {
    try join(member, MemberJoined(memberID: member.id, memberType: .managed, parentMemberID: parent))
  }

  private func join(_ member: NewMember, _ joined: MemberJoined) throws(Refusal) -> Decision {
    guard members.count < HouseholdLimits.members else { throw .householdFull }
    var decision = Decision(.memberJoined(joined), in: id)
    decision.texts = [.put(try PersonalTexts.profile(of: member, in: id, field: "display_name"))]
    return decision
  }

  func createInvite(_ invite: InviteID, _ digest: String, by creator: MemberID, at now: Timestamp) throws(Refusal)
    -> Decision
  {
    guard access.openInvites(at: now).count < HouseholdLimits.openInvites else { throw .tooManyInvites }
    let expiresAt = now.advanced(bySeconds: HouseholdLimits.inviteSeconds)
    return Decision(
      .inviteCreated(InviteCreated(inviteID: invite, createdBy: creator, digest: digest, expiresAt: expiresAt)),
      in: id)
  }

  func revokeInvite(_ inviteID: InviteID, by creator: MemberID) throws(Refusal) -> Decision {
    guard let invite = access.invite(inviteID) else { throw .unknownInvite }
    if invite.revokedAt != nil { return Decision() }
    return Decision(.inviteRevoked(InviteRevoked(inviteID: inviteID, revokedBy: creator)), in: id)
  }

  func acceptInvite(
    _ inviteID: InviteID, _ digest: String, _ member: NewMember, _ token: NewToken, at now: Timestamp
  ) throws(Refusal) -> Decision {
    guard let invite = access.invite(inviteID), Self.equal(invite.digest, digest) else { throw .unknownInvite }
    switch invite.status(at: now) {
    case .active: break
    case .expired: throw .inviteExpired
    case .revoked: throw .inviteRevoked
    }
    let joined = MemberJoined(memberID: member.id, memberType: .independent, inviteID: inviteID)
    var decision = try join(member, joined)
    try record(token, for: member.id, in: &decision)
    return decision
  }

  /// Compares two digests in constant time.
  private static func equal(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  // MARK: Profile and preferences

  func updateProfile(_ update: ProfileUpdate, _ context: HouseholdContext) throws(Refusal) -> Decision {
    let sender = try selfOrParent(context.sender, of: update.memberID, actingAs: false)
    let changed = MemberProfileChanged(memberID: update.memberID, changedBy: sender)
    var decision = Decision(.memberProfileChanged(changed), in: id)
    decision.texts = [.put(try PersonalTexts.profile(context.profile, with: update, in: id))]
    return decision
  }

  func setPreferences(_ wanted: Preferences, of memberID: MemberID, by sender: Sender) throws(Refusal) -> Decision {
    _ = try selfOrParent(sender, of: memberID, actingAs: true)
    let preferences = try Self.validated(wanted, fixedCeiling: member(memberID)?.type.fixedCeiling)
    if preferences == self.preferences[memberID] { return Decision() }
    return Decision(
      .preferencesSet(
        PreferencesSet(
          memberID: memberID, genreLikes: preferences.genreLikes, genreDislikes: preferences.genreDislikes,
          maxContentRating: preferences.maxContentRating)), in: id)
  }

  private static func validated(_ wanted: Preferences, fixedCeiling: ContentRating?) throws(Refusal) -> Preferences {
    let likes = Set(wanted.genreLikes)
    let dislikes = Set(wanted.genreDislikes)
    func check(_ count: Int, _ range: ClosedRange<Int>, _ field: String) throws(Refusal) {
      guard range.contains(count) else {
        throw .badParameter(
          field, "must list \(range.lowerBound) to \(range.upperBound) different genres, not \(count)")
      }
    }
    // A member who has set only a ceiling has no genres.
    if !likes.isEmpty || !dislikes.isEmpty { try check(likes.count, HouseholdLimits.genreLikes, "genre_likes") }
    try check(dislikes.count, HouseholdLimits.genreDislikes, "genre_dislikes")
    guard likes.isDisjoint(with: dislikes) else {
      throw .badParameter("genre_dislikes", "must not contain liked genres")
    }
    var ceiling = wanted.maxContentRating
    if let fixedCeiling {
      guard ceiling == nil || ceiling == fixedCeiling else { throw .ceilingFixed }
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
}
