import Console
import enum Domain.GuideLimits
import MovieNightKit

/// `movienight guide`: show which episodes come when and where, and change how the guide shows a series.
struct GuideCommand: Subcommand {
  let name = "guide"
  let summary = "Show which episodes of your series come when, and where."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction(
      "show", "Show the guide of some days, by default of this week.",
      [week, month, from, to, mine, unwatched, planned, specials, calendar, alarms]),
    CommandAction(
      "set SERIES...", "Change how the guide shows a series.", [service, buffer, shift, hide, show, reset]),
  ]
  var options: [CommandOption] { optionsOfMember }
  let details = """
    A wide terminal shows a table of your services and the days of a week; a narrow one lists the episodes by day. \
    Episodes that you have seen are ticked. A DAY is written as 2026-02-14 or today. --from alone means the rest of its \
    month, --to alone from today on, and at most 366 days can be shown.

    The calendar of --ics is a file that calendar apps import or subscribe to. By default it has the next 90 days, so \
    that you can replace it every night. --json prints a line for each calendar month of a long time.

    set takes the name or id of a series. Services, --buffer and --shift are for the whole household, --hide and \
    --show only for you.
    """
  let examples = [
    (line: "movienight guide", meaning: "This week"),
    (line: "movienight guide show --month --mine", meaning: "The series that you are watching, this month"),
    (line: "movienight guide show --from today --to 2026-12-31", meaning: "All until the end of a year"),
    (line: "movienight guide show --ics > guide.ics", meaning: "A calendar file, for a line in your crontab"),
    (line: "movienight guide set severance --service \"apple tv\"", meaning: "List a series at another service"),
    (line: "movienight guide set severance --shift 1", meaning: "Its episodes reach you a day later"),
    (line: "movienight guide set severance --hide", meaning: "You no longer count as watching it"),
  ]

  private static let week = CommandOption.flag("week", "This week, from Monday to Sunday.")
  private static let month = CommandOption.flag("month", "This month.")
  private static let from = CommandOption.value("from", "DAY", "The first day.")
  private static let to = CommandOption.value("to", "DAY", "The last day.")
  private static let mine = CommandOption.flag("mine", "Only the series that you are watching.")
  private static let unwatched = CommandOption.flag("unwatched", "Without episodes that everybody has seen.")
  private static let planned = CommandOption.flag("planned", "Also series that are only planned.")
  private static let specials = CommandOption.flag("specials", "Also specials.")
  private static let calendar = CommandOption.flag("ics", "Print a calendar file (iCalendar).")
  private static let alarms = CommandOption.flag("alarms", "Add your reminders to the calendar file as alarms.")

  private static let service = CommandOption.value(
    "service", "NAME", "The streaming service that lists it; none for the usual one.")
  private static let buffer = CommandOption.value("buffer", "DAYS", "How long a season stays after its last episode.")
  private static let shift = CommandOption.value("shift", "DAYS", "How much later than they air episodes reach you.")
  private static let hide = CommandOption.flag("hide", "No longer count as watching it in the guide.")
  private static let show = CommandOption.flag("show", "Count as watching it again.")
  private static let reset = CommandOption.flag("clear", "Undo --service, --buffer and --shift.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    if arguments.positionals.first == "set" {
      try await set(arguments, environment)
      return .success
    }
    let days = try days(arguments, Canvas(environment).today)
    let isCalendar = arguments.has(Self.calendar)
    guard isCalendar || !arguments.has(Self.alarms) else { throw usageError("--alarms works only with --ics", "show") }
    guard !arguments.has(Self.alarms) || arguments.value(NightPlayer.acting) == nil else {
      throw usageError("--alarms adds your own reminders, so it does not work with --as", "show")
    }
    let player = try await NightPlayer(arguments, environment)
    if isCalendar { return try await printCalendar(of: days, player) }
    try await show(days, player)
    return .success
  }

  /// The days that a user asks for. Without the last day, they end with the first one's month.
  private typealias Days = (first: CalendarDate, last: CalendarDate?)

  private func days(_ arguments: Arguments, _ today: CalendarDate) throws(UsageError) -> Days {
    func day(_ option: CommandOption) throws(UsageError) -> CalendarDate? {
      guard let typed = arguments.value(option) else { return nil }
      if let day = typed == "today" ? today : CalendarDate(text: typed) { return day }
      throw UsageError("'\(typed)' is not a day. Write it like 2026-02-14 or today")
    }
    let (from, to) = (try day(Self.from), try day(Self.to))
    let days: Days
    switch (arguments.has(Self.week), arguments.has(Self.month), from ?? to) {
    case (false, false, _?): days = (from ?? today, to)
    case (false, true, nil): days = (today.firstOfMonth, today.lastOfMonth)
    case (false, false, nil) where arguments.has(Self.calendar): days = (today, today.advanced(byDays: 89))
    case (_, false, nil): days = (today.week.lowerBound, today.week.upperBound)
    default: throw UsageError("Use only one of --week, --month, and --from with --to")
    }
    guard let last = days.last, last < days.first else { return days }
    throw UsageError("\(last) is before \(days.first), the first day. Change --from or --to")
  }

  /// Returns the answers for all of the days. An answer to a long time has the days of its first month.
  private func pages<Page: Decodable & Sendable>(
    of days: Days, _ player: NightPlayer, next: (Page) -> CalendarDate?,
    _ request: (_ first: CalendarDate, _ members: [MemberID]?, _ has: (CommandOption) -> Bool) -> TypedRequest<Page>
  ) async throws -> [RawResult<Page>] {
    let members = player.arguments.has(Self.mine) ? [player.member.id] : nil
    var pages: [RawResult<Page>] = []
    var first = Optional(days.first)
    while let day = first {
      let page = try await player.client.rawResult(of: request(day, members, player.arguments.has))
      pages.append(page)
      first = next(try page.value()).flatMap { $0 > day ? $0 : nil }
    }
    return pages
  }

  private func show(_ days: Days, _ player: NightPlayer) async throws {
    let environment = player.environment
    let pages = try await pages(of: days, player, next: \.nextStartDate) { day, members, has in
      GuideRequests.get(
        startDate: day, endDate: days.last, today: player.today, members: members, unwatchedOnly: has(Self.unwatched),
        includePlanned: has(Self.planned), includeSpecials: has(Self.specials))
    }
    let sheet = GuideSheet(try pages.map { try $0.shown() }, for: player.member.id)
    if player.arguments.has(.json) {
      environment.output.lines(pages.map(\.json.compactText))
    } else {
      environment.output.lines(GuideRenderer(canvas: Canvas(environment), sheet: sheet).lines)
    }
    for sentence in sheet.gaps { environment.errors.sentence(sentence) }
  }

  /// Fails if the calendar is not complete, so that a nightly job keeps the file of the night before.
  private func printCalendar(of days: Days, _ player: NightPlayer) async throws -> ExitCode {
    let environment = player.environment
    let pages = try await pages(of: days, player, next: \.nextStartDate) { day, members, has in
      // A nightly job can wait, and its file should be complete.
      GuideRequests.calendar(
        startDate: day, endDate: days.last, today: player.today, members: members, unwatchedOnly: has(Self.unwatched),
        includePlanned: has(Self.planned), includeSpecials: has(Self.specials), waitMilliseconds: 10_000,
        reminders: has(Self.alarms))
    }
    let values = try pages.map { try $0.value() }
    if player.arguments.has(.json) {
      environment.output.lines(pages.map(\.json.compactText))
    } else {
      environment.output.document(Array(joinedCalendars(values.compactMap(\.text)).utf8))
    }
    guard values.contains(where: { $0.partial == true }) else { return .success }
    environment.errors.sentence(
      "The calendar is not complete: some series could not be looked up in time. Try again later.")
    return .failure
  }

  private func set(_ arguments: Arguments, _ environment: Environment) async throws {
    let buffer = try arguments.integer(Self.buffer, in: GuideLimits.bufferDays)
    let shift = try arguments.integer(Self.shift, in: GuideLimits.shiftDays)
    let (typed, isHidden) = (arguments.value(Self.service), try arguments.choice(Self.hide, Self.show))
    let isReset = arguments.has(Self.reset)
    let fields: [(field: GuideField, isCleared: Bool)] = [
      (.serviceID, typed == "none" || (isReset && typed == nil)), (.bufferDays, isReset && buffer == nil),
      (.shiftDays, isReset && shift == nil),
    ]
    let cleared = fields.filter(\.isCleared).map(\.field)
    let changesSettings = [Self.service, Self.buffer, Self.shift, Self.reset].contains(where: arguments.isGiven)
    guard changesSettings || isHidden != nil else {
      throw usageError("set needs --service, --hide or another change", "set")
    }
    let player = try await NightPlayer(arguments, environment)
    let series = try await player.series(arguments.positionals.dropFirst())
    var service: ListedProvider?
    if let typed, typed != "none" {
      let services = try await player.client.rawResult(of: ProvidersRequests.list(kind: .tv)).shown().providers
      let lookup = NameLookup(
        ("streaming service", "streaming services"), among: services, called: \.name, id: { "\($0.providerID)" })
      service = try lookup.one(typed)
    }
    let request = GuideRequests.setShow(
      SeriesID(series.ref.tmdbID), serviceID: service?.providerID, bufferDays: buffer, shiftDays: shift,
      hidden: isHidden, clear: cleared.isEmpty ? nil : cleared)
    let person = player.member.childName ?? "you"
    let sentences = [
      isHidden.map {
        $0 ? "Hid \(series.label) for \(person)." : "\(series.label) is in the guide again for \(person)."
      },
      changesSettings ? "Changed how the guide shows \(series.label)." : nil,
    ]
    try await player.carryOut(request, sentences.compactMap(\.self).joined(separator: " "))
  }
}

extension NightPlayer {
  /// Returns the series that the words name: one of the collection, or else one that another member watches.
  func series(_ words: some Sequence<String>) async throws -> TitleMatch {
    try await TitleFinder(player: self, isSeries: true, findsOthers: true).title(words.joined(separator: " "))
  }
}

/// Returns one calendar (RFC 5545) with the events of several.
func joinedCalendars(_ calendars: [String]) -> String {
  guard calendars.count > 1 else { return calendars.first ?? "" }
  let (begin, end) = ("BEGIN:VEVENT", "END:VCALENDAR")
  // A line of a text cannot be mistaken for these, because it begins with a space or the name of a property.
  let lines = calendars.map { $0.split(separator: "\r\n") }
  let head = lines[0].prefix { $0 != begin && $0 != end }
  let events = lines.flatMap { $0.drop { $0 != begin }.prefix { $0 != end } }
  return (head + events + [Substring(end)]).map { $0 + "\r\n" }.joined()
}
