import MovieNightKit

/// Series, their seasons and their episodes.
enum TVPages: Area {
  static let templates = [
    "series-search": PackageResources.series_search_mustache,
    "series": PackageResources.series_mustache,
    "season": PackageResources.season_mustache,
    "episode": PackageResources.episode_mustache,
    "episode-watched": PackageResources.episode_watched_mustache,
    "catalog-stale": PackageResources.catalog_stale_mustache,
    "collect": PackageResources.collect_mustache,
  ]
  static let styles = PackageResources.tv_css

  static let search = "/series"

  static func path(of series: SeriesID) -> String { "\(search)/\(series)" }
  static func path(of series: SeriesID, season: Int) -> String { "\(path(of: series))/\(season)" }
  static func path(of series: SeriesID, season: Int, episode: Int) -> String {
    "\(path(of: series, season: season))/\(episode)"
  }

  static func register(in pages: inout Pages) {
    let texts = TVTexts()

    pages.get(search) { visit in
      let info = await visit.site.facts.info
      async let acting = visit.actingSwitch()
      let model = SeriesSearchScreen(
        query: visit.query["q"], try await search(for: visit), imageURL: info?.catalog?.imageURL,
        hasCatalog: info?.catalog != nil, acting: try await acting)
      return .screen(Screen(texts.search, template: "series-search", model: model))
    }
    pages.get("/series/:series") { visit in
      let series = SeriesID(try visit.number("series"))
      return try await visit.screenOrRefusal {
        async let facts = visit.catalog.tv.get(series, refresh: visit.isRefresh)
        let acting = try await visit.actingSwitch()
        let collected = try await collected(series, acting, visit)
        let hiding = try await collected.flatMapAsync { try await HiddenShows.form(for: $0.title, acting, visit) }
        let model = SeriesScreen(try await facts, collected, hiding: hiding, reader: visit.reader, acting: acting)
        return Screen(model.name, template: "series", model: model)
      }
    }
    pages.get("/series/:series/:season") { visit in
      let (series, number) = (SeriesID(try visit.number("series")), try visit.number("season"))
      return try await visit.screenOrRefusal {
        async let season = visit.catalog.tv.season(number, of: series, refresh: visit.isRefresh)
        let acting = try await visit.actingSwitch()
        async let watched = watched(series, number, acting, visit)
        let model = SeasonScreen(try await season, try await watched, acting: acting)
        return Screen(model.name, template: "season", model: model)
      }
    }
    pages.get("/series/:series/:season/:episode") { visit in
      let (series, season) = (SeriesID(try visit.number("series")), try visit.number("season"))
      let number = try visit.number("episode")
      return try await visit.screenOrRefusal {
        async let episode = visit.catalog.tv.episode(
          number, season: season, of: series, refresh: visit.isRefresh)
        let acting = try await visit.actingSwitch()
        async let watched = watched(series, season, acting, visit)
        let notes = try await collected(series, acting, visit).map { details in
          NotesSection(
            details.notes, of: series, season: season, episode: number, member: acting.child ?? visit.member,
            reader: visit.reader)
        }
        let model = EpisodeScreen(
          try await episode, of: series, try await watched, notes: notes, reader: visit.reader, acting: acting)
        return Screen(model.name, template: "episode", model: model)
      }
    }

    pages.post("/series/collect", returningTo: search) { visit, form in
      let series = try form.series
      let title = NewTitle(mediaType: .tv, tmdbID: series.rawValue, status: .watching)
      try await visit.actingWithCatalog(form).titles.add([title])
      let name = try await visit.client.titles.get(.tv, series.rawValue, of: form.child).title.facts.title
      return .done(
        to: form.localPath("from") ?? form.keepingPerson(path(of: series)), notice: Notice(text: texts.collected(name)))
    }
    pages.post("/series/mark", returningTo: search) { visit, form in
      let (series, season) = (try form.series, try form.number("season"))
      let from = form.localPath("from") ?? form.keepingPerson(path(of: series, season: season))
      guard form["episode"] != nil else {
        let before = try await visit.client.episodes.list(season: season, of: series, by: form.child).episodes
        let result = try await visit.actingWithCatalog(form).episodes.mark(
          of: series, seasonNumber: season, today: visit.reader.today
        ).value
        let text = texts.marked(result)
        // Unmarking the season would remove earlier plays, too.
        let isUndoable = result.marked > 0 && !before.contains { $0.watched }
        return .done(
          to: from, notice: isUndoable ? .undo(text, "/series/unmark", form.fields(series, season)) : Notice(text: text)
        )
      }
      let episode = try form.number("episode")
      try await visit.actingWithCatalog(form).episodes.mark(
        of: series, seasonNumber: season, episodeNumbers: [episode], watchedAt: form["at"], today: visit.reader.today)
      let text = texts.marked(texts.episode(episode, ofSeason: season))
      return .done(to: from, notice: .undo(text, "/series/unmark", form.fields(series, season, episode)))
    }
    pages.post("/series/unmark", returningTo: search) { visit, form in
      let (series, season) = (try form.series, try form.number("season"))
      let from = form.localPath("from") ?? form.keepingPerson(path(of: series, season: season))
      guard form["episode"] != nil else {
        let result = try await visit.acting(form).episodes.unmark(of: series, seasonNumber: season).value
        return .done(to: from, notice: Notice(text: texts.unmarked(result.unmarked)))
      }
      let episode = try form.number("episode")
      let before = try await visit.client.episodes.list(season: season, of: series, by: form.child).episodes
      let play = before.first { $0.episodeNumber == episode }?.plays.first
      try await visit.acting(form).episodes.unmark(of: series, seasonNumber: season, episodeNumbers: [episode])
      let text = texts.unmarked(texts.episode(episode, ofSeason: season))
      let fields = form.fields(series, season, episode) + [.init(name: "at", value: play?.watchedAt ?? "unknown")]
      return .done(to: from, notice: play == nil ? Notice(text: text) : .undo(text, "/series/mark", fields))
    }
  }

  // MARK: Reading

  private static func search(for visit: Visit) async throws -> SeriesSearchScreen.Outcome? {
    guard let query = visit.query["q"] else { return nil }
    do { return .found(try await visit.catalog.tv.search(query)) } catch let error as ClientError {
      return .problem(try RefusalTexts.sentence(ofSearch: error))
    }
  }

  /// The series in the person's collection; nil if it is not there.
  private static func collected(
    _ series: SeriesID, _ acting: ActingSwitch, _ visit: Visit
  ) async throws -> TitleDetails? {
    do { return try await visit.client.titles.get(.tv, series.rawValue, of: acting.child) } catch let error
      as ClientError
      where error.reason == .notInCollection
    {
      return nil
    }
  }

  /// The episodes of a season with what the person has watched; nil if the series is not in their collection.
  private static func watched(
    _ series: SeriesID, _ season: Int, _ acting: ActingSwitch, _ visit: Visit
  ) async throws -> [CollectedEpisode]? {
    do { return try await visit.client.episodes.list(season: season, of: series, by: acting.child).episodes } catch let
      error as ClientError where error.reason == .notInCollection
    {
      return nil
    }
  }
}

extension Visit {
  /// A number in the path.
  fileprivate func number(_ name: String) throws(PageError) -> Int {
    guard let number = Int(visitor.parameter(name)), number >= 0 else { throw .notFound }
    return number
  }

  /// Whether the catalog is to be asked again.
  fileprivate var isRefresh: Bool { self.query["refresh"] != nil }
}

extension Form {
  fileprivate var series: SeriesID {
    get throws(PageError) { SeriesID(try number("series")) }
  }

  fileprivate func number(_ name: String) throws(PageError) -> Int {
    guard let number = self[name].flatMap({ Int($0) }), number >= 0 else { throw .badRequest }
    return number
  }

  /// The fields of a form that takes a mark back.
  fileprivate func fields(_ series: SeriesID, _ season: Int, _ episode: Int? = nil) -> [Notice.Button.Field] {
    personFields + [.init(name: "series", value: "\(series)"), .init(name: "season", value: "\(season)")]
      + (episode.map { [.init(name: "episode", value: "\($0)")] } ?? [])
  }
}
