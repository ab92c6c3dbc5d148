import Commands
import Domain
import Primitives

extension Method {
  static let ofRounds = roundMethods + sessionMethods + [importRound]

  /// `docs/protocol.md`, "Rounds and sessions": the commands.
  private static let roundMethods: [Method] = [
    .command(
      "rounds.start", .authenticated,
      [
        "attendees", "movies", "include_watchlist", "suggest", "exclude_movie_ids", "open_voting", "replace",
        "ceiling_override", "allow_watched",
      ]
    ) { (parameters, caller) throws(WireError) -> UnresolvedCommand in
      try RoundStarting(parameters, caller).command
    },
    .roundCommand("rounds.suggest", sending: "movies", ["include_watchlist", "allow_watched"], .round) {
      (movies, parameters) throws(WireError) in
      .suggest(
        movies, allowWatched: try parameters.optionalBool("allow_watched") ?? false,
        promotion: try parameters.promotion())
    },
    .roundCommand("rounds.unsuggest", ["tmdb_movie_id"], .round) { (parameters) throws(WireError) in
      .unsuggest(try parameters.movieID())
    },
    .roundCommand("rounds.open_voting", [], .round) { (_) throws(WireError) in .openVoting },
    .roundCommand("rounds.set_attendees", ["attendees"], .round) { (parameters) throws(WireError) in
      guard parameters.has("attendees") else { throw .badParameter("attendees", "is missing") }
      return .setAttendees(try parameters.attendees())
    },
    .roundCommand("rounds.override_ceiling", ["max_content_rating"], .round) { (parameters) throws(WireError) in
      .overrideCeiling(try parameters.choice("max_content_rating"))
    },
    .roundCommand("rounds.propose", sending: "movie", ["allow_watched"], .movie) {
      (movies, parameters) throws(WireError) in
      .propose(movies[0], allowWatched: try parameters.optionalBool("allow_watched") ?? false)
    },
    .roundCommand("rounds.withdraw", ["tmdb_movie_id", "confirm"], .movie) { (parameters) throws(WireError) in
      .withdraw(try parameters.movieID(), confirm: try parameters.optionalBool("confirm") ?? false)
    },
    .roundCommand("rounds.vote", ["tmdb_movie_id", "vote"], .vote) { (parameters) throws(WireError) in
      guard parameters.has("vote") else { throw .badParameter("vote", "is missing") }
      let movie = try parameters.movieID()
      guard let vote: Vote = try parameters.optionalChoice("vote") else { return .retract(movie) }
      return .vote(movie, vote)
    },
    .roundCommand("rounds.done_voting", [], .votingClosed) { (_) throws(WireError) in .doneVoting },
    .roundCommand("rounds.close_voting", [], .votingClosed) { (_) throws(WireError) in .closeVoting },
    .roundCommand("rounds.pick", ["tmdb_movie_id"], .pick) { (parameters) throws(WireError) in
      .pick(try parameters.movieID())
    },
    .roundCommand("rounds.mark_watched", [], .watched) { (_) throws(WireError) in .markWatched },
    .roundCommand("rounds.rate", ["rating"], .rating) { (parameters) throws(WireError) in
      .rate(try parameters.choice("rating"))
    },
    .roundCommand("rounds.close_ratings", [], .status) { (_) throws(WireError) in .closeRatings },
    .roundCommand("rounds.discard", [], .status) { (_) throws(WireError) in .discard },
  ]

  /// A command on a round that is there.
  private static func roundCommand(
    _ name: String, _ parameters: [StaticString], _ result: RoundResult,
    _ command: @escaping @Sendable (Parameters) throws(WireError) -> RoundCommand
  ) -> Method {
    .command(name, .authenticated, ["round_id"] + parameters) { (parameters, caller) throws(WireError) in
      let (household, sender, actor) = try caller.member(parameters)
      let round: RoundID = try parameters.id("round_id")
      let command = try command(parameters)
      return PreparedCommand(
        command: .round(round, household: household, command), sender: sender,
        answer: ChangedRound(id: round, result: result, movie: command.movieID, actor: actor))
    }
  }

  /// A command that brings movies into a round that is there.
  ///
  /// - Parameter list: the parameter with the movies; "movie" is one alone.
  private static func roundCommand(
    _ name: String, sending list: StaticString, _ parameters: [StaticString], _ result: RoundResult,
    _ command: @escaping @Sendable ([Movie], Parameters) throws(WireError) -> RoundCommand
  ) -> Method {
    .command(name, .authenticated, ["round_id", list] + parameters) {
      (parameters, caller) throws(WireError) -> UnresolvedCommand in
      let (household, sender, actor) = try caller.member(parameters)
      let round: RoundID = try parameters.id("round_id")
      let sent = list.description == "movie" ? [try parameters.movie()] : try parameters.movies(list)
      return try UnresolvedCommand(sent: sent, found: try caller.resolve(sent, for: household)) {
        (movies) throws(WireError) in
        let command = try command(movies, parameters)
        return PreparedCommand(
          command: .round(round, household: household, command), sender: sender,
          answer: ChangedRound(id: round, result: result, movie: command.movieID, actor: actor))
      }
    }
  }
}

extension Parameters {
  func attendees() throws(WireError) -> Attendees {
    guard let ids: [MemberID] = try optionalIDs("attendees", atMost: 100) else { return .everyone }
    return .fixed(ids)
  }
}

extension Parameters {
  func promotion() throws(WireError) -> Promotion? {
    let excluded = try optionalIntegers("exclude_movie_ids", atMost: 100) ?? []
    return try optionalBool("include_watchlist") == true ? Promotion(excluding: excluded) : nil
  }
}

extension RoundCommand {
  /// The one movie that the command is about.
  fileprivate var movieID: MovieID? {
    switch self {
    case .unsuggest(let id), .withdraw(let id, _), .vote(let id, _), .retract(let id), .pick(let id): id
    case .propose(let movie, _): movie.tmdbMovieID
    case .start, .suggest, .setAttendees, .overrideCeiling, .openVoting, .doneVoting, .closeVoting, .markWatched,
      .rate, .closeRatings, .discard:
      nil
    }
  }
}
