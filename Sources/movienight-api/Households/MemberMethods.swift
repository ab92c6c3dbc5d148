import Commands
import Domain
import Primitives

extension Method {
  /// The members of `docs/protocol.md`, "Households".
  static let memberMethods: [Method] = [
    .command("members.add_managed", .authenticated, ["display_name", "avatar_key"]) {
      (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let member = try caller.newMember(parameters)
      return PreparedCommand(
        command: .household(household, .addManaged(member)), sender: sender,
        answer: .household(household, .memberAdded))
    },
    .command(
      "members.update", .authenticated, ["member_id", "display_name", "avatar_key"], preparation: .onWorkerInTurn
    ) {
      (parameters, caller) throws(WireError) in
      let (household, sender, actor) = try caller.member(parameters)
      // A child's profile is named by member_id; acting_as, which is refused here, must not choose whose it is.
      let id = try parameters.optionalID("member_id") ?? caller.memberID ?? actor
      let profile = try caller.changedProfile(of: id, in: household, parameters)
      return PreparedCommand(
        command: .household(household, .updateProfile(profile)), sender: sender,
        answer: .household(household, .member(id)))
    },
    .command("members.remove", .authenticated, ["member_id"]) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let id: MemberID = try parameters.id("member_id")
      return PreparedCommand(
        command: .household(household, .remove(id)), sender: sender, answer: .household(household, .memberGone(id)))
    },
    .command("members.leave") { (parameters, caller) throws(WireError) in
      let (household, sender, actor) = try caller.member(parameters)
      return PreparedCommand(
        command: .household(household, .leave), sender: sender, answer: .household(household, .memberGone(actor)))
    },
    .command("members.erase", .authenticated, ["member_id", "confirm"]) { (parameters, caller) throws(WireError) in
      let (household, sender, actor) = try caller.member(parameters)
      let id: MemberID? = try parameters.optionalID("member_id")
      let confirmation = try parameters.string("confirm")
      return PreparedCommand(
        command: .household(household, .erase(id, confirmation: confirmation)), sender: sender,
        answer: .household(household, .memberGone(id ?? actor)))
    },
  ]
}

extension Caller {
  /// The whole profile: what is not given stays as it is.
  fileprivate func changedProfile(of id: MemberID, in household: HouseholdID, _ parameters: Parameters)
    throws(WireError) -> NewMember
  {
    let name = try parameters.optionalString("display_name")
    let avatar = try parameters.optionalString("avatar_key")
    if name == nil, avatar == nil {
      throw .badParameter("display_name", "is missing, and avatar_key too: nothing would change")
    }
    let profile: Profile?
    do {
      profile = try profiles.profile(of: id, in: household)
    } catch {
      throw .storeUnavailable
    }
    guard let profile else { throw WireError(.unknownMember) }
    return NewMember(id: id, displayName: name ?? profile.displayName, avatarKey: avatar ?? profile.avatarKey)
  }
}
