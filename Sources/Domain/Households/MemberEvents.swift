import MovieNightPrimitives

/// A member's name or avatar changed; both are personal texts.
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

/// A member left the household. Their tokens stop working.
public struct MemberLeft: EventPayload {
  public static let type = "MemberLeft"
  public var memberID: MemberID
  public var reason: DepartureReason
  /// The member who removed or erased them; nil if it was themself or an administrator.
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

/// Another member has the creator's role.
public struct CreatorChanged: EventPayload {
  public static let type = "CreatorChanged"
  public var memberID: MemberID

  public init(memberID: MemberID) { self.memberID = memberID }

  public static let fields = Fields(Self.init(memberID:), Field("member_id", \.memberID))
}

/// Another member runs a managed profile.
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

/// Every personal text of a member was erased. Their actions stay, without a name.
public struct MemberErased: EventPayload {
  public static let type = "MemberErased"
  public static let version = 2
  public var memberID: MemberID
  /// The eraser; nil if it was an administrator. Since version 2.
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

/// A member's complete taste and ceiling.
public struct PreferencesSet: EventPayload {
  public static let type = "PreferencesSet"
  public static let audience = Audience.memberAndParent
  public var memberID: MemberID
  /// TMDb genre ids, ascending.
  public var genreLikes: [Int]
  /// TMDb genre ids, ascending.
  public var genreDislikes: [Int]
  /// The ceiling; nil for a managed member, whose ceiling is fixed.
  public var maxContentRating: ContentRating?

  public init(memberID: MemberID, genreLikes: [Int], genreDislikes: [Int], maxContentRating: ContentRating? = nil) {
    self.memberID = memberID
    self.genreLikes = genreLikes
    self.genreDislikes = genreDislikes
    self.maxContentRating = maxContentRating
  }

  public static let fields = Fields(
    Self.init(memberID:genreLikes:genreDislikes:maxContentRating:), Field("member_id", \.memberID),
    Field("genre_likes", \.genreLikes, .genres(HouseholdLimits.genreLikes)),
    Field("genre_dislikes", \.genreDislikes, .genres(HouseholdLimits.genreDislikes)),
    Field("max_content_rating", \.maxContentRating, .ceiling))
}
