import Domain
import EventStore
import MovieNightPrimitives
import Projections
import ProtocolSchema

enum CollectionTypes {
  private static let refMembers = ResultMembers<TitleRef>([
    .field("media_type", "`movie`, or `tv` for a series") { $0.mediaType },
    .field("tmdb_id", as: .integer(MovieLimits.id), "its TMDb id") { $0.tmdbID },
  ])

  static let ref = ResultObject<TitleRef>("TitleRef", "A movie or series.", [refMembers])

  /// A time of watching.
  static let watchedAt = ValueType.text(.bytes(10...27))

  /// The season and number of an episode; both are null if `get` returns nil.
  private static func episode<Value>(_ get: @escaping @Sendable (Value) -> EpisodeRef?) -> ResultMembers<Value> {
    ResultMembers([
      .field("season_number", "the season of the episode; null unless it concerns one") { get($0)?.season },
      .field("episode_number", "the episode's number in the season; null unless it concerns one") { get($0)?.number },
    ])
  }

  private static let played = ResultMembers<PlayView>([
    .field("watched_at", as: watchedAt, "the time, or only the day, of watching; null if unknown") {
      $0.watchedAt.text
    },
    .field("round_id", "the round in which it was watched; null without one") { $0.roundID },
  ])

  // MARK: Titles

  private static let season = ResultObject<TitleSeason>(
    "TitleSeason", "A season of a series, as recorded.", identityKey: "season_number",
    [
      .field("season_number", "the season's number; 0 for the specials") { $0.number },
      .field("name", "the title") { $0.name },
      .field("air_date", "the date of its first episode") { $0.airDate },
      .field("episode_count", "the number of episodes") { $0.episodeCount },
    ])

  private static let upcomingEpisode = ResultObject<UpcomingEpisode>(
    "UpcomingEpisode", "The episode of a series that airs next, as recorded.",
    [
      .field("season_number", "the season's number") { $0.season },
      .field("episode_number", "the episode's number in the season") { $0.number },
      .field("air_date", "the date on which it airs") { $0.airDate },
    ])

  static let facts = ResultObject<TitleFacts>(
    "TitleFacts", "The facts about a title, as recorded. Unknown ones are null.",
    [
      .field("title", "the title") { $0.title },
      .field("original_title", "the title in the original language") { $0.originalTitle },
      .field("year", "the year of release, or of the first episode") { $0.year },
      .field("overview", "a short description") { $0.overview },
      .field("genres", "the names of the genres") { $0.genres },
      .field("runtime", unit: .minutes, "the running time") { $0.runtime },
      .field("poster_path", "the last part of the poster's URL, after the size") { $0.posterPath },
      .field("backdrop_path", "the last part of the backdrop's URL, after the size") { $0.backdropPath },
      .field("original_language", "the language as a code, such as `en`") { $0.originalLanguage },
      .field("imdb_id", "the IMDb id") { $0.imdbID },
      .field("popularity", "TMDb's popularity score") { $0.popularity },
      .field("vote_average", "the average vote at the source, from 0 to 10") { $0.voteAverage },
      .field("vote_count", "the number of votes at the source") { $0.voteCount },
      .field("content_rating", "the American rating") { $0.contentRating },
      .field("release_date", "the date of a movie's release") { $0.releaseDate },
      .members(airing) { $0.airing },
    ])

  private static let airing = ResultMembers<AiringFacts>([
    .field("first_air_date", "the date of a series' first episode") { $0.firstAirDate },
    .field("last_air_date", "the date of a series' last episode") { $0.lastAirDate },
    .field("series_status", "the source's word for a series' status, such as `Ended`") { $0.seriesStatus },
    .field("number_of_seasons", "a series' number of seasons") { $0.numberOfSeasons },
    .field("number_of_episodes", "a series' number of episodes") { $0.numberOfEpisodes },
    .list("seasons", of: season, "a series' seasons; empty for a movie") { $0.seasons },
    .nullableObject("next_episode", upcomingEpisode, "the episode that airs next") { $0.nextEpisode },
  ])

  private static let progress = ResultObject<TitleProgress>(
    "TitleProgress", "How much of a title was watched. A movie counts as one episode.",
    [
      .field("total", "the number of episodes, without specials") { $0.total },
      .field("aired", "the number of those that have aired") { $0.aired },
      .field("watched", "the number of those that were watched") { $0.watched },
      .field("watch_progress", "`watched` divided by `total`; 0 if `total` is 0") { $0.fraction },
    ])

  private static let episodeNumber = ResultObject<EpisodeRef>(
    "EpisodeNumber", "An episode of a series.",
    [
      .field("season_number", "the season's number") { $0.season },
      .field("episode_number", "the episode's number in the season") { $0.number },
    ])

  private static let watchedTogether = ResultObject<Night>(
    "WatchedTogether", "A night on which a member watched the movie in a round.",
    [
      .field("watched_at", "the time the round became watched") { $0.watchedAt },
      .field("round_id", "the round's id") { $0.roundID },
    ])

  static let title = ResultObject<TitleView>(
    "Title", "A movie or series, and what a member recorded about it.",
    [
      .members(refMembers) { $0.ref },
      .object("facts", facts, "the facts about it") { $0.facts },
      .field("status", "the status; null if it has none, or is not in the collection") { $0.settings?.status },
      .field("watched", "whether the movie was watched, or the series completed") { $0.isWatched },
      .field("watched_date", as: watchedAt, "the time or the day of the latest play; null if unknown") {
        $0.row?.lastWatchedAt.text
      },
      .field("play_count", "the number of plays") { $0.row?.playCount ?? 0 },
      .field("rating", "the rating as a word; null without one") { $0.settings?.ratingWord },
      .field("rating10", "the rating from 1 to 10; null without such a rating") { $0.settings?.rating10 },
      .field("favourite", "whether it is a favourite") { $0.settings?.isFavourite ?? false },
      .field("liked_status", "1 for `loved` and `liked`, -1 for `did_not_like`, otherwise 0") { $0.likedStatus },
      .field("private", "whether other members cannot see it") { $0.settings?.isPrivate ?? false },
      .field("exceeds_ceiling", "whether the member's content ceiling excludes it") { $0.exceedsCeiling },
      .nullableObject("watched_together", watchedTogether, "the last night with the movie that the member attended") {
        $0.together
      },
      .object("progress", progress, "how much of it was watched") { $0.progress },
      .nullableObject("next_to_watch", episodeNumber, "the episode to watch next; null for a movie") {
        $0.nextToWatch
      },
      .field("new_episodes", "the number of episodes that have aired and were not watched") { $0.newEpisodes },
      .field("added_at", "the time of adding; null if it is not in the collection") { $0.settings?.addedAt },
      .field("modified_at", "the time of the last change; null if it is not in the collection") {
        $0.row?.modifiedAt
      },
    ])

  static let titles = page("TitlePage", "A page of titles.", "titles", of: title, "in the requested order")

  private static func page<Item>(
    _ name: String, _ summary: String, _ member: StaticString, of item: ResultObject<Item>, _ order: String
  ) -> ResultObject<Page<Item>> {
    ResultObject(name, summary, [.list(member, of: item, order) { $0.items }, .nextCursor { $0.next }])
  }

  private static let seasonProgress = ResultObject<SeasonProgress>(
    "SeasonProgress", "A season of a series, and how much of it was watched.", identityKey: "season_number",
    [
      .field("season_number", "the season's number; 0 for the specials") { $0.number },
      .field("name", "the title; if null, show `Season 2`, or `Specials` for season 0") { $0.facts?.name },
      .field("air_date", "the date of its first episode") { $0.facts?.airDate },
      .field("episode_count", "the number of episodes; null if unknown") { $0.facts?.episodeCount },
      .field("watched_count", "the number of watched episodes") { $0.watchedCount },
    ])

  static let details = ResultObject<TitleQuery.Shown>(
    "TitleDetails", "A title of a collection, with its lists, seasons, notes and plays.",
    [
      .object("title", title, "the title") { $0.title },
      .list("lists", of: list, "the member's lists with it") { $0.lists },
      .list("seasons", of: seasonProgress, "a series' seasons, with the specials last") { $0.title.seasons },
      .list("notes", of: note, "the member's notes on it, and those that others share: the newest 100") { $0.notes },
      .list("plays", of: titlePlay, "the plays, and the nights that the member attended, newest first") { $0.plays },
    ])

  private static let titlePlay = ResultObject<PlayView>(
    "TitlePlay", "One watching of a movie or an episode.", [episode { $0.episode }, played])

  private static let watchedPlay = ResultObject<PlayView>(
    "WatchedPlay", "One watching of a movie or an episode, with its title.",
    [
      .members(refMembers) { $0.ref },
      .field("title", "the movie's or the series' title") { $0.title },
      episode { $0.episode },
      .field("name", "the episode's title, or `Episode 5` if it is unknown; null for a movie") { $0.name },
      played,
    ])

  static let plays = page(
    "PlayPage", "A page of plays.", "plays", of: watchedPlay, "newest first, those of an unknown time last")

  private static let memberRating = ResultObject<(member: MemberID, rating: Rating)>(
    "MemberRating", "A member's rating of a movie.", identityKey: "member_id",
    [
      .field("member_id", "the member's id") { $0.member },
      .field("rating", "the rating as a word") { $0.rating },
    ])

  private static let plannedMovie = ResultObject<TogetherQuery.Planned>(
    "PlannedMovie", "A movie that members plan to watch.",
    [
      .object("title", title, "the movie, and what you recorded about it") { $0.title },
      .field("planned_by", "the members who plan it") { $0.planners },
      .list("ratings", of: memberRating, "the ratings of members") { $0.ratings },
    ])

  static let together = page(
    "PlannedMovies", "A page of movies that members plan and none of them has seen.", "movies", of: plannedMovie,
    "those with the most planners first, then the newest")

  // MARK: Episodes

  private static let episodeFacts = ResultObject<EpisodeView>(
    "EpisodeFacts", "The catalog's facts about an episode. Unknown ones are null.",
    [
      .field("tmdb_episode_id", "the episode's TMDb id") { $0.episode.id },
      .field("name", "the title") { $0.episode.name },
      .field("overview", "a short description") { $0.episode.overview },
      .field("air_date", "the date of its first broadcast") { $0.episode.airDate },
      .field("runtime", unit: .minutes, "the running time") { $0.episode.runtime },
      .field("still_path", "the last part of the still's URL, after the size") { $0.episode.stillPath },
    ])

  private static let collectedEpisode = ResultObject<EpisodesQuery.Episode>(
    "CollectedEpisode", "An episode of a series in a collection.", identityKey: "episode_number",
    [
      .members(episodeNumber.members) { $0.ref },
      .field("episode_code", "the season and number, such as `S01E05`") { $0.ref.code },
      .nullableObject("facts", episodeFacts, "the catalog's facts; null without an answer of the catalog") {
        $0.facts
      },
      .field("watched", "whether it was watched") { !$0.plays.isEmpty },
      .field("watched_date", as: watchedAt, "the time or the day of the latest play; null if unknown") {
        $0.plays.first?.watchedAt.text
      },
      .list("plays", of: ResultObject("EpisodePlay", "One watching of an episode.", [played]), "newest first") {
        $0.plays
      },
    ])

  static let episodes = ResultObject<[EpisodesQuery.Episode]>(
    "EpisodeList", "The episodes of a season.", [.list("episodes", of: collectedEpisode, "by number") { $0 }])

  // MARK: Lists and notes

  private static let list = ResultObject<ListView>(
    "CollectionList", "A list of titles.", identityKey: "list_id",
    [
      .field("list_id", "the list's id") { $0.list.listID },
      .field("owner_id", "the member whose list it is") { $0.owner.id },
      .field("owner_name", "that member's current name") { $0.owner.profile.displayName },
      .field("name", as: .text(.name(CollectionLimits.listName)), "the name") { $0.name },
      .field("description", "the description; may be empty") { $0.description },
      .field("icon", "the key of its icon") { $0.list.icon },
      .field("color", "its color, such as `#1E90FF`") { $0.list.color },
      .field("is_default", "whether titles are added to it if no list is named") { $0.isDefault },
      .field("shared", "whether the household can see it") { $0.list.isShared },
      .field("title_count", "the number of its titles") { $0.list.titleCount },
      .field("watched_count", "the number of those that its owner has watched") { $0.list.watchedCount },
      .field("watch_progress", "`watched_count` divided by `title_count`; 0 for an empty list") { view in
        TitleProgress.fraction(view.list.watchedCount, of: view.list.titleCount)
      },
      .field("created_at", "the time of creation") { $0.list.createdAt },
      .field("modified_at", "the time of the last change") { $0.list.modifiedAt },
    ])

  static let lists = ResultObject<[ListView]>(
    "CollectionLists", "A member's lists, and those that others share.",
    [.list("lists", of: list, "the member's own in their order, then others' shared ones") { $0 }])

  private static let listOwner = ResultObject<CollectedTitle>(
    "ListOwner", "What a list's owner recorded about a title.",
    [
      .field("watched", "whether they have watched it") { $0.isWatched },
      .field("rating", "their rating as a word; null without one") { $0.settings.ratingWord },
    ])

  private static let listItem = ResultObject<ListQuery.Item>(
    "ListItem", "A title on a list.",
    [
      .object("title", title, "the title, and what you recorded about it") { $0.title },
      .field("added_at", "the time at which it was put on the list") { $0.addedAt },
      .object("owner", listOwner, "what the list's owner recorded about it") { $0.owner },
    ])

  static let listPage = ResultObject<ListQuery.Shown>(
    "ListPage", "A list, and a page of its titles.",
    [
      .object("list", list, "the list") { $0.list },
      .list("items", of: listItem, "in the list's order") { $0.items },
      .nextCursor { $0.next?.wireText },
    ])

  private static let note = ResultObject<NoteView>(
    "TitleNote", "A note on a title or an episode.", identityKey: "note_id",
    [
      .field("note_id", "the note's id") { $0.note.noteID },
      .members(refMembers) { $0.note.title },
      episode { $0.note.episode },
      .field("author_id", "the member who wrote it") { $0.author.id },
      .field("author_name", "that member's current name") { $0.author.profile.displayName },
      .field("text", "the text") { $0.text },
      .field("owner_only", "whether only its author can read it") { $0.note.ownerOnly },
      .field("created_at", "the time of writing") { $0.note.createdAt },
      .field("modified_at", "the time of the last change") { $0.note.modifiedAt },
    ])

  static let notes = page("NotePage", "A page of notes.", "notes", of: note, "newest first")

  // MARK: The collection

  private static let counts = ResultObject<CollectionDetails?>(
    "CollectionCounts", "The numbers of a collection.",
    [
      .field("movies", "the number of movies") { $0?.counts.movies ?? 0 },
      .field("series", "the number of series") { $0?.counts.series ?? 0 },
      .field("watched", "the number of watched movies and completed series") { $0?.counts.watched ?? 0 },
      .field("planned", "the number of planned titles") { $0?.counts.planned ?? 0 },
      .field("watching", "the number of series that are being watched") { $0?.counts.watching ?? 0 },
      .field("completed", "the number of completed titles") { $0?.counts.completed ?? 0 },
      .field("paused", "the number of paused titles") { $0?.counts.paused ?? 0 },
      .field("dropped", "the number of dropped titles") { $0?.counts.dropped ?? 0 },
      .field("plays", "the number of plays") { $0?.counts.plays ?? 0 },
      .field("lists", "the number of lists") { $0?.lists.count ?? 0 },
      .field("notes", "the number of notes") { $0?.notes ?? 0 },
    ])

  private static let preferences = ResultObject<CollectionPreferences>(
    "CollectionPreferences", "A member's preferences for their collection.",
    [
      .field("default_list_id", "the list for titles that are added without naming one; null for none") {
        $0.defaultListID
      },
      .field("default_rating", "the rating of titles that are added without one; null for none") { $0.defaultRating },
      .field("image_size", "the size of images, such as `w500`, for apps") { $0.imageSize },
      .field("show_watched_in_lists", "whether lists show watched titles, for apps") { $0.showsWatchedInLists },
      .field("sort", "the order of `titles.list`") { $0.sort },
      .field("ascending", "whether that order is ascending") { $0.isAscending },
      .field("auto_status", "whether marking episodes, and new episodes, change the status of a series") {
        $0.updatesStatus
      },
    ])

  static let overview = ResultObject<CollectionDetails?>(
    "CollectionOverview", "A member's collection in numbers, and its preferences.",
    [
      .field("revision", "the collection's revision, for `expected_revision`; -1 before its first change") {
        $0?.revision ?? noRevision
      },
      .object("counts", counts, "its numbers") { $0 },
      .object("preferences", preferences, "its preferences") { $0?.preferences ?? CollectionPreferences() },
    ])

  // MARK: Results of commands

  static let added = ResultObject<[TitleRef]>(
    "AddedTitles", "The added titles.", [.list("added", of: ref, "the added titles") { $0 }])
  static let changed = ResultObject<[TitleRef]>(
    "ChangedTitles", "The changed titles.", [.list("changed", of: ref, "the titles that changed") { $0 }])
  static let removed = ResultObject<[TitleRef]>(
    "RemovedTitles", "The removed titles.", [.list("removed", of: ref, "the removed titles") { $0 }])
  static let unmarked = count("UnmarkedTitles", "The removed plays.", "unmarked", "the number of removed plays")
  static let unmarkedEpisodes = count(
    "UnmarkedEpisodes", "The removed plays of episodes.", "unmarked", "the number of removed plays")
  static let cleared = count(
    "ClearedCollection", "The cleared collection.", "removed", "the number of removed titles")
  static let removedFromList = count(
    "RemovedFromList", "The titles removed from the list.", "removed", "the number of removed titles")
  static let movedInList = count("MovedInList", "The moved titles.", "moved", "the number of moved titles")

  private static func count(
    _ name: String, _ summary: String, _ member: StaticString, _ memberSummary: String
  ) -> ResultObject<Int> {
    ResultObject(name, summary, [.field(member, memberSummary) { $0 }])
  }

  static let marked = ResultObject<MarkedPlays>("MarkedTitles", "The recorded plays.", [markedMembers])
  static let markedEpisodes = ResultObject<MarkedPlays>(
    "MarkedEpisodes", "The recorded plays of episodes.",
    [
      markedMembers,
      .field("not_aired", "the number of episodes left out because they have not aired") { $0.notAired },
    ])
  private static let markedMembers = ResultMembers<MarkedPlays>([
    .field("marked", "the number of recorded plays") { $0.marked },
    .field("already", "the number of named movies or episodes that had a play already") { $0.already },
  ])

  static let refreshed = ResultObject<(changed: [TitleRef], failed: [TitleRef])>(
    "RefreshedTitles", "The refreshed titles.",
    [
      .list("changed", of: ref, "the titles whose facts have changed") { $0.changed },
      .list("failed", of: ref, "the titles about which the catalog gave no answer; empty for a resent command") {
        $0.failed
      },
    ])

  static let changedList = ResultObject<ListID>(
    "ChangedList", "The list of the command.", [.field("list_id", "the list's id") { $0 }])
  static let orderedLists = ResultObject<[ListID]>(
    "OrderedLists", "The lists in their new order.", [.field("list_ids", "the lists' ids") { $0 }])
  static let addedToList = ResultObject<MarkedPlays>(
    "AddedToList", "The titles put on the list.",
    [
      .field("added", "the number of added titles") { $0.marked },
      .field("already", "the number of named titles that were on the list already") { $0.already },
    ])
  static let changedNote = ResultObject<NoteID>(
    "ChangedNote", "The note of the command.", [.field("note_id", "the note's id") { $0 }])
  static let changedPreferences = ResultObject<CollectionPreferences>(
    "ChangedPreferences", "The preferences after the command.",
    [.object("preferences", preferences, "as in `collection.get`") { $0 }])
}

extension MediaType: ResultEnum {}
extension TitleStatus: ResultEnum {}
extension CollectionSort: ResultEnum {}
extension ListKind: NamedKind { package static let name = "list" }
extension NoteKind: NamedKind { package static let name = "note" }
