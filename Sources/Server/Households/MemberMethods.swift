import Commands
import Domain
import Primitives

extension Method {
  /// The members of `docs/protocol.md`, "Households".
  static let memberMethods: [Method] = [
    .command("members.add_managed", personal: ["display_name", "avatar_key"]) {
      (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let member = try caller.newMember(parameters)
      return PreparedCommand(
        command: .household(household, .addManaged(member)), sender: sender,
        answer: ChangedHousehold(id: household, result: .memberAdded))
    },
    .command("members.update", .authenticated, ["member_id"], personal: ["display_name", "avatar_key"]) {
      (parameters, caller) throws(WireError) in
      let (household, sender, actor) = try caller.member(parameters)
      // A child's profile is named by member_id; acting_as, which is refused here, must not choose whose it is.
      let id = try parameters.optionalID("member_id") ?? caller.memberID ?? actor
      let update = ProfileUpdate(
        memberID: id, displayName: try parameters.optionalText("display_name"),
        avatarKey: try parameters.optionalText("avatar_key"))
      if update.displayName == nil, update.avatarKey == nil {
        throw .badParameter("display_name", "is missing, and avatar_key too: nothing would change")
      }
      return PreparedCommand(
        command: .household(household, .updateProfile(update)), sender: sender,
        answer: ChangedHousehold(id: household, result: .member(id)))
    },
    .command("members.remove", .authenticated, ["member_id"]) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let id: MemberID = try parameters.id("member_id")
      return PreparedCommand(
        command: .household(household, .remove(id)), sender: sender,
        answer: ChangedHousehold(id: household, result: .memberGone(id)))
    },
    .command("members.leave") { (parameters, caller) throws(WireError) in
      let (household, sender, actor) = try caller.member(parameters)
      return PreparedCommand(
        command: .household(household, .leave), sender: sender,
        answer: ChangedHousehold(id: household, result: .memberGone(actor)))
    },
    .command("members.erase", .authenticated, ["member_id", "confirm", "household_id"]) {
      (parameters, caller) throws(WireError) in
      let (household, sender) = try caller.householdAndSender(parameters)
      guard let id = try parameters.optionalID("member_id") ?? caller.memberID else {
        throw .badParameter("member_id", "is missing: an administrator says whom to erase")
      }
      let confirmation = try parameters.string("confirm")
      return PreparedCommand(
        command: .household(household, .erase(id, confirmation: confirmation)), sender: sender,
        answer: ChangedHousehold(id: household, result: .memberGone(id)))
    },
  ]
}
