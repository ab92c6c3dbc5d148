import Console
import MovieNightPrimitives

/// A series with its seasons.
struct ShownSeries {
  struct Season {
    let number: Int
    let name: String
    let episodes: Int?
    let airDate: CalendarDate?
  }

  struct NextEpisode {
    let season: Int
    let number: Int
    let name: String?
    let airDate: CalendarDate?
  }

  let id: Int
  let name: String
  let originalName: String?
  let firstAirDate: CalendarDate?
  let lastAirDate: CalendarDate?
  let status: String?
  let genres: [String]
  let contentRating: String?
  let seasonCount: Int?
  let episodeCount: Int?
  let overview: String?
  let nextEpisode: NextEpisode?
  /// The specials last.
  let seasons: [Season]
  let providers: WatchProviders?
  let origin: CatalogOrigin

  /// `json` is the result of `tv.get`.
  init(_ json: JSONValue) throws(JSONError) {
    id = try json.integer("tmdb_id")
    name = try json.text("name") ?? "Series \(id)"
    originalName = try json.text("original_name")
    firstAirDate = try json.date("first_air_date")
    lastAirDate = try json.date("last_air_date")
    status = try json.text("status")
    genres = try json.texts("genres")
    contentRating = try json.text("content_rating")
    seasonCount = try json.optionalInteger("number_of_seasons")
    episodeCount = try json.optionalInteger("number_of_episodes")
    overview = try json.text("overview")
    nextEpisode = try json.optionalObject("next_episode").map { (json) throws(JSONError) in
      NextEpisode(
        season: try json.integer("season_number"), number: try json.integer("episode_number"),
        name: try json.text("name"), airDate: try json.date("air_date"))
    }
    seasons = try json.list("seasons") { (json) throws(JSONError) in
      let number = try json.integer("season_number")
      return Season(
        number: number, name: try json.text("name") ?? seasonName(number),
        episodes: try json.optionalInteger("episode_count"), airDate: try json.date("air_date"))
    }
    providers = try WatchProviders(json["watch_providers"])
    origin = try CatalogOrigin(json)
  }

  /// `2008–2013`; `2008–` while it goes on.
  var years: String? {
    guard let first = firstAirDate?.year else { return nil }
    if status == "Returning Series" { return "\(first)–" }
    guard let last = lastAirDate?.year, last > first else { return "\(first)" }
    return "\(first)–\(last)"
  }
}

/// What a season is called that has no name.
func seasonName(_ number: Int) -> String { number == 0 ? "Specials" : "Season \(number)" }

/// One series on a page.
struct SeriesPage {
  let page: CatalogPage
  let series: ShownSeries

  var lines: [String] {
    [
      page.heading(series.name, right: series.years, originalName: series.originalName),
      page.facts([
        series.contentRating, series.status, series.seasonCount.map { counted($0, "season") },
        series.episodeCount.map { counted($0, "episode") },
      ]),
      page.genres(series.genres),
      page.paragraph(series.overview),
      page.section("Next episode", nextEpisode),
      page.section("Seasons", seasons),
      page.providers(series.providers),
      page.footer(series.origin, "TMDb \(series.id)"),
    ].flatMap { $0 }
  }

  private var nextEpisode: [String] {
    guard let next = series.nextEpisode else { return [] }
    let facts = [
      page.date(next.airDate), "season \(next.season), episode \(next.number)", next.name,
    ]
    return [truncated(facts.compactMap(\.self).joined(separator: " · "), to: page.sectionColumns)]
  }

  /// Number, name, how many episodes, since when.
  private var seasons: [String] {
    let numberColumns = series.seasons.map { displayColumns("\($0.number)") }.max() ?? 0
    return series.seasons.flatMap { season in
      let gap = String(repeating: " ", count: numberColumns - displayColumns("\(season.number)"))
      let facts = [season.episodes.map { counted($0, "episode") }, page.date(season.airDate)]
      return page.line(
        "\(gap)\(season.number)  \(season.name)", style: nil,
        right: facts.compactMap(\.self).joined(separator: " · "), in: page.sectionColumns)
    }
  }
}
