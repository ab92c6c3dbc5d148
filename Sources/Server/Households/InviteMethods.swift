import Commands
import Domain
import ProtocolSchema

extension Method {
  static let inviteMethods: [Method] = [
    .command(
      "invites.create", "Creates an invite for several people, valid for 7 days (creator only).",
      gives: HouseholdTypes.invite,
      refuses: [.creatorOnly, .tooManyInvites], preparation: .onWorker
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let secret = InviteSecret(household: household, id: caller.makeID())
      let create = HouseholdCommand.createInvite(
        secret.id, digest: try caller.digest(of: secret, salt: secret.id.bytes))
      return PreparedCommand(create, on: household, by: sender) { household, rows in
        let created: InviteCreated = try rows.payload()
        return InviteView(
          invite: try rows.invite(created.inviteID, of: household.id),
          token: rows.isRepeated ? nil : secret.text, status: .active)
      }
    },
    .query(
      "invites.list", "Lists the household's invites, oldest first (creator and administrators only).",
      takes: [HouseholdParameters.household], refuses: [.creatorOnly]
    ) { (parameters, caller) throws(Refusal) in
      InvitesQuery(id: try caller.household(parameters), reader: caller.memberID)
    },
    .command(
      "invites.revoke", "Revokes an invite (creator only).", takes: [HouseholdParameters.invite],
      gives: HouseholdTypes.invite, refuses: [.creatorOnly, .unknownInvite]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let id = try parameters[HouseholdParameters.invite]
      return PreparedCommand(.revokeInvite(id), on: household, by: sender) { household, rows in
        InviteView(invite: try rows.invite(id, of: household.id), status: .revoked)
      }
    },
    .command(
      "invites.accept", "Joins a household as a new independent member.", .bySecret,
      takes: [
        HouseholdParameters.inviteToken, HouseholdParameters.displayName, HouseholdParameters.avatarKey,
        HouseholdParameters.secret,
      ],
      gives: HouseholdTypes.joined, refuses: [.unknownInvite, .householdFull, .inviteExpired, .inviteRevoked],
      preparation: .onWorker
    ) {
      (parameters, caller) throws(Refusal) in
      let text = try parameters[HouseholdParameters.inviteToken]
      let member = try caller.newMember(parameters)
      // Read this parameter first, so that an error in the request is reported before an unknown invite.
      _ = try parameters[HouseholdParameters.secret]
      guard let invite = InviteSecret(text: text) else { throw Refusal.unknownInvite }
      let secret = try caller.makeToken(invite.household, parameters)
      let token = NewToken(id: secret.id, digest: try caller.digest(of: secret), label: "First token")
      // The invite's id gives the salt, so the digest needs no household. The decider compares the digests.
      let digest = try caller.digest(of: invite, salt: invite.id.bytes)
      let accept = HouseholdCommand.acceptInvite(invite.id, digest: digest, member, token)
      return PreparedCommand(accept, on: invite.household, by: .unauthenticated) { household, rows in
        try rows.newAccess(secret, to: household.id)
      }
    },
  ]
}
