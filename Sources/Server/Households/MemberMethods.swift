import Commands
import Domain
import Primitives
import WireProtocol

extension Method {
  /// The members of `docs/protocol.md`, "Households".
  static let memberMethods: [Method] = [
    .command(
      "members.add_managed", "Adds a profile without a login, whose parent is who adds it: independent members only.",
      takes: [HouseholdParameters.displayName, HouseholdParameters.avatarKey],
      gives: HouseholdTypes.memberShown.adding(
        [.field("child_profile_disclosure", .text(), "to be shown to the parent")], as: "AddedMember", "The new member."
      ),
      refuses: [.householdFull]
    ) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let member = try caller.newMember(parameters)
      return PreparedCommand(
        command: .household(household, .addManaged(member)), sender: sender,
        answer: ChangedHousehold(id: household, result: .memberAdded))
    },
    .command(
      "members.update", "Changes a name or an avatar: the member, or for a managed member its parent.",
      takes: [HouseholdParameters.memberOrSelf, HouseholdParameters.newDisplayName, HouseholdParameters.newAvatarKey],
      needsOneOf: [["display_name", "avatar_key"]], gives: HouseholdTypes.memberShown, refuses: [.unknownMember]
    ) { (parameters, caller) throws(WireError) in
      let (household, sender, actor) = try caller.member(parameters)
      // A child's profile is named by member_id; acting_as, which is refused here, must not choose whose it is.
      let id = try parameters[HouseholdParameters.memberOrSelf] ?? caller.memberID ?? actor
      let update = ProfileUpdate(
        memberID: id, displayName: try parameters[HouseholdParameters.newDisplayName],
        avatarKey: try parameters[HouseholdParameters.newAvatarKey])
      return PreparedCommand(
        command: .household(household, .updateProfile(update)), sender: sender,
        answer: ChangedHousehold(id: household, result: .member(id)))
    },
    .command(
      "members.remove", "Removes a member: the creator, or of a managed member its parent.",
      takes: [HouseholdParameters.member], gives: HouseholdTypes.memberGone,
      refuses: [.creatorOnly, .creatorStays, .parentOrCreatorOnly, .unknownMember]
    ) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let id = try parameters[HouseholdParameters.member]
      return PreparedCommand(
        command: .household(household, .remove(id)), sender: sender,
        answer: ChangedHousehold(id: household, result: .memberGone(id)))
    },
    .command("members.leave", "Leaves the household: independent members only.", gives: HouseholdTypes.memberGone) {
      (parameters, caller) throws(WireError) in
      let (household, sender, actor) = try caller.member(parameters)
      return PreparedCommand(
        command: .household(household, .leave), sender: sender,
        answer: ChangedHousehold(id: household, result: .memberGone(actor)))
    },
    .command(
      "members.erase", "Erases all that says who somebody was: leaving, and more.",
      takes: [HouseholdParameters.erasedMember, HouseholdParameters.confirm, HouseholdParameters.household],
      gives: HouseholdTypes.memberGone, refuses: [.parentOrCreatorOnly, .unknownMember]
    ) { (parameters, caller) throws(WireError) in
      let (household, sender) = try caller.householdAndSender(parameters)
      guard let id = try parameters[HouseholdParameters.erasedMember] ?? caller.memberID else {
        throw .badParameter("member_id", "is missing: an administrator says whom to erase")
      }
      let confirmation = try parameters[HouseholdParameters.confirm]
      return PreparedCommand(
        command: .household(household, .erase(id, confirmation: confirmation)), sender: sender,
        answer: ChangedHousehold(id: household, result: .memberGone(id)))
    },
  ]
}
