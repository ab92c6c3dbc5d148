// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Makes the requests of the commands `members.…`.
enum MembersRequests {
  static func addManaged(
    displayName: String, avatarKey: String? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("members.add_managed") { json in
      json.field("display_name", displayName)
      json.fieldIfPresent("avatar_key", avatarKey)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func update(
    _ member: MemberID? = nil, displayName: String? = nil, avatarKey: String? = nil, actingAs: MemberID? = nil,
    expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("members.update") { json in
      json.fieldIfPresent("member_id", member)
      json.fieldIfPresent("display_name", displayName)
      json.fieldIfPresent("avatar_key", avatarKey)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func remove(
    _ member: MemberID, actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil
  ) -> Request {
    Request("members.remove") { json in
      json.field("member_id", member)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func leave(actingAs: MemberID? = nil, expectedRevision: Int? = nil, commandID: CommandID? = nil) -> Request {
    Request("members.leave") { json in
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
    }
  }

  static func erase(
    _ member: MemberID? = nil, household: HouseholdID? = nil, actingAs: MemberID? = nil, expectedRevision: Int? = nil,
    commandID: CommandID? = nil
  ) -> Request {
    Request("members.erase") { json in
      json.fieldIfPresent("member_id", member)
      json.fieldIfPresent("household_id", household)
      json.fieldIfPresent("acting_as", actingAs)
      json.fieldIfPresent("expected_revision", expectedRevision)
      json.fieldIfPresent("command_id", commandID)
      json.field("confirm", "DELETE")
    }
  }
}
