import Console
import MovieNightKit

struct CollectionCommand: Subcommand {
  let name = "collection"
  let summary = "Import, export and set up your collection."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction("show", "Show how much is in your collection, and your preferences."),
    CommandAction("set", "Change how your titles are sorted and marked.", [TitlesCommand.sort, status, noStatus]),
    CommandAction(
      "import FORMAT [PATH]", "Import your history from another service.",
      [CollectionImport.dryRun, person, CollectionImport.resolutions, CollectionImport.unresolved]),
    CommandAction(
      "export [FILE]", "Save the whole collection in a new FILE, or print it.",
      [format, person, notes, ServerConnection.household, NewFile.force]),
    CommandAction("clear", "Remove all titles, lists and notes from your collection.", [confirmation]),
  ]
  var options: [CommandOption] { optionsOfMember }
  let details = """
    FORMAT is letterboxd, imdb, trakt, tvtime or movienight, and PATH is the folder or file that the service gave \
    you, or - for standard input (not with letterboxd or tvtime). An import adds what is missing and removes nothing, so you can repeat it. The \
    format nights takes no PATH: it records your household's movie nights as watched. An export in the format \
    movienight is a backup; add --include-notes to save your notes, too.
    """
  let examples = [
    (line: "movienight collection", meaning: "Your collection in numbers"),
    (line: "movienight collection import letterboxd ~/Downloads/letterboxd --dry-run", meaning: "Try an import"),
    (line: "movienight collection import nights", meaning: "Record your movie nights"),
    (line: "movienight collection export backup.json --include-notes", meaning: "Back up everything"),
    (line: "movienight collection set --sort title", meaning: "Sort your titles from A to Z"),
    (line: "movienight collection clear --confirm DELETE", meaning: "Start over with an empty collection"),
  ]

  private static let formats = ImportFormat.allCases.map(\.rawValue)
  static let person = CommandOption.value("for", "NAME", "For one of your children; for administrators, a member.")
  private static let status = CommandOption.flag("auto-status", "Update the status of a series as you watch it.")
  private static let noStatus = CommandOption.flag("no-auto-status", "Leave statuses as you set them.")
  private static let format = CommandOption.value(
    "format", "FORMAT", "The format: movienight or letterboxd.", fallback: "movienight")
  private static let notes = CommandOption.flag("include-notes", "Include notes.")
  private static let confirmation = CommandOption.value("confirm", "WORD", "Type DELETE to confirm.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    switch arguments.positionals.first ?? "show" {
    case "import":
      let (typed, path) = (arguments.positionals[1], arguments.positionals.dropFirst(2).first)
      guard Self.formats.contains(typed) else { throw UsageError.unknown("format", typed, among: Self.formats) }
      guard (path == nil) == (typed == "nights") else {
        throw usageError("import \(typed) \(path == nil ? "needs a" : "takes no") file or folder", "import")
      }
      return try await CollectionImport(ImportFormat(rawValue: typed), path, arguments, environment).run()
    case "export": try await export(arguments, environment)
    case "set":
      let sort: CollectionSort? = try arguments.word(TitlesCommand.sort)
      let status = try arguments.choice(Self.status, Self.noStatus)
      guard sort != nil || status != nil else { throw usageError("set needs --sort or --auto-status", "set") }
      let player = try await NightPlayer(arguments, environment)
      let request = CollectionRequests.setPreferences(sort: sort, ascending: sort?.isAscending, autoStatus: status)
      try await player.carryOut(request, "Changed the preferences of \(player.place).")
    case "clear":
      guard arguments.value(Self.confirmation) == "DELETE" else {
        throw usageError("clear needs --confirm DELETE: it removes all titles, lists and notes", "clear")
      }
      let player = try await NightPlayer(arguments, environment)
      try await player.carryOut(CollectionRequests.clear()) {
        "Removed \(counted($0.removed, "title")) from \(player.place)."
      }
    default:
      let player = try await NightPlayer(arguments, environment)
      let overview = try await player.client.rawResult(of: CollectionRequests.get(of: player.child))
      try environment.show(overview, arguments) { Self.lines($0.counts, $0.preferences, Canvas(environment)) }
    }
    return .success
  }

  private static func lines(
    _ counts: CollectionCounts, _ preferences: CollectionPreferences, _ canvas: Canvas
  ) -> [String] {
    let statuses = [
      (counts.watched, "watched"), (counts.planned, "planned"), (counts.watching, "being watched"),
      (counts.completed, "completed"), (counts.paused, "paused"), (counts.dropped, "dropped"),
    ]
    let things = [(counts.plays, "play"), (counts.lists, "list"), (counts.notes, "note")]
    return [
      canvas.styled("\(counted(counts.movies, "movie")), \(grouped(counts.series)) series", .strong),
      "  " + statuses.map { "\(grouped($0)) \($1)" }.joined(separator: ", "),
      "  " + things.map { counted($0, $1) }.joined(separator: ", "),
      "  sorted by \(preferences.sort)\(preferences.ascending ? ", ascending" : "")"
        + (preferences.autoStatus ? "" : "; statuses change only by hand"),
    ]
  }

  private func export(_ arguments: Arguments, _ environment: Environment) async throws {
    let format: ExportFormat = try arguments.word(Self.format) ?? .movienight
    let path = arguments.positionals.dropFirst().first.flatMap { $0 == "-" ? nil : $0 }
    // The file is created before the export, which can take long, so that an error is shown at once.
    let file = try path.map { try NewFile($0, replacesFile: arguments.has(NewFile.force)) }
    let name = arguments.value(Self.person)
    let client: MovieNightClient
    let member: MemberID?
    var household: HouseholdID?
    if arguments.isGiven(ServerConnection.household) {
      client = try await ServerConnection.openWithoutLogin(arguments, environment)
      household = try await ServerConnection.householdID(arguments, client)
      member = if let name { try await client.memberID(called: name, in: household) } else { nil }
    } else {
      let player = try await NightPlayer(arguments, environment, actingFor: name)
      (client, member) = (player.client, player.child)
    }
    var (bytes, cursor) = ([UInt8](), String?.none)
    repeat {
      do {
        let page = try await client.collection.export(
          as: format, includeNotes: arguments.has(Self.notes), member: member, household: household, cursor: cursor)
        bytes += page.text.utf8
        cursor = page.nextCursor
      } catch let error as ClientError where error.reason == .wrongRevision {
        throw CommandFailure(
          "The collection changed during the export", hints: ["Export it again."], refusal: error.refusal)
      }
    } while cursor != nil
    guard let file else { return environment.output.document(bytes) }
    try file.write(bytes)
    try file.finish()
  }
}
