import Console
import MovieNightKit

struct StartCommand: Subcommand {
  let name = "start"
  let summary = "Start a round with some movies, open for votes."
  let positionals = "[MOVIE...]"
  var options: [CommandOption] {
    NightPlayer.options + [
      Self.attendees, Self.watchlist, Self.suggestions, Self.draft, Self.replace, Self.allowWatched, Self.ceiling,
    ]
  }
  let details = """
    A MOVIE is written ID=TITLE (YEAR) RATING, in quotes, with the id that themoviedb.org has for it; year and rating may \
    be missing. One of the watchlist needs its title only, or the beginning of it, or its id; where the server has a \
    catalog the id is enough for every movie. Without --with everybody takes part.
    """
  let examples = [
    (line: "movienight start \"603=The Matrix (1999) R\" \"949=Heat (1995) R\"", meaning: "Two movies"),
    (line: "movienight start heat totoro", meaning: "Two of the watchlist"),
    (line: "movienight start --watchlist --with Ann,Ben", meaning: "Its newest, for two of you"),
    (line: "movienight start --suggest", meaning: "What the catalog has for the tastes of all of you"),
    (line: "movienight start --draft heat", meaning: "Not open for votes yet"),
  ]

  private static let attendees = CommandOption.value("with", "NAMES", "Who takes part: names with commas.")
  private static let watchlist = CommandOption.flag("watchlist", "Take up to 4 of the watchlist's newest, too.")
  private static let suggestions = CommandOption.flag(
    "suggest", "Take up to 8 that the catalog has for your tastes, each with the reason why.")
  private static let draft = CommandOption.flag("draft", "Do not open voting: movienight open does.")
  private static let replace = CommandOption.flag("replace", "Discard the round that is open.")
  static let allowWatched = CommandOption.flag("allow-watched", "Take movies that you have watched already.")
  private static let ceiling = CommandOption.value("ceiling", "RATING", "Take movies up to it; for the creator.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    if arguments.positionals.isEmpty, ![Self.watchlist, Self.suggestions, Self.draft].contains(where: arguments.has) {
      throw UsageError("Name two movies at least, or take some by --watchlist or --suggest")
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
      player.tell("", result)
    } else {
      try player.show(try await player.active())
    }
    return .success
  }
}
