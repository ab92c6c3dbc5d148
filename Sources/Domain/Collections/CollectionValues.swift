import MovieNightPrimitives

/// The kind of ids of lists in collections. The text of a list's name and description has the same id.
public enum ListKind {}
/// The kind of note ids. The text of a note has the same id.
public enum NoteKind {}

public typealias ListID = Identifier<ListKind>
public typealias NoteID = Identifier<NoteKind>

public enum MediaType: String, FieldValue, CaseIterable, Sendable {
  case movie
  /// A series.
  case tv
}

/// A movie or series, by its TMDb id.
public struct TitleRef: FieldObject, Hashable, Comparable, Sendable {
  public var mediaType: MediaType
  public var tmdbID: Int

  public init(_ mediaType: MediaType, _ tmdbID: Int) {
    self.mediaType = mediaType
    self.tmdbID = tmdbID
  }

  public static func movie(_ id: MovieID) -> TitleRef { TitleRef(.movie, id) }
  public static func series(_ id: Int) -> TitleRef { TitleRef(.tv, id) }

  /// Orders movies before series, and each by id.
  public static func < (left: Self, right: Self) -> Bool {
    left.mediaType == right.mediaType ? left.tmdbID < right.tmdbID : left.mediaType == .movie
  }

  /// The title in messages: "movie 603" or "series 1396".
  public var label: String { "\(mediaType == .movie ? "movie" : "series") \(tmdbID)" }

  public static let fields = Fields(
    Self.init(_:_:), Field("media_type", \.mediaType), Field("tmdb_id", \.tmdbID, .movieID))
}

public enum TitleStatus: String, FieldValue, CaseIterable, Sendable {
  case planned, watching, completed, paused, dropped
}

/// An episode by its season and number. Season 0 has the specials.
public struct EpisodeRef: FieldObject, Hashable, Comparable, Sendable {
  public var season: Int
  public var number: Int

  public init(_ season: Int, _ number: Int) {
    self.season = season
    self.number = number
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.season, left.number) < (right.season, right.number)
  }

  /// Whether the episode is no special. Only regular episodes count for the progress of a series.
  public var isRegular: Bool { season > 0 }

  /// The episode as `S01E05`, with more digits where a number needs them.
  public var code: String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "S\(digits(season))E\(digits(number))"
  }

  public static let fields = Fields(
    Self.init(_:_:), Field("season_number", \.season, .integer(CollectionLimits.seasons)),
    Field("episode_number", \.number, .integer(CollectionLimits.episodes)))
}

/// Everything that a member sets about a title.
public struct TitleSettings: FieldObject, Equatable, Sendable {
  public var status: TitleStatus?
  /// Whether the member chose the status. False if a play set it, or an import that does not know who chose it.
  public var statusIsChosen = false
  /// The rating as a word; nil with `rating10`.
  public var rating: Rating?
  /// The rating from 1 to 10; nil with `rating`.
  public var rating10: Int?
  /// The time of the rating; nil without one.
  public var ratedAt: Timestamp?
  public var isFavourite = false
  /// Whether the title is hidden from all other members, except a child's parent.
  public var isPrivate = false
  public var addedAt: Timestamp

  /// The rating as a word, also for a rating from 1 to 10.
  public var ratingWord: Rating? { rating ?? rating10.map(Self.word) }

  public static func word(of rating10: Int) -> Rating {
    rating10 >= 9 ? .loved : rating10 >= 6 ? .liked : .didNotLike
  }

  public static let fields = Fields(
    Self.init(status:statusIsChosen:rating:rating10:ratedAt:isFavourite:isPrivate:addedAt:), Field("status", \.status),
    Field("status_is_chosen", \.statusIsChosen), Field("rating", \.rating),
    Field("rating10", \.rating10, .orNull(.integer(CollectionLimits.rating10))), Field("rated_at", \.ratedAt),
    Field("favourite", \.isFavourite), Field("private", \.isPrivate), Field("added_at", \.addedAt))
}

// Initializers in extensions leave the memberwise ones, which `fields` use.

extension TitleSettings {
  /// Creates settings in which only the time is set.
  public init(addedAt: Timestamp) { self.addedAt = addedAt }
}

/// The numbers of a collection after an event.
public struct CollectionCounts: FieldObject, Equatable, Sendable {
  public var movies = 0
  public var series = 0
  /// The number of movies with a play and of series that were completed.
  public var watched = 0
  // The number of titles with each status.
  public var planned = 0
  public var watching = 0
  public var completed = 0
  public var paused = 0
  public var dropped = 0
  public var plays = 0
  /// The lists whose numbers changed, in order of their ids.
  public var lists: [ListCounts]

  public static let fields = Fields(
    Self.init(movies:series:watched:planned:watching:completed:paused:dropped:plays:lists:), Field("movies", \.movies),
    Field("series", \.series), Field("watched", \.watched), Field("planned", \.planned),
    Field("watching", \.watching), Field("completed", \.completed), Field("paused", \.paused),
    Field("dropped", \.dropped), Field("plays", \.plays), Field("lists", \.lists))
}

extension CollectionCounts {
  /// Creates the numbers of an empty collection.
  public init() { lists = [] }
}

public struct ListCounts: FieldObject, Hashable, Sendable {
  public var listID: ListID
  public var titles: Int
  public var watched: Int

  public init(listID: ListID, titles: Int, watched: Int) {
    self.listID = listID
    self.titles = titles
    self.watched = watched
  }

  public static let fields = Fields(
    Self.init(listID:titles:watched:), Field("list_id", \.listID), Field("titles", \.titles),
    Field("watched", \.watched))
}

public enum CollectionSort: String, FieldValue, CaseIterable, Sendable {
  case added, title, year, rating, watched, modified
}

public struct CollectionPreferences: FieldObject, Equatable, Sendable {
  /// The list for titles that are added without naming one.
  public var defaultListID: ListID?
  /// The rating of titles that are added without one.
  public var defaultRating: Rating?
  /// The size of images in apps, such as "w500". The server only stores it, as it does `showsWatchedInLists`.
  public var imageSize: String
  public var showsWatchedInLists = true
  public var sort = CollectionSort.added
  public var isAscending = false
  /// Whether plays of episodes and new episodes change the status of a series.
  public var updatesStatus = true

  public static let fields = Fields(
    Self.init(defaultListID:defaultRating:imageSize:showsWatchedInLists:sort:isAscending:updatesStatus:),
    Field("default_list_id", \.defaultListID), Field("default_rating", \.defaultRating),
    Field("image_size", \.imageSize, .bytes(CollectionLimits.imageSize)),
    Field("show_watched_in_lists", \.showsWatchedInLists), Field("sort", \.sort), Field("ascending", \.isAscending),
    Field("auto_status", \.updatesStatus))
}

extension CollectionPreferences {
  /// Creates the preferences of a member who set none.
  public init() { imageSize = "w500" }
}

/// The limits of a member's collection (`docs/rules.md`, "Collections"). Lengths are in characters unless they say so.
public enum CollectionLimits {
  public static let titles = 20_000
  public static let lists = 100
  public static let titlesOfList = 2_000
  public static let notes = 2_000
  public static let playsOfSeries = 20_000
  /// The number of plays of a movie or an episode.
  public static let playsOfOne = 200
  /// The number of titles or episodes that a command names.
  public static let itemsOfCommand = 200
  public static let listName = 1...100
  public static let listDescription = 0...2_000
  public static let note = 1...10_000
  /// The bytes of a note and of a list's description, as characters have no limit.
  public static let noteBytes = 1...65_536
  public static let descriptionBytes = 0...8_000
  public static let titleText = 1...300
  public static let titleBytes = 1...1_200
  public static let icon = 1...60
  public static let color = 7...7
  public static let imageSize = 2...8
  public static let seasons = 0...9_999
  public static let episodes = 0...99_999
  public static let seasonsOfSeries = 1_000
  /// The number of seasons that a client may send, as pages have up to 100 series.
  public static let sentSeasons = 200
  /// The number of notes in an answer about one title.
  public static let shownNotes = 100
  /// The number of series that a refresh without names looks at.
  public static let refreshedSeries = 2_000
  /// The bytes of a season's name.
  public static let seasonName = 0...400
  public static let rating10 = 1...10
  /// How far ahead of now a time of watching may be.
  public static let secondsAhead = Timestamp.secondsPerDay
  /// The distance between the places of neighbours, which leaves room to put others between them.
  public static let placeStep = 1 << 20
  /// The numbers that plays of a collection can have.
  public static let playNumbers = 1...Int(Int32.max)
}

extension FieldBounds where Value == [Int] {
  /// Accepts the numbers of seasons.
  static var seasons: FieldBounds {
    .list(of: .integer(CollectionLimits.seasons), atMost: CollectionLimits.seasons.count)
  }
}
