import Commands
import ProtocolSchema

extension Method {
  /// The methods for preferences (`docs/protocol/households.md`). Members see and set only their own preferences, and
  /// parents also those of their managed members. Administrators cannot see or set any.
  static let preferenceMethods: [Method] = [
    .query(
      "preferences.get", "Returns your preferences, or those of your managed member.",
      takes: [HouseholdParameters.memberOrSelf], refuses: [.noMember, .cannotActAs, .unknownMember]
    ) { (parameters, caller) throws(Refusal) in
      guard case .member(let reader, let household, _) = caller.identity else { throw .noMember }
      return PreferencesQuery(
        id: household, member: try parameters[HouseholdParameters.memberOrSelf] ?? reader, reader: reader)
    },
    .command(
      "preferences.set", "Replaces your preferences, or those of your managed member.",
      takes: [
        HouseholdParameters.memberOrSelf, HouseholdParameters.genreLikes, HouseholdParameters.genreDislikes,
        HouseholdParameters.maxContentRating,
      ],
      gives: HouseholdTypes.preferences, refuses: [.ceilingFixed, .unknownMember]
    ) { (parameters, caller) throws(Refusal) in
      let (household, sender, actor) = try caller.member(parameters)
      let id = try parameters[HouseholdParameters.memberOrSelf] ?? actor
      let preferences = Preferences(
        genreLikes: try parameters[HouseholdParameters.genreLikes],
        genreDislikes: try parameters[HouseholdParameters.genreDislikes],
        maxContentRating: try parameters[HouseholdParameters.maxContentRating])
      return PreparedCommand(.setPreferences(id, preferences), on: household, by: sender) { household, _ in
        PreferencesView(of: id, in: household)
      }
    },
  ]
}
