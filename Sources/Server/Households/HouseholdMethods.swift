import Commands
import Domain
import ProtocolSchema

extension Method {
  static let ofHouseholds = tokenMethods + householdMethods + memberMethods + inviteMethods + preferenceMethods

  /// The methods of `docs/protocol/households.md`.
  static let householdMethods: [Method] = [
    .command(
      "households.create", "Creates a household; requires an administrator unless registration is open.",
      .everyone,
      takes: [HouseholdParameters.name, HouseholdParameters.creator, HouseholdParameters.secret],
      gives: HouseholdTypes.founded, refuses: [.notAllowed, .householdExists], preparation: .onWorker
    ) { (parameters, caller) throws(Refusal) in
      guard caller.identity == .administrator || caller.registrationIsOpen else {
        throw caller.identity == .nobody ? .notAuthenticated : .notAllowed
      }
      let creator = try parameters[inside: HouseholdParameters.creator]
      let household: HouseholdID = caller.makeID()
      let secret = try caller.makeToken(household, parameters)
      let founding = NewHousehold(
        name: try parameters[HouseholdParameters.name], creator: try caller.newMember(creator),
        token: NewToken(id: secret.id, digest: try caller.digest(of: secret), label: "First token"))
      let sender: Sender = caller.identity == .administrator ? .administrator : .unauthenticated
      let command = AddressedHouseholdCommand(.found(founding), to: household)
      return PreparedCommand(command: command, sender: sender) { rows in
        let household = try rows.household(HouseholdID(rows.event(of: HouseholdFounded.self).stream.id))
        let access = try rows.newAccess(secret, to: household.id)
        return ((household: try rows.shown(household), token: access.token), household.revision)
      }
    },
    .query(
      "households.get", "Returns a household with its members.", takes: [HouseholdParameters.household]
    ) { (parameters, caller) throws(Refusal) in
      HouseholdQuery(id: try caller.household(parameters))
    },
    .query(
      "households.list", "Lists all households, ordered by id.", .administrator,
      takes: [PageParameters.limit, HouseholdParameters.cursor]
    ) { (parameters, _) throws(Refusal) in
      HouseholdsQuery(
        limit: try parameters[PageParameters.limit], after: try parameters[HouseholdParameters.cursor])
    },
    .command(
      "households.update", "Changes the household's name, streaming services and settings (creator only).",
      takes: [HouseholdParameters.newName, HouseholdParameters.streamingServices, HouseholdParameters.settings],
      gives: HouseholdTypes.changed, refuses: [.creatorOnly]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, _) = try caller.member(parameters)
      let settings = try parameters[inside: HouseholdParameters.settings]
      let update = HouseholdUpdate(
        name: try parameters[HouseholdParameters.newName],
        streamingServices: try parameters[HouseholdParameters.streamingServices],
        votingExpiryHours: try settings?[HouseholdParameters.votingExpiryHours],
        selectedExpiryDays: try settings?[HouseholdParameters.selectedExpiryDays],
        ratingDays: try settings?[HouseholdParameters.ratingDays],
        country: try settings?[HouseholdParameters.country])
      return PreparedCommand(.update(update), on: household, by: sender) { try $1.shown($0) }
    },
    .query(
      "households.statistics", "Counts a year's movie nights by month, and each member's proposals and ratings.",
      takes: [HouseholdParameters.year, HouseholdParameters.household]
    ) { (parameters, caller) throws(Refusal) in
      StatisticsQuery(id: try caller.household(parameters), year: try parameters[HouseholdParameters.year])
    },
  ]
}

extension Caller {
  func newMember(_ parameters: Parameters) throws(Refusal) -> NewMember {
    NewMember(
      id: makeID(), displayName: try parameters[HouseholdParameters.displayName],
      avatarKey: try parameters[HouseholdParameters.avatarKey])
  }
}
