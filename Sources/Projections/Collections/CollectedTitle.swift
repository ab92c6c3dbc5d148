import Domain
import EventStore
import MovieNightPrimitives

/// A title in a member's collection. The lists with it are not in the row: removing a full list would change 2,000 rows.
public struct CollectedTitle: Equatable, Sendable {
  public let key: RowKey
  public let owner: OwnerID
  public private(set) var facts: TitleFacts
  public private(set) var standing: TitleStanding
  /// The progress of a series; nil for a movie.
  public private(set) var progress: SeriesProgress?
  /// The notes on the title and its episodes, in ascending order of their ids.
  public private(set) var notes: [NoteID]

  public var title: TitleRef { TitleRef(item: key.item) }
  public var settings: TitleSettings { standing.settings }
  public var playCount: Int { standing.playCount }
  public var lastWatchedAt: WatchedAt { standing.lastWatchedAt }
  public var modifiedAt: Timestamp { standing.modifiedAt }
  public var isWatched: Bool { standing.isWatched(title) }
}

/// A title's settings and the totals of its plays, which several read models keep.
public struct TitleStanding: SettledTitle, FieldObject, Equatable, Sendable {
  public package(set) var settings: TitleSettings
  public package(set) var wasCompleted: Bool
  public private(set) var playCount: Int
  public private(set) var lastWatchedAt: WatchedAt
  /// The time of the member's last change of the settings or plays.
  public private(set) var modifiedAt: Timestamp

  public static let fields = Fields(
    Self.init(settings:wasCompleted:playCount:lastWatchedAt:modifiedAt:), Field(members: \.settings),
    Field("was_completed", \.wasCompleted), Field("play_count", \.playCount),
    Field("last_watched_at", \.lastWatchedAt), Field("modified_at", time: \.modifiedAt))

  /// Whether the title counts as watched: a movie with a play, or a series that was completed.
  public func isWatched(_ title: TitleRef) -> Bool { title.mediaType == .movie ? playCount > 0 : wasCompleted }

  mutating func fold(_ domainEvent: CollectionEvent, at time: Timestamp) {
    foldSettings(domainEvent)
    switch domainEvent {
    case .titleSet: modifiedAt = time
    case .playsAdded(let event):
      playCount += event.plays.count - event.replaced.count
      lastWatchedAt = event.plays.reduce(lastWatchedAt) { max($0, $1.watchedAt) }
      modifiedAt = time
    case .playsRemoved(let event):
      (playCount, lastWatchedAt) = (event.playCount, event.lastWatchedAt)
      modifiedAt = time
    default: break
    }
  }
}

extension TitleStanding {
  init(_ event: TitleAdded, at time: Timestamp) {
    self.init(
      settings: event.settings, wasCompleted: event.settings.status == .completed, playCount: 0,
      lastWatchedAt: .unknown, modifiedAt: time)
  }
}

extension CollectedTitle: Projection {
  public typealias DomainEvent = CollectionEvent

  public static let name = "titles"
  public static let version = 1
  public static let isListed = true
  public static let movesInList = true

  public var sortKey: SortKey? { SortKey(order: settings.addedAt.microseconds, tie: key.item) }
  public var heldBytes: Int {
    facts.heldBytes + (progress?.heldBytes ?? 0) + notes.bytesOfElements
  }

  public static func rows(touchedBy domainEvent: CollectionEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func key(_ title: TitleRef) -> RowKey { RowKey(title, of: envelope.member) }
    switch domainEvent {
    case .titleAdded(let event): return .one(.made(key(event.title)))
    case .noteAdded(let event): return .one(.changed(key(event.title)))
    case .noteRemoved(let event): return .one(.changed(key(event.title)))
    default:
      if let title = domainEvent.changedTitle { return .one(.changed(key(title))) }
      return TouchedRows(domainEvent.lostTitles.map { .ended(key($0.ref)) })
    }
  }

  public static func fold(
    _ row: inout CollectedTitle?, _ key: RowKey, _ domainEvent: CollectionEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    if case .titleAdded(let event) = domainEvent {
      row = CollectedTitle(
        key: key, owner: envelope.owner, facts: event.facts, standing: TitleStanding(event, at: envelope.recordedAt),
        progress: event.title.mediaType == .tv ? SeriesProgress(event.facts) : nil, notes: [])
    } else {
      row?.fold(domainEvent, at: envelope.recordedAt)
    }
  }

  private mutating func fold(_ domainEvent: CollectionEvent, at time: Timestamp) {
    switch domainEvent {
    case .noteAdded(let event): notes.insert(event.noteID, at: notes.partitionIndex { $0 < event.noteID })
    case .noteRemoved(let event): notes.removeAll { $0 == event.noteID }
    default:
      if case .titleRefreshed(let event) = domainEvent { facts = event.facts }
      standing.fold(domainEvent, at: time)
      progress?.fold(domainEvent)
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("facts", facts)
    standing.writeMembers(to: &json)
    json.field("progress", progress)
    json.field("note_ids", notes)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    self.init(
      key: key, owner: owner, facts: try json.value("facts"), standing: try TitleStanding(json: json),
      progress: try json.optional("progress"), notes: try json.value("note_ids"))
  }
}
