// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A member of a household.
public struct Member: Identifiable, Hashable, Sendable {
  /// Who it is.
  public var memberID: MemberID
  /// What they are called today; `[Deleted member]` of who was erased.
  public var displayName: String
  /// Their picture today; nil of who was erased.
  public var avatarKey: String?
  /// What they are in the household.
  public var role: Role
  /// Whether they act for themselves, or a parent does.
  public var memberType: MemberType
  /// Who acts for a managed member; else nil.
  public var parentMemberID: MemberID?
  /// `PG` for a managed member, else nil: preferences are private.
  public var contentRatingCeiling: ContentRating?
  /// When they joined.
  public var joinedAt: Timestamp

  /// The same as `memberID`.
  public var id: MemberID { memberID }

  public init(
    memberID: MemberID, displayName: String, avatarKey: String? = nil, role: Role, memberType: MemberType,
    parentMemberID: MemberID? = nil, contentRatingCeiling: ContentRating? = nil, joinedAt: Timestamp
  ) {
    self.memberID = memberID
    self.displayName = displayName
    self.avatarKey = avatarKey
    self.role = role
    self.memberType = memberType
    self.parentMemberID = parentMemberID
    self.contentRatingCeiling = contentRatingCeiling
    self.joinedAt = joinedAt
  }
}

extension Member: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    displayName = try object.decode(String.self, forKey: "display_name")
    avatarKey = try object.decodeIfPresent(String.self, forKey: "avatar_key")
    role = try object.decode(Role.self, forKey: "role")
    memberType = try object.decode(MemberType.self, forKey: "member_type")
    parentMemberID = try object.decodeIfPresent(MemberID.self, forKey: "parent_member_id")
    contentRatingCeiling = try object.decodeIfPresent(ContentRating.self, forKey: "content_rating_ceiling")
    joinedAt = try object.decode(Timestamp.self, forKey: "joined_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(displayName, forKey: "display_name")
    try object.encode(avatarKey, forKey: "avatar_key")
    try object.encode(role, forKey: "role")
    try object.encode(memberType, forKey: "member_type")
    try object.encode(parentMemberID, forKey: "parent_member_id")
    try object.encode(contentRatingCeiling, forKey: "content_rating_ceiling")
    try object.encode(joinedAt, forKey: "joined_at")
  }
}

extension Member: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    displayName = try json.read("display_name")
    avatarKey = try json.readIfPresent("avatar_key")
    role = try json.read("role")
    memberType = try json.read("member_type")
    parentMemberID = try json.readIfPresent("parent_member_id")
    contentRatingCeiling = try json.readIfPresent("content_rating_ceiling")
    joinedAt = try json.read("joined_at")
  }
}
