import Domain
import EventStore
import MovieNightPrimitives

// How a household's row is stored.

extension HouseholdDetails {
  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("created_by", createdBy)
    json.field("created_at", moment: createdAt)
    json.key("settings")
    json.object { settings.writeMembers(to: &$0) }
    json.key("streaming_services")
    json.array(streamingServices) { $0.string($1) }
    json.key("members")
    json.array(members) { json, member in json.object { member.writeMembers(to: &$0) } }
    json.field("former_member_ids", formerMemberIDs)
    json.key("preferences")
    json.array(preferences) { json, preferences in json.object { preferences.writeMembers(to: &$0) } }
    json.field("active_round_id", activeRoundID)
    json.field("awaited_round_ids", awaitedRoundIDs)
    json.field("closed_at", moment: closedAt)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    id = HouseholdID(key.shelf)
    revision = try json.revision("revision")
    createdBy = try json.identifier("created_by")
    createdAt = try json.moment("created_at")
    settings = try HouseholdSettings(json: json.object("settings"))
    streamingServices = try json.strings("streaming_services")
    members = try json.list("members") { element throws(JSONError) in try Member(json: element) }
    formerMemberIDs = try json.identifiers("former_member_ids")
    preferences = try json.list("preferences") { element throws(JSONError) in try MemberPreferences(json: element) }
    activeRoundID = try json.optionalIdentifier("active_round_id")
    awaitedRoundIDs = try json.identifiers("awaited_round_ids")
    closedAt = try json.optionalMoment("closed_at")
  }
}

extension HouseholdDetails.Member {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.field("member_id", id)
    json.field("member_type", type.rawValue)
    json.field("parent_member_id", parentID)
    json.field("joined_at", moment: joinedAt)
  }

  fileprivate init(json: JSONValue) throws(JSONError) {
    id = try json.identifier("member_id")
    type = try json.choice("member_type")
    parentID = try json.optionalIdentifier("parent_member_id")
    joinedAt = try json.moment("joined_at")
  }
}

extension HouseholdDetails.MemberPreferences {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.field("member_id", memberID)
    json.field("genre_likes", genreLikes)
    json.field("genre_dislikes", genreDislikes)
    json.field("max_content_rating", maxContentRating?.rawValue)
    json.field("updated_at", moment: updatedAt)
  }

  fileprivate init(json: JSONValue) throws(JSONError) {
    memberID = try json.identifier("member_id")
    genreLikes = try json.integers("genre_likes")
    genreDislikes = try json.integers("genre_dislikes")
    maxContentRating = try json.optionalChoice("max_content_rating")
    updatedAt = try json.moment("updated_at")
  }
}
