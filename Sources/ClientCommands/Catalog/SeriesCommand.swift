import Console
import MovieNightPrimitives

/// `movienight tv`: what the catalog knows of series.
struct SeriesCommand: Subcommand {
  let name = "tv"
  let summary = "Search for series; show one, a season or an episode."
  let positionals = "ACTION [WORDS...|ID] [N] [M]"
  let words = Action.words
  let options = CatalogQuery.options
  let details = """
    ACTION is search WORDS, show ID, season ID N or episode ID N M, the episode M of season N. The specials are season 0. \
    The facts come from the catalog that the server is connected to; ids are TMDb's.
    """
  let examples = [
    (line: "movienight tv search breaking bad", meaning: "By words of the name"),
    (line: "movienight tv show 1396", meaning: "One series with its seasons"),
    (line: "movienight tv season 1396 5", meaning: "Its fifth season with the episodes"),
    (line: "movienight tv episode 1396 5 14", meaning: "One of them"),
  ]

  enum Action: String, CatalogAction {
    case search, show, season, episode
  }

  private static let ids: [(parameter: StaticString, name: String)] = [
    ("tmdb_id", "ID"), ("season_number", "N"), ("episode_number", "M"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let query = CatalogQuery(arguments: arguments, environment: environment)
    let action: Action = try arguments.action(of: name)
    try arguments.refuse(
      action == .search ? [CatalogQuery.refresh] : [CatalogQuery.year, CatalogQuery.page], with: action)
    switch action {
    case .search: try await query.search("tv.search", of: name)
    case .show:
      try await query.show("tv.get", of: name, Array(Self.ids.prefix(1))) { page, result in
        SeriesPage(page: page, series: try ShownSeries(result)).lines
      }
    case .season:
      try await query.show("tv.season", of: name, Array(Self.ids.prefix(2))) { page, result in
        SeasonPage(page: page, season: try ShownSeason(result)).lines
      }
    case .episode:
      try await query.show("tv.episode", of: name, Self.ids) { page, result in
        EpisodePage(page: page, episode: try ShownEpisode(result), origin: try CatalogOrigin(result)).lines
      }
    }
    return .success
  }
}
