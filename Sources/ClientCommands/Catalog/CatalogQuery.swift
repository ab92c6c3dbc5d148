import Console
import MovieNightKit

struct CatalogQuery {
  static let options = ServerConnection.options + [year, page, refresh, .json]
  static let year = CommandOption.value("year", "YEAR", "Only titles of this year.")
  static let page = CommandOption.value("page", "N", "The page of the results.", fallback: "1")
  static let refresh = CommandOption.flag("refresh", "Ask the catalog again, even for cached data.")

  let arguments: Arguments
  let environment: Environment

  /// Shows the title with the numbers after the action. Errors call them `names`, and suggest a search by `command`.
  func show<Value>(
    of command: String, _ names: [String], drawing: (CatalogPage, Value) -> [String],
    _ request: (_ numbers: [Int], _ refresh: Bool) -> TypedRequest<Value>
  ) async throws {
    let numbers = try arguments.numbers(names, of: command)
    let request = request(numbers, arguments.has(Self.refresh))
    try await show(request, from: ServerConnection.open(arguments, environment), drawing: drawing)
  }

  /// Searches for the words after the action. The next page's hint repeats `flags`. `request` gets nil for page 1.
  func search<Found: SearchResultPage>(
    of command: String, flags: [CommandOption] = [],
    _ request: (_ words: String, _ year: Int?, _ page: Int?) -> TypedRequest<Found>
  ) async throws {
    let words = arguments.positionals.dropFirst().joined(separator: " ")
    guard words.contains(where: { $0 != " " }) else { throw UsageError("search needs WORDS") }
    let year = try arguments.integer(Self.year, in: 1...9999)
    let number = try arguments.integer(Self.page, in: 1...searchPageLimit) ?? 1
    let options = (year.map { ["--year \($0)"] } ?? []) + flags.filter(arguments.has).map { "--\($0.name)" }
    let search = "movienight \(command) search"
    let line = [search, shellWord(printable(words))] + options + ["--page"]
    let request = request(words, year, number > 1 ? number : nil)
    try await show(request, from: ServerConnection.open(arguments, environment)) { page, found in
      SearchResultsRenderer(
        page: page, found: found, nextPage: line.joined(separator: " "), searchCommand: search,
        showCommand: "movienight \(command) show ID", otherKind: Self.otherKind(words, of: command)
      ).lines
    }
  }

  /// Returns the hint for a movie search with a TMDb link to a series, or the reverse; nil for other words.
  private static func otherKind(_ words: String, of command: String) -> String? {
    let other = command == "movie" ? (path: "tv", name: "a series") : (path: "movie", name: "a movie")
    let parts = words.split(separator: "/")
    guard let host = parts.firstIndex(where: { $0.hasSuffix("themoviedb.org") }), parts.count > host + 2,
      parts[host + 1] == other.path
    else { return nil }
    let digits = parts[host + 2].prefix { ("0"..."9").contains($0) }
    return digits.isEmpty ? nil : "\(other.name): movienight \(other.path) show \(digits)"
  }

  func show<Value>(
    _ request: TypedRequest<Value>, from client: MovieNightClient, drawing: (CatalogPage, Value) -> [String]
  ) async throws {
    let result = try await client.rawResult(of: request)
    let page = CatalogPage(canvas: Canvas(environment), now: environment.clock.now())
    try environment.show(result, arguments) { drawing(page, $0) }
  }
}
