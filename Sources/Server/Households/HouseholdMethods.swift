import Commands
import Domain
import Primitives
import WireProtocol

extension Method {
  static let ofHouseholds = tokenMethods + householdMethods + memberMethods + inviteMethods + preferenceMethods

  /// `docs/protocol.md`, "Households".
  static let householdMethods: [Method] = [
    .command(
      "households.create", "Founds a household: everyone where registration is open, else the administrator.",
      .everyone,
      takes: [HouseholdParameters.name, HouseholdParameters.creator, HouseholdParameters.secret],
      gives: ObjectType(
        "FoundedHousehold", "The household, and its creator's first token.",
        [.field("household", .object(HouseholdTypes.household), "as in `households.get`"), HouseholdTypes.token]),
      refuses: [.notAllowed, .householdExists], preparation: .onWorker
    ) { (parameters, caller) throws(WireError) in
      guard caller.identity == .administrator || caller.registrationIsOpen else {
        throw caller.identity == .nobody ? .notAuthenticated : .notAllowed
      }
      let creator = try parameters[inside: HouseholdParameters.creator]
      let household: HouseholdID = caller.makeID()
      let secret = try caller.makeToken(household, parameters)
      let founding = FoundHousehold(
        name: try parameters[HouseholdParameters.name], creator: try caller.newMember(creator),
        token: NewToken(id: secret.token, digest: try caller.digest(of: secret), label: "First token"))
      return PreparedCommand(
        command: .household(household, .found(founding)),
        sender: caller.identity == .administrator ? .administrator : .stranger, answer: FoundedHousehold(secret: secret)
      )
    },
    .query(
      "households.get", "Shows a household with its members.", takes: [HouseholdParameters.household],
      gives: HouseholdTypes.household
    ) { (parameters, caller) throws(WireError) in
      HouseholdQuery(id: try caller.household(parameters))
    },
    .query(
      "households.list", "Lists all households of the store, by id.", .administrator,
      takes: [PageParameters.limit, HouseholdParameters.cursor],
      gives: ObjectType(
        "HouseholdPage", "Some households.",
        [
          .field("households", .list(of: .object(HouseholdTypes.household)), "as in `households.get`"),
          .nullable("next_cursor", .id(of: "household"), "to be sent as `cursor` for the next page; null at the end"),
        ])
    ) { (parameters, _) throws(WireError) in
      HouseholdsQuery(
        limit: try parameters[PageParameters.limit], after: try parameters[HouseholdParameters.cursor])
    },
    .command(
      "households.update", "Changes the household's name, services and settings: the creator only.",
      takes: [HouseholdParameters.newName, HouseholdParameters.streamingServices, HouseholdParameters.settings],
      gives: HouseholdTypes.householdShown, refuses: [.creatorOnly]
    ) { (parameters, caller) throws(WireError) in
      let (household, sender, _) = try caller.member(parameters)
      let settings = try parameters[inside: HouseholdParameters.settings]
      let update = HouseholdUpdate(
        name: try parameters[HouseholdParameters.newName],
        streamingServices: try parameters[HouseholdParameters.streamingServices],
        votingExpiryHours: try settings?[HouseholdParameters.votingExpiryHours],
        selectedExpiryDays: try settings?[HouseholdParameters.selectedExpiryDays],
        ratingDays: try settings?[HouseholdParameters.ratingDays],
        country: try settings?[HouseholdParameters.country])
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
      id: makeID(), displayName: try parameters[HouseholdParameters.displayName],
      avatarKey: try parameters[HouseholdParameters.avatarKey])
  }
}
