import Console
import MovieNightKit

extension NightCommand {
  static let results = NightCommand(
    name: "results", summary: "Show the results of a round.", positionals: "[ROUND...]",
    options: ServerConnection.options + [.json],
    details: """
      Without a ROUND, it shows the open round, or else the newest one that waits to be watched or rated. \
      \(RoundFinder.details) The number after no. is the movie's number for movienight pick.
      """,
    examples: [
      (line: "movienight results", meaning: "The open round"),
      (line: "movienight results 3", meaning: "The third newest"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    let typed = arguments.positionals.joined(separator: " ")
    let round: RoundID
    if typed.isEmpty {
      let tonight = try await player.tonight()
      guard let id = tonight.round?.id ?? tonight.awaiting.first?.id else {
        throw CommandFailure("No round is open", hint: "Show the newest of movienight history: movienight results last")
      }
      round = id
    } else {
      let finder = RoundFinder(player.client, environment)
      round = try await finder.round(typed)
    }
    let results = try await player.client.rawResult(of: RoundsRequests.results(round))
    if arguments.has(.json) { return environment.output.line(results.json.compactText) }
    let details = try await player.client.rawResult(of: RoundsRequests.get(round)).shown()
    environment.output.lines(ResultsRenderer(canvas: Canvas(environment)).lines(try results.shown(), details))
  }

  private static let winner = CommandOption.flag("winner", "Pick the movie that leads; none does in a tie.")

  static let pick = NightCommand(
    name: "pick", summary: "Pick the movie to watch.", positionals: "[MOVIE...]",
    options: ServerConnection.options + [NightCommand.winner, .json],
    details: """
      Only for the household's creator. MOVIE is the movie's number in movienight tonight, its title, the \
      beginning of its title, or its id. You can pick any movie of the round, even one without votes.
      """,
    examples: [
      (line: "movienight pick 2", meaning: "By its number"), (line: "movienight pick totoro", meaning: "By its title"),
      (line: "movienight pick --winner", meaning: "The movie that leads"),
    ]
  ) { arguments, environment in
    guard arguments.positionals.isEmpty == arguments.has(NightCommand.winner) else {
      throw UsageError("pick needs either a MOVIE or --winner")
    }
    let player = try await NightPlayer(arguments, environment)
    let round = try await player.openRound()
    let movie: Suggestion
    if arguments.has(NightCommand.winner) {
      movie = try await player.winner(of: round)
    } else {
      let typed = try await player.client.knownReference(arguments.positionals.joined(separator: " "))
      movie = try Choosing.movie(typed, in: round, choose: environment.choose)
    }
    try await player.carryOut(
      RoundsRequests.pick(movie.id, in: round.id),
      "★ \(movie.name) is the pick. After watching it: movienight watched mark")
  }

  static let rate = NightCommand(
    name: "rate", summary: "Rate the movie.", positionals: "[MOVIE...] loved|liked|did_not_like",
    details: """
      Without a MOVIE, you rate the night that waits for your rating; if several wait, name the movie or the beginning \
      of its title. A later rating replaces an earlier one until ratings close, at the latest after everyone has rated a \
      watched movie. You can rate before the movie is \
      marked as watched.
      """,
    examples: [
      (line: "movienight rate loved", meaning: "The night that waits for your rating"),
      (line: "movienight rate totoro liked --as Ben", meaning: "One of several nights, for your child Ben"),
    ]
  ) { arguments, environment in
    let (typed, rating) = try RatingWords.read(arguments.positionals)
    let player = try await NightPlayer(arguments, environment)
    let movie: String? = if let typed { try await player.client.knownReference(typed) } else { nil }
    let nights = try await player.tonight().awaiting
    let waiting = nights.filter { $0.waitingFor.contains(player.member.id) }
    let night = try Choosing.night(
      movie, among: movie == nil && !waiting.isEmpty ? waiting : nights, that: "can be rated",
      command: "rate TITLE \(rating)", choose: environment.choose)
    let isLast = night.waitingFor == [player.member.id]
    let next =
      night.isWatched
      ? isLast ? " Everyone has rated it, so its ratings are closed." : ""
      : " Mark it as watched with: movienight watched mark \(shellWord(night.title))"
    try await player.carryOut(
      RoundsRequests.rate(night.id, as: rating),
      "\(player.member.subject) \(rating.shown.label.lowercased()) \(night.title).\(next)")
  }

  static let close = NightCommand(
    name: "close", summary: "Close voting, or the ratings of a night.", positionals: "[ACTION]",
    actions: [
      CommandAction("voting", "Close voting on the open round. It cannot be opened again."),
      CommandAction("ratings [MOVIE...]", "Close the ratings of a night. They cannot be opened again."),
    ],
    options: ServerConnection.options + [.json],
    details: "Only for the household's creator. If several nights wait for ratings, name the movie.",
    examples: [
      (line: "movienight close", meaning: "Voting on the open round"),
      (line: "movienight close ratings jaws", meaning: "The ratings of Jaws"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    let tonight = try await player.tonight()
    guard arguments.positionals.first == "ratings" else {
      guard let round = tonight.round, round.isVotingOpen else {
        throw CommandFailure("No voting is open", hint: "To close the ratings of a night: movienight close ratings")
      }
      return try await player.carryOut(RoundsRequests.closeVoting(round.id), "Voting is closed.")
    }
    let typed = try await player.client.knownReference(arguments.positionals.dropFirst().joined(separator: " "))
    let night = try Choosing.night(
      typed.isEmpty ? nil : typed, among: tonight.awaiting.filter(\.isWatched), that: "is waiting for ratings",
      command: "close ratings TITLE", choose: environment.choose)
    try await player.carryOut(RoundsRequests.closeRatings(night.id), "The ratings of \(night.title) are closed.")
  }

  static let discard = NightCommand(
    name: "discard", summary: "End the open round, or drop a pick.", positionals: "[MOVIE...]",
    details: """
      Without a MOVIE, it ends the open round; only its starter and the creator can do this. With a MOVIE, it drops \
      that pick if the movie is not watched yet; only the creator can do this. The night stays in the history as \
      expired.
      """,
    examples: [
      (line: "movienight discard", meaning: "The open round"),
      (line: "movienight discard jaws", meaning: "Drop the pick Jaws"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    guard !arguments.positionals.isEmpty else {
      return try await player.carryOut(RoundsRequests.discard(player.openRound().id), "The round is over.")
    }
    let picked = try await player.tonight().awaiting.filter { !$0.isWatched }
    let typed = try await player.client.knownReference(arguments.positionals.joined(separator: " "))
    let night = try Choosing.night(
      typed, among: picked, that: "has an unwatched pick", command: "discard TITLE", choose: environment.choose)
    try await player.carryOut(RoundsRequests.discard(night.id), "\(night.title) is no longer the pick.")
  }
}
