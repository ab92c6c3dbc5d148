import Console
import MovieNightKit

struct NextCommand: Subcommand {
  let name = "next"
  let summary = "Show which episodes to watch next, and mark them."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction("list", "Show the series you are watching that have an episode to watch.", ListOptions.all),
    CommandAction("watched SERIES...", "Mark the next episode of a series as watched."),
  ]
  var options: [CommandOption] { optionsOfMember }
  let details =
    "A SERIES is a name, an id or a link. Add one with: movienight titles add NAME --series --status watching"
  let examples = [
    (line: "movienight next", meaning: "What to watch next"),
    (line: "movienight next watched breaking bad", meaning: "You watched its next episode"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let player = try await NightPlayer(arguments, environment)
    if arguments.positionals.first == "watched" {
      let typed = arguments.positionals.dropFirst().joined(separator: " ")
      let series = try await TitleFinder(player: player, isSeries: true).title(typed)
      guard let next = try await player.details(of: series.ref).value().title.nextToWatch else {
        throw CommandFailure("There is no episode of \(series.label) to watch now")
      }
      let episode = TypedEpisode(episodeCode(next.seasonNumber, next.episodeNumber))
      try await Marking(player: player, isMark: true).mark(series, episode)
      return .success
    }
    try await player.showPages(
      of: "titles", heading: "Watch next", empty: "None of the series you are watching has an episode to watch."
    ) {
      TitlesRequests.next(of: player.child, limit: $0, cursor: $1, today: player.today)
    } drawing: { page in
      page.titles.map { title in
        let next = title.nextToWatch.map { episodeCode($0.seasonNumber, $0.episodeNumber) + " · " } ?? ""
        return Canvas(environment).spread(TitleMatch(title).label, right: "\(next)\(grouped(title.newEpisodes)) new")
      }
    }
    return .success
  }
}
