import Domain
import EventStore
import MovieNightPrimitives

/// The state of a member's collection, on which commands are decided. It has no facts and no texts.
public struct CollectionState: Equatable, Sendable {
  let member: MemberID
  /// The household that owns the stream; nil before the first event.
  private(set) var household: HouseholdID?
  private(set) var titles = PartedDictionary<TitleRef, Title>()
  private(set) var lists: [ListID: List] = [:]
  private(set) var notes: [NoteID: Note] = [:]
  public private(set) var preferences = CollectionPreferences()
  /// The numbers of the collection. Its `lists` is unused, because each list has its own numbers.
  private(set) var counts = CollectionCounts()
  /// The number of the next play.
  private(set) var nextPlay = 1
  /// The revision of the last event; `noRevision` before the first.
  public private(set) var revision: Revision = noRevision
  /// The bytes that titles hold beside their own size, and the number of titles on all lists.
  private var heldBytes = 0
  private var listedCount = 0

  struct Title: SettledTitle, Equatable, Sendable {
    var settings: TitleSettings
    /// A series that was completed and not set otherwise by hand since counts as watched.
    var wasCompleted: Bool
    /// Whether unmarking episodes made the completed series watching. An import then does not complete it again.
    var wasReopened = false
    /// The digest of the recorded facts.
    var factsDigest: UInt64
    /// The plays in order, so that those of an episode are found by binary search.
    var plays: [Play] = []
    /// The seasons of a series; nil for a movie.
    var progress: SeriesProgress?
    /// The lists that the title is on, and its notes, in order of their ids.
    var lists: [ListID] = []
    var notes: [NoteID] = []
  }

  struct Play: Equatable, Sendable {
    var number: Int32
    /// The season of the episode; -1 for a movie.
    var season: Int16
    var episode: Int32
    var at: PackedTime
  }

  struct List: Equatable, Sendable {
    var icon: String?
    var color: String?
    var isShared: Bool
    var place: Int
    var places: [TitleRef: Int] = [:]
    /// The number of watched titles on the list.
    var watched = 0
  }

  struct Note: Equatable, Sendable {
    var title: TitleRef
    var episode: EpisodeRef?
    var ownerOnly: Bool
  }

  public init(member: MemberID) { self.member = member }

  var isEmpty: Bool { titles.count == 0 && lists.isEmpty && notes.isEmpty }

  /// The lists in the member's order.
  var orderedLists: [ListID] {
    lists.sorted { ($0.value.place, $0.key) < ($1.value.place, $1.key) }.map(\.key)
  }

  func isListed(_ ref: TitleRef, on id: ListID) -> Bool { lists[id]?.places[ref] != nil }

  /// Returns the titles of a list in its order.
  func orderedTitles(of list: List) -> [TitleRef] {
    list.places.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  // MARK: Folding events

  /// Applies `event`, which happened at `time`.
  public mutating func evolve(_ event: CollectionEvent, at time: Timestamp) {
    revision += 1
    switch event {
    case .titleAdded(let event): apply(event)
    case .titleRefreshed(let payload): change(payload.title) { $0.fold(event) }
    case .titleSet(let payload): change(payload.title) { $0.fold(event) }
    case .titleRemoved(let event): remove(event.title)
    case .playsAdded(let payload):
      for play in payload.plays { nextPlay = max(nextPlay, Int(Int32(clamping: play.number)) + 1) }
      change(payload.title) { $0.fold(event) }
    case .playsRemoved(let payload): change(payload.title) { $0.fold(event) }
    case .listCreated(let event): apply(event)
    case .listChanged(let event): apply(event)
    case .listRemoved(let event): removeList(event.listID)
    case .listsOrdered(let event):
      for (index, id) in event.lists.enumerated() { lists[id]?.place = ListsOrdered.place(of: index) }
    case .listTitlesAdded(let event): apply(event)
    case .listTitlesRemoved(let event): for title in event.titles { take(title, from: event.listID) }
    case .listTitlesMoved(let event): place(event.titles, on: event.listID)
    case .noteAdded(let event): apply(event)
    case .noteChanged(let event): notes[event.noteID]?.ownerOnly = event.ownerOnly
    case .noteRemoved(let event): removeNote(event.noteID)
    case .collectionPreferencesSet(let event): preferences = event.preferences
    case .collectionCleared:
      clear()
      preferences.defaultListID = nil
    case .collectionErased:
      clear()
      preferences = CollectionPreferences()
    }
  }

  mutating func apply(_ event: TitleAdded) {
    remove(event.title)
    var title = Title(
      settings: event.settings, wasCompleted: event.settings.status == .completed, factsDigest: event.facts.digest)
    if event.title.mediaType == .tv { title.progress = SeriesProgress(event.facts) }
    titles[event.title] = title
    count(event.title, by: 1)
  }

  // MARK: Titles

  /// Changes a title, if the collection has it, and with it the numbers of the collection and of the title's lists.
  private mutating func change(_ ref: TitleRef, _ change: (inout Title) -> Void) {
    count(ref, by: -1)
    titles.update(ref, change)
    count(ref, by: 1)
  }

  private mutating func remove(_ ref: TitleRef) {
    guard let title = titles[ref] else { return }
    for list in title.lists { take(ref, from: list) }
    for note in title.notes { removeNote(note) }
    count(ref, by: -1)
    titles[ref] = nil
  }

  /// Adds the title to the numbers, or takes it out of them, according to the sign.
  private mutating func count(_ ref: TitleRef, by sign: Int) {
    guard let title = titles[ref] else { return }
    switch ref.mediaType {
    case .movie: counts.movies += sign
    case .tv: counts.series += sign
    }
    switch title.settings.status {
    case nil: break
    case .planned?: counts.planned += sign
    case .watching?: counts.watching += sign
    case .completed?: counts.completed += sign
    case .paused?: counts.paused += sign
    case .dropped?: counts.dropped += sign
    }
    counts.plays += sign * title.plays.count
    heldBytes += sign * title.heldBytes
    guard title.isWatched(ref) else { return }
    counts.watched += sign
    for list in title.lists { lists[list]?.watched += sign }
  }

  private mutating func clear() {
    var empty = CollectionState(member: member)
    (empty.household, empty.preferences, empty.nextPlay, empty.revision) = (household, preferences, nextPlay, revision)
    self = empty
  }

  // MARK: Lists and notes

  mutating func apply(_ event: ListCreated) {
    removeList(event.listID)
    lists[event.listID] = List(
      icon: event.icon, color: event.color, isShared: event.isShared, place: event.place)
  }

  mutating func apply(_ event: ListChanged) {
    lists[event.listID]?.icon = event.icon
    lists[event.listID]?.color = event.color
    lists[event.listID]?.isShared = event.isShared
  }

  mutating func apply(_ event: ListTitlesAdded) {
    place(event.moved, on: event.listID)
    guard lists[event.listID] != nil else { return }
    for item in event.titles where !isListed(item.title, on: event.listID) && titles[item.title] != nil {
      lists[event.listID]?.places[item.title] = item.place
      listedCount += 1
      change(item.title) { $0.lists.insertSorted(event.listID) }
    }
  }

  mutating func apply(_ event: NoteAdded) {
    removeNote(event.noteID)
    guard titles[event.title] != nil else { return }
    notes[event.noteID] = Note(title: event.title, episode: event.episode, ownerOnly: event.ownerOnly)
    change(event.title) { $0.notes.insertSorted(event.noteID) }
  }

  private mutating func place(_ titles: [PlacedTitle], on id: ListID) {
    for item in titles where isListed(item.title, on: id) { lists[id]?.places[item.title] = item.place }
  }

  private mutating func take(_ ref: TitleRef, from id: ListID) {
    guard lists[id]?.places.removeValue(forKey: ref) != nil else { return }
    listedCount -= 1
    change(ref) { title in title.lists.removeAll { $0 == id } }
  }

  private mutating func removeList(_ id: ListID) {
    for ref in lists[id].map({ Array($0.places.keys) }) ?? [] { take(ref, from: id) }
    lists[id] = nil
    if preferences.defaultListID == id { preferences.defaultListID = nil }
  }

  private mutating func removeNote(_ id: NoteID) {
    guard let note = notes.removeValue(forKey: id) else { return }
    change(note.title) { title in title.notes.removeAll { $0 == id } }
  }
}

extension CollectionState: AggregateState {
  package init(stream id: Identifier<StreamKind>) { self.init(member: Identifier(id)) }

  package mutating func evolve(_ event: CollectionEvent, at time: Timestamp, in household: HouseholdID) {
    self.household = household
    evolve(event, at: time)
  }

  /// An estimate from numbers that are kept, because it is asked for at every event.
  package var byteCount: Int {
    let title = (MemoryLayout<TitleRef>.stride + MemoryLayout<Title>.stride) * 2
    return MemoryLayout<Self>.size + 4_096 + titles.count * title + heldBytes + listedCount * 48 + lists.count * 400
      + notes.count * 128
  }

  package var namedTexts: [TextID] { lists.keys.sorted().map { TextID($0) } + notes.keys.sorted().map { TextID($0) } }
}

// MARK: - Titles and plays

extension CollectionState.Title {
  /// Whether the title counts as watched: a movie with a play, or a series that was completed.
  func isWatched(_ ref: TitleRef) -> Bool { ref.mediaType == .movie ? !plays.isEmpty : wasCompleted }

  fileprivate var heldBytes: Int {
    plays.bytesOfElements + (progress?.heldBytes ?? 0) + lists.bytesOfElements + notes.bytesOfElements
  }

  fileprivate mutating func fold(_ domainEvent: CollectionEvent) {
    foldSettings(domainEvent)
    progress?.fold(domainEvent)
    switch domainEvent {
    case .titleRefreshed(let event): factsDigest = event.facts.digest
    case .playsAdded(let event):
      removePlays(event.replaced)
      add(event.plays.map(CollectionState.Play.init))
    case .titleSet(let event): if event.settings.statusIsChosen { wasReopened = false }
    case .playsRemoved(let event):
      removePlays(event.plays.map(\.number))
      if event.status == .watching { wasReopened = true }
    default: break
    }
  }

  mutating func removePlays(_ numbers: [Int]) {
    guard !numbers.isEmpty else { return }
    let numbers = Set(numbers)
    plays.removeAll { numbers.contains(Int($0.number)) }
  }

  mutating func add(_ new: [CollectionState.Play]) {
    guard new.count < 16 else {
      plays += new
      return plays.sort()
    }
    for play in new { plays.insertSorted(play) }
  }

  /// The plays of an episode, or of a movie if `episode` is nil, earliest first and those without a time before them.
  func plays(of episode: EpisodeRef?) -> ArraySlice<CollectionState.Play> {
    let key = CollectionState.Play.key(episode)
    let start = plays.partitionIndex { $0.key < key }
    var end = start
    while end < plays.count, plays[end].key == key { end += 1 }
    return plays[start..<end]
  }
}

extension CollectionState.Play: Comparable {
  init(_ play: AddedPlay) {
    let key = Self.key(play.episode)
    self.init(number: Int32(clamping: play.number), season: key.0, episode: key.1, at: PackedTime(play.watchedAt))
  }

  static func key(_ episode: EpisodeRef?) -> (Int16, Int32) {
    episode.map { (Int16(clamping: $0.season), Int32(clamping: $0.number)) } ?? (-1, 0)
  }

  var key: (Int16, Int32) { (season, episode) }
  /// The episode; nil for a movie.
  var ref: EpisodeRef? { season < 0 ? nil : EpisodeRef(Int(season), Int(episode)) }

  static func < (left: Self, right: Self) -> Bool {
    (left.season, left.episode, left.at, left.number) < (right.season, right.episode, right.at, right.number)
  }
}

/// A `WatchedAt` in 8 bytes: its time, with the exactness in the two lowest bits, which are 0 in whole seconds.
struct PackedTime: Hashable, Comparable, Sendable {
  private let bits: Int64

  init(_ time: WatchedAt) { bits = time.order & ~3 | Int64(time.exactness) }

  static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }

  var watchedAt: WatchedAt {
    let time = Timestamp(microseconds: bits & ~3)
    return switch bits & 3 {
    case 0: .unknown
    case 1: .day(time.date)
    default: .time(time)
    }
  }
}

extension Array where Element: Comparable {
  /// Inserts an element into a sorted array, before equal ones.
  mutating func insertSorted(_ element: Element) { insert(element, at: partitionIndex { $0 < element }) }
}
