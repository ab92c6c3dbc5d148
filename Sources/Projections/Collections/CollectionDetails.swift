import Domain
import EventStore
import MovieNightPrimitives

/// A member's collection without its titles: preferences, numbers and lists. It ends when the member is erased.
public struct CollectionDetails: Equatable, Sendable {
  public let memberID: MemberID
  public let owner: OwnerID
  public private(set) var revision: Revision = 0
  public private(set) var preferences = CollectionPreferences()
  /// The numbers of titles and plays. Those of the lists are in `lists`.
  public private(set) var counts = CollectionCounts()
  /// The number of notes.
  public private(set) var notes = 0
  /// The lists in the member's order.
  public private(set) var lists: [CollectedList] = []

  private init(_ key: RowKey, _ owner: OwnerID) {
    memberID = MemberID(key.partition)
    self.owner = owner
  }
}

/// A list without its titles. Its name and description are a personal text.
public struct CollectedList: FieldObject, Equatable, Sendable {
  public let listID: ListID
  public fileprivate(set) var icon: String?
  public fileprivate(set) var color: String?
  public fileprivate(set) var isShared: Bool
  public fileprivate(set) var place: Int
  public fileprivate(set) var titleCount: Int
  public fileprivate(set) var watchedCount: Int
  public let createdAt: Timestamp
  public fileprivate(set) var modifiedAt: Timestamp

  public static let fields = Fields(
    Self.init(listID:icon:color:isShared:place:titleCount:watchedCount:createdAt:modifiedAt:),
    Field("list_id", \.listID), Field("icon", \.icon), Field("color", \.color), Field("shared", \.isShared),
    Field("place", \.place), Field("title_count", \.titleCount), Field("watched_count", \.watchedCount),
    Field("created_at", time: \.createdAt), Field("modified_at", time: \.modifiedAt))
}

extension CollectionDetails: Projection {
  public typealias DomainEvent = CollectionEvent

  public static let name = "collections"
  public static let version = 1
  public static let movesInList = true

  public static func onlyRow(of stream: StreamID, _ owner: OwnerID) -> RowKey? { RowKey(stream.id) }

  public var key: RowKey { RowKey(memberID) }
  public var heldBytes: Int {
    lists.reduce(lists.bytesOfElements) { $0 + ($1.icon?.heldBytes ?? 0) + ($1.color?.heldBytes ?? 0) }
  }

  public static func rows(touchedBy domainEvent: CollectionEvent, _ envelope: EventEnvelope) -> TouchedRows {
    let key = RowKey(envelope.stream.id)
    if case .collectionErased = domainEvent { return .one(.ended(key)) }
    return .one(envelope.revision == 0 ? .made(key) : .changed(key))
  }

  public static func fold(
    _ row: inout CollectionDetails?, _ key: RowKey, _ domainEvent: CollectionEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    if row == nil { row = CollectionDetails(key, envelope.owner) }
    row?.revision = envelope.revision
    row?.fold(domainEvent, at: envelope.recordedAt)
  }

  private mutating func fold(_ domainEvent: CollectionEvent, at time: Timestamp) {
    take(domainEvent.counts)
    switch domainEvent {
    case .titleRemoved(let event):
      notes -= event.notes.count
      for list in event.lists { change(list, at: time) { _ in } }
    case .listCreated(let event):
      lists.append(
        CollectedList(
          listID: event.listID, icon: event.icon, color: event.color, isShared: event.isShared, place: event.place,
          titleCount: 0, watchedCount: 0, createdAt: time, modifiedAt: time))
      sortLists()
    case .listChanged(let event):
      change(event.listID, at: time) { list in
        (list.icon, list.color, list.isShared) = (event.icon, event.color, event.isShared)
      }
    case .listRemoved(let event):
      lists.removeAll { $0.listID == event.listID }
      if preferences.defaultListID == event.listID { preferences.defaultListID = nil }
    case .listsOrdered(let event):
      for (index, list) in event.lists.enumerated() {
        change(list, at: nil) { $0.place = ListsOrdered.place(of: index) }
      }
      sortLists()
    case .listTitlesAdded(let event): change(event.listID, at: time) { _ in }
    case .listTitlesRemoved(let event): change(event.listID, at: time) { _ in }
    case .listTitlesMoved(let event): change(event.listID, at: time) { _ in }
    case .noteAdded: notes += 1
    case .noteRemoved: notes -= 1
    case .collectionPreferencesSet(let event): preferences = event.preferences
    case .collectionCleared: (counts, notes, lists, preferences.defaultListID) = (CollectionCounts(), 0, [], nil)
    case .titleAdded, .titleRefreshed, .titleSet, .playsAdded, .playsRemoved, .noteChanged, .collectionErased: break
    }
  }

  private mutating func take(_ new: CollectionCounts?) {
    guard let new else { return }
    for list in new.lists {
      change(list.listID, at: nil) { ($0.titleCount, $0.watchedCount) = (list.titles, list.watched) }
    }
    counts = new
    counts.lists = []
  }

  /// Changes a list, with `time` as the time of the change unless it is nil.
  private mutating func change(_ id: ListID, at time: Timestamp?, _ body: (inout CollectedList) -> Void) {
    guard let index = lists.firstIndex(where: { $0.listID == id }) else { return }
    body(&lists[index])
    if let time { lists[index].modifiedAt = time }
  }

  private mutating func sortLists() { lists.sort { ($0.place, $0.listID) < ($1.place, $1.listID) } }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("preferences", preferences)
    json.field("counts", counts)
    json.field("notes", notes)
    json.field("lists", lists)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(key, owner)
    revision = try json.revision("revision")
    preferences = try json.value("preferences")
    counts = try json.value("counts")
    notes = try json.integer("notes")
    lists = try json.value("lists")
  }
}

// MARK: - Keys of rows

extension ItemID {
  init(_ title: TitleRef) {
    self.init(high: title.mediaType == .movie ? 1 : 2, low: UInt64(bitPattern: Int64(title.tmdbID)))
  }
}

extension TitleRef {
  init(item: ItemID) { self.init(item.high == 1 ? .movie : .tv, Int(truncatingIfNeeded: item.low)) }
}

extension RowKey {
  init(_ title: TitleRef, of member: MemberID) {
    self.init(partition: PartitionKey(member), item: ItemID(title))
  }
}

extension EventEnvelope {
  /// The member whose collection it is.
  var member: MemberID { MemberID(stream.id) }
}

extension TouchedRows {
  init(_ rows: [TouchedRow]) { self = rows.isEmpty ? .none : rows.count == 1 ? .one(rows[0]) : .several(rows) }
}

extension CollectionEvent {
  /// The titles that the collection loses with this event, with the numbers of all recorded seasons of a series.
  var lostTitles: [(ref: TitleRef, seasons: [Int])] {
    if case .titleRemoved(let event) = self { return [(event.title, event.seasons)] }
    guard let lostContents else { return [] }
    let movies = lostContents.movies.map { (ref: TitleRef.movie($0), seasons: [Int]()) }
    return movies + lostContents.series.map { (ref: .series($0.tmdbID), seasons: $0.seasons) }
  }

  /// All that a collection loses with this event; nil unless it loses everything.
  var lostContents: CollectionContents? {
    switch self {
    case .collectionCleared(let event): event.contents
    case .collectionErased(let event): event.contents
    default: nil
    }
  }
}
