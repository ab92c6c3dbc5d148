import Console
import MovieNightKit

extension NightCommand {
  /// `movienight results`: the ranking of a round's movies.
  static let results = NightCommand(
    name: "results", summary: "Show which movie of the round leads.", positionals: "[ROUND]",
    options: ServerConnection.options + [.json],
    details: """
      Of the open round, else of the last one that was picked; the ids of earlier ones stand in movienight history. no. is \
      the number by which movienight pick takes a movie.
      """,
    examples: [
      (line: "movienight results", meaning: "Of the open round"),
      (line: "movienight results 0198c2a4-7c00-7000-8000-000000000001", meaning: "Of one of long ago"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    let round: RoundID
    if let id = arguments.positionals.first {
      round = try RoundID(id, of: "a movie night")
    } else {
      let tonight = try await player.tonight()
      guard let id = tonight.round?.id ?? tonight.awaiting.first?.id else {
        throw CommandFailure("No round is open", hint: "Name one of movienight history: movienight results ID")
      }
      round = id
    }
    let results = try await player.client.rawResult(of: RoundsRequests.results(round))
    if arguments.has(.json) { return environment.output.line(results.json.compactText) }
    let details = try await player.client.rawResult(of: RoundsRequests.get(round)).shown()
    environment.output.lines(ResultsRenderer(canvas: Canvas(environment)).lines(try results.shown(), details))
  }

  static let pick = NightCommand(
    name: "pick", summary: "Decide: the movie that you will watch.", positionals: "MOVIE...",
    options: ServerConnection.options + [.json],
    details: """
      For the household's creator. MOVIE is its number in movienight tonight, its TMDb id, its title, or the beginning of \
      its title. It may be any movie of the round, also without votes.
      """,
    examples: [
      (line: "movienight pick 2", meaning: "By its number"), (line: "movienight pick totoro", meaning: "By its title"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    let round = try await player.openRound()
    let movie = try Choosing.movie(arguments.positionals.joined(separator: " "), in: round)
    try await player.carryOut(
      RoundsRequests.pick(movie.id, in: round.id),
      "★ \(movie.name) it is. When you have seen it: movienight watched mark")
  }

  static let rate = NightCommand(
    name: "rate", summary: "Say how the movie was.", positionals: "[MOVIE...] loved|liked|did_not_like",
    details: """
      Without a MOVIE it is the one night that waits for your rating; where there are several, name the movie or the \
      beginning of its title. A later rating replaces an earlier one until ratings close.
      """,
    examples: [
      (line: "movienight rate loved", meaning: "The one that waits for it"),
      (line: "movienight rate totoro liked --as Ben", meaning: "One of several, for a child of yours"),
    ]
  ) { arguments, environment in
    let (movie, rating) = try RatingWords.read(arguments.positionals)
    let player = try await NightPlayer(arguments, environment)
    let nights = try await player.tonight().awaiting
    let waiting = nights.filter { $0.waitingFor.contains(player.member.id) }
    let night = try Choosing.night(
      movie, among: movie == nil && !waiting.isEmpty ? waiting : nights, that: "can be rated")
    try await player.carryOut(
      RoundsRequests.rate(night.id, as: rating),
      "\(player.member.subject) \(rating.shown.label.lowercased()) \(night.title).")
  }

  /// `movienight close`: closes voting or ratings before everybody has answered.
  static let close = NightCommand(
    name: "close", summary: "Close voting, or the ratings of a night.", positionals: "[voting|ratings] [MOVIE...]",
    options: ServerConnection.options + [.json],
    details: """
      For the household's creator. Without a word it is what can be closed; where both can be, say which. Where several \
      nights wait for ratings, name the movie.
      """,
    examples: [
      (line: "movienight close", meaning: "Voting, as a rule"),
      (line: "movienight close ratings heat", meaning: "Who has not rated Heat stays \"not rated\""),
    ]
  ) { arguments, environment in
    let word = arguments.positionals.first
    if let word, word != "voting", word != "ratings" {
      throw UsageError.unknownAction(word, among: ["voting", "ratings"])
    }
    let player = try await NightPlayer(arguments, environment)
    let tonight = try await player.tonight()
    let watched = tonight.awaiting.filter(\.isWatched)
    if word == nil, tonight.round?.isVotingOpen == true, !watched.isEmpty {
      throw CommandFailure("Both can be closed", hint: "movienight close voting, or movienight close ratings")
    }
    if word == "voting" || word == nil && tonight.round != nil {
      try await player.carryOut(RoundsRequests.closeVoting(player.openRound().id), "Voting is closed.")
    } else {
      let typed = arguments.positionals.dropFirst().joined(separator: " ")
      let night = try Choosing.night(typed.isEmpty ? nil : typed, among: watched, that: "waits for ratings")
      try await player.carryOut(RoundsRequests.closeRatings(night.id), "The ratings of \(night.title) are closed.")
    }
  }

  /// `movienight discard`: ends a round, or a picked night, undecided.
  static let discard = NightCommand(
    name: "discard", summary: "End the open round, or a pick, undecided.", positionals: "[MOVIE...]",
    details: """
      Without a MOVIE it is the open round, which its starter and the creator may end. With one it is the night for which \
      that movie was picked and that was not watched yet; that is the creator's. It stays in the history as expired.
      """,
    examples: [
      (line: "movienight discard", meaning: "The open round"),
      (line: "movienight discard heat", meaning: "You will not watch Heat after all"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    guard !arguments.positionals.isEmpty else {
      return try await player.carryOut(RoundsRequests.discard(player.openRound().id), "The round is over.")
    }
    let picked = try await player.tonight().awaiting.filter { !$0.isWatched }
    let night = try Choosing.night(
      arguments.positionals.joined(separator: " "), among: picked, that: "was picked and not watched yet")
    try await player.carryOut(RoundsRequests.discard(night.id), "\(night.title) is not the pick any more.")
  }
}
