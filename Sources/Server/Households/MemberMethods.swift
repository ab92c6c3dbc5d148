import Commands
import Domain
import ProtocolSchema

extension Method {
  static let memberMethods: [Method] = [
    .command(
      "members.add_managed", "Adds a managed member, with you as its parent (independent members only).",
      takes: [HouseholdParameters.displayName, HouseholdParameters.avatarKey],
      gives: HouseholdTypes.addedMember, refuses: [.householdFull]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let member = try caller.newMember(parameters)
      return PreparedCommand(.addManaged(member), on: household, by: sender) { household, rows in
        let joined: MemberJoined = try rows.payload()
        return try rows.member(joined.memberID, of: household)
      }
    },
    .command(
      "members.update", "Changes your name or avatar, or those of your managed member, in past rounds too.",
      takes: [HouseholdParameters.memberOrSelf, HouseholdParameters.newDisplayName, HouseholdParameters.newAvatarKey],
      needsOneOf: [["display_name", "avatar_key"]], gives: HouseholdTypes.changedMember, refuses: [.unknownMember]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      // A managed member's profile is selected by `member_id`. `acting_as`, which is refused here, must not do that.
      let id = try parameters[HouseholdParameters.memberOrSelf] ?? caller.memberID ?? actor
      let update = ProfileUpdate(
        memberID: id, displayName: try parameters[HouseholdParameters.newDisplayName],
        avatarKey: try parameters[HouseholdParameters.newAvatarKey])
      return PreparedCommand(.updateProfile(update), on: household, by: sender) { try $1.member(id, of: $0) }
    },
    .command(
      "members.remove", "Removes a member (creator only; for a managed member, also its parent).",
      takes: [HouseholdParameters.member], gives: HouseholdTypes.memberGone,
      refuses: [.creatorOnly, .creatorStays, .parentOrCreatorOnly, .unknownMember]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let id = try parameters[HouseholdParameters.member]
      return PreparedCommand(.remove(id), on: household, by: sender) { _, _ in id }
    },
    .command("members.leave", "Leaves the household (independent members only).", gives: HouseholdTypes.memberGone) {
      (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      return PreparedCommand(.leave, on: household, by: sender) { _, _ in actor }
    },
    .command(
      "members.erase", "Removes a member and deletes all texts that identify them.",
      takes: [HouseholdParameters.erasedMember, HouseholdParameters.confirm, HouseholdParameters.household],
      gives: HouseholdTypes.memberGone, refuses: [.parentOrCreatorOnly, .unknownMember]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender) = try caller.householdAndSender(parameters)
      guard let id = try parameters[HouseholdParameters.erasedMember] ?? caller.memberID else {
        throw .badParameter("member_id", "is required for administrators")
      }
      let confirmation = try parameters[HouseholdParameters.confirm]
      return PreparedCommand(.erase(id, confirmation: confirmation), on: household, by: sender) { _, _ in id }
    },
  ]
}
