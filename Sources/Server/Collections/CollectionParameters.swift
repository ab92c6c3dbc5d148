import Commands
import Domain
import MovieNightPrimitives
import ProtocolSchema

/// The parameters of the methods for collections.
enum CollectionParameters {
  static let member = HouseholdParameters.memberOrSelf
  static let today = Parameter<CalendarDate?>.optional(
    "today", .date, "the day that decides which episodes have aired; default: the current day in UTC")
  static let mediaType = Parameter<MediaType>.required(
    "media_type", .enumeration("MediaType"), "`movie`, or `tv` for a series")
  static let tmdbID = Parameter<Int>.required("tmdb_id", .integer(MovieLimits.id), "its TMDb id")
  static let series = Parameter<Int>.required("tmdb_id", .integer(MovieLimits.id), "the series' TMDb id")

  // MARK: Titles

  static let items = Parameter<[NewTitleParameters]>.required(
    "items", .list(.newTitle, atLeast: 1, atMost: CollectionLimits.itemsOfCommand), "the titles to add; all or none"
  ).customValidated
  static let titles = Parameter<[TitleRef]>.required("titles", titleList, "the titles; all or none")
  static let titlesToRefresh = Parameter<[TitleRef]?>.optional(
    "titles", titleList,
    "the titles; default: the series that are being watched, at most 200 of which the catalog must be asked about")
  static let movies = Parameter<[MovieID]>.required(
    "movies", .list(.movieID, atLeast: 1, atMost: CollectionLimits.itemsOfCommand),
    "the movies' TMDb ids; all or none")
  static let newStatus = Parameter<TitleStatus?>.optional(
    "status", .enumeration("TitleStatus"), "the new status; \(unchanged)")
  static let newRating = Parameter<Rating?>.optional(
    "rating", .enumeration("Rating"), "the new rating as a word, instead of `rating10`; \(unchanged)")
  static let newRating10 = Parameter<Int?>.optional(
    "rating10", .integer(CollectionLimits.rating10), "the new rating from 1 to 10, instead of `rating`; \(unchanged)"
  ).customValidated
  static let newFavourite = Parameter<Bool?>.optional(
    "favourite", .bool, "whether they are favourites; \(unchanged)")
  static let newPrivate = Parameter<Bool?>.optional(
    "private", .bool, "whether other members cannot see them; \(unchanged)")
  static let clearedTitleFields = Parameter<[ClearedTitleField]>.list(
    "clear", .enumeration("TitleField"), atMost: 5, "the fields to reset; none may also have a value in the request"
  ).customValidated

  // MARK: Plays

  static let watchedAt = Parameter<WatchedAt?>.optional(
    "watched_at", .watchedAt, "a time, a day (the same in every time zone), or `unknown`; default: now"
  ).customValidated
  static let again = Parameter<Bool>.bool("again", "`true` to record another play of what was watched before")
  static let removedPlays = Parameter<RemovedPlays>.optional(
    "plays", .enumeration("RemovedPlays"), or: .last, "the last play of each, or all of them")
  static let season = Parameter<Int>.required(
    "season_number", .integer(CollectionLimits.seasons), "the season's number; 0 for the specials")
  static let seasonToMark = Parameter<Int?>.optional(
    "season_number", .integer(CollectionLimits.seasons),
    "the season's number; 0 for the specials; required with `episode_numbers`; default: all seasons, without specials"
  ).customValidated
  static let episodes = Parameter<[Int]?>.optional(
    "episode_numbers",
    .list(.integer(CollectionLimits.episodes), atLeast: 1, atMost: CollectionLimits.itemsOfCommand),
    "the episodes' numbers in the season; default: all episodes"
  ).customValidated
  static let through = Parameter<Bool>.bool(
    "through", "`true` for all episodes up to the only one in `episode_numbers`, which must not be a special"
  ).customValidated
  static let includesUnaired = Parameter<Bool>.bool(
    "include_unaired", "`true` to include episodes that have not aired; those in `episode_numbers` always are")

  // MARK: Queries of titles

  static let statuses = Parameter<[TitleStatus]>.list(
    "status", .enumeration("TitleStatus"), atMost: 5, "only titles with one of these statuses; all titles if empty")
  static let onlyMediaType = Parameter<MediaType?>.optional(
    "media_type", .enumeration("MediaType"), "only movies, or only series; default: both")
  static let watched = Parameter<Bool?>.optional("watched", .bool, "whether they were watched; \(any)")
  static let rating = Parameter<Rating?>.optional("rating", .enumeration("Rating"), "their rating as a word; \(any)")
  static let favourite = Parameter<Bool?>.optional("favourite", .bool, "whether they are favourites; \(any)")
  static let genre = Parameter<String?>.optional(
    "genre", .text(.bytes(1...100)), "the name of one of their genres, in any case; \(any)")
  static let yearFrom = Parameter<Int?>.optional("year_from", .integer(MovieLimits.year), "the first year; \(any)")
  static let yearTo = Parameter<Int?>.optional("year_to", .integer(MovieLimits.year), "the last year; \(any)")
  static let words = Parameter<String?>.optional(
    "query", .text(.bytes(1...500)), "words that words of the title begin with; \(any)")
  static let hasNew = Parameter<Bool?>.optional(
    "has_new", .bool, "whether they have episodes that have aired and were not watched; \(any)")
  static let sort = Parameter<CollectionSort?>.optional(
    "sort", .enumeration("CollectionSort"), "the order; default: the preference")
  static let ascending = Parameter<Bool?>.optional(
    "ascending", .bool, "whether the order is ascending; default: the preference")
  static let members = Parameter<[MemberID]?>.optional(
    "members", .list(.id("member"), atLeast: 1, atMost: 100), "the members who want to watch; default: all")
  static let from = Parameter<CalendarDate?>.optional(
    "from", .date, "the first day in UTC; with it, plays of an unknown time are left out; \(any)")
  static let to = Parameter<CalendarDate?>.optional(
    "to", .date, "the last day in UTC, not before `from`; with it, plays of an unknown time are left out; \(any)"
  ).customValidated

  // MARK: Lists

  static let list = Parameter<ListID>.required("list_id", .id("list"), "the list's id")
  static let listName = Parameter<String>.required(
    "name", .name(CollectionLimits.listName), "the name; surrounding white space is removed", isPersonal: true)
  static let newListName = Parameter<String?>.optional(
    "name", .name(CollectionLimits.listName), "the new name; surrounding white space is removed; \(unchanged)",
    isPersonal: true)
  static let description = Parameter<String>.optional(
    "description", .text(descriptionBytes), or: "", "the description, of at most 2,000 characters", isPersonal: true
  ).customValidated
  static let newDescription = Parameter<String?>.optional(
    "description", .text(descriptionBytes), "the new description, of at most 2,000 characters; \(unchanged)",
    isPersonal: true
  ).customValidated
  static let icon = Parameter<String?>.optional(
    "icon", .text(.bytes(CollectionLimits.icon)),
    "the key of its icon: letters, digits, `.`, `_` and `-`; absent: none, or unchanged"
  ).customValidated
  static let color = Parameter<String?>.optional(
    "color", .text(.bytes(CollectionLimits.color)), "its color, such as `#1E90FF`; absent: none, or unchanged"
  ).customValidated
  static let shared = Parameter<Bool>.bool("shared", "`true` to let the household see it")
  static let newShared = Parameter<Bool?>.optional("shared", .bool, "whether the household can see it; \(unchanged)")
  static let isDefault = Parameter<Bool>.bool("is_default", "`true` to add titles to it if no list is named")
  static let newIsDefault = Parameter<Bool?>.optional(
    "is_default", .bool, "whether titles are added to it if no list is named; \(unchanged)")
  static let clearedListFields = Parameter<[ClearedListField]>.list(
    "clear", .enumeration("ListField"), atMost: 3, "the fields to reset; none may also have a value in the request"
  ).customValidated
  static let allLists = Parameter<[ListID]>.required(
    "list_ids", .list(.id("list"), atMost: CollectionLimits.lists), "all of your lists in their new order"
  ).customValidated
  static let afterTitle = Parameter<TitleRef?>.optional(
    "after", .titleRef, "the title on the list after which to put them; default: at the end")
  static let afterTitleOrFront = Parameter<TitleRef?>.nullable(
    "after", .titleRef, "the title on the list after which to put them, none of `titles`; null for the front"
  ).customValidated

  // MARK: Notes

  static let note = Parameter<NoteID>.required("note_id", .id("note"), "the note's id")
  static let noteText = Parameter<String>.required(
    "text", .text(noteBytes), "the text, of 1 to 10,000 characters, not blank", isPersonal: true
  ).customValidated
  static let newNoteText = Parameter<String?>.optional(
    "text", .text(noteBytes), "the new text, of 1 to 10,000 characters, not blank; \(unchanged)", isPersonal: true
  ).customValidated
  static let noteSeason = Parameter<Int?>.optional(
    "season_number", .integer(CollectionLimits.seasons),
    "the season of the episode that the note is on; default: none, for a note on the title"
  ).customValidated
  static let noteEpisode = Parameter<Int?>.optional(
    "episode_number", .integer(CollectionLimits.episodes),
    "the episode's number; required with `season_number`, and only for a series"
  ).customValidated
  static let ownerOnly = Parameter<Bool?>.optional(
    "owner_only", .bool, "`false` to let the household read it; default: `true`")
  static let newOwnerOnly = Parameter<Bool?>.optional(
    "owner_only", .bool, "whether only you can read it; \(unchanged)")
  static let notedID = Parameter<Int?>.optional(
    "tmdb_id", .integer(MovieLimits.id), "the TMDb id of the title, with `media_type`; \(any)"
  ).customValidated
  static let notedType = Parameter<MediaType?>.optional(
    "media_type", .enumeration("MediaType"), "the kind of the title, with `tmdb_id`; \(any)"
  ).customValidated

  // MARK: Preferences

  static let defaultList = Parameter<ListID?>.optional(
    "default_list_id", .id("list"), "the list for titles that are added without naming one; \(unchanged)")
  static let defaultRating = Parameter<Rating?>.optional(
    "default_rating", .enumeration("Rating"), "the rating of titles that are added without one; \(unchanged)")
  static let imageSize = Parameter<String?>.optional(
    "image_size", .text(.bytes(CollectionLimits.imageSize)),
    "the size of images, such as `w500`, for apps; \(unchanged)"
  )
  static let showsWatched = Parameter<Bool?>.optional(
    "show_watched_in_lists", .bool, "whether lists show watched titles, for apps; \(unchanged)")
  static let newSort = Parameter<CollectionSort?>.optional(
    "sort", .enumeration("CollectionSort"), "the order of `titles.list`; \(unchanged)")
  static let isAscending = Parameter<Bool?>.optional(
    "ascending", .bool, "whether that order is ascending; \(unchanged)")
  static let updatesStatus = Parameter<Bool?>.optional(
    "auto_status", .bool,
    "whether marking episodes, and new episodes, change the status of a series; \(unchanged)")
  static let clearedPreferences = Parameter<[ClearedPreference]>.list(
    "clear", .enumeration("CollectionPreference"), atMost: 7,
    "the fields to reset; none may also have a value in the request"
  ).customValidated

  private static let unchanged = "unchanged if omitted"
  private static let any = "default: any"
  private static let titleList = WireValue<[TitleRef]>.list(
    .titleRef, atLeast: 1, atMost: CollectionLimits.itemsOfCommand)
  /// The domain checks the number of characters.
  private static let descriptionBytes = TextForm.bytes(CollectionLimits.descriptionBytes)
  private static let noteBytes = TextForm.bytes(CollectionLimits.noteBytes)
}

extension Parameters {
  func ref() throws(Refusal) -> TitleRef {
    TitleRef(try self[CollectionParameters.mediaType], try self[CollectionParameters.tmdbID])
  }

  /// Returns the fields to reset. Throws -32602 if the request also gives one of them a value.
  func cleared<Field: RawRepresentable<String> & Hashable>(
    _ parameter: Parameter<[Field]>
  ) throws(Refusal) -> Set<Field> {
    let cleared = try self[parameter]
    for field in cleared where has(field.rawValue) {
      throw .badParameter("clear", "names \(field.rawValue), which has a value too")
    }
    return Set(cleared)
  }

  func episodeSelection() throws(Refusal) -> EpisodeSelection {
    var selection = EpisodeSelection(of: try self[CollectionParameters.series])
    selection.season = try self[CollectionParameters.seasonToMark]
    selection.numbers = try self[CollectionParameters.episodes]
    selection.through = try self[CollectionParameters.through]
    return selection
  }

  func episodeMark() throws(Refusal) -> EpisodeMark {
    var mark = EpisodeMark(try episodeSelection())
    mark.watchedAt = try self[CollectionParameters.watchedAt]
    mark.again = try self[CollectionParameters.again]
    mark.includesUnaired = try self[CollectionParameters.includesUnaired]
    mark.today = try self[CollectionParameters.today]
    return mark
  }
}

// MARK: - Types of parameters

extension WireValue where Value == CalendarDate {
  static var date: WireValue { WireValue(.date) { $0.string.flatMap { CalendarDate(text: $0) } } }
}

extension WireValue where Value == TitleRef {
  static var titleRef: WireValue {
    .object(CollectionTypes.ref.type) { json throws(ValidationError) in
      do throws(JSONError) { return try TitleRef(json: json) } catch { throw ValidationError(error) }
    }
  }
}

extension WireValue where Value == WatchedAt {
  static var watchedAt: WireValue {
    let type = ValueType.text(.bytes(1...27))
    return WireValue(
      type,
      reading: { json throws(ValidationError) in
        if let validationError = type.validationError(in: json, by: .client) { throw validationError }
        if json.isText("unknown") { return .unknown }
        guard let time = json.string.flatMap({ WatchedAt(text: $0) }) else {
          throw ValidationError("must be a time (2026-02-14T20:00:00Z), a date (2026-02-14) or \"unknown\"")
        }
        return time
      })
  }
}

/// A title to add, before the catalog completes its facts.
struct NewTitleParameters: Sendable {
  let sent: SentTitle
  /// The title with the sent facts.
  let title: NewTitle

  static let type = ObjectType(
    "NewTitle", "A title to add to a collection.",
    CollectionTypes.ref.type.fields + [
      .optional(
        "facts", .object(SentTitle.factsType),
        "facts, for those that the catalog lacks; without a catalog, `title` is required"),
      .optional("status", TitleStatus.resultType, "the status; default: `planned`"),
      .optional("rating", Rating.resultType, "the rating as a word; default: the preference"),
      .optional("rating10", .integer(CollectionLimits.rating10), "the rating from 1 to 10, instead of `rating`"),
      .optional("favourite", .bool, "whether it is a favourite; default: `false`"),
      .optional("private", .bool, "whether other members cannot see it; default: `false`"),
      .optional(
        "list_ids", .list(of: .id(of: ListKind.name), atMost: CollectionLimits.lists),
        "the lists to put it on; default: the default list"),
      .optional(
        "watched_at", WireValue<WatchedAt>.watchedAt.type,
        "for a watched movie, the time, the day or `unknown`; default: not watched"),
    ])
}

extension WireValue where Value == NewTitleParameters {
  static var newTitle: WireValue {
    .object(NewTitleParameters.type) { json throws(ValidationError) in
      var watchedAt: WatchedAt?
      if let text = json["watched_at"], !text.isNull {
        do throws(ValidationError) { watchedAt = try WireValue<WatchedAt>.watchedAt.read(text) } catch {
          throw error.within(".watched_at")
        }
      }
      do throws(JSONError) {
        let sent = try SentTitle(json)
        var title = NewTitle(sent.ref, sent.facts)
        title.status = try json.optional("status")
        title.rating = try json.optional("rating")
        title.rating10 = try json.optional("rating10")
        title.isFavourite = try json.optional("favourite")
        title.isPrivate = try json.optional("private")
        title.lists = try json.optional("list_ids")
        title.watchedAt = watchedAt
        return NewTitleParameters(sent: sent, title: title)
      } catch {
        throw ValidationError(error)
      }
    }
  }
}
