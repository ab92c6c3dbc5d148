import Domain
import EventStore
import MovieNightPrimitives

@testable import Commands
@testable import CommandsSupport
@testable import Projections

/// Folds the events of collections into rows, and compares them with the deciders' states.
struct CollectionRowsFold {
  private var details: [RowKey: CollectionDetails] = [:]
  private var titles: [RowKey: CollectedTitle] = [:]
  private var buckets: [RowKey: TitleBucket] = [:]
  private var playsOfTitles: [RowKey: TitlePlays] = [:]
  private var plays: [RowKey: CollectedPlay] = [:]
  private var listed: [RowKey: ListedTitle] = [:]
  private var notes: [RowKey: CollectedNote] = [:]
  private var watching: [RowKey: WatchedSeries] = [:]
  private var revisions: [StreamID: Revision] = [:]
  private var position = 0

  mutating func fold(_ event: CollectionEvent, at time: Timestamp) throws {
    position += 1
    let payload = event.payload
    let stream = StreamID.collection(Self.member(of: payload))
    let revision = revisions[stream].map { $0 + 1 } ?? 0
    revisions[stream] = revision
    let envelope = EventEnvelope(
      RecordedEvent(
        position: position, stream: stream, owner: OwnerID(Cast.household), revision: revision,
        type: type(of: payload).type, version: type(of: payload).version, data: [], metadata: EventMetadata(),
        recordedAt: time))
    try Self.fold(event, envelope, into: &details)
    try Self.fold(event, envelope, into: &titles)
    try Self.fold(event, envelope, into: &buckets)
    try Self.fold(event, envelope, into: &playsOfTitles)
    try Self.fold(event, envelope, into: &plays)
    try Self.fold(event, envelope, into: &listed)
    try Self.fold(event, envelope, into: &notes)
    try Self.fold(event, envelope, into: &watching)
  }

  private static func member(of payload: any EventPayload) -> MemberID {
    let id = (try? JSONDocument(payload.data).root)?["member_id"]?.string
    return id.flatMap { MemberID($0) } ?? Cast.nonMember
  }

  private static func fold<Model: Projection>(
    _ event: Model.DomainEvent, _ envelope: EventEnvelope, into rows: inout [RowKey: Model]
  ) throws {
    let touched: [TouchedRow] =
      switch Model.rows(touchedBy: event, envelope) {
      case .none: []
      case .one(let row): [row]
      case .several(let rows): rows
      }
    precondition(Set(touched.map(\.key)).count == touched.count, "\(Model.name): a key twice")
    for row in touched {
      switch row {
      case .ended(let key): rows[key] = nil
      case .made(let key):
        var made: Model?
        try Model.fold(&made, key, event, envelope)
        rows[key] = made
      case .changed(let key): try Model.fold(&rows[key], key, event, envelope)
      }
    }
  }

  // MARK: Comparison

  /// Returns the first difference between the rows and a state, or nil if they agree.
  func problem(beside state: CollectionState) -> String? {
    let partition = PartitionKey(state.member)
    func rows<Model>(_ all: [RowKey: Model]) -> [Model] {
      all.filter { $0.key.partition == partition }.map(\.value)
    }
    guard let row = rows(details).first else {
      return state.revision == noRevision ? nil : "no row of the collection"
    }
    let entries = rows(buckets).flatMap(\.entries)
    let (numbers, keys) = (row.counts, Set(state.titles.keys))
    let checks: [(String, Bool)] = [
      ("revision", row.revision == state.revision), ("preferences", row.preferences == state.preferences),
      ("counts", numbers == state.counts), ("number of notes", row.notes == state.notes.count),
      ("lists", row.lists.map(\.listID) == state.orderedLists),
      ("numbers of lists", row.lists.allSatisfy { agrees($0, with: state) }),
      ("titles", Set(titles.filter { $0.key.partition == partition }.keys.compactMap(Self.ref)) == keys),
      ("title rows", titles.allSatisfy { $0.key.partition != partition || agrees($0.value, $0.key, with: state) }),
      ("index", Set(entries.map(\.title)) == keys && entries.count == keys.count),
      ("index rows", entries.allSatisfy { agrees($0, with: state) }),
      ("plays", rows(plays).count == state.counts.plays),
      ("plays of titles", rows(playsOfTitles).reduce(0) { $0 + $1.plays.count } == state.counts.plays),
      ("list titles", row.lists.allSatisfy { places(of: $0.listID) == state.lists[$0.listID]?.places }),
      ("notes", Set(rows(notes).map(\.title)) == Set(state.notes.values.map(\.title))),
      ("note rows", rows(notes).count == state.notes.count),
      ("series", rows(watching).count == state.counts.series),
      ("watching", rows(watching).allSatisfy { agrees($0, with: state) }),
    ]
    return checks.first { !$0.1 }.map { "rows and state differ in \($0.0)" }
  }

  private static func ref(_ key: RowKey) -> TitleRef? { TitleRef(item: key.item) }

  private func agrees(_ list: CollectedList, with state: CollectionState) -> Bool {
    guard let own = state.lists[list.listID] else { return false }
    return list.titleCount == own.places.count && list.watchedCount == own.watched && list.isShared == own.isShared
      && list.icon == own.icon && list.color == own.color
  }

  private func agrees(_ row: CollectedTitle, _ key: RowKey, with state: CollectionState) -> Bool {
    guard let ref = Self.ref(key), let title = state.titles[ref] else { return false }
    return row.settings == title.settings && row.standing.wasCompleted == title.wasCompleted
      && row.playCount == title.plays.count && row.progress == title.progress
      && Set(row.notes) == Set(title.notes)
      && row.facts.digest == title.factsDigest
  }

  private func agrees(_ entry: TitleEntry, with state: CollectionState) -> Bool {
    guard let title = state.titles[entry.title] else { return false }
    return entry.settings == title.settings && entry.isWatched == title.isWatched(entry.title)
  }

  private func places(of list: ListID) -> [TitleRef: Int] {
    var places: [TitleRef: Int] = [:]
    for (key, row) in listed where key.partition == PartitionKey(list) {
      if let ref = Self.ref(key) { places[ref] = row.place }
    }
    return places
  }

  private func agrees(_ row: WatchedSeries, with state: CollectionState) -> Bool {
    let title = state.titles[.series(row.tmdbID)]
    return title != nil && row.progress == title?.progress && row.status == title?.settings.status
  }
}
