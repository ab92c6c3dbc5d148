import Console
import MovieNightKit
import MovieNightPrimitives

/// A question to the catalog of a running server.
struct CatalogQuery {
  static let options = ServerConnection.options + [year, page, refresh, .json]
  static let year = CommandOption.value("year", "YEAR", "Only of that year (search).")
  static let page = CommandOption.value("page", "N", "Which page of the results (search).", fallback: "1")
  static let refresh = CommandOption.flag("refresh", "Ask the catalog anew, whatever is known already.")

  let arguments: Arguments
  let environment: Environment

  /// Shows one thing, which the numbers behind the action name.
  /// - Parameters:
  ///   - command: whose `search` finds such things.
  ///   - ids: what the method calls each number, and what the command line does.
  func show(
    _ method: String, of command: String, _ ids: [(parameter: StaticString, name: String)],
    drawing: (CatalogPage, JSONValue) throws -> [String]
  ) async throws {
    let numbers = try arguments.numbers(ids.map(\.name), of: command)
    let refresh = arguments.has(Self.refresh)
    try await show(method, drawing: drawing) { parameters in
      for (id, number) in zip(ids, numbers) { parameters.field(id.parameter, number) }
      if refresh { parameters.field("refresh", true) }
    }
  }

  /// Shows what `method` finds for the words behind the action.
  /// - Parameters:
  ///   - command: of whose `search` this is, and whose `show` shows one of the results.
  ///   - flags: those among what was given that the server is told of, by the option's name and the parameter's.
  func search(_ method: String, of command: String, flags: [(option: CommandOption, parameter: StaticString)] = [])
    async
    throws
  {
    let words = arguments.positionals.dropFirst().joined(separator: " ")
    guard words.contains(where: { $0 != " " }) else { throw UsageError("search needs the WORDS") }
    let year = try arguments.integer(Self.year, in: 1...9999)
    let number = try arguments.integer(Self.page, in: 1...FoundTitles.pageLimit) ?? 1
    let given = flags.filter { arguments.has($0.option) }
    let options = (year.map { ["--year \($0)"] } ?? []) + given.map { "--\($0.option.name)" }
    let line = ["movienight", command, "search", shellWord(printable(words))] + options + ["--page"]
    let drawing = { (page: CatalogPage, result: JSONValue) in
      FoundTitlesDrawing(
        page: page, found: try FoundTitles(result), nextPage: line.joined(separator: " "),
        showing: "movienight \(command) show ID", otherKind: Self.otherKind(words, of: command)
      ).lines
    }
    try await show(method, drawing: drawing) { parameters in
      parameters.field("query", words)
      if let year { parameters.field("year", year) }
      if number > 1 { parameters.field("page", number) }
      for flag in given { parameters.field(flag.parameter, true) }
    }
  }

  /// Of a link to TMDb that leads to a movie where series are looked for, or the reverse.
  private static func otherKind(_ words: String, of command: String) -> String? {
    let other = command == "movie" ? (path: "tv", name: "a series") : (path: "movie", name: "a movie")
    let parts = words.split(separator: "/")
    guard let host = parts.firstIndex(where: { $0.hasSuffix("themoviedb.org") }), parts.count > host + 2,
      parts[host + 1] == other.path
    else { return nil }
    let digits = parts[host + 2].prefix { ("0"..."9").contains($0) }
    return digits.isEmpty ? nil : "\(other.name): movienight \(other.path) show \(digits)"
  }

  /// Prints the answer of `method`, as JSON or as `drawing` draws it.
  private func show(
    _ method: String, drawing: (CatalogPage, JSONValue) throws -> [String], parameters: (inout JSONWriter) -> Void
  ) async throws {
    let result = try await ServerConnection.open(arguments, environment).askCatalog(method, parameters)
    guard !arguments.has(.json) else { return environment.output.line(result.compactText) }
    let page = CatalogPage(canvas: Canvas(environment), now: environment.clock.now())
    environment.output.lines(try drawing(page, result))
  }
}

extension MovieNightClient {
  /// The answer of a method that asks the catalog. What it cannot say comes with what to do about it.
  func askCatalog(_ method: String, _ parameters: (inout JSONWriter) -> Void = { _ in }) async throws -> JSONValue {
    do {
      return try await call(method, parameters: parameters)
    } catch let error as ClientError {
      guard let hint = error.refusal?.hint(of: method) else { throw error }
      throw CommandFailure(error.description, hint: hint)
    }
  }
}

extension Refusal {
  /// What helps where the catalog has no answer; nil where nothing does.
  fileprivate func hint(of method: String) -> String? {
    switch reason {
    case "not_authenticated" where method.hasPrefix("catalog."), "not_allowed":
      "Connect to the Unix socket of the server, as its user and without a token: --connect unix:./data/movienight.db.sock"
    case "no_catalog": CatalogStatusDrawing.howToConnectOne
    case "catalog_unauthorised":
      "Whoever runs the server has to give it a token that TMDb knows (MOVIENIGHT_TMDB_TOKEN)."
    case "catalog_unavailable": "It is out of reach for now. \(againText)"
    case "too_many_refreshes": "Leave --refresh out to see what is known already. \(againText)"
    case "unknown_movie": "Find its id with: movienight movie search WORDS"
    case "unknown_series": "Find its id with: movienight tv search WORDS"
    case "unknown_season": "Its seasons are listed by: movienight tv show ID"
    case "unknown_episode": "Its episodes are listed by: movienight tv season ID N"
    default: nil
    }
  }

  private var againText: String {
    guard let milliseconds = data?["retry_after_ms"]?.integer, milliseconds > 0 else { return "Try again later." }
    return "Try again in \(counted(milliseconds / 1000 + (milliseconds % 1000 == 0 ? 0 : 1), "second"))."
  }
}
