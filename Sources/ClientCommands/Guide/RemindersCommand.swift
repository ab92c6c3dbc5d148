import Console
import enum Domain.GuideLimits
import MovieNightKit

struct RemindersCommand: Subcommand {
  let name = "reminders"
  let summary = "Show, set and remove reminders of series and episodes."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction("list", "Show your reminders, and which are due.", ListOptions.all),
    CommandAction(
      "set SERIES...", "Set a reminder of the next episodes of a series, or of one episode.",
      [episode, premieres, before]),
    CommandAction("remove REMINDER...", "Remove a reminder."),
  ]
  var options: [CommandOption] { optionsOfMember }
  let details = """
    A reminder is due from the day of the episode, or with --before some days earlier, until the day after. To be \
    reminded by a calendar app, see movienight guide show --ics --alarms. A SERIES is a name or an id, and a REMINDER \
    the name of its series, with S1E2 for one of an episode.
    """
  let examples = [
    (line: "movienight reminders", meaning: "Your reminders"),
    (line: "movienight reminders set severance", meaning: "On the day of each episode"),
    (line: "movienight reminders set severance --premieres --before 7", meaning: "A week before each new season"),
    (line: "movienight reminders set severance --episode S2E10", meaning: "On the day of one episode"),
    (line: "movienight reminders remove severance", meaning: "Not any more"),
  ]

  private static let episode = CommandOption.value("episode", "S1E2", "Only this episode.")
  private static let premieres = CommandOption.flag("premieres", "Only the first episodes of seasons.")
  private static let before = CommandOption.value("before", "DAYS", "How many days before the episode.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let (action, words) = (arguments.positionals.first ?? "list", arguments.positionals.dropFirst())
    let typed = arguments.value(Self.episode)
    let episode = typed.flatMap { TypedEpisode($0) }
    if let typed, episode?.number == nil { throw usageError("'\(typed)' is not an episode like S1E2", action) }
    if episode != nil, arguments.has(Self.premieres) {
      throw usageError("Use only one of --episode and --premieres", action)
    }
    let days = try arguments.integer(Self.before, in: GuideLimits.daysBefore)
    let player = try await NightPlayer(arguments, environment)
    switch action {
    case "set":
      let series = try await player.series(words)
      let request = RemindersRequests.set(
        of: SeriesID(series.ref.tmdbID), seasonNumber: episode?.season, episodeNumber: episode?.number,
        premieresOnly: arguments.has(Self.premieres), daysBefore: days)
      let label = [series.label, episode?.code].compactMap(\.self).joined(separator: " ")
      try await player.carryOut(request, "Set a reminder of \(label).")
    case "remove":
      let reminder = try await self.reminder(Array(words), player)
      try await player.carryOut(
        RemindersRequests.remove(reminder.reminderID), "Removed the reminder of \(reminder.label).")
    default:
      let canvas = Canvas(environment)
      try await player.showPages(
        of: "reminders", heading: "Reminders", empty: "No reminders. Set one with: movienight reminders set SERIES"
      ) {
        RemindersRequests.list(of: player.child, today: player.today, limit: $0, cursor: $1)
      } drawing: {
        $0.reminders.flatMap { [""] + $0.card(canvas) }
      }
    }
    return .success
  }

  /// Returns the reminder that the words name: a series or its id, perhaps with an episode.
  private func reminder(_ words: [String], _ player: NightPlayer) async throws -> Reminder {
    var reminders: [Reminder] = []
    var cursor: String?
    repeat {
      let request = RemindersRequests.list(of: player.child, today: player.today, limit: 100, cursor: cursor)
      let page = try await player.client.rawResult(of: request).shown()
      reminders += page.reminders
      cursor = page.nextCursor
    } while cursor != nil
    return try NameLookup(
      ("reminder", "reminders"), among: reminders, called: \.label, id: { "\($0.reminderID)" },
      ifNone: "You have no reminders."
    ).one(words.map { TypedEpisode($0)?.code ?? $0 }.joined(separator: " "))
  }
}

extension Reminder {
  /// The series, with the code of the episode if it is about only one.
  fileprivate var label: String {
    (title.isEmpty ? "Series \(tmdbID)" : title) + (episodeNumber.map { " " + episodeCode(seasonNumber, $0) } ?? "")
  }

  fileprivate func card(_ canvas: Canvas) -> [String] {
    let words: [ReminderState: String] = [.due: "due", .past: "over", .waiting: "date unknown"]
    let when = words[state] ?? dueOn.map { canvas.dateText($0) } ?? ""
    let airing = airDate.map { ($0 < canvas.today ? "aired on " : "airs on ") + canvas.dateText($0) }
    let facts = [
      premieresOnly ? "first episodes of seasons" : nil,
      daysBefore > 0 ? counted(daysBefore, "day") + " before" : nil, airing,
    ]
    return [canvas.spread(label, style: state == .due ? .accent : .strong, right: when)]
      + wrapped(facts.compactMap(\.self), separator: " · ", columns: canvas.columns - 2)
      .map { "  \(canvas.styled($0, .faint))" }
  }
}
