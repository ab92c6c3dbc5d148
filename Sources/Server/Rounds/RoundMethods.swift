import Commands
import Domain
import ProtocolSchema

extension Method {
  static let ofRounds = roundMethods + sessionMethods + [importRound]

  /// The commands of `docs/protocol/rounds.md`.
  private static let roundMethods: [Method] = [
    .command(
      "rounds.start", "Starts a round.",
      takes: [
        RoundParameters.attendees, RoundParameters.movies, RoundParameters.includeWatchlist, RoundParameters.suggest,
        RoundParameters.excludedMovies, RoundParameters.openVoting, RoundParameters.replace,
        RoundParameters.ceilingOverride, RoundParameters.allowWatched,
      ],
      gives: RoundTypes.started,
      refuses: [
        .unknownRound, .wrongState, .activeRoundExists, .alreadyInRound, .notMembers, .tooFewAttendees,
        .tooFewSuggestions, .tooFewPreferences, .roundFull, .alreadyWatched, .overCeiling, .creatorOnly,
      ] + Refusal.ofSentMovies
    ) { (parameters, caller) throws(Refusal) in
      try RoundStarting(parameters, caller).command
    },
    .roundCommand(
      "rounds.suggest", "Adds movies to a draft; all or none.", sending: RoundParameters.movies,
      [RoundParameters.includeWatchlist, RoundParameters.allowWatched], RoundTypes.changed,
      refuses: [.starterOrCreatorOnly, .alreadyInRound, .roundFull, .alreadyWatched, .overCeiling]
    ) { (movies, parameters) throws(Refusal) in
      .suggest(
        movies, allowWatched: try parameters[RoundParameters.allowWatched], promotion: try parameters.promotion())
    },
    .roundCommand(
      "rounds.unsuggest", "Removes a movie from a draft.", [RoundParameters.movie], RoundTypes.changed,
      refuses: [.starterOrCreatorOnly, .notInRound]
    ) { (parameters) throws(Refusal) in .unsuggest(try parameters[RoundParameters.movie]) },
    .roundCommand(
      "rounds.open_voting", "Opens voting on a draft.", [], RoundTypes.changed,
      refuses: [.starterOrCreatorOnly, .tooFewSuggestions]
    ) { (_) throws(Refusal) in .openVoting },
    .roundCommand(
      "rounds.set_attendees", "Sets the attendees; removes the votes of those dropped.", [RoundParameters.newAttendees],
      RoundTypes.changed, refuses: [.starterOrCreatorOnly, .votingClosed, .notMembers, .tooFewAttendees]
    ) { (parameters) throws(Refusal) in
      .setAttendees(try parameters[RoundParameters.newAttendees].map { .fixed($0) } ?? .everyone)
    },
    .roundCommand(
      "rounds.override_ceiling", "Overrides the content ceiling (creator only).",
      [RoundParameters.maxContentRating], RoundTypes.changed, refuses: [.creatorOnly, .votingClosed]
    ) { (parameters) throws(Refusal) in .overrideCeiling(try parameters[RoundParameters.maxContentRating]) },
    .roundCommand(
      "rounds.propose", "Proposes a movie during voting.", sending: RoundParameters.sentMovie,
      [RoundParameters.allowWatched], RoundTypes.changedMovie,
      refuses: [
        .notAnAttendee, .votingClosed, .alreadyInRound, .alreadyWatched, .overCeiling, .memberProposalLimit,
        .roundProposalLimit, .roundFull,
      ]
    ) { (movies, parameters) throws(Refusal) in
      .propose(movies[0], allowWatched: try parameters[RoundParameters.allowWatched])
    },
    .roundCommand(
      "rounds.withdraw", "Withdraws a proposal.", [RoundParameters.movie, RoundParameters.confirm],
      RoundTypes.changedMovie,
      refuses: [.proposerOrCreatorOnly, .votingClosed, .proposalHasVotes, .notInRound, .notAProposal]
    ) { (parameters) throws(Refusal) in
      .withdraw(try parameters[RoundParameters.movie], confirm: try parameters[RoundParameters.confirm])
    },
    .roundCommand(
      "rounds.vote", "Casts or retracts a vote on a movie; a later vote replaces an earlier one.",
      [RoundParameters.movie, RoundParameters.vote], RoundTypes.castVote,
      refuses: [.notAnAttendee, .votingClosed, .noVote, .notInRound]
    ) { (parameters) throws(Refusal) in
      let movie = try parameters[RoundParameters.movie]
      guard let vote = try parameters[RoundParameters.vote] else { return .retract(movie) }
      return .vote(movie, vote)
    },
    .roundCommand(
      "rounds.done_voting", "Marks the member as done voting; voting closes when all attendees are done.", [],
      RoundTypes.votingEnd, refuses: [.notAnAttendee, .votingClosed, .nothingVoted]
    ) { (_) throws(Refusal) in .doneVoting },
    .roundCommand(
      "rounds.close_voting", "Closes voting; the status remains `voting` (creator only).", [], RoundTypes.votingEnd,
      refuses: [.creatorOnly, .votingClosed]
    ) { (_) throws(Refusal) in .closeVoting },
    .roundCommand(
      "rounds.pick", "Picks any movie of the round (creator only).", [RoundParameters.movie], RoundTypes.picked,
      refuses: [.creatorOnly, .notInRound]
    ) { (parameters) throws(Refusal) in .pick(try parameters[RoundParameters.movie]) },
    .roundCommand(
      "rounds.mark_watched",
      "Marks the pick as watched; the round becomes `watched`, or `rated` if everyone has rated.", [],
      RoundTypes.watched
    ) {
      (_) throws(Refusal) in
      .markWatched
    },
    .roundCommand(
      "rounds.rate", "Rates the pick; a later rating replaces an earlier one.",
      [RoundParameters.rating], RoundTypes.rating, refuses: [.notAnAttendee]
    ) { (parameters) throws(Refusal) in .rate(try parameters[RoundParameters.rating]) },
    .roundCommand(
      "rounds.close_ratings", "Closes ratings (creator only).", [], RoundTypes.state, refuses: [.creatorOnly]
    ) { (_) throws(Refusal) in .closeRatings },
    .roundCommand(
      "rounds.discard", "Discards a round, which becomes `expired` (after the pick, creator only).", [],
      RoundTypes.state,
      refuses: [.creatorOnly, .starterOrCreatorOnly]
    ) { (_) throws(Refusal) in .discard },
  ]

  private static func roundCommand<Shown: RoundResult>(
    _ name: String, _ summary: String, _ parameters: [any DeclaredParameter],
    _ result: @autoclosure @escaping @Sendable () -> ResultObject<Shown>, refuses refusals: [Refusal] = [],
    _ command: @escaping @Sendable (Parameters) throws(Refusal) -> RoundCommand
  ) -> Method {
    .command(
      name, summary, takes: [RoundParameters.round] + parameters, gives: result(),
      refuses: Refusal.ofRoundCommands + refusals
    ) { (parameters, caller) throws(Refusal) in
      try PreparedCommand(parameters, caller, command)
    }
  }

  /// Declares a command that adds the movies of the parameter `sent` to an existing round.
  private static func roundCommand<Shown: RoundResult>(
    _ name: String, _ summary: String, sending sent: Parameter<[SentMovie]>, _ parameters: [any DeclaredParameter],
    _ result: @autoclosure @escaping @Sendable () -> ResultObject<Shown>, refuses refusals: [Refusal],
    _ command: @escaping @Sendable ([Movie], Parameters) throws(Refusal) -> RoundCommand
  ) -> Method {
    .command(
      name, summary, takes: [RoundParameters.round, sent] + parameters, gives: result(),
      refuses: Refusal.ofRoundCommands + Refusal.ofSentMovies + refusals
    ) { (parameters, caller) throws(Refusal) in
      let household = try caller.member(parameters).household
      // Read the round's id first, so that an error in it is reported before errors in the movies.
      _ = try parameters[RoundParameters.round]
      return try caller.command(of: try parameters[sent], for: household) { (movies) throws(Refusal) in
        try PreparedCommand(parameters, caller) { (parameters) throws(Refusal) in try command(movies, parameters) }
      }
    }
  }
}

extension PreparedCommand where Shown: RoundResult {
  fileprivate init(
    _ parameters: Parameters, _ caller: Caller, _ command: (Parameters) throws(Refusal) -> RoundCommand
  ) throws(Refusal) {
    let (household, sender, actor) = try caller.member(parameters)
    let id = try parameters[RoundParameters.round]
    let command = try command(parameters)
    self.init(command: AddressedRoundCommand(command, to: id, of: household), sender: sender) { rows in
      let round = try rows.round(id)
      return (try Shown(ChangedRound(round, command.movieID, actor), rows), round.revision)
    }
  }
}

extension RoundCommand {
  /// The movie that the command concerns; nil if it does not concern a single movie.
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
