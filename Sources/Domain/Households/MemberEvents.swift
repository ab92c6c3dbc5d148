import MovieNightPrimitives

/// A member's name or avatar changed. Both are personal texts, so the event does not contain them.
public struct MemberProfileChanged: EventPayload {
  public static let type = "MemberProfileChanged"
  public var memberID: MemberID
  public var changedBy: MemberID

  public init(memberID: MemberID, changedBy: MemberID) {
    self.memberID = memberID
    self.changedBy = changedBy
  }

  public static let fields = Fields(
    Self.init(memberID:changedBy:), Field("member_id", \.memberID), Field("changed_by", \.changedBy))
}

/// A member left the household, and their tokens ended.
public struct MemberLeft: EventPayload {
  public static let type = "MemberLeft"
  public var memberID: MemberID
  public var reason: DepartureReason
  /// The member who removed or erased this member; nil if this member left, or was removed by an administrator.
  public var removedBy: MemberID?

  public init(memberID: MemberID, reason: DepartureReason, removedBy: MemberID? = nil) {
    self.memberID = memberID
    self.reason = reason
    self.removedBy = removedBy
  }

  public static let fields = Fields(
    Self.init(memberID:reason:removedBy:), Field("member_id", \.memberID), Field("reason", \.reason),
    Field("removed_by", \.removedBy))
}

/// The creator's role passed to another member.
public struct CreatorChanged: EventPayload {
  public static let type = "CreatorChanged"
  public var memberID: MemberID

  public init(memberID: MemberID) { self.memberID = memberID }

  public static let fields = Fields(Self.init(memberID:), Field("member_id", \.memberID))
}

/// The management of a managed profile passed to another parent.
public struct ParentChanged: EventPayload {
  public static let type = "ParentChanged"
  public var memberID: MemberID
  public var parentMemberID: MemberID

  public init(memberID: MemberID, parentMemberID: MemberID) {
    self.memberID = memberID
    self.parentMemberID = parentMemberID
  }

  public static let fields = Fields(
    Self.init(memberID:parentMemberID:), Field("member_id", \.memberID), Field("parent_member_id", \.parentMemberID))
}

/// All personal texts of a member were erased. Earlier events of the member remain, without a name.
public struct MemberErased: EventPayload {
  public static let type = "MemberErased"
  public static let version = 2
  public var memberID: MemberID
  /// The member who erased the texts; nil if it was an administrator. Nullable since version 2.
  public var erasedBy: MemberID?

  public init(memberID: MemberID, erasedBy: MemberID?) {
    self.memberID = memberID
    self.erasedBy = erasedBy
  }

  public static let fields = Fields(
    Self.init(memberID:erasedBy:), Field("member_id", \.memberID), Field("erased_by", \.erasedBy))
}

extension FieldBounds where Value == [Int] {
  fileprivate static func genres(_ count: ClosedRange<Int>) -> FieldBounds {
    FieldBounds(
      .list(.integer(), atMost: count.upperBound), "a list of \(count.lowerBound) to \(count.upperBound) whole numbers"
    ) { count.contains($0.count) }
  }
}

extension FieldBounds where Value == ContentRating? {
  fileprivate static var ceiling: FieldBounds {
    FieldBounds(Value.shape, "a rating that can be a ceiling") { rating in
      rating.map(ContentRating.ceilings.contains) ?? true
    }
  }
}

/// A member set their preferences. The event contains all of them, not only the changed ones.
public struct PreferencesSet: EventPayload {
  public static let type = "PreferencesSet"
  public static let audience = Audience.memberAndParent
  public var memberID: MemberID
  /// The ids of liked genres at TMDb, in ascending order.
  public var genreLikes: [Int]
  /// The ids of disliked genres at TMDb, in ascending order.
  public var genreDislikes: [Int]
  /// The member's content ceiling; nil for a managed member, whose ceiling is fixed.
  public var maxContentRating: ContentRating?

  public init(memberID: MemberID, genreLikes: [Int], genreDislikes: [Int], maxContentRating: ContentRating? = nil) {
    self.memberID = memberID
    self.genreLikes = genreLikes
    self.genreDislikes = genreDislikes
    self.maxContentRating = maxContentRating
  }

  public static let fields = Fields(
    Self.init(memberID:genreLikes:genreDislikes:maxContentRating:), Field("member_id", \.memberID),
    // Empty if the member has set only a ceiling.
    Field("genre_likes", \.genreLikes, .genres(0...HouseholdLimits.genreLikes.upperBound)),
    Field("genre_dislikes", \.genreDislikes, .genres(HouseholdLimits.genreDislikes)),
    Field("max_content_rating", \.maxContentRating, .ceiling))
}
