import Console
import MovieNightKit

struct StartCommand: Subcommand {
  let name = "start"
  let summary = "Start a round with movies, open for votes."
  let positionals = "[MOVIE...]"
  var options: [CommandOption] {
    NightPlayer.options + [
      Self.attendees, Self.watchlist, Self.planned, Self.suggestions, Self.again, Self.draft, Self.replace,
      Self.allowWatched,
      Self.ceiling,
    ]
  }
  let details = """
    A MOVIE is a title, in quotes if it has several words, and if necessary with its year: "Dune (2021)". Or it is the \
    movie's id (862, tt0114709) or a link to it at TMDb or IMDb. Titles are looked up on the watchlist and in the \
    server's catalog. If the server has no catalog, write a movie that is not on the watchlist as ID=TITLE (YEAR) \
    RATING, with its id from themoviedb.org. Without --with, everyone takes part.
    """
  let examples = [
    (line: "movienight start \"Toy Story\" \"The Matrix\"", meaning: "Two movies"),
    (line: "movienight start jaws totoro", meaning: "Two from the watchlist"),
    (line: "movienight start --watchlist --with Ann,Ben", meaning: "The watchlist's newest, for two people"),
    (line: "movienight start --planned", meaning: "What you plan to see and none of you has seen"),
    (line: "movienight start --suggest", meaning: "Suggestions from the catalog"),
    (line: "movienight start --again", meaning: "The movies of a round that came to nothing"),
    (line: "movienight start --draft jaws", meaning: "A draft, not open for votes yet"),
    (line: "movienight start \"603=The Matrix (1999) R\" jaws", meaning: "Without a catalog"),
  ]

  private static let attendees = CommandOption.value("with", "NAMES", "The attendees: names separated by commas.")
  private static let watchlist = CommandOption.flag("watchlist", "Add up to 4 of the watchlist's newest movies.")
  private static let planned = CommandOption.flag(
    "planned", "Add up to 5 movies that the attendees plan and none of them has seen.")
  private static let suggestions = CommandOption.flag(
    "suggest", "Add up to 8 suggestions from the catalog for your tastes, each with a reason.")
  private static let again = CommandOption.flag(
    "again", "Add the movies of the newest round that expired or was discarded, except those watched since.")
  private static let draft = CommandOption.flag("draft", "Do not open voting yet: movienight open does that.")
  private static let replace = CommandOption.flag("replace", "Discard the open round first.")
  static let allowWatched = CommandOption.flag("allow-watched", "Allow movies that your household has watched.")
  private static let ceiling = CommandOption.value(
    "ceiling", "RATING", "Allow movies up to this rating (only for the creator).")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let otherMovies = [Self.watchlist, Self.planned, Self.suggestions, Self.again, Self.draft]
    if arguments.positionals.isEmpty, !otherMovies.contains(where: arguments.has) {
      throw UsageError("Name at least two movies, or use --watchlist or --suggest")
    }
    let ceiling = try arguments.value(Self.ceiling).map { try MovieNightKit.ContentRating.typed($0) }
    let player = try await NightPlayer(arguments, environment)
    var movies: [SentMovie] = []
    if !arguments.positionals.isEmpty {
      let finder = try await player.finder()
      for typed in arguments.positionals { movies.append(try await finder.movie(typed).sent) }
    }
    if arguments.has(Self.again) {
      let named = Set(movies.map(\.tmdbMovieID))
      let earlier = try await Self.endedRound(player.client).suggestions.filter { movie in
        !named.contains(movie.id) && (!movie.watched || arguments.has(Self.allowWatched))
      }
      movies += earlier.map { SentMovie($0) }
    }
    let names = arguments.value(Self.attendees)?.split(separator: ",").map { String($0.drop { $0 == " " }) }
    let attendees: [MemberID]? = if let names { try await player.memberIDs(called: names) } else { nil }
    let named = Set(movies.map(\.tmdbMovieID))
    if arguments.has(Self.planned) {
      movies += try await Self.plannedMovies(of: attendees, except: named, player.client)
    }
    let sent = movies
    let replaced = try await arguments.has(Self.replace) ? player.tonight().round?.id : nil
    func start(allowWatched: Bool) async throws -> RawResult<CommandResult<StartedRound>> {
      let request = RoundsRequests.start(
        attendees: attendees, movies: sent, includeWatchlist: arguments.has(Self.watchlist),
        suggest: arguments.has(Self.suggestions), openVoting: !arguments.has(Self.draft), replace: replaced,
        ceilingOverride: ceiling, allowWatched: allowWatched)
      return try await player.send(request, movies: sent, suggests: arguments.has(Self.suggestions))
    }
    let result: RawResult<CommandResult<StartedRound>>
    do {
      result = try await start(allowWatched: arguments.has(Self.allowWatched))
    } catch let error as CommandFailure
      where error.refusal?.kind == .alreadyWatched
      && named.isDisjoint(with: error.refusal?.tmdbMovieIDs ?? Array(named))
    {
      // The server checks the movies in order: those that were named are in, and a planned one is the first refused.
      result = try await start(allowWatched: true)
    } catch let error as ClientError where error.reason == .tooFewSuggestions && arguments.has(Self.watchlist) {
      let advice = try await Self.overCeiling(player.client)
      throw CommandFailure(error, hints: [advice, error.commandLineHint])
    }
    guard !arguments.has(.json) else {
      player.report("", result)
      return .success
    }
    try player.show(try await player.active())
    if arguments.has(Self.watchlist), let text = try await Self.keptOut(of: result.value().round, player.client) {
      let words = printable(text).split(separator: " ").map(String.init)
      environment.output.lines([""] + wrapped(words, columns: Canvas(environment).columns))
    }
    return .success
  }

  /// Returns the household's newest round that has expired or was discarded.
  private static func endedRound(_ client: MovieNightClient) async throws -> Round {
    guard let ended = try await client.sessions.list(limit: 100).sessions.first(where: { $0.status == .expired }) else {
      throw CommandFailure(
        "No round of your household has expired or was discarded",
        hint: "Name the movies: movienight start MOVIE MOVIE...")
    }
    return try await client.rounds.get(ended.id)
  }

  private static let maximumPlanned = 5

  /// Returns the first movies that these members plan, by default all, and none of them has seen.
  private static func plannedMovies(
    of members: [MemberID]?, except named: Set<MovieID>, _ client: MovieNightClient
  ) async throws -> [SentMovie] {
    var movies: [SentMovie] = []
    for try await title in client.titles.togetherAll(limit: 100, members: members).map(\.title) {
      guard !title.exceedsCeiling, !named.contains(MovieID(title.tmdbID)) else { continue }
      movies.append(
        SentMovie(
          tmdbMovieID: MovieID(title.tmdbID), title: title.facts.title, year: title.facts.year,
          posterPath: title.facts.posterPath, contentRating: title.facts.contentRating))
      if movies.count == maximumPlanned { break }
    }
    guard !movies.isEmpty else {
      throw CommandFailure(
        "There is no planned movie that all of you have yet to see",
        hint: "Plan one with: movienight titles add MOVIE")
    }
    return movies
  }

  // MARK: Movies over the ceiling

  /// Returns a sentence about the watchlist's movies that the round's ceiling excludes; nil if there are none.
  private static func keptOut(of round: Round, _ client: MovieNightClient) async throws -> String? {
    let movies = try await client.watchlist.list(limit: 100).items.filter { round.excludes($0.contentRating) }
    return sentence(movies, "movienight ceiling RATING, and then movienight propose MOVIE")
  }

  /// Returns the same sentence if there is no round, about the ceiling of all members.
  private static func overCeiling(_ client: MovieNightClient) async throws -> String? {
    let movies = try await client.watchlist.list(limit: 100).items
    let details = try await client.details(of: movies.map(\.id))
    return sentence(
      movies.filter { details[$0.id]?["history"]?["exceeds_ceiling"]?.bool == true },
      "movienight start --ceiling RATING")
  }

  private static func sentence(_ movies: [WatchlistItem], _ command: String) -> String? {
    guard !movies.isEmpty else { return nil }
    let names = movies.prefix(namedMovies).map { "\($0.name), \($0.contentRating?.rawValue ?? "no rating")" }
    let more = movies.count > names.count ? "; and \(movies.count - names.count) more" : ""
    return "These movies of the watchlist are over the ceiling: \(names.joined(separator: "; "))\(more). "
      + "The creator can allow them: \(command)"
  }

  private static let namedMovies = 5
}
