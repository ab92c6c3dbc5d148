import Console
import MovieNightKit
import MovieNightPrimitives

/// `movienight vote`: for or against a movie of the open round.
struct VoteCommand: Subcommand {
  let name = "vote"
  let summary = "Vote for or against a movie of the open round."
  let positionals = "MOVIE... up|down|none"
  let options = NightPlayer.options
  let details = """
    MOVIE is its number in movienight tonight, its TMDb id, its title, or the beginning of its title. A later vote \
    replaces an earlier one; none takes it back.
    """
  let examples = [
    (line: "movienight vote 2 up", meaning: "By its number"),
    (line: "movienight vote totoro up --as Ben", meaning: "By its title, for a child of yours"),
    (line: "movienight vote the matrix none", meaning: "No vote for it any more"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let vote = arguments.positionals.last?.lowercased() ?? ""
    guard ["up", "down", "none"].contains(vote) else {
      throw UsageError("A vote ends in up, down or none: movienight vote MOVIE up")
    }
    let player = try await NightPlayer(arguments, environment)
    let round = try await player.openRound()
    let movie = try Choosing.movie(arguments.positionals.dropLast().joined(separator: " "), in: round)
    let result = try await player.command("rounds.vote") { json in
      json.field("round_id", round.id)
      json.field("tmdb_movie_id", movie.id)
      json.field("vote", vote == "none" ? nil : vote)
    }
    let what = vote == "none" ? "took back the vote for" : "voted \(vote) for"
    environment.tell("\(player.member.subject) \(what) \(movie.name).", result, arguments)
    return .success
  }
}

/// `movienight done`: no more votes from oneself.
struct DoneCommand: Subcommand {
  let name = "done"
  let summary = "Say that you have voted; voting closes when all have."
  let options = NightPlayer.options
  let examples = [
    (line: "movienight done", meaning: "You are"), (line: "movienight done --as Ben", meaning: "Ben is"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let player = try await NightPlayer(arguments, environment)
    let result = try await player.command("rounds.done_voting", round: player.openRound().id)
    let isClosed = try result.optionalTimestamp("voting_closed_at") != nil
    let who = player.member.childName.map { "\($0) is" } ?? "You are"
    environment.tell(
      isClosed ? "Everybody is done, and voting is closed." : "\(who) done. Others are still voting.", result, arguments
    )
    return .success
  }
}

/// `movienight propose`: one more movie for the round.
struct ProposeCommand: Subcommand {
  let name = "propose"
  let summary = "Add a movie to the open round."
  let positionals = "MOVIE..."
  var options: [CommandOption] { NightPlayer.options + [StartCommand.allowWatched] }
  let details = """
    While people vote, everybody may propose two; in a draft its starter adds movies. A MOVIE is written as for \
    movienight start.
    """
  let examples = [
    (line: "movienight propose \"8392=My Neighbor Totoro (1988) G\"", meaning: "A movie of your own"),
    (line: "movienight propose heat", meaning: "One of the watchlist"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let player = try await NightPlayer(arguments, environment)
    let round = try await player.openRound()
    let movie = try await MovieFinder(player.client).movie(arguments.positionals.joined(separator: " "))
    let result = try await player.command(round.isDraft ? "rounds.suggest" : "rounds.propose") { json in
      json.field("round_id", round.id)
      if round.isDraft {
        json.key("movies")
        json.array([movie]) { $0.raw($1) }
      } else {
        json.field("movie", raw: movie)
      }
      json.field("allow_watched", arguments.has(StartCommand.allowWatched))
    }
    let id = try JSONDocument(movie).root["tmdb_movie_id"]?.integer ?? 0
    let title = arguments.has(.json) ? "" : try await player.title(of: movie) ?? "Movie \(id)"
    environment.tell("\(printable(title)) is in the round.", result, arguments)
    return .success
  }
}

/// `movienight open`: from a draft to a vote.
struct OpenCommand: Subcommand {
  let name = "open"
  let summary = "Open voting on a draft."
  let options = NightPlayer.options
  let examples = [(line: "movienight open", meaning: "From now on everybody can vote")]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let player = try await NightPlayer(arguments, environment)
    let result = try await player.command("rounds.open_voting", round: player.openRound().id)
    environment.tell("Voting is open.", result, arguments)
    return .success
  }
}

extension Environment {
  /// Says what was done: a sentence for a person, the server's answer for a script.
  func tell(_ sentence: String, _ result: JSONValue, _ arguments: Arguments) {
    output.line(arguments.has(.json) ? result.compactText : sentence)
  }
}
