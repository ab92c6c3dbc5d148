import Domain
import EventStore
import MovieNightPrimitives

/// The plays of a movie, or of a season of a series.
public struct TitlePlays: Equatable, Sendable {
  public let key: RowKey
  public let owner: OwnerID
  /// The plays by episode, and those of an episode by time.
  public private(set) var plays: [AddedPlay] = []
}

extension TitlePlays: Projection {
  public typealias DomainEvent = CollectionEvent

  public static let name = "title_plays"
  public static let version = 1

  /// Returns the key of the plays of a movie, or of a season of a series.
  static func key(of title: TitleRef, season: Int?, _ member: MemberID) -> RowKey {
    let item = ItemID(title)
    return RowKey(
      partition: PartitionKey(member), item: ItemID(high: item.high << 40 | item.low, low: UInt64((season ?? -1) + 1)))
  }

  public var heldBytes: Int { plays.bytesOfElements }

  public static func rows(touchedBy domainEvent: CollectionEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func keys(_ title: TitleRef, _ episodes: [EpisodeRef?]) -> [RowKey] {
      Set(episodes.map { $0?.season }).map { key(of: title, season: $0, envelope.member) }.sorted()
    }
    return switch domainEvent {
    case .playsAdded(let event): TouchedRows(keys(event.title, event.plays.map(\.episode)).map { .changed($0) })
    case .playsRemoved(let event): TouchedRows(keys(event.title, event.plays.map(\.episode)).map { .changed($0) })
    default:
      TouchedRows(
        domainEvent.lostTitles.flatMap { title, seasons in
          keys(title, title.mediaType == .movie ? [nil] : seasons.map { EpisodeRef($0, 0) }).map { .ended($0) }
        })
    }
  }

  public static func fold(
    _ row: inout TitlePlays?, _ key: RowKey, _ domainEvent: CollectionEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    if row == nil { row = TitlePlays(key: key, owner: envelope.owner) }
    row?.fold(domainEvent, season: key.item.low == 0 ? nil : Int(key.item.low) - 1)
  }

  private mutating func fold(_ domainEvent: CollectionEvent, season: Int?) {
    switch domainEvent {
    case .playsAdded(let event):
      let replaced = Set(event.replaced)
      if !replaced.isEmpty { plays.removeAll { replaced.contains($0.number) } }
      plays += event.plays.filter { $0.episode?.season == season }
      plays.sort {
        ($0.episode?.number ?? 0, $0.watchedAt, $0.number) < ($1.episode?.number ?? 0, $1.watchedAt, $1.number)
      }
    case .playsRemoved(let event):
      let removed = Set(event.plays.map(\.number))
      plays.removeAll { removed.contains($0.number) }
    default: break
    }
  }

  public func writeMembers(to json: inout JSONWriter) { json.field("plays", plays) }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(key: key, owner: owner, plays: try json.value("plays"))
  }
}

/// A play in the order of times, of all titles of a member.
public struct CollectedPlay: Equatable, Sendable {
  public let key: RowKey
  public let owner: OwnerID
  public let title: TitleRef
  public let play: AddedPlay

  public var watchedAt: WatchedAt { play.watchedAt }
}

extension CollectedPlay: Projection {
  public typealias DomainEvent = CollectionEvent

  public static let name = "plays"
  public static let version = 1
  public static let isListed = true

  public var sortKey: SortKey? { SortKey(order: watchedAt.order, tie: key.item) }
  public var heldBytes: Int { 0 }

  public static func rows(touchedBy domainEvent: CollectionEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func key(_ number: Int) -> RowKey {
      RowKey(partition: PartitionKey(envelope.member), item: ItemID(high: 0, low: UInt64(bitPattern: Int64(number))))
    }
    return switch domainEvent {
    case .playsAdded(let event):
      TouchedRows(event.plays.map { .made(key($0.number)) } + event.replaced.map { .ended(key($0)) })
    case .playsRemoved(let event): TouchedRows(event.plays.map { .ended(key($0.number)) })
    case .titleRemoved(let event): TouchedRows(event.plays.map { .ended(key($0)) })
    default:
      TouchedRows((domainEvent.lostContents?.plays ?? []).flatMap { $0.numbers.map { .ended(key($0)) } })
    }
  }

  public static func fold(
    _ row: inout CollectedPlay?, _ key: RowKey, _ domainEvent: CollectionEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    guard case .playsAdded(let event) = domainEvent else { return }
    let number = Int(truncatingIfNeeded: key.item.low)
    let index = event.plays.partitionIndex { $0.number < number }
    guard index < event.plays.count, event.plays[index].number == number else { throw .outOfPlace }
    row = CollectedPlay(key: key, owner: envelope.owner, title: event.title, play: event.plays[index])
  }

  public func writeMembers(to json: inout JSONWriter) {
    title.writeMembers(to: &json)
    play.writeMembers(to: &json)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(key: key, owner: owner, title: try TitleRef(json: json), play: try AddedPlay(json: json))
  }
}
