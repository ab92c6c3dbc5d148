import Commands
import Domain
import Primitives
import WireProtocol

extension Method {
  /// The invites of `docs/protocol.md`, "Households".
  static let inviteMethods: [Method] = [
    .command(
      "invites.create", "Makes an invite that lasts 7 days: the creator only.", gives: HouseholdTypes.invite,
      refuses: [.creatorOnly, .tooManyInvites], preparation: .onWorker
    ) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      var generator = SystemRandomNumberGenerator()
      let secret = InviteSecret(household: household, invite: caller.makeID(), using: &generator)
      return PreparedCommand(
        command: .household(household, .createInvite(secret.invite, digest: try caller.digest(of: secret))),
        sender: sender, answer: ChangedHousehold(id: household, result: .inviteCreated(secret)))
    },
    .query(
      "invites.list", "Lists the household's invites, oldest first: the creator and administrators only.",
      takes: [HouseholdParameters.household],
      gives: ObjectType(
        "InviteList", "The household's invites.",
        [
          .field(
            "invites", .list(of: .object(HouseholdTypes.invite)),
            "oldest first; those that ended for 30 days more, of each creator the last 50")
        ]),
      refuses: [.creatorOnly]
    ) { (parameters, caller) throws(WireError) in
      let household = try caller.household(parameters)
      if case .member(let id, _, _) = caller.identity { return InvitesQuery(id: household, reader: id) }
      return InvitesQuery(id: household, reader: nil)
    },
    .command(
      "invites.revoke", "Lets nobody in by an invite any more: the creator only.", takes: [HouseholdParameters.invite],
      gives: HouseholdTypes.invite, refuses: [.creatorOnly, .unknownInvite]
    ) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let id = try parameters[HouseholdParameters.invite]
      return PreparedCommand(
        command: .household(household, .revokeInvite(id)), sender: sender,
        answer: ChangedHousehold(id: household, result: .inviteRevoked(id)))
    },
    .command(
      "invites.accept", "Joins a household as a new independent member.", .bySecret,
      takes: [
        HouseholdParameters.inviteToken, HouseholdParameters.displayName, HouseholdParameters.avatarKey,
        HouseholdParameters.secret,
      ],
      gives: ObjectType(
        "JoinedHousehold", "Who the newcomer is.",
        [
          .field("household_id", .id(of: "household"), "where they are now"),
          .field("member_id", .id(of: "member"), "who they are"), HouseholdTypes.token,
        ]),
      refuses: [.unknownInvite, .householdFull, .inviteExpired, .inviteRevoked], preparation: .onWorker
    ) {
      (parameters, caller) throws(WireError) in
      let text = try parameters[HouseholdParameters.inviteToken]
      let member = try caller.newMember(parameters)
      // What is wrong with the request is told before whether there is such an invite.
      _ = try parameters[HouseholdParameters.secret]
      guard let invite = InviteSecret(text: text) else { throw WireError(.unknownInvite) }
      let secret = try caller.makeToken(invite.household, parameters)
      let token = NewToken(id: secret.token, digest: try caller.digest(of: secret), label: "First token")
      return PreparedCommand(
        command: .household(
          invite.household, .acceptInvite(invite.invite, digest: try caller.digest(of: invite), member, token)),
        sender: .stranger, answer: ChangedHousehold(id: invite.household, result: .inviteAccepted(secret)))
    },
  ]
}

extension Caller {
  /// Takes a millisecond: for methods that say so (`Method.preparation`).
  fileprivate func digest(of secret: InviteSecret) throws(WireError) -> String {
    do throws(DigestError) {
      return try secret.digest()
    } catch {
      throw .internalError
    }
  }
}
