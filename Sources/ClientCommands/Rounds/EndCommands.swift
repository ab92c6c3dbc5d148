import Console
import MovieNightKit
import MovieNightPrimitives

/// `movienight results`: who leads, and how it ended.
struct ResultsCommand: Subcommand {
  let name = "results"
  let summary = "Show which movie of the round leads."
  let positionals = "[ROUND]"
  var options: [CommandOption] { ServerConnection.options + [.json] }
  let details = """
    Of the open round, else of the last one that was picked; the ids of earlier ones stand in movienight history. no. is \
    the number by which movienight pick takes a movie.
    """
  let examples = [
    (line: "movienight results", meaning: "Of the open round"),
    (line: "movienight results 0198c2a4-7c00-7000-8000-000000000001", meaning: "Of one of long ago"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let player = try await NightPlayer(arguments, environment)
    let round: String
    if let id = arguments.positionals.first {
      round = id
    } else {
      let tonight = try await player.tonight()
      guard let id = tonight.round?.id ?? tonight.awaiting.first?.roundID else {
        throw CommandFailure("No round is open", hint: "Name one of movienight history: movienight results ID")
      }
      round = id
    }
    let answers = try await player.client.pipeline(
      ["rounds.results", "rounds.get"].map { method in Request(method) { $0.field("round_id", round) } })
    let results = try answers[0].get()
    if arguments.has(.json) {
      environment.output.line(results.compactText)
    } else {
      environment.output.lines(
        try ResultsDrawing(canvas: Canvas(environment)).lines(results, try answers[1].get()))
    }
    return .success
  }
}

/// `movienight pick`: the creator's decision.
struct PickCommand: Subcommand {
  let name = "pick"
  let summary = "Decide: the movie that you will watch."
  let positionals = "MOVIE..."
  var options: [CommandOption] { ServerConnection.options + [.json] }
  let details = """
    For the household's creator. MOVIE is its number in movienight tonight, its TMDb id, its title, or the beginning of \
    its title. It may be any movie of the round, also without votes.
    """
  let examples = [
    (line: "movienight pick 2", meaning: "By its number"), (line: "movienight pick totoro", meaning: "By its title"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let player = try await NightPlayer(arguments, environment)
    let round = try await player.openRound()
    let movie = try Choosing.movie(arguments.positionals.joined(separator: " "), in: round)
    let result = try await player.command("rounds.pick") { json in
      json.field("round_id", round.id)
      json.field("tmdb_movie_id", movie.id)
    }
    environment.tell(
      "★ \(movie.name) it is. When you have seen it: movienight watched mark", result, arguments)
    return .success
  }
}

/// `movienight rate`: how it was.
struct RateCommand: Subcommand {
  let name = "rate"
  let summary = "Say how the movie was."
  let positionals = "[MOVIE...] loved|liked|did_not_like"
  let options = NightPlayer.options
  let details = """
    Without a MOVIE it is the one night that waits for your rating; where there are several, name the movie or the \
    beginning of its title. A later rating replaces an earlier one until ratings close.
    """
  let examples = [
    (line: "movienight rate loved", meaning: "The one that waits for it"),
    (line: "movienight rate totoro liked --as Ben", meaning: "One of several, for a child of yours"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let (movie, rating) = try RatingWords.read(arguments.positionals)
    let player = try await NightPlayer(arguments, environment)
    let nights = try await player.tonight().awaiting
    let waiting = nights.filter { $0.waitingFor.contains(player.member.id) }
    let night = try Choosing.night(
      movie, among: movie == nil && !waiting.isEmpty ? waiting : nights, that: "can be rated")
    let result = try await player.command("rounds.rate") { json in
      json.field("round_id", night.roundID)
      json.field("rating", rating)
    }
    let word = ShownRating.of(rating).label.lowercased()
    environment.tell("\(player.member.subject) \(word) \(night.title).", result, arguments)
    return .success
  }
}

/// `movienight close`: waits for nobody any more.
struct CloseCommand: Subcommand {
  let name = "close"
  let summary = "Close voting, or the ratings of a night."
  let positionals = "[voting|ratings] [MOVIE...]"
  var options: [CommandOption] { ServerConnection.options + [.json] }
  let details = """
    For the household's creator. Without a word it is what can be closed; where both can be, say which. Where several \
    nights wait for ratings, name the movie.
    """
  let examples = [
    (line: "movienight close", meaning: "Voting, as a rule"),
    (line: "movienight close ratings heat", meaning: "Who has not rated Heat stays \"not rated\""),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
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
      let result = try await player.command("rounds.close_voting", round: player.openRound().id)
      environment.tell("Voting is closed.", result, arguments)
    } else {
      let typed = arguments.positionals.dropFirst().joined(separator: " ")
      let night = try Choosing.night(typed.isEmpty ? nil : typed, among: watched, that: "waits for ratings")
      let result = try await player.command("rounds.close_ratings", round: night.roundID)
      environment.tell("The ratings of \(night.title) are closed.", result, arguments)
    }
    return .success
  }
}

/// `movienight discard`: a round that comes to nothing.
struct DiscardCommand: Subcommand {
  let name = "discard"
  let summary = "End the open round, or a pick, undecided."
  let positionals = "[MOVIE...]"
  let options = NightPlayer.options
  let details = """
    Without a MOVIE it is the open round, which its starter and the creator may end. With one it is the night for which \
    that movie was picked and that was not watched yet; that is the creator's. It stays in the history as expired.
    """
  let examples = [
    (line: "movienight discard", meaning: "The open round"),
    (line: "movienight discard heat", meaning: "You will not watch Heat after all"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let player = try await NightPlayer(arguments, environment)
    guard !arguments.positionals.isEmpty else {
      let result = try await player.command("rounds.discard", round: player.openRound().id)
      environment.tell("The round is over.", result, arguments)
      return .success
    }
    let picked = try await player.tonight().awaiting.filter { !$0.isWatched }
    let night = try Choosing.night(
      arguments.positionals.joined(separator: " "), among: picked, that: "was picked and not watched yet")
    let result = try await player.command("rounds.discard", round: night.roundID)
    environment.tell("\(night.title) is not the pick any more.", result, arguments)
    return .success
  }
}
