import Console
import MovieNightKit

/// `movienight titles`: show and change a member's collection of movies and series.
struct TitlesCommand: Subcommand {
  let name = "titles"
  let summary = "Keep track of what you plan to watch and have watched."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction(
      "list", "Show your titles.", [status, movies, series, genre, words, sort] + ListOptions.all),
    CommandAction("show TITLE...", "Show a title with its lists, plays and notes.", [series]),
    CommandAction(
      "add TITLE...", "Plan movies or, with --series, a series.", [series, status, rating, favourite, isPrivate]),
    CommandAction(
      "set TITLE...", "Change what you recorded about titles.",
      [series, status, rating, favourite, noFavourite, isPrivate, isPublic]),
    CommandAction(
      "watched TITLE...", "Mark movies as watched, or S1E2 or S1 after the name of a series.",
      [series, Marking.on, Marking.again]),
    CommandAction("unwatched TITLE...", "Remove the last time you watched a title.", [series, Marking.every]),
    CommandAction("remove TITLE...", "Remove titles with their plays and notes.", [series]),
    CommandAction("refresh [TITLE...]", "Look up titles again, by default the series you are watching.", [series]),
    CommandAction("plays", "Show what you watched, newest first.", ListOptions.all),
  ]
  var options: [CommandOption] { optionsOfMember }
  let details = """
    A TITLE is a name, also with its year in parentheses, an id, or a link to TMDb or IMDb. Put each of several names \
    in quotes. Names are looked up in your collection and, to add or mark a title, in the server's catalog. A STATUS \
    is planned, watching, completed, paused or dropped. A RATING is loved, liked, did_not_like or a number from 1 to \
    10. With set, none removes a status or rating. WHEN is a day (2026-02-14, today, yesterday), a time \
    (2026-02-14T20:00:00Z) or unknown.
    """
  let examples = [
    (line: "movienight titles", meaning: "The newest 20 titles"),
    (line: "movienight titles list --status planned --movies", meaning: "The movies you plan"),
    (line: "movienight titles show jaws", meaning: "One title"),
    (line: "movienight titles add toy story", meaning: "Plan a movie"),
    (line: "movienight titles add \"breaking bad\" --series --status watching", meaning: "A series you are watching"),
    (line: "movienight titles watched jaws --on 2026-02-14", meaning: "You watched a movie on that day"),
    (line: "movienight titles watched \"breaking bad\" S1", meaning: "You watched a whole season"),
    (line: "movienight titles set jaws --rating 9 --favourite", meaning: "Rate a movie"),
  ]

  static let series = CommandOption.flag("series", "Series, not movies.")
  private static let movies = CommandOption.flag("movies", "Movies, not series.")
  private static let status = CommandOption.value("status", "STATUS", "The status.")
  private static let genre = CommandOption.value("genre", "NAME", "Only titles of this genre.")
  private static let words = CommandOption.value("find", "WORDS", "Only titles with these words.")
  static let sort = CommandOption.value("sort", "ORDER", "Sort by added, title, year, rating, watched or modified.")
  private static let rating = CommandOption.value("rating", "RATING", "Your rating.")
  private static let favourite = CommandOption.flag("favourite", "Make it a favourite.")
  private static let noFavourite = CommandOption.flag("no-favourite", "Make it no longer a favourite.")
  private static let isPrivate = CommandOption.flag("private", "Hide it from other members.")
  private static let isPublic = CommandOption.flag("public", "Let other members see it again.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let (action, words) = (arguments.positionals.first ?? "list", Array(arguments.positionals.dropFirst()))
    let (settings, cleared) = try settings(arguments)
    let sort: CollectionSort? = try arguments.word(Self.sort)
    if action == "set", settings == NewTitle(mediaType: .movie, tmdbID: 0), cleared.isEmpty {
      throw usageError("set needs --status, --rating or another change", action)
    }
    if action != "set", !cleared.isEmpty { throw usageError("none works only with set", action) }
    let mediaType: MediaType? = try arguments.choice(Self.series, Self.movies).map { $0 ? .tv : .movie }
    let player = try await NightPlayer(arguments, environment)
    let finder = TitleFinder(
      player: player, isSeries: arguments.has(Self.series), searchesCatalog: ["add", "watched"].contains(action))
    switch action {
    case "list":
      try await player.showPages(
        of: "titles", heading: "Titles", empty: "No titles. Add one with: movienight titles add TITLE"
      ) {
        TitlesRequests.list(
          of: player.child, limit: $0, cursor: $1, status: settings.status.map { [$0] },
          mediaType: mediaType,
          genre: arguments.value(Self.genre), query: arguments.value(Self.words), sort: sort,
          ascending: sort?.isAscending, today: player.today)
      } drawing: {
        $0.titles.flatMap { [""] + player.renderer.card($0) }
      }
    case "show":
      let details = try await player.details(of: finder.title(words.joined(separator: " ")).ref)
      try environment.show(details, arguments, drawing: player.renderer.page)
    case "add":
      try await player.each(finder.titles(words)) { title in
        let result = try await player.send(TitlesRequests.add([title.new(settings)]))
        let label = await title.label(in: player)
        player.report("Added \(label) to \(player.place).", result)
      }
    case "set", "remove":
      let titles = try await finder.titles(words)
      let (refs, labels) = (titles.map(\.ref), titles.map(\.label).joined(separator: ", "))
      guard action == "set" else {
        try await player.carryOut(TitlesRequests.remove(refs), "Removed \(labels) from \(player.place).")
        break
      }
      let request = TitlesRequests.set(
        refs, status: settings.status, rating: settings.rating, rating10: settings.rating10,
        favourite: settings.favourite, private: settings.private, clear: cleared.isEmpty ? nil : cleared)
      try await player.carryOut(request, "Changed \(labels).")
    case "refresh":
      let titles = words.isEmpty ? nil : try await finder.titles(words).map(\.ref)
      try await player.carryOut(TitlesRequests.refresh(titles)) { result in
        let failures = result.failed.isEmpty ? "" : " \(counted(result.failed.count, "title")) could not be looked up."
        return "\(counted(result.changed.count, "title")) changed.\(failures)"
      }
    case "plays":
      try await player.showPages(of: "plays", heading: "Watched", empty: "Nothing has been watched yet.") {
        PlaysRequests.list(of: player.child, limit: $0, cursor: $1)
      } drawing: {
        $0.plays.map(player.renderer.play)
      }
    default: try await Marking(player: player, isMark: action == "watched").run(words, finder)
    }
    return .success
  }

  /// Returns what the options record about a title, without the title, and what they remove.
  private func settings(_ arguments: Arguments) throws(UsageError) -> (NewTitle, cleared: [TitleField]) {
    let (status, rating) = (arguments.value(Self.status), arguments.value(Self.rating))
    var settings = NewTitle(
      mediaType: .movie, tmdbID: 0, status: status == "none" ? nil : try arguments.word(Self.status),
      favourite: try arguments.choice(Self.favourite, Self.noFavourite),
      private: try arguments.choice(Self.isPrivate, Self.isPublic))
    if let rating, rating != "none" {
      if Int(rating) == nil {
        settings.rating = try RatingWords.read([rating]).rating
      } else {
        settings.rating10 = try arguments.integer(Self.rating, in: 1...10)
      }
    }
    return (settings, (status == "none" ? [.status] : []) + (rating == "none" ? [.rating, .rating10] : []))
  }
}

extension CollectionSort {
  /// Whether people expect this order to be ascending: titles from A to Z, but the newest and best first.
  var isAscending: Bool { self == .title }
}
