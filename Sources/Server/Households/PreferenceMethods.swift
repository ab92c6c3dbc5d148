import Commands
import Domain
import Primitives

extension Method {
  /// The preferences of `docs/protocol.md`, "Households". They are the member's own and, for a managed member, its
  /// parent's: an administrator's neither.
  static let preferenceMethods: [Method] = [
    .query("preferences.get", .authenticated, ["member_id"]) { (parameters, caller) throws(WireError) in
      guard case .member(let reader, let household, _) = caller.identity else { throw .noMember }
      return PreferencesQuery(
        id: household, member: try parameters.optionalID("member_id") ?? reader, reader: reader)
    },
    .command(
      "preferences.set", .authenticated, ["member_id", "genre_likes", "genre_dislikes", "max_content_rating"]
    ) { (parameters, caller) throws(WireError) in
      let (household, sender, actor) = try caller.member(parameters)
      let id = try parameters.optionalID("member_id") ?? actor
      let preferences = Preferences(
        genreLikes: try parameters.integers("genre_likes", atMost: 100),
        genreDislikes: try parameters.optionalIntegers("genre_dislikes", atMost: 100) ?? [],
        maxContentRating: try parameters.optionalChoice("max_content_rating"))
      return PreparedCommand(
        command: .household(household, .setPreferences(id, preferences)), sender: sender,
        answer: ChangedHousehold(id: household, result: .preferences(id)))
    },
  ]
}
