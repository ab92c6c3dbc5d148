import MovieNightPrimitives

/// A list was created. Its name and description are a personal text.
public struct ListCreated: CollectionPayload {
  public static let type = "ListCreated"
  public var memberID: MemberID
  public var listID: ListID
  public var icon: String?
  /// The color as `#RRGGBB`.
  public var color: String?
  public var isShared: Bool
  /// Lists are ordered by their places.
  public var place: Int

  public init(memberID: MemberID, listID: ListID, icon: String?, color: String?, isShared: Bool, place: Int) {
    self.memberID = memberID
    self.listID = listID
    self.icon = icon
    self.color = color
    self.isShared = isShared
    self.place = place
  }

  public static let fields = Fields(
    Self.init(memberID:listID:icon:color:isShared:place:), Field("member_id", \.memberID), Field("list_id", \.listID),
    Field("icon", \.icon, .orNull(.bytes(CollectionLimits.icon))),
    Field("color", \.color, .orNull(.bytes(CollectionLimits.color))), Field("shared", \.isShared),
    Field("place", \.place))
}

/// A list was changed. The event contains all its values except the text, not only the changed ones.
public struct ListChanged: CollectionPayload {
  public static let type = "ListChanged"
  public var memberID: MemberID
  public var listID: ListID
  public var icon: String?
  public var color: String?
  public var isShared: Bool
  /// Whether the name or the description changed.
  public var hasNewText: Bool

  public init(memberID: MemberID, listID: ListID, icon: String?, color: String?, isShared: Bool, hasNewText: Bool) {
    self.memberID = memberID
    self.listID = listID
    self.icon = icon
    self.color = color
    self.isShared = isShared
    self.hasNewText = hasNewText
  }

  public static let fields = Fields(
    Self.init(memberID:listID:icon:color:isShared:hasNewText:), Field("member_id", \.memberID),
    Field("list_id", \.listID), Field("icon", \.icon, .orNull(.bytes(CollectionLimits.icon))),
    Field("color", \.color, .orNull(.bytes(CollectionLimits.color))), Field("shared", \.isShared),
    Field("text_changed", \.hasNewText))
}

/// A list was removed. The titles that were on it stay in the collection.
public struct ListRemoved: CollectionPayload {
  public static let type = "ListRemoved"
  public var memberID: MemberID
  public var listID: ListID
  public var titles: [TitleRef]

  public init(memberID: MemberID, listID: ListID, titles: [TitleRef]) {
    self.memberID = memberID
    self.listID = listID
    self.titles = titles
  }

  public static let fields = Fields(
    Self.init(memberID:listID:titles:), Field("member_id", \.memberID), Field("list_id", \.listID),
    Field("titles", \.titles))
}

/// A member put all their lists in a new order.
public struct ListsOrdered: CollectionPayload {
  public static let type = "ListsOrdered"
  public var memberID: MemberID
  public var lists: [ListID]

  public init(memberID: MemberID, lists: [ListID]) {
    self.memberID = memberID
    self.lists = lists
  }

  /// Returns the new place of the list with this index.
  public static func place(of index: Int) -> Int { (index + 1) * CollectionLimits.placeStep }

  public static let fields = Fields(
    Self.init(memberID:lists:), Field("member_id", \.memberID), Field("list_ids", \.lists))
}

public struct ListTitlesAdded: CountedPayload {
  public static let type = "ListTitlesAdded"
  public var memberID: MemberID
  public var listID: ListID
  public var titles: [ListedPlace]
  /// The titles whose places changed to make room.
  public var moved: [PlacedTitle]
  public var counts: CollectionCounts?

  public init(
    memberID: MemberID, listID: ListID, titles: [ListedPlace], moved: [PlacedTitle], counts: CollectionCounts? = nil
  ) {
    self.memberID = memberID
    self.listID = listID
    self.titles = titles
    self.moved = moved
    self.counts = counts
  }

  public static let fields = Fields(
    Self.init(memberID:listID:titles:moved:counts:), Field("member_id", \.memberID), Field("list_id", \.listID),
    Field("titles", \.titles), Field("moved", \.moved), Field("counts", \.counts))
}

public struct ListTitlesRemoved: CountedPayload {
  public static let type = "ListTitlesRemoved"
  public var memberID: MemberID
  public var listID: ListID
  public var titles: [TitleRef]
  public var counts: CollectionCounts?

  public init(memberID: MemberID, listID: ListID, titles: [TitleRef], counts: CollectionCounts? = nil) {
    self.memberID = memberID
    self.listID = listID
    self.titles = titles
    self.counts = counts
  }

  public static let fields = Fields(
    Self.init(memberID:listID:titles:counts:), Field("member_id", \.memberID), Field("list_id", \.listID),
    Field("titles", \.titles), Field("counts", \.counts))
}

/// Titles of a list got new places, because they were moved or because others needed room.
public struct ListTitlesMoved: CollectionPayload {
  public static let type = "ListTitlesMoved"
  public var memberID: MemberID
  public var listID: ListID
  public var titles: [PlacedTitle]

  public init(memberID: MemberID, listID: ListID, titles: [PlacedTitle]) {
    self.memberID = memberID
    self.listID = listID
    self.titles = titles
  }

  public static let fields = Fields(
    Self.init(memberID:listID:titles:), Field("member_id", \.memberID), Field("list_id", \.listID),
    Field("titles", \.titles))
}

/// A title that was put on a list. The titles of a list are ordered by their places.
public struct ListedPlace: FieldObject, Hashable, Sendable {
  public var title: TitleRef
  public var place: Int
  public var addedAt: Timestamp

  public init(title: TitleRef, place: Int, addedAt: Timestamp) {
    self.title = title
    self.place = place
    self.addedAt = addedAt
  }

  public static let fields = Fields(
    Self.init(title:place:addedAt:), Field(members: \.title), Field("place", \.place), Field("added_at", \.addedAt))
}

/// The new place of a title on its list.
public struct PlacedTitle: FieldObject, Hashable, Sendable {
  public var title: TitleRef
  public var place: Int

  public init(title: TitleRef, place: Int) {
    self.title = title
    self.place = place
  }

  public static let fields = Fields(Self.init(title:place:), Field(members: \.title), Field("place", \.place))
}
