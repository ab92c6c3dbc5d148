import Console
import MovieNightKit

struct SeriesCommand: Subcommand {
  let name = "tv"
  let summary = "Search for series; show a series, a season or an episode."
  let positionals = "ACTION"
  let actions = [
    CommandAction("search WORDS...", "Search for series.", [CatalogQuery.year, CatalogQuery.page]),
    CommandAction("show ID", "Show a series with its seasons.", [CatalogQuery.refresh]),
    CommandAction("season ID N", "Show season N with its episodes. Specials are season 0.", [CatalogQuery.refresh]),
    CommandAction("episode ID N M", "Show episode M of season N.", [CatalogQuery.refresh]),
  ]
  let options = CatalogQuery.options
  let details = "Ids are TMDb ids. The data comes from the server's catalog."
  let examples = [
    (line: "movienight tv search breaking bad", meaning: "Search by name"),
    (line: "movienight tv show 1396", meaning: "A series with its seasons"),
    (line: "movienight tv season 1396 5", meaning: "The episodes of its fifth season"),
    (line: "movienight tv episode 1396 5 14", meaning: "One episode"),
  ]

  enum Action: String, CatalogAction {
    case search, show, season, episode
  }

  func correction(of words: [String]) -> UsageError? {
    if words[0] == "guide" { return UsageError("There is no action 'guide'. Did you mean: movienight guide") }
    return CatalogTitle.error(for: words, of: name, among: self.words)
  }

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let query = CatalogQuery(arguments: arguments, environment: environment)
    let action: Action = try arguments.action()
    switch action {
    case .search: try await query.search(of: name) { TVRequests.search($0, year: $1, page: $2) }
    case .show:
      try await query.show(of: name, ["ID"], drawing: { SeriesPage(page: $0, series: $1).lines }) {
        TVRequests.get(SeriesID($0[0]), refresh: $1)
      }
    case .season:
      try await query.show(of: name, ["ID", "N"], drawing: { SeasonPage(page: $0, season: $1).lines }) {
        TVRequests.season($0[1], of: SeriesID($0[0]), refresh: $1)
      }
    case .episode:
      try await query.show(of: name, ["ID", "N", "M"], drawing: { EpisodePage(page: $0, episode: $1).lines }) {
        TVRequests.episode($0[2], season: $0[1], of: SeriesID($0[0]), refresh: $1)
      }
    }
    return .success
  }
}
