import Domain
import EventStore
import MovieNightPrimitives

extension HouseholdDetails {
  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("created_by", createdBy)
    json.field("created_at", moment: createdAt)
    json.field("settings", settings)
    json.field("streaming_services", streamingServices)
    json.field("members", members)
    json.field("former_member_ids", formerMemberIDs)
    json.field("preferences", preferences)
    json.field("active_round_id", activeRoundID)
    json.field("awaited_round_ids", awaitedRoundIDs)
    json.field("closed_at", moment: closedAt)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    id = HouseholdID(key.partition)
    revision = try json.revision("revision")
    createdBy = try json.identifier("created_by")
    createdAt = try json.moment("created_at")
    settings = try json.value("settings")
    streamingServices = try json.value("streaming_services")
    members = try json.value("members")
    formerMemberIDs = try json.value("former_member_ids")
    preferences = try json.value("preferences")
    activeRoundID = try json.optional("active_round_id")
    awaitedRoundIDs = try json.value("awaited_round_ids")
    closedAt = try json.optionalMoment("closed_at")
  }
}

extension HouseholdDetails.Member: FieldObject {
  public static let fields = Fields(
    Self.init(id:type:parentID:joinedAt:), Field("member_id", \.id), Field("member_type", \.type),
    Field("parent_member_id", \.parentID), Field("joined_at", time: \.joinedAt))
}

extension HouseholdDetails.MemberPreferences: FieldObject {
  public static let fields = Fields(
    Self.init(memberID:genreLikes:genreDislikes:maxContentRating:updatedAt:), Field("member_id", \.memberID),
    Field("genre_likes", \.genreLikes), Field("genre_dislikes", \.genreDislikes),
    Field("max_content_rating", \.maxContentRating), Field("updated_at", time: \.updatedAt))
}
