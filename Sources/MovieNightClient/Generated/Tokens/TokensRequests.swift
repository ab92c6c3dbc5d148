// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Makes the requests of the commands `tokens.…`.
enum TokensRequests {
  static func revoke(
    _ token: TokenID, household: HouseholdID? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("tokens.revoke") { json in
      json.field("token_id", token)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }
}
