import Console
import MovieNightKit

/// `movienight movie`: the catalog's data about movies.
struct MovieCommand: Subcommand {
  let name = "movie"
  let summary = "Search for movies, and show what is known of one."
  let positionals = "ACTION [WORDS...|ID]"
  let words = Action.words
  var options: [CommandOption] { CatalogQuery.options + [Self.withinCeiling] }
  let details = """
    ACTION is search WORDS or show ID. The facts come from the catalog that the server is connected to; show also tells \
    what your household had to do with the movie, and without a catalog what it recorded. Ids are TMDb's. A year in \
    parentheses, an id as tmdb:550 or tt0137523, and a link to either are understood by search.
    """
  let examples = [
    (line: "movienight movie search fight club", meaning: "By words of the title"),
    (line: "movienight movie search heat --year 1995 --within-ceiling", meaning: "Only what a round would take"),
    (line: "movienight movie show 550", meaning: "All of one movie"),
  ]

  enum Action: String, CatalogAction {
    case search, show
  }

  private static let withinCeiling = CommandOption.flag(
    "within-ceiling", "Leave out what a round would refuse for its rating (search).")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let query = CatalogQuery(arguments: arguments, environment: environment)
    let action: Action = try arguments.action(of: name)
    switch action {
    case .search:
      try arguments.refuse([CatalogQuery.refresh], with: action)
      try await query.search(of: name, flags: [Self.withinCeiling]) {
        MoviesRequests.search($0, year: $1, page: $2, withinCeiling: arguments.has(Self.withinCeiling))
      }
    case .show:
      try arguments.refuse([CatalogQuery.year, CatalogQuery.page, Self.withinCeiling], with: action)
      try await query.show(of: name, ["ID"], drawing: { MoviePage(page: $0, movie: $1).lines }) {
        MoviesRequests.get(MovieID($0[0]), refresh: $1)
      }
    }
    return .success
  }
}
