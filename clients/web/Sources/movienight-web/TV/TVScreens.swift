import MovieNightKit

/// The search for series.
struct SeriesSearchScreen: Sendable {
  let texts = TVTexts()
  let query: String
  let isUnavailable: Bool
  let sentence: String?
  let spelling: Link?
  let results: [Result]
  let acting: ActingSwitch
  let actingAs: String?

  struct Link: Sendable, Equatable {
    let label: String
    let path: String
  }

  struct Result: Sendable {
    let name: String
    let path: String
    let meta: String
    let poster: Poster
    let collection: String?
  }

  enum Outcome: Sendable {
    case found(SeriesSearchPage)
    case problem(String)
  }

  init(
    query: String?, _ outcome: Outcome?, imageURL: String?, hasCatalog: Bool, acting: ActingSwitch = ActingSwitch()
  ) {
    let texts = TVTexts()
    self.acting = acting
    actingAs = acting.actingAs
    self.query = query ?? ""
    isUnavailable = !hasCatalog
    switch outcome {
    case nil:
      (sentence, spelling, results) = (texts.searchHelp, nil, [])
    case .problem(let problem):
      (sentence, spelling, results) = (problem, nil, [])
    case .found(let page):
      sentence = page.results.isEmpty ? texts.noResults(self.query) : nil
      spelling = page.didYouMean.map {
        Link(label: texts.didYouMean($0), path: acting.link("\(TVPages.search)?q=\($0.urlEncoded)"))
      }
      results = page.results.map { series in
        Result(
          name: series.name, path: acting.link(TVPages.path(of: series.id)),
          meta: MovieFacts.line(year: series.year, rating: nil, runtime: nil, genres: series.genres),
          poster: Poster(title: series.name, path: series.posterPath, base: imageURL),
          // The answer has the reader's own status.
          collection: acting.child == nil ? series.collectionStatus.map { texts.status($0) } : nil)
      }
    }
  }
}

/// The form that adds a series to the reader's collection.
struct CollectForm: Sendable, Equatable {
  let series: Int
  let forSeries: String
}

/// A series: poster and overview, and its seasons.
struct SeriesScreen: Sendable {
  let texts = TVTexts()
  let series: Int
  let name: String
  let originalName: String?
  let meta: String
  let overview: String?
  let poster: Poster
  let nextEpisode: String?
  let seasons: [SeasonLink]
  let whereToWatch: WhereToWatch?
  /// The button for the guide; nil unless the person is watching the series.
  let hiding: HideForm?
  /// The status in the collection; nil if the series is not there.
  let collection: String?
  let collect: CollectForm?
  let stale: StaleNote?
  let acting: ActingSwitch
  let actingAs: String?

  struct SeasonLink: Sendable {
    let name: String
    let path: String
    let meta: String
    let poster: Poster
    let progress: String?
  }

  /// - Parameter collected: The series in the person's collection; nil if it is not there.
  init(
    _ facts: Series, _ collected: TitleDetails?, hiding: HideForm? = nil, reader: Reader,
    acting: ActingSwitch = ActingSwitch()
  ) {
    let texts = TVTexts()
    self.hiding = hiding
    self.acting = acting
    actingAs = acting.actingAs
    series = facts.id.rawValue
    name = facts.name
    originalName = facts.originalName.flatMap { $0 == facts.name ? nil : $0.nonEmpty }.map { texts.originally($0) }
    meta = [
      MovieFacts.line(year: facts.year, rating: facts.contentRating, runtime: nil, genres: facts.genres).nonEmpty,
      facts.numberOfSeasons.map { texts.seasons($0) }, facts.numberOfEpisodes.map { texts.episodes($0) },
      facts.status?.nonEmpty,
    ].compactMap(\.self).joined(separator: " · ")
    overview = facts.overview?.nonEmpty
    poster = Poster(title: facts.name, urls: facts.posterURLs)
    nextEpisode = facts.nextEpisode.map { next in
      texts.next(
        texts.episode(next.episodeNumber, ofSeason: next.seasonNumber), next.name,
        next.airDate.map { reader.date($0).text })
    }
    let progress = collected?.seasons ?? []
    seasons = facts.seasons.map { season in
      let name = texts.season(season.seasonNumber, season.name)
      let watched = progress.first { $0.seasonNumber == season.seasonNumber }?.watchedCount ?? 0
      return SeasonLink(
        name: name, path: acting.link(TVPages.path(of: facts.id, season: season.seasonNumber)),
        meta: [season.airDate.map { "\($0.year)" }, season.episodeCount.map { texts.episodes($0) }].compactMap(\.self)
          .joined(separator: " · "),
        poster: Poster(title: name, urls: season.posterURLs),
        progress: watched > 0 ? texts.watched(watched, of: season.episodeCount) : nil)
    }
    whereToWatch = WhereToWatch(facts.watchProviders)
    collection = collected.map { $0.title.status.map { texts.status($0) } ?? texts.isCollected }
    collect = collected == nil ? CollectForm(series: series, forSeries: texts.forSeries(facts.name)) : nil
    stale = StaleNote(facts.stale, acting.link(TVPages.path(of: facts.id)))
  }
}

/// Says that the catalog did not answer, with a link that asks it again.
struct StaleNote: Sendable, Equatable {
  let sentence: String
  let label: String
  let path: String

  /// Nil unless what is shown may be out of date.
  init?(_ isStale: Bool, _ page: String) {
    guard isStale else { return nil }
    sentence = TVTexts().stale
    label = TVTexts().again
    path = "\(page)\(page.contains("?") ? "&" : "?")refresh=1"
  }
}

/// Whether the reader has watched an episode, with the form that changes it.
struct EpisodeWatched: Sendable, Equatable {
  let series: Int
  let season: Int
  let episode: Int
  let isWatched: Bool
  /// Such as `Watched`, or with the day.
  let state: String
  let action: String
  let button: String
  let forEpisode: String

  init(
    _ series: SeriesID, _ season: Int, _ episode: Int, _ label: String, _ collected: [CollectedEpisode],
    day: (String) -> String? = { _ in nil }
  ) {
    let texts = TVTexts()
    let entry = collected.first { $0.episodeNumber == episode }
    self.series = series.rawValue
    self.season = season
    self.episode = episode
    isWatched = entry?.watched == true
    state = entry?.watchedDate.flatMap(day).map { texts.watched($0) } ?? texts.watched
    action = isWatched ? "/series/unmark" : "/series/mark"
    button = isWatched ? texts.unmark : texts.mark
    forEpisode = texts.forEpisode(label)
  }
}

/// A season: poster and overview, then its episodes in order.
struct SeasonScreen: Sendable {
  let texts = TVTexts()
  let series: Int
  let season: Int
  let name: String
  let seriesPath: String
  let poster: Poster
  let overview: String?
  let episodes: [Row]
  let progress: String?
  let canMarkAll: Bool
  let collect: CollectForm?
  let stale: StaleNote?
  let acting: ActingSwitch
  let actingAs: String?

  struct Row: Sendable {
    let episode: Int
    let label: String
    let path: String
    let still: Still
    let summary: String?
    let watched: EpisodeWatched?
  }

  /// - Parameter collected: What the person has watched; nil if the series is not in their collection.
  init(_ facts: Season, _ collected: [CollectedEpisode]?, acting: ActingSwitch = ActingSwitch()) {
    let texts = TVTexts()
    self.acting = acting
    actingAs = acting.actingAs
    series = facts.tmdbID.rawValue
    season = facts.seasonNumber
    name = texts.season(facts.seasonNumber, facts.name)
    seriesPath = acting.link(TVPages.path(of: facts.tmdbID))
    poster = Poster(title: name, urls: facts.posterURLs)
    overview = facts.overview?.nonEmpty
    episodes = facts.episodes.sorted { $0.episodeNumber < $1.episodeNumber }.map { episode in
      let number = episode.episodeNumber
      let label = episode.label.nonEmpty ?? texts.label(number, texts.episode(number))
      return Row(
        episode: number, label: label,
        path: acting.link(TVPages.path(of: facts.tmdbID, season: facts.seasonNumber, episode: number)),
        still: .card(episode.stillURLs), summary: episode.overview?.nonEmpty,
        watched: collected.map { EpisodeWatched(facts.tmdbID, facts.seasonNumber, number, label, $0) })
    }
    let watched = episodes.count { $0.watched?.isWatched == true }
    progress = collected == nil || episodes.isEmpty ? nil : texts.watched(watched, of: episodes.count)
    canMarkAll = collected != nil && watched < episodes.count
    collect =
      collected == nil ? CollectForm(series: facts.tmdbID.rawValue, forSeries: texts.forSeries(name)) : nil
    stale = StaleNote(facts.stale, acting.link(TVPages.path(of: facts.tmdbID, season: facts.seasonNumber)))
  }
}

/// An episode: still, number, name, date and overview.
struct EpisodeScreen: Sendable {
  let texts = TVTexts()
  let name: String
  let number: String
  let seasonName: String
  let seasonPath: String
  let still: Still
  let airDate: TimeText?
  let overview: String?
  let watched: EpisodeWatched?
  let collect: CollectForm?
  /// The notes on the episode; nil if the series is not in the person's collection.
  let notes: NotesSection?
  let stale: StaleNote?
  let acting: ActingSwitch
  let actingAs: String?

  /// - Parameter collected: What the person has watched of the season; nil if the series is not in their collection.
  init(
    _ facts: EpisodeDetails, of series: SeriesID, _ collected: [CollectedEpisode]?, notes: NotesSection? = nil,
    reader: Reader, acting: ActingSwitch = ActingSwitch()
  ) {
    let texts = TVTexts()
    self.acting = acting
    actingAs = acting.actingAs
    self.notes = notes
    number = texts.episode(facts.episodeNumber)
    name = facts.name.nonEmpty ?? number
    seasonName = texts.season(facts.seasonNumber, nil)
    seasonPath = acting.link(TVPages.path(of: series, season: facts.seasonNumber))
    still = .full(facts.stillURLs)
    airDate = facts.airDate.map { reader.date($0) }
    overview = facts.overview?.nonEmpty
    let label = name
    watched = collected.map {
      EpisodeWatched(series, facts.seasonNumber, facts.episodeNumber, label, $0, day: reader.day(ofMoment:))
    }
    collect =
      collected == nil ? CollectForm(series: series.rawValue, forSeries: texts.forSeries(name)) : nil
    stale = StaleNote(
      facts.stale,
      acting.link(TVPages.path(of: series, season: facts.seasonNumber, episode: facts.episodeNumber)))
  }
}
