import Console
import MovieNightPrimitives

/// An episode, alone or in its season.
struct ShownEpisode {
  let season: Int
  let number: Int
  /// With its number: `1. Pilot`.
  let label: String
  /// What sets it apart, a finale say; nil for an ordinary one.
  let type: String?
  let overview: String?
  let airDate: CalendarDate?
  let runtime: Int?

  init(_ json: JSONValue) throws(JSONError) {
    season = try json.integer("season_number")
    number = try json.integer("episode_number")
    label = try json.text("label") ?? "\(number). Episode \(number)"
    let type = try json.text("episode_type")
    self.type = type == "standard" ? nil : type?.split(separator: "_").joined(separator: " ")
    overview = try json.text("overview")
    airDate = try json.date("air_date")
    runtime = try json.optionalInteger("runtime")
  }
}

/// A season with its episodes.
struct ShownSeason {
  let number: Int
  let seriesID: Int
  let name: String
  let overview: String?
  let airDate: CalendarDate?
  /// By number.
  let episodes: [ShownEpisode]
  let origin: CatalogOrigin

  /// `json` is the result of `tv.season`.
  init(_ json: JSONValue) throws(JSONError) {
    number = try json.integer("season_number")
    seriesID = try json.integer("tmdb_id")
    name = try json.text("name") ?? seasonName(number)
    overview = try json.text("overview")
    airDate = try json.date("air_date")
    episodes = try json.list("episodes") { (json) throws(JSONError) in try ShownEpisode(json) }
    origin = try CatalogOrigin(json)
  }
}

/// One season on a page.
struct SeasonPage {
  let page: CatalogPage
  let season: ShownSeason

  var lines: [String] {
    let footer = page.footer(season.origin, "TMDb \(season.seriesID), season \(season.number)")
    return page.heading(season.name, right: page.date(season.airDate)) + page.paragraph(season.overview) + episodes
      + footer
  }

  private var episodes: [String] {
    guard !season.episodes.isEmpty else { return ["", page.canvas.styled("No episodes yet.", .faint)] }
    return season.episodes.flatMap { episode in
      [""] + page.heading(episode.label, right: right(of: episode))
        + page.prose(episode.overview ?? "", .faint, indent: 2)
    }
  }

  private func right(of episode: ShownEpisode) -> String? {
    let facts = [episode.type, runtimeText(episode.runtime), page.date(episode.airDate)].compactMap(\.self)
    return facts.isEmpty ? nil : facts.joined(separator: " · ")
  }
}

/// One episode on a page.
struct EpisodePage {
  let page: CatalogPage
  let episode: ShownEpisode
  let origin: CatalogOrigin

  var lines: [String] {
    [
      page.heading(episode.label, right: page.date(episode.airDate)),
      page.facts([seasonName(episode.season), runtimeText(episode.runtime), episode.type]),
      page.paragraph(episode.overview),
      page.footer(origin),
    ].flatMap { $0 }
  }
}
