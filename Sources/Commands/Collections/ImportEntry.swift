import Domain
import MovieNightPrimitives

/// What a record of a file says about a title.
public struct ImportedContent: Sendable, Equatable {
  public var addedAt: Timestamp?
  public var status: TitleStatus?
  /// Whether the member chose the status.
  public var statusIsChosen = false
  /// Whether the title, a series, counts as watched whatever its status.
  public var isWatched = false
  /// Whether the file has the statuses of its titles, even null, so that plays propose none.
  public var fixesStatus = false
  public var plays: [ImportedPlay] = []
  public var rating: ImportedRating?
  public var isFavourite = false
  public var isPrivate = false
  /// The list that has the title, one of the collection's or of this or an earlier piece.
  public var list: ListID?
  /// The list's id in the file, if that can be one of the collection's.
  public var originalList: ListID?
  public var listAddedAt: Timestamp?
  public var notes: [ImportedNote] = []

  public init() {}
}

/// A record of an imported file, with the title that it is about.
@dynamicMemberLookup
public struct ImportEntry: Sendable, Equatable {
  /// The index of the record in its piece, for the report.
  public var record: Int
  public var title: TitleRef
  public var facts: TitleFacts
  public var content: ImportedContent

  public init(record: Int, title: TitleRef, facts: TitleFacts, _ content: ImportedContent = ImportedContent()) {
    (self.record, self.title, self.facts, self.content) = (record, title, facts, content)
  }

  public subscript<Value>(dynamicMember member: WritableKeyPath<ImportedContent, Value>) -> Value {
    get { content[keyPath: member] }
    set { content[keyPath: member] = newValue }
  }
}

public struct ImportedPlay: Sendable, Equatable {
  /// The episode; nil for a movie.
  public var episode: EpisodeRef?
  public var watchedAt: WatchedAt
  /// The round in which the household watched the movie.
  public var roundID: RoundID?

  public init(episode: EpisodeRef? = nil, watchedAt: WatchedAt, roundID: RoundID? = nil) {
    self.episode = episode
    self.watchedAt = watchedAt
    self.roundID = roundID
  }
}

/// A rating as a word or from 1 to 10. Exactly one of them is set.
public struct ImportedRating: Sendable, Equatable {
  public var rating: Rating?
  public var rating10: Int?
  public var ratedAt: Timestamp?

  public init(rating: Rating? = nil, rating10: Int? = nil, ratedAt: Timestamp? = nil) {
    self.rating = rating
    self.rating10 = rating10
    self.ratedAt = ratedAt
  }
}

public struct ImportedNote: Sendable, Equatable {
  public var id: NoteID
  /// The id in the file, if that can be one of the collection's.
  public var originalID: NoteID?
  public var episode: EpisodeRef?
  public var text: String
  public var ownerOnly: Bool
  public var createdAt: Timestamp?

  public init(
    id: NoteID, originalID: NoteID? = nil, episode: EpisodeRef? = nil, text: String, ownerOnly: Bool = true,
    createdAt: Timestamp? = nil
  ) {
    (self.id, self.originalID, self.episode, self.text) = (id, originalID, episode, text)
    (self.ownerOnly, self.createdAt) = (ownerOnly, createdAt)
  }
}

public struct ImportedList: Sendable, Equatable {
  public var id: ListID
  /// The id in the file, if that can be one of the collection's.
  public var originalID: ListID?
  public var name: String
  public var description: String
  public var icon: String?
  public var color: String?
  public var isShared = false
  public var isDefault = false
  /// The place among the lists, at least `1 << 40`.
  public var place: Int

  public init(
    id: ListID, name: String, description: String = "", icon: String? = nil, color: String? = nil,
    isShared: Bool = false, isDefault: Bool = false, place: Int
  ) {
    (self.id, self.name, self.description, self.icon, self.color) = (id, name, description, icon, color)
    (self.isShared, self.isDefault, self.place) = (isShared, isDefault, place)
  }
}

/// The effects of a piece of an import.
public struct ImportOutcome: Sendable, Equatable {
  public var titlesAdded = 0
  /// The number of titles that were there before and got plays or other settings.
  public var titlesChanged = 0
  public var playsAdded = 0
  public var ratingsSet = 0
  public var listsCreated = 0
  public var listItemsAdded = 0
  public var notesAdded = 0
  /// The number of records that changed nothing.
  public var unchanged = 0
  /// The records that a limit refused.
  public var limited: [Int] = []
  /// The records with a value that rules refuse, such as a time in the future or a note that is too long.
  public var badValues: [Int] = []

  public init() {}

  package mutating func add(_ other: ImportOutcome) {
    titlesAdded += other.titlesAdded
    titlesChanged += other.titlesChanged
    playsAdded += other.playsAdded
    ratingsSet += other.ratingsSet
    listsCreated += other.listsCreated
    listItemsAdded += other.listItemsAdded
    notesAdded += other.notesAdded
    unchanged += other.unchanged
    limited += other.limited
    badValues += other.badValues
  }
}

extension Identifier {
  /// Creates the id of a list or note from its id in the source, a UUID of version 8. As it has half of the member's
  /// id, no text of another member can have it.
  package init(derivedFor member: MemberID, _ source: String) {
    let hash = source.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    self.init(high: hash & ~0xF000 | 0x8000, low: member.low)
  }
}
