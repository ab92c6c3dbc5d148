import Domain
import MovieNightPrimitives

/// A command on a member's collection. It already contains the ids of everything that it creates, and facts of titles.
public enum CollectionCommand: Sendable {
  case addTitles([NewTitle])
  case setTitles([TitleRef], TitleChanges)
  case removeTitles([TitleRef])
  /// `watchedAt` is nil for now.
  case markMovies([MovieID], watchedAt: WatchedAt?, again: Bool)
  case unmarkMovies([MovieID], RemovedPlays)
  case markEpisodes(EpisodeMark)
  case unmarkEpisodes(EpisodeSelection, RemovedPlays)
  /// Records the current facts of titles.
  case refreshTitles([(ref: TitleRef, facts: TitleFacts)])
  case createList(ListID, ListChanges)
  case updateList(ListID, ListChanges)
  case removeList(ListID)
  /// The ids must be those of all lists.
  case orderLists([ListID])
  /// Adds titles after a title of the list; at its end if `after` is nil.
  case addToList(ListID, [TitleRef], after: TitleRef?)
  case removeFromList(ListID, [TitleRef])
  /// Moves titles after another of the list; to its front if `after` is nil.
  case moveInList(ListID, [TitleRef], after: TitleRef?)
  case addNote(NoteID, TitleRef, EpisodeRef?, text: String, ownerOnly: Bool)
  /// Properties that are nil stay as they are.
  case editNote(NoteID, text: String?, ownerOnly: Bool?)
  case removeNote(NoteID)
  case setPreferences(PreferenceChanges)
  /// `confirmation` must be the word DELETE.
  case clear(confirmation: String)
}

/// The plays that a command removes of each movie or episode.
public enum RemovedPlays: String, CaseIterable, Sendable { case last, all }

/// A title to add.
@dynamicMemberLookup
public struct NewTitle: Sendable {
  public var ref: TitleRef
  public var facts: TitleFacts
  /// What differs from a title that is `planned`, has the preferred rating, and is neither a favourite nor private.
  public var changes = TitleChanges()
  /// The lists to add the title to; nil for the default list, if there is one.
  public var lists: [ListID]?
  /// When the movie was watched; nil if it was not. Only for movies.
  public var watchedAt: WatchedAt?

  public init(_ ref: TitleRef, _ facts: TitleFacts) {
    self.ref = ref
    self.facts = facts
  }

  public subscript<Value>(dynamicMember member: WritableKeyPath<TitleChanges, Value>) -> Value {
    get { changes[keyPath: member] }
    set { changes[keyPath: member] = newValue }
  }
}

/// Changes to titles. Properties that are nil stay as they are, unless they are among `cleared`.
public struct TitleChanges: Sendable, Equatable {
  public var status: TitleStatus?
  public var rating: Rating?
  public var rating10: Int?
  public var isFavourite: Bool?
  public var isPrivate: Bool?
  public var cleared: Set<ClearedTitleField> = []

  public init() {}
}

/// A field of a title that a command resets. Resetting one form of the rating resets both.
public enum ClearedTitleField: String, CaseIterable, Sendable { case status, rating, rating10, favourite, `private` }

/// Episodes of a series: the `numbers` of a season, or a whole season, or all regular ones.
public struct EpisodeSelection: Sendable {
  /// The TMDb id of the series.
  public var series: Int
  public var season: Int?
  public var numbers: [Int]?
  /// Whether all regular episodes up to the one in `numbers` are selected.
  public var through = false

  public init(of series: Int) { self.series = series }
}

public struct EpisodeMark: Sendable {
  public var selection: EpisodeSelection
  /// When the episodes were watched; nil for now.
  public var watchedAt: WatchedAt?
  public var again = false
  /// Whether a selection without numbers includes episodes that have not aired.
  public var includesUnaired = false
  /// The member's day; nil for the UTC day.
  public var today: CalendarDate?
  /// New facts of the series, looked up because a number exceeds the recorded count.
  public var facts: TitleFacts?

  public init(_ selection: EpisodeSelection) { self.selection = selection }
}

/// The values of a new list, or changes to one. Properties that are nil are empty in a new list, and else stay as they
/// are, unless they are among `cleared`.
public struct ListChanges: Sendable {
  public var name: String?
  public var description: String?
  public var icon: String?
  public var color: String?
  public var isShared: Bool?
  public var isDefault: Bool?
  public var cleared: Set<ClearedListField> = []

  public init() {}
}

public enum ClearedListField: String, CaseIterable, Sendable { case description, icon, color }

/// Changes to preferences. Properties that are nil stay as they are, unless they are among `cleared`.
public struct PreferenceChanges: Sendable {
  public var defaultListID: ListID?
  public var defaultRating: Rating?
  public var imageSize: String?
  public var showsWatchedInLists: Bool?
  public var sort: CollectionSort?
  public var isAscending: Bool?
  public var updatesStatus: Bool?
  public var cleared: Set<ClearedPreference> = []

  public init() {}
}

public enum ClearedPreference: String, CaseIterable, Sendable {
  case defaultListID = "default_list_id"
  case defaultRating = "default_rating"
  case imageSize = "image_size"
  case showsWatchedInLists = "show_watched_in_lists"
  case sort
  case isAscending = "ascending"
  case updatesStatus = "auto_status"
}
