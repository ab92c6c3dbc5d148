import Console
import MovieNightKit

struct StartCommand: Subcommand {
  let name = "start"
  let summary = "Start a round with movies, open for votes."
  let positionals = "[MOVIE...]"
  var options: [CommandOption] {
    NightPlayer.options + [
      Self.attendees, Self.watchlist, Self.suggestions, Self.draft, Self.replace, Self.allowWatched, Self.ceiling,
    ]
  }
  let details = """
    Write a MOVIE as ID=TITLE (YEAR) RATING, in quotes, with its id from themoviedb.org; year and rating are optional. \
    For a movie on the watchlist, its title, the beginning of its title, or its id is enough. If the server has a \
    catalog, the id is enough for every movie. Without --with, everyone takes part.
    """
  let examples = [
    (line: "movienight start \"603=The Matrix (1999) R\" \"949=Heat (1995) R\"", meaning: "Two movies"),
    (line: "movienight start heat totoro", meaning: "Two from the watchlist"),
    (line: "movienight start --watchlist --with Ann,Ben", meaning: "The watchlist's newest, for two people"),
    (line: "movienight start --suggest", meaning: "Suggestions from the catalog"),
    (line: "movienight start --draft heat", meaning: "A draft, not open for votes yet"),
  ]

  private static let attendees = CommandOption.value("with", "NAMES", "The attendees: names separated by commas.")
  private static let watchlist = CommandOption.flag("watchlist", "Add up to 4 of the watchlist's newest movies.")
  private static let suggestions = CommandOption.flag(
    "suggest", "Add up to 8 suggestions from the catalog for your tastes, each with a reason.")
  private static let draft = CommandOption.flag("draft", "Do not open voting yet: movienight open does that.")
  private static let replace = CommandOption.flag("replace", "Discard the open round first.")
  static let allowWatched = CommandOption.flag("allow-watched", "Allow movies that your household has watched.")
  private static let ceiling = CommandOption.value(
    "ceiling", "RATING", "Allow movies up to this rating (only for the creator).")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    if arguments.positionals.isEmpty, ![Self.watchlist, Self.suggestions, Self.draft].contains(where: arguments.has) {
      throw UsageError("Name at least two movies, or use --watchlist or --suggest")
    }
    let player = try await NightPlayer(arguments, environment)
    let finder = MovieFinder(player.client)
    var movies: [SentMovie] = []
    for typed in arguments.positionals { movies.append(try await finder.movie(typed)) }
    let names = arguments.value(Self.attendees)?.split(separator: ",").map { String($0.drop { $0 == " " }) }
    let attendees: [MemberID]? = if let names { try await player.memberIDs(called: names) } else { nil }
    let result = try await player.send(
      RoundsRequests.start(
        attendees: attendees, movies: movies, includeWatchlist: arguments.has(Self.watchlist),
        suggest: arguments.has(Self.suggestions), openVoting: !arguments.has(Self.draft),
        replace: arguments.has(Self.replace) ? player.tonight().round?.id : nil,
        ceilingOverride: arguments.value(Self.ceiling).map(MovieNightKit.ContentRating.init),
        allowWatched: arguments.has(Self.allowWatched)),
      movies: movies, suggests: arguments.has(Self.suggestions))
    if arguments.has(.json) {
      player.report("", result)
    } else {
      try player.show(try await player.active())
    }
    return .success
  }
}
