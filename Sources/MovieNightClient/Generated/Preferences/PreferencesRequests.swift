// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Makes the requests of the commands `preferences.…`.
enum PreferencesRequests {
  static func set(
    for member: MemberID? = nil, genreLikes: [Int], genreDislikes: [Int]? = nil,
    maxContentRating: PreferredRating? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("preferences.set") { json in
      json.fieldIfPresent("member_id", member)
      json.field("genre_likes", genreLikes)
      json.fieldIfPresent("genre_dislikes", genreDislikes)
      json.fieldIfPresent("max_content_rating", maxContentRating)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }
}
