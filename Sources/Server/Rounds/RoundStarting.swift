import Commands
import Domain

/// The command of `rounds.start`, made from the parameters of a request.
struct RoundStarting: Sendable {
  private let caller: Caller
  private let id: RoundID
  private let household: HouseholdID
  private let sender: Sender
  private let movies: [SentMovie]
  /// The command's values, still without its movies.
  private let start: StartRound
  /// The suggestions to add to the round; nil if the request does not ask for any.
  private let wanted: WantedSuggestions?

  init(_ parameters: Parameters, _ caller: Caller) throws(Refusal) {
    self.caller = caller
    id = caller.makeID()
    (household, sender, _) = try caller.member(parameters)
    movies = try parameters[RoundParameters.movies]
    let excluded = try parameters[RoundParameters.excludedMovies]
    start = StartRound(
      attendees: try parameters.attendees(), promotion: try parameters.promotion(excluding: excluded),
      opensVoting: try parameters[RoundParameters.openVoting], replaces: try parameters[RoundParameters.replace],
      ceilingOverride: try parameters[RoundParameters.ceilingOverride],
      allowWatched: try parameters[RoundParameters.allowWatched])
    let wanted = WantedSuggestions(
      household: household, attendees: start.attendees,
      excludedMovies: Set(excluded).union(movies.map(\.movie.tmdbMovieID)),
      ceiling: .of(override: start.ceilingOverride))
    self.wanted = try parameters[RoundParameters.suggest] ? wanted : nil
  }

  var command: PreparedCommand<StartedRound> {
    get throws(Refusal) {
      let lookup = if let wanted { try withSuggestions(wanted) } else { try withoutSuggestions }
      return command(movies.map(\.movie), nil).completed(by: caller.catalog?.inTime(lookup) ?? lookup)
    }
  }

  private var withoutSuggestions: Lookup<PreparedCommand<StartedRound>> {
    get throws(Refusal) { try caller.resolve(movies, for: household).map { [self] in command($0, nil) } }
  }

  /// Prepares the command with suggestions. Checks first whether they are possible, so this error precedes others.
  private func withSuggestions(_ wanted: WantedSuggestions) throws(Refusal) -> Lookup<PreparedCommand<StartedRound>> {
    let end = caller.catalog?.questionDeadline
    return try caller.suggestionContext(wanted).then { [self] (suggestionContext) throws(Refusal) in
      try caller.resolve(movies, for: household).then { (movies) throws(Refusal) in
        guard let catalog = caller.catalog, let end else { return .failing(.noCatalog) }
        return try caller.suggestions(for: suggestionContext, from: catalog, by: end).map { command(movies, $0) }
      }
    }
  }

  private func command(_ movies: [Movie], _ suggestions: SuggestionResults?) -> PreparedCommand<StartedRound> {
    var start = start
    start.movies = movies
    start.found = suggestions?.movies ?? []
    let command = AddressedRoundCommand(.start(start), to: id, of: household)
    return PreparedCommand(command: command, sender: sender) { rows in
      let round = try rows.round(RoundID(rows.event(of: RoundDrafted.self).stream.id))
      let shown = StartedRound(
        view: try rows.view(round), watchlist: try rows.watchlist(of: round.householdID),
        relaxedConstraints: suggestions?.relaxed ?? [])
      return (shown, round.revision)
    }
  }
}
