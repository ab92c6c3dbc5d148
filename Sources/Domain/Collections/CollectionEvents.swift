import MovieNightPrimitives

/// A member set preferences of their collection. The event contains all of them, not only the changed ones.
public struct CollectionPreferencesSet: CollectionPayload {
  public static let type = "CollectionPreferencesSet"
  public var memberID: MemberID
  public var preferences: CollectionPreferences

  public init(memberID: MemberID, preferences: CollectionPreferences) {
    self.memberID = memberID
    self.preferences = preferences
  }

  public static let fields = Fields(
    Self.init(memberID:preferences:), Field("member_id", \.memberID), Field(members: \.preferences))
}

/// A member removed everything from their collection. Their preferences stay, except the default list.
public struct CollectionCleared: CountedPayload {
  public static let type = "CollectionCleared"
  public var memberID: MemberID
  public var contents: CollectionContents
  public var counts: CollectionCounts?

  public init(memberID: MemberID, contents: CollectionContents, counts: CollectionCounts? = nil) {
    self.memberID = memberID
    self.contents = contents
    self.counts = counts
  }

  public static let fields = Fields(
    Self.init(memberID:contents:counts:), Field("member_id", \.memberID), Field("contents", \.contents),
    Field("counts", \.counts))
}

/// The collection of an erased member ended. No event follows.
public struct CollectionErased: CollectionPayload {
  public static let type = "CollectionErased"
  public var memberID: MemberID
  public var contents: CollectionContents

  public init(memberID: MemberID, contents: CollectionContents) {
    self.memberID = memberID
    self.contents = contents
  }

  public static let fields = Fields(
    Self.init(memberID:contents:), Field("member_id", \.memberID), Field("contents", \.contents))
}

/// The contents that a collection loses, each in ascending order. They name the rows that end, because the fold of a
/// row sees only the event.
public struct CollectionContents: FieldObject, Equatable, Sendable {
  public var movies: [MovieID] = []
  public var series: [RemovedSeries] = []
  /// The numbers of plays in ranges, which may include numbers of plays that were removed before.
  public var plays: [PlayRange] = []
  public var lists: [RemovedList] = []
  public var notes: [NoteID]

  public static let fields = Fields(
    Self.init(movies:series:plays:lists:notes:), Field("movies", \.movies), Field("series", \.series),
    Field("plays", \.plays), Field("lists", \.lists), Field("note_ids", \.notes))
}

extension CollectionContents {
  /// Creates the contents of an empty collection.
  public init() { notes = [] }
}

public struct RemovedSeries: FieldObject, Hashable, Sendable {
  public var tmdbID: Int
  /// The numbers of all seasons that were recorded.
  public var seasons: [Int]

  public init(tmdbID: Int, seasons: [Int]) {
    self.tmdbID = tmdbID
    self.seasons = seasons
  }

  public static let fields = Fields(
    Self.init(tmdbID:seasons:), Field("tmdb_id", \.tmdbID, .movieID), Field("seasons", \.seasons, .seasons))
}

/// The numbers from `first` to `last`, both included.
public struct PlayRange: FieldObject, Hashable, Sendable {
  public var first: Int
  public var last: Int

  public init(first: Int, last: Int) {
    self.first = first
    self.last = last
  }

  /// The numbers; none if `last` is before `first`.
  public var numbers: Range<Int> { first..<max(first, last + 1) }

  public static let fields = Fields(
    Self.init(first:last:), Field("first", \.first, .integer(CollectionLimits.playNumbers)),
    Field("last", \.last, .integer(CollectionLimits.playNumbers)))
}

public struct RemovedList: FieldObject, Hashable, Sendable {
  public var listID: ListID
  public var movies: [MovieID]
  public var series: [Int]

  public init(listID: ListID, movies: [MovieID], series: [Int]) {
    self.listID = listID
    self.movies = movies
    self.series = series
  }

  public static let fields = Fields(
    Self.init(listID:movies:series:), Field("list_id", \.listID), Field("movies", \.movies),
    Field("series", \.series))
}
