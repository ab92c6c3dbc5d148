import Commands
import Domain
import Primitives

extension Method {
  /// The invites of `docs/protocol.md`, "Households".
  static let inviteMethods: [Method] = [
    .command("invites.create", preparation: .onWorker) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      var generator = SystemRandomNumberGenerator()
      let secret = InviteSecret(household: household, invite: caller.makeID(), using: &generator)
      return PreparedCommand(
        command: .household(household, .createInvite(secret.invite, digest: try caller.digest(of: secret))),
        sender: sender, answer: ChangedHousehold(id: household, result: .inviteCreated(secret)))
    },
    .query("invites.list", .authenticated, ["household_id"]) { (parameters, caller) throws(WireError) in
      let household = try caller.household(parameters)
      if case .member(let id, _, _) = caller.identity { return InvitesQuery(id: household, reader: id) }
      return InvitesQuery(id: household, reader: nil)
    },
    .command("invites.revoke", .authenticated, ["invite_id"]) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let id: InviteID = try parameters.id("invite_id")
      return PreparedCommand(
        command: .household(household, .revokeInvite(id)), sender: sender,
        answer: ChangedHousehold(id: household, result: .inviteRevoked(id)))
    },
    .command(
      "invites.accept", .bySecret, ["invite_token", "secret"], personal: ["display_name", "avatar_key"],
      preparation: .onWorker
    ) {
      (parameters, caller) throws(WireError) in
      let text = try parameters.string("invite_token")
      let member = try caller.newMember(parameters)
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
