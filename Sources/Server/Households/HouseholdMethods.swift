import Commands
import Domain
import Primitives

extension Method {
  static let ofHouseholds = tokenMethods + householdMethods + memberMethods + inviteMethods + preferenceMethods

  /// `docs/protocol.md`, "Households".
  static let householdMethods: [Method] = [
    .command("households.create", .everyone, ["secret"], personal: ["name", "creator"], preparation: .onWorker) {
      (parameters, caller) throws(WireError) in
      guard caller.identity == .administrator || caller.registrationIsOpen else {
        throw caller.identity == .nobody ? .notAuthenticated : .notAllowed
      }
      let creator = try parameters.object("creator", allowing: ["display_name", "avatar_key"])
      let household: HouseholdID = caller.makeID()
      let secret = try caller.makeToken(household, parameters)
      let founding = FoundHousehold(
        name: try parameters.text("name"), creator: try caller.newMember(creator),
        token: NewToken(id: secret.token, digest: try caller.digest(of: secret), label: "First token"))
      return PreparedCommand(
        command: .household(household, .found(founding)),
        sender: caller.identity == .administrator ? .administrator : .stranger, answer: FoundedHousehold(secret: secret)
      )
    },
    .query("households.get", .authenticated, ["household_id"]) { (parameters, caller) throws(WireError) in
      HouseholdQuery(id: try caller.household(parameters))
    },
    .query("households.list", .administrator, ["limit", "cursor"]) { (parameters, _) throws(WireError) in
      HouseholdsQuery(
        limit: try parameters.optionalInteger("limit", in: 1...100) ?? 20,
        after: try parameters.optionalID("cursor"))
    },
    .command("households.update", .authenticated, ["streaming_services", "settings"], personal: ["name"]) {
      (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let settings = try parameters.optionalObject(
        "settings", allowing: ["voting_expiry_hours", "selected_expiry_days", "rating_days", "country"])
      let update = HouseholdUpdate(
        name: try parameters.optionalText("name"),
        streamingServices: try parameters.optionalStrings("streaming_services", atMost: 100),
        votingExpiryHours: try settings?.optionalInteger("voting_expiry_hours"),
        selectedExpiryDays: try settings?.optionalInteger("selected_expiry_days"),
        ratingDays: try settings?.optionalInteger("rating_days"),
        country: try settings?.optionalString("country"))
      return PreparedCommand(
        command: .household(household, .update(update)), sender: sender,
        answer: ChangedHousehold(id: household, result: .household))
    },
  ]
}

extension Caller {
  /// A member with a new id, as a command describes them.
  func newMember(_ parameters: Parameters) throws(WireError) -> NewMember {
    NewMember(
      id: makeID(), displayName: try parameters.text("display_name"),
      avatarKey: try parameters.optionalText("avatar_key"))
  }
}
