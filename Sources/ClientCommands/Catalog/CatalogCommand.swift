import Console
import MovieNightKit

struct CatalogCommand: Subcommand {
  let name = "catalog"
  let summary = "Administer a running server's movie catalog."
  let positionals = "ACTION"
  let actions = [
    CommandAction("status", "Show the catalog's source, cache and failures."),
    CommandAction(
      "export [FILE]",
      "Write the cached data as lines of JSON for serve --catalog file:FILE, to standard output or to a new FILE.",
      [NewFile.force]),
    CommandAction(
      "clear", "Delete the cached data, all or some of it; the server then asks the catalog again.", [kind, id]),
  ]
  let options: [CommandOption] = [.connect, .token, kind, id, NewFile.force, .json]
  let details = "Only administrators can do this: connect to the server's Unix socket."
  let examples = [
    (line: "movienight catalog status --connect unix:./data/movienight.db.sock", meaning: "The catalog's state"),
    (
      line: "movienight catalog export catalog.jsonl --connect unix:./data/movienight.db.sock",
      meaning: "Export to a file"
    ),
    (
      line: "movienight catalog clear --kind episode --id 1396/1/2 --connect unix:./data/movienight.db.sock",
      meaning: "Clear one episode"
    ),
  ]

  enum Action: String, CatalogAction {
    case status, export, clear
  }

  private static let kind = CommandOption.value(
    "kind", "KIND",
    "Clear only movie, series, season, episode, search, discover, genres, providers or configuration."
  )
  private static let id = CommandOption.value(
    "id", "ID", "Clear only this entry: 550, or 1396/1/2 for an episode.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let action: Action = try arguments.action()
    let client = try await ServerConnection.openWithoutLogin(arguments, environment)
    switch action {
    case .status:
      let page = CatalogPage(canvas: Canvas(environment), now: environment.clock.now())
      let status = try await client.askAsAdministrator(CatalogRequests.status())
      try environment.show(status, arguments) { CatalogStatusRenderer(page: page, status: $0).lines }
    case .export:
      let export = CatalogExporter(client: client, environment: environment)
      let count = try await export.write(
        to: arguments.positionals.dropFirst().first, replacesFile: arguments.has(NewFile.force))
      // The first line is a header, which even an empty cache has.
      if count <= 1 { await explainEmptyCache(client, environment) }
    case .clear: try await clear(client, arguments, environment)
    }
    return .success
  }

  /// Explains on standard error that a catalog file is not cached, as standard output may receive the export.
  private func explainEmptyCache(_ client: MovieNightClient, _ environment: Environment) async {
    guard (try? await client.server.info())?.catalog?.source == "file" else { return }
    environment.errors.line("The catalog is a file, so nothing is cached.")
  }

  private func clear(
    _ client: MovieNightClient, _ arguments: Arguments, _ environment: Environment
  ) async throws {
    let kind = arguments.value(Self.kind).map(CatalogOperation.init)
    let result = try await client.askAsAdministrator(CatalogRequests.clear(kind: kind, id: arguments.value(Self.id)))
    guard !arguments.has(.json) else { return environment.output.line(result.json.compactText) }
    let removed = try result.value().removed
    if removed == 0 { await explainEmptyCache(client, environment) }
    let entries = "\(grouped(removed)) \(removed == 1 ? "entry" : "entries")"
    environment.output.line("Removed \(entries) from the catalog's cache.")
  }
}

extension MovieNightClient {
  /// Sends an administrator's request and returns its result. The hint of a missing login says how they connect.
  func askAsAdministrator<Value>(_ request: TypedRequest<Value>) async throws -> RawResult<Value> {
    do {
      return try await rawResult(of: request)
    } catch let error as ClientError where error.reason == .notAuthenticated {
      throw CommandFailure(error, hints: [RefusalReason.notAllowed.hint])
    }
  }
}
