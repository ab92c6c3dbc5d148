import ClientCommands
import Console
import Domain
import EventStore
import MovieNightKit
import MovieNightPrimitives
import Server

struct EventsCommand: Subcommand {
  let name = "events"
  let areas: ServerAreas
  let summary = "Show the recorded events, in order."
  let options: [CommandOption] =
    [.store] + ServerConnection.options + [
      ServerConnection.household, stream, round, type, after, since, until, limit, follow, .json,
    ]
  let details = """
    Shows your household's events as its server shows them to you, if --connect, --token or --login is given, one of \
    their variables is set, or a login is saved. Otherwise, and always with --store, reads a whole store, also beside \
    its server. Events contain ids, not names. Data that you may not see is (secret), as are digests of secrets.

    A TIME is like 2026-02-14T20:00:00Z, or a day: 2026-02-14, today or yesterday. Days are those of this machine's \
    time zone. --follow shows the events of one household as a server records them, until Control-C; the administrator \
    names it with --household. After a restart of the server, no event is missed or repeated.
    """
  let examples = [
    (line: "movienight events --since yesterday", meaning: "What was recorded since yesterday began"),
    (line: "movienight events --type VoteCast --since 2026-02-14T20:00:00Z", meaning: "The votes since that evening"),
    (line: "movienight events --follow --type VoteCast", meaning: "Votes as they are cast, from now on"),
    (
      line: "movienight events --store sqlite:./data/movienight.db --json",
      meaning: "All events of a store, one JSON object a line"
    ),
  ]

  private static let stream = CommandOption.value(
    "stream", "STREAM", "Only events of this stream: CATEGORY-ID, as in the output.")
  private static let round = CommandOption.value(
    "round", "ROUND", "Only events of this round: its number in movienight history, its movie's title, or its id.")
  private static let type = CommandOption.value("type", "TYPE,TYPE", "Only events of these types.")
  private static let after = CommandOption.value("after", "POSITION", "Only events after this position.")
  private static let since = CommandOption.value("since", "TIME", "Only events from this time on.")
  private static let until = CommandOption.value("until", "TIME", "Only events up to this time.")
  private static let limit = CommandOption.value("limit", "N", "The maximum number of events.")

  private static let follow = CommandOption.flag("follow", "Keep showing new events, from now on or after --after.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    var filter = try AuditFilter(arguments, areas.events, environment)
    let limit = try arguments.integer(Self.limit, in: 1...Int.max) ?? Int.max
    let after = try arguments.integer(Self.after, in: 0...Int.max)
    let server = try server(arguments, environment)
    if arguments.has(Self.follow) {
      guard filter.since == nil, filter.until == nil else {
        throw UsageError("--follow cannot be used with --since or --until. Begin with --after POSITION")
      }
      return try await follow(server, filter, after: after, limit: limit, arguments, environment)
    }
    let shown: Int
    if let server {
      shown = try await read(server, filter, after: after ?? 0, limit: limit, arguments, environment)
    } else {
      if filter.hasNames {
        if filter.household == nil, !arguments.isGiven(ServerConnection.household) {
          throw UsageError("Name the --household, too: only its own rounds can be named by number or title")
        }
        try await AdministratorConnection.use(areas, arguments, environment) {
          try await filter.findNames($0, environment)
        }
      }
      shown = try readStore(filter, after: after ?? 0, limit: limit, arguments, environment)
    }
    if shown == 0, !arguments.has(.json) { environment.errors.line("No event matches.") }
    return .success
  }

  /// Returns the access to the server to ask; nil to read the store. Options decide, then variables, then a login.
  private func server(_ arguments: Arguments, _ environment: Environment) throws -> ServerAccess? {
    if arguments.isGiven(.store) {
      if let option = ServerConnection.options.first(where: arguments.isGiven) {
        throw UsageError("--store and --\(option.name) cannot be used together")
      }
      return nil
    }
    let isNamed = ServerConnection.options.contains { arguments.given($0) != nil }
    guard try isNamed || arguments.given(.store) == nil && ServerConnection.hasLogin(environment) else { return nil }
    return try ServerConnection.access(arguments, environment)
  }

  private func readStore(
    _ filter: AuditFilter, after: Position, limit: Int, _ arguments: Arguments, _ environment: Environment
  ) throws -> Int {
    let store = try StoreOptions.openForReading(arguments)
    defer { store.close() }
    let asJSON = arguments.has(.json)
    var shown = 0
    do {
      try store.forEachEvent(after: after, through: try store.head()) { event in
        guard filter.matches(event) else { return }
        environment.output.lines(asJSON ? [json(event)] : lines(event, environment.output))
        shown += 1
        if shown == limit { throw EndOfAudit() }
      }
    } catch is EndOfAudit {}
    return shown
  }

  private struct EndOfAudit: Error {}

  struct AuditFilter {
    private(set) var household: OwnerID?
    private(set) var events: EventFilter
    /// The household and the round that the user named, if not by their ids.
    private var names: (household: String?, round: String?)
    let since: Timestamp?
    let until: Timestamp?

    init(_ arguments: Arguments, _ schema: EventSchema, _ environment: Environment) throws {
      let typed = (household: arguments.value(ServerConnection.household), round: arguments.value(EventsCommand.round))
      household = typed.household.flatMap { OwnerID($0) }
      let round = typed.round.flatMap { Domain.RoundID($0) }
      names = (household == nil ? typed.household : nil, round == nil ? typed.round : nil)
      events = EventFilter(
        stream: try arguments.value(EventsCommand.stream).map(Self.stream), round: round,
        types: try arguments.value(EventsCommand.type).map { try Self.types($0, in: schema) })
      since = try arguments.value(EventsCommand.since).map(environment.period)?.lowerBound
      until = try arguments.value(EventsCommand.until).map(environment.period)?.upperBound
    }

    var hasNames: Bool { names.household != nil || names.round != nil }

    /// Replaces names by ids.
    mutating func findNames(_ client: MovieNightClient, _ environment: Environment) async throws {
      if let name = names.household {
        let id = try await client.householdID(called: name)
        household = OwnerID(high: id.high, low: id.low)
      }
      guard let name = names.round else { return }
      let finder = RoundFinder(client, household: householdID, environment)
      let id = try await finder.round(name)
      events.round = Domain.RoundID(high: id.high, low: id.low)
    }

    private static func stream(_ text: String) throws -> StreamID {
      guard let stream = StreamID(text: text) else {
        throw UsageError("'\(text)' is not a stream. Write CATEGORY-ID, for example household-ID")
      }
      return stream
    }

    private static func types(_ text: String, in schema: EventSchema) throws -> Set<String> {
      let types = text.split(separator: ",").map(String.init)
      for type in types where schema.payload(ofType: type) == nil {
        let nearest = nearestWord(to: type, among: schema.payloads.map { $0.type })
        throw UsageError("There is no event type '\(type)'\(nearest.map { ". Did you mean \($0)?" } ?? "")")
      }
      return Set(types)
    }

    func matches(_ event: RecordedEvent) -> Bool {
      if let household, event.owner != household { return false }
      guard events.includes(event) else { return false }
      if let since, event.recordedAt < since { return false }
      if let until, event.recordedAt > until { return false }
      return true
    }
  }

  private func isSecret(_ event: RecordedEvent) -> Bool {
    areas.events.audience(ofType: event.type) == .nobody
  }

  private func json(_ event: RecordedEvent) -> String {
    var shown = event
    if isSecret(event) { shown.data = Array("null".utf8) }
    var json = JSONWriter(reserving: 512)
    EventLine.write(shown, to: &json)
    return json.text
  }

  /// Returns an event in words: one line or, on a terminal, one for each part.
  func lines(_ event: RecordedEvent, _ output: Terminal) -> [String] {
    let position = String(event.position)
    let number = String(repeating: " ", count: max(0, 8 - position.count)) + position
    let place = "\(event.stream)@\(event.revision)"
    let start =
      "\(output.styled(number, .faint))  \(event.recordedAt.text(.seconds))  \(output.styled(event.type, .accent))"
    let data = isSecret(event) ? nil : (try? JSONDocument(stored: event.data))?.root
    let words = data.map { $0.isNull ? "(secret)" : printable($0.words) } ?? "(secret)"
    guard output.isTerminal else { return ["\(start)  \(place)  \(words)"] }
    let indent = String(repeating: " ", count: 10)
    let parts = wrapped(words, columns: output.columns - 10)
    return [start, indent + place] + parts.map { indent + output.styled($0, .faint) }
  }
}

extension JSONValue {
  /// An event's data in words, such as `tmdb movie id 949, vote up`.
  fileprivate var words: String {
    switch kind {
    case .object:
      members.map { "\($0.name.replacing("_", with: " ")) \($0.value.nestedWords)" }.joined(separator: ", ")
    case .array: elements.map(\.nestedWords).joined(separator: " ")
    case .null: "none"
    case .bool: bool == true ? "yes" : "no"
    case .string: string ?? ""
    case .number: String(decoding: rawBytes, as: UTF8.self)
    }
  }

  private var nestedWords: String {
    let words = words
    return words.isEmpty ? "none" : kind == .object ? "(\(words))" : words
  }
}
