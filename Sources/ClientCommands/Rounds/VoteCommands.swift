import Console
import MovieNightKit

extension NightCommand {
  static let vote = NightCommand(
    name: "vote", summary: "Vote for or against movies of the open round.", positionals: "MOVIE... up|down|none",
    details: """
      MOVIE is the movie's number in movienight tonight, its title, the beginning of its title, its TMDb or IMDb id, \
      or a link to it. A later vote replaces an earlier one; none takes your vote back.
      """,
    examples: [
      (line: "movienight vote 2 up", meaning: "By its number"),
      (line: "movienight vote 1 3 up", meaning: "For two movies"),
      (line: "movienight vote totoro up --as Ben", meaning: "By its title, for your child Ben"),
      (line: "movienight vote the matrix none", meaning: "Take back your vote"),
    ]
  ) { arguments, environment in
    let vote = arguments.positionals.last?.lowercased() ?? ""
    guard ["up", "down", "none"].contains(vote) else {
      throw UsageError("A vote ends in up, down or none, not in '\(vote)': movienight vote MOVIE up")
    }
    let player = try await NightPlayer(arguments, environment)
    let round = try await player.openRound()
    let what = vote == "none" ? "took back the vote for" : "voted \(vote) for"
    try await player.each(player.movies(Array(arguments.positionals.dropLast()), in: round)) { movie in
      try await player.carryOut(
        RoundsRequests.vote(vote == "none" ? nil : Vote(rawValue: vote), on: movie.id, in: round.id),
        "\(player.member.subject) \(what) \(movie.name).")
    }
  }

  static let done = NightCommand(
    name: "done", summary: "Finish voting; voting closes when everyone is done.",
    examples: [
      (line: "movienight done", meaning: "You are done"), (line: "movienight done --as Ben", meaning: "Ben is done"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    let who = player.member.childName.map { "\($0) is" } ?? "You are"
    try await player.carryOut(RoundsRequests.doneVoting(player.openRound().id)) { voting in
      voting.votingClosedAt == nil
        ? "\(who) done. Others are still voting." : "Everyone is done, and voting is closed."
    }
  }

  static let propose = NightCommand(
    name: "propose", summary: "Add movies to the open round.", positionals: "MOVIE...",
    options: NightPlayer.options + [StartCommand.allowWatched],
    details: """
      While voting is open, each attendee can propose two movies. In a draft, its starter and the creator add movies. \
      Write a MOVIE as for movienight start.
      """,
    examples: [
      (line: "movienight propose my neighbor totoro", meaning: "A movie by its title"),
      (line: "movienight propose \"Toy Story (1995)\" jaws", meaning: "Two movies"),
      (line: "movienight propose \"8392=My Neighbor Totoro (1988) G\"", meaning: "If the server has no catalog"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    let round = try await player.openRound()
    let movies = try await player.finder().movies(arguments.positionals)
    let allowWatched = arguments.has(StartCommand.allowWatched)
    if round.isDraft {
      let request = RoundsRequests.suggest(movies.map(\.sent), in: round.id, allowWatched: allowWatched)
      try await player.carryOut(request, with: movies) { "\($0) \(movies.count == 1 ? "is" : "are") in the round." }
    } else {
      try await player.each(movies) { movie in
        let request = RoundsRequests.propose(movie.sent, in: round.id, allowWatched: allowWatched)
        try await player.carryOut(request, with: [movie]) { "\($0) is in the round." }
      }
    }
  }

  static let open = NightCommand(
    name: "open", summary: "Open voting on a draft.",
    examples: [(line: "movienight open", meaning: "Everyone can vote from now on")]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    try await player.carryOut(RoundsRequests.openVoting(player.openRound().id), "Voting is open.")
  }
}
