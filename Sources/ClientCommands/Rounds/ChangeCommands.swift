import Console
import MovieNightKit

extension NightCommand {
  static let withdraw = NightCommand(
    name: "withdraw", summary: "Take back proposed movies.", positionals: "MOVIE...",
    options: NightPlayer.options + [NightCommand.withVotes],
    details: """
      While voting is open, you can take back a movie that you proposed; the creator can take back any proposal. \
      movienight unsuggest does the same in a draft. \(NightCommand.movieDetails)
      """,
    examples: [
      (line: "movienight withdraw jaws", meaning: "By its title"),
      (line: "movienight withdraw 4 --with-votes", meaning: "By its number, even if it has votes"),
    ]
  ) { arguments, environment in
    try await NightCommand.removeMovies(arguments, environment) {
      RoundsRequests.withdraw($0, from: $1, confirm: arguments.has(NightCommand.withVotes))
    }
  }

  static let unsuggest = NightCommand(
    name: "unsuggest", summary: "Take movies out of a draft.", positionals: "MOVIE...",
    details: """
      Only for the draft's starter and the creator. While voting is open, use movienight withdraw. \
      \(NightCommand.movieDetails)
      """,
    examples: [(line: "movienight unsuggest jaws", meaning: "By its title")]
  ) { arguments, environment in
    try await NightCommand.removeMovies(arguments, environment) { RoundsRequests.unsuggest($0, from: $1) }
  }

  static let attendees = NightCommand(
    name: "attendees", summary: "Set who takes part in the open round.", positionals: "NAME...|everyone",
    details: """
      Only for the round's starter and the creator, until voting closes. Everyone who is not named no longer takes \
      part, and their votes are removed. everyone includes new members. A NAME is a name, the beginning of one, or a \
      member's id.
      """,
    examples: [
      (line: "movienight attendees Ann Ben", meaning: "Only Ann and Ben"),
      (line: "movienight attendees everyone", meaning: "All members"),
    ]
  ) { arguments, environment in
    let names = arguments.positionals.flatMap { $0.split(separator: ",") }.map { String($0.drop { $0 == " " }) }
    let player = try await NightPlayer(arguments, environment)
    let round = try await player.openRound()
    let ids: [MemberID]? = if names == ["everyone"] { nil } else { try await player.memberIDs(called: names) }
    try await player.carryOut(RoundsRequests.setAttendees(ids, of: round.id)) { changed in
      let people = changed.round.attendees.map(\.displayName).joined(separator: ", ")
      let isOpen = changed.round.isDraft || changed.round.isVotingOpen
      return "Taking part: \(people)." + (isOpen ? "" : " Everyone is done, and voting is closed.")
    }
  }

  static let ceiling = NightCommand(
    name: "ceiling", summary: "Set the highest rating that may enter the open round.", positionals: "RATING",
    options: ServerConnection.options + [.json],
    details: """
      Only for the household's creator, until voting closes. RATING is G, PG, PG-13, R or NC-17, and replaces the \
      attendees' own limits. Movies without a rating may enter then, too. Movies in the round stay.
      """,
    examples: [(line: "movienight ceiling PG-13", meaning: "Allow movies up to PG-13")]
  ) { arguments, environment in
    let rating = try MovieNightKit.ContentRating.typed(arguments.positionals[0])
    let player = try await NightPlayer(arguments, environment)
    try await player.carryOut(
      RoundsRequests.overrideCeiling(of: player.openRound().id, to: rating),
      "Movies up to \(rating) can enter the round.")
  }

  private static let withVotes = CommandOption.flag("with-votes", "Take it back even if it has votes.")

  private static let movieDetails = """
    MOVIE is the movie's number in movienight tonight, its title, the beginning of its title, its TMDb or IMDb id, or \
    a link to it.
    """

  /// Removes the movies that were typed from the open round, with the commands that `request` returns.
  private static func removeMovies<Value>(
    _ arguments: Arguments, _ environment: Environment,
    with request: (MovieID, RoundID) -> TypedRequest<Value>
  ) async throws {
    let player = try await NightPlayer(arguments, environment)
    let round = try await player.openRound()
    try await player.each(player.movies(arguments.positionals, in: round)) { movie in
      try await player.carryOut(request(movie.id, round.id), "\(movie.name) is no longer in the round.")
    }
  }
}

extension MovieNightKit.ContentRating {
  /// Parses a rating. Case and hyphens do not matter, so `pg13` is one.
  static func typed(_ text: String) throws(UsageError) -> Self {
    let letters = text.uppercased().filter { $0 != "-" }
    guard let rating = Self.allCases.first(where: { $0.rawValue.filter { $0 != "-" } == letters }) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("'\(text)' is not a content rating. Use one of: \(known)")
    }
    return rating
  }
}
