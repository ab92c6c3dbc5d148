import Domain
import MovieNightPrimitives

extension Expected {
  static let list = id("01890a5d-ac96-774b-bcce-b302099a80d1", as: ListID.self)
  static let otherList = id("01890a5d-ac96-774b-bcce-b302099a80d2", as: ListID.self)
  static let note = id("01890a5d-ac96-774b-bcce-b302099a80e1", as: NoteID.self)
  private static let film = TitleRef.movie(603)
  private static let show = TitleRef.series(1396)
  private static let episode = EpisodeRef(1, 5)

  static let matrixFacts: TitleFacts = {
    var facts = TitleFacts(title: "The \"Matrix\" é")
    facts.originalTitle = "The Matrix"
    facts.year = 1999
    facts.overview = "A hacker learns the truth."
    facts.genres = ["Action", "Science Fiction"]
    facts.runtime = 136
    facts.posterPath = "/f89U3ADr1oiB1s9GkdPOEpXUk5H.jpg"
    facts.backdropPath = "/b.jpg"
    facts.originalLanguage = "en"
    facts.imdbID = "tt0133093"
    facts.popularity = 83.25
    facts.voteAverage = 8.2
    facts.voteCount = 25_000
    facts.contentRating = "R"
    facts.releaseDate = CalendarDate(year: 1999, month: 3, day: 31)
    return facts
  }()

  static let showFacts: TitleFacts = {
    var facts = TitleFacts(title: "Breaking Bad")
    facts.year = 2008
    facts.genres = ["Drama"]
    facts.contentRating = "TV-MA"
    facts.airing.firstAirDate = CalendarDate(year: 2008, month: 1, day: 20)
    facts.airing.lastAirDate = CalendarDate(year: 2013, month: 9, day: 29)
    facts.airing.seriesStatus = "Returning Series"
    facts.airing.numberOfSeasons = 2
    facts.airing.numberOfEpisodes = 20
    facts.airing.seasons = [
      TitleSeason(number: 0, name: "Specials", airDate: nil, episodeCount: 3),
      TitleSeason(
        number: 1, name: "Season 1", airDate: CalendarDate(year: 2008, month: 1, day: 20), episodeCount: 7),
    ]
    facts.airing.nextEpisode = UpcomingEpisode(
      season: 2, number: 4, airDate: CalendarDate(year: 2026, month: 3, day: 1))
    return facts
  }()

  private static let planned: TitleSettings = {
    var settings = TitleSettings(addedAt: due)
    settings.status = .planned
    settings.statusIsChosen = true
    settings.rating = .loved
    settings.ratedAt = due
    settings.isFavourite = true
    return settings
  }()

  private static let paused: TitleSettings = {
    var settings = TitleSettings(addedAt: due)
    settings.status = .paused
    settings.rating10 = 9
    settings.ratedAt = due
    settings.isPrivate = true
    return settings
  }()

  private static let preferences: CollectionPreferences = {
    var preferences = CollectionPreferences()
    preferences.defaultListID = list
    preferences.defaultRating = .didNotLike
    preferences.imageSize = "original"
    preferences.showsWatchedInLists = false
    preferences.sort = .rating
    preferences.isAscending = true
    preferences.updatesStatus = false
    return preferences
  }()

  private static let contents: CollectionContents = {
    var contents = CollectionContents()
    contents.movies = [603]
    contents.series = [RemovedSeries(tmdbID: 1396, seasons: [0, 1])]
    contents.plays = [PlayRange(first: 1, last: 7), PlayRange(first: 9, last: 9)]
    contents.lists = [RemovedList(listID: list, movies: [603], series: [1396])]
    contents.notes = [note]
    return contents
  }()

  private static func counts(_ change: (inout CollectionCounts) -> Void) -> CollectionCounts {
    var counts = CollectionCounts()
    change(&counts)
    return counts
  }

  /// Each number is different, so that swapped fields are found.
  private static let allCounts = counts {
    ($0.movies, $0.series, $0.watched, $0.planned, $0.watching) = (1, 2, 3, 4, 5)
    ($0.completed, $0.paused, $0.dropped, $0.plays) = (6, 7, 8, 9)
  }

  /// The expected events of collections.
  static let collectionEvents: [CollectionEvent] = [
    .titleAdded(
      TitleAdded(memberID: ann, title: film, facts: matrixFacts, settings: planned, counts: allCounts)),
    .titleRefreshed(
      TitleRefreshed(memberID: ann, title: show, facts: showFacts, status: .watching, counts: nil)),
    .titleSet(
      TitleSet(memberID: ann, title: show, settings: paused, counts: counts { ($0.series, $0.paused) = (1, 1) })),
    .titleRemoved(
      TitleRemoved(
        memberID: ann, title: show, plays: [2, 5], seasons: [0, 1], lists: [list], notes: [note],
        counts: counts { $0.lists = [ListCounts(listID: list, titles: 3, watched: 1)] })),
    .playsAdded(
      PlaysAdded(
        memberID: ann, title: show,
        plays: [
          AddedPlay(
            number: 7, episode: episode, watchedAt: .day(CalendarDate(year: 2026, month: 2, day: 14)), roundID: nil),
          AddedPlay(number: 8, episode: nil, watchedAt: WatchedAt(due), roundID: round),
        ], replaced: [3], status: .watching, already: 4, notAired: 2, counts: nil)),
    .playsRemoved(
      PlaysRemoved(
        memberID: ann, title: show,
        plays: [RemovedPlay(number: 7, episode: episode), RemovedPlay(number: 8, episode: nil)], unwatched: [episode],
        playCount: 6, lastWatchedAt: .unknown, status: nil,
        counts: counts { ($0.series, $0.watching, $0.plays) = (1, 1, 6) })),
    .listCreated(
      ListCreated(
        memberID: ann, listID: list, icon: "film.stack", color: "#FF8800", isShared: true, place: 1_048_576)),
    .listChanged(
      ListChanged(memberID: ann, listID: list, icon: nil, color: "#008000", isShared: false, hasNewText: true)),
    .listRemoved(ListRemoved(memberID: ann, listID: list, titles: [film, show])),
    .listsOrdered(ListsOrdered(memberID: ann, lists: [otherList, list])),
    .listTitlesAdded(
      ListTitlesAdded(
        memberID: ann, listID: list, titles: [ListedPlace(title: film, place: 2_097_152, addedAt: due)],
        moved: [PlacedTitle(title: show, place: 1_048_576)],
        counts: counts {
          ($0.movies, $0.series, $0.planned) = (1, 1, 2)
          $0.lists = [ListCounts(listID: list, titles: 2, watched: 0)]
        })),
    .listTitlesRemoved(ListTitlesRemoved(memberID: ann, listID: list, titles: [film], counts: nil)),
    .listTitlesMoved(
      ListTitlesMoved(memberID: ann, listID: list, titles: [PlacedTitle(title: film, place: 524_288)])),
    .noteAdded(
      NoteAdded(memberID: ann, noteID: note, title: show, episode: episode, ownerOnly: true, createdAt: due)),
    .noteChanged(NoteChanged(memberID: ann, noteID: note, ownerOnly: false, hasNewText: true)),
    .noteRemoved(NoteRemoved(memberID: ann, noteID: note, title: show)),
    .collectionPreferencesSet(CollectionPreferencesSet(memberID: ann, preferences: preferences)),
    .collectionCleared(CollectionCleared(memberID: ann, contents: contents, counts: CollectionCounts())),
    .collectionErased(CollectionErased(memberID: ann, contents: contents)),
  ]
}
