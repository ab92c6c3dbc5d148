import Domain
import EventStore
import MovieNightPrimitives

/// The small facts of a part of a member's titles, by which queries filter and sort all of them.
public struct TitleBucket: Equatable, Sendable {
  /// The number of buckets of a member. A title is in the bucket of its id's remainder.
  static let count = 512

  public let key: RowKey
  public let owner: OwnerID
  /// The entries by title.
  public private(set) var entries: [TitleEntry] = []
}

/// A title as queries filter and sort it.
public struct TitleEntry: FieldObject, Equatable, Sendable {
  public let title: TitleRef
  /// The folded title.
  public private(set) var name: String
  /// The folded original title; nil if it is equal or unknown.
  public private(set) var otherName: String?
  public private(set) var year: Int?
  public private(set) var genres: [String]
  public fileprivate(set) var standing: TitleStanding

  public var settings: TitleSettings { standing.settings }
  public var status: TitleStatus? { settings.status }
  public var isWatched: Bool { standing.isWatched(title) }
  /// The rating from 1 to 10 by which titles are sorted; 0 without a rating.
  public var ratingOrder: Int {
    if let rating = settings.rating10 { return rating }
    return switch settings.rating {
    case .loved: 10
    case .liked: 8
    case .didNotLike: 3
    case nil: 0
    }
  }

  public static let fields = Fields(
    Self.init(title:name:otherName:year:genres:standing:), Field(members: \.title), Field("name", \.name),
    Field("other_name", \.otherName), Field("year", \.year), Field("genres", \.genres), Field(members: \.standing))

  fileprivate mutating func take(_ facts: TitleFacts) {
    func folded(_ text: String) -> String { String(decoding: FoldedText(text).bytes, as: UTF8.self) }
    name = folded(facts.title)
    let other = facts.originalTitle.map(folded)
    otherName = other == name ? nil : other
    (year, genres) = (facts.year, facts.genres)
  }

  fileprivate var heldBytes: Int { name.heldBytes + (otherName?.heldBytes ?? 0) + genres.heldBytes }
}

extension TitleEntry {
  fileprivate init(_ event: TitleAdded, at time: Timestamp) {
    self.init(
      title: event.title, name: "", otherName: nil, year: nil, genres: [], standing: TitleStanding(event, at: time))
    take(event.facts)
  }
}

extension TitleBucket: Projection {
  public typealias DomainEvent = CollectionEvent

  public static let name = "title_index"
  public static let version = 1
  public static let isListed = true

  /// Returns the key of a bucket, counted from 0.
  private static func key(of bucket: Int, _ member: MemberID) -> RowKey {
    RowKey(partition: PartitionKey(member), item: ItemID(high: 0, low: UInt64(bucket + 1)))
  }

  public var sortKey: SortKey? { SortKey(order: Int64(key.item.low), tie: key.partition) }
  public var heldBytes: Int { entries.reduce(entries.bytesOfElements) { $0 + $1.heldBytes } }

  public static func rows(touchedBy domainEvent: CollectionEvent, _ envelope: EventEnvelope) -> TouchedRows {
    if domainEvent.lostContents != nil {
      return .several((0..<count).map { .ended(key(of: $0, envelope.member)) })
    }
    return domainEvent.indexedTitle.map { .one(.changed(key(of: $0.tmdbID % count, envelope.member))) } ?? .none
  }

  public static func fold(
    _ row: inout TitleBucket?, _ key: RowKey, _ domainEvent: CollectionEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    if row == nil { row = TitleBucket(key: key, owner: envelope.owner) }
    row?.fold(domainEvent, at: envelope.recordedAt)
  }

  private mutating func fold(_ domainEvent: CollectionEvent, at time: Timestamp) {
    guard let title = domainEvent.indexedTitle else { return }
    let index = entries.partitionIndex { $0.title < title }
    let isPresent = index < entries.count && entries[index].title == title
    switch domainEvent {
    case .titleAdded(let event): if !isPresent { entries.insert(TitleEntry(event, at: time), at: index) }
    case .titleRemoved: if isPresent { entries.remove(at: index) }
    default:
      guard isPresent else { return }
      if case .titleRefreshed(let event) = domainEvent { entries[index].take(event.facts) }
      entries[index].standing.fold(domainEvent, at: time)
    }
  }

  public func writeMembers(to json: inout JSONWriter) { json.field("entries", entries) }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(key: key, owner: owner, entries: try json.value("entries"))
  }
}

extension CollectionEvent {
  /// The title whose entry the event adds, changes or removes.
  fileprivate var indexedTitle: TitleRef? {
    if case .titleRemoved(let event) = self { event.title } else { changedTitle }
  }
}
