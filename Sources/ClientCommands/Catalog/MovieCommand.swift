import Console
import MovieNightKit

struct MovieCommand: Subcommand {
  let name = "movie"
  let summary = "Search for movies, and show the details of one."
  let positionals = "ACTION"
  let actions = [
    CommandAction(
      "search WORDS...", "Search for movies. WORDS can be as a MOVIE, and end in a year in parentheses.",
      [CatalogQuery.year, CatalogQuery.page, withinCeiling]),
    CommandAction(
      "show MOVIE...", "Show movies' details, and their history in your household.", [CatalogQuery.refresh]),
  ]
  var options: [CommandOption] { CatalogQuery.options + [Self.withinCeiling] }
  let details = """
    A MOVIE is a title, an id (550, tt0137523) or a link to TMDb or IMDb. The data comes from the server's catalog; \
    without one, show has only the data that your household recorded.
    """
  let examples = [
    (line: "movienight movie search fight club", meaning: "Search by title"),
    (line: "movienight movie search jaws --year 1975 --within-ceiling", meaning: "Only movies within the ceiling"),
    (line: "movienight movie show fight club", meaning: "The details of one movie"),
  ]

  enum Action: String, CatalogAction {
    case search, show
  }

  private static let withinCeiling = CommandOption.flag(
    "within-ceiling", "Leave out movies that a round would refuse for their rating.")

  func correction(of words: [String]) -> UsageError? {
    CatalogTitle.error(for: words, of: name, among: self.words)
  }

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let query = CatalogQuery(arguments: arguments, environment: environment)
    let action: Action = try arguments.action()
    switch action {
    case .search:
      try await query.search(of: name, flags: [Self.withinCeiling]) {
        MoviesRequests.search($0, year: $1, page: $2, withinCeiling: arguments.has(Self.withinCeiling))
      }
    case .show:
      let words = Array(arguments.positionals.dropFirst())
      let client = try await ServerConnection.open(arguments, environment)
      let movies = try await MovieFinder(client, environment, isForCommand: false).movies(words)
      for movie in movies {
        let request = MoviesRequests.get(movie.id, refresh: arguments.has(CatalogQuery.refresh))
        try await query.show(request, from: client) { MoviePage(page: $0, movie: $1).lines }
      }
    }
    return .success
  }
}
