// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Makes the requests of the commands `households.…`.
enum HouseholdsRequests {
  static func update(
    name: String? = nil, streamingServices: [String]? = nil, settings: ChangedSettings? = nil,
    actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("households.update") { json in
      json.fieldIfPresent("name", name)
      json.fieldIfPresent("streaming_services", streamingServices)
      json.fieldIfPresent("settings", settings)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }
}
