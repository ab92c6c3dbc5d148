import CommandLineSupport
import FakeServer
import MovieNightKit

@testable import ClientCommands
@testable import Console

/// Draws pages of the catalog as text, by default 60 columns wide.
enum RenderedPage {
  static func page(_ columns: Int = 60, isStyled: Bool = false) -> CatalogPage {
    CatalogPage(
      canvas: TestRun([], isTerminal: isStyled, isStyled: isStyled, columns: columns).canvas, now: TestClock.now)
  }

  static func movie(_ json: String, columns: Int = 60) throws -> String {
    try MoviePage(page: page(columns), movie: shown(json)).lines.joined(separator: "\n")
  }

  static func series(_ json: String, columns: Int = 60) throws -> String {
    try SeriesPage(page: page(columns), series: shown(json)).lines.joined(separator: "\n")
  }

  static func season(_ json: String, columns: Int = 60) throws -> String {
    try SeasonPage(page: page(columns), season: shown(json)).lines.joined(separator: "\n")
  }

  static func episode(_ json: String, columns: Int = 60) throws -> String {
    try EpisodePage(page: page(columns), episode: shown(json)).lines.joined(separator: "\n")
  }

  static func status(_ json: String, columns: Int = 60) throws -> String {
    try CatalogStatusRenderer(page: page(columns), status: shown(json)).lines.joined(separator: "\n")
  }

  static func found<Found: SearchResultPage>(
    _ json: String, columns: Int = 60, as type: Found.Type = MovieSearchPage.self
  ) throws -> String {
    let found: Found = try shown(json)
    return SearchResultsRenderer(
      page: page(columns), found: found, nextPage: "NEXT", searchCommand: "SEARCH", showCommand: "SHOW"
    ).lines.joined(separator: "\n")
  }
}
