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
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case displayName = "display_name"
    case avatarKey = "avatar_key"
    case role
    case memberType = "member_type"
    case parentMemberID = "parent_member_id"
    case contentRatingCeiling = "content_rating_ceiling"
    case joinedAt = "joined_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(displayName, forKey: .displayName)
    try object.encode(avatarKey, forKey: .avatarKey)
    try object.encode(role, forKey: .role)
    try object.encode(memberType, forKey: .memberType)
    try object.encode(parentMemberID, forKey: .parentMemberID)
    try object.encode(contentRatingCeiling, forKey: .contentRatingCeiling)
    try object.encode(joinedAt, forKey: .joinedAt)
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
