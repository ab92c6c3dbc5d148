import ClientCommands
import Console
import Domain
import EventStore
import MovieNightPrimitives
import Server

struct EventsCommand: Subcommand {
  let name = "events"
  let areas: ServerAreas
  let summary = "Show the recorded events, in order."
  let options: [CommandOption] = [
    .store, ServerConnection.household, stream, round, type, after, since, until, limit, follow, server, .token, .json,
  ]
  let details = """
    Works beside a running server. Events contain ids, not names. Digests of secrets are not shown. With --follow, \
    shows the events of one household as a running server records them, until Control-C: give --connect and a token \
    or, as the administrator, --store and --household. After a restart of the server, no event is missed or repeated.
    """
  let examples = [
    (line: "movienight events --limit 20", meaning: "The first twenty events of the store"),
    (line: "movienight events --type VoteCast --since 2026-02-14T20:00:00Z", meaning: "The votes since that evening"),
    (line: "movienight events --follow --type VoteCast", meaning: "Votes as they are cast, from now on"),
    (line: "movienight events --json", meaning: "All events, one JSON object a line"),
  ]

  private static let stream = CommandOption.value(
    "stream", "STREAM", "Only events of this stream: CATEGORY-ID, as in the output.")
  private static let round = CommandOption.value("round", "ID", "Only events of this round.")
  private static let type = CommandOption.value("type", "TYPE,TYPE", "Only events of these types.")
  static let after = CommandOption.value("after", "POSITION", "Only events after this position.")
  private static let since = CommandOption.value("since", "TIME", "Only events from this time on.")
  private static let until = CommandOption.value("until", "TIME", "Only events up to this time.")
  static let limit = CommandOption.value("limit", "N", "The maximum number of events.")

  static let follow = CommandOption.flag("follow", "Keep showing new events, from now on or after --after.")
  /// This option has no default. If it is missing, the server that holds the store is followed.
  static let server = CommandOption.value(
    "connect", "ADDRESS", "The server to follow: HOST:PORT or unix:PATH.", variable: "MOVIENIGHT_CONNECT")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    if arguments.has(Self.follow) {
      guard arguments.value(Self.since) == nil, arguments.value(Self.until) == nil else {
        throw UsageError("--follow cannot be used with --since or --until. Begin with --after POSITION")
      }
      return try await follow(arguments, environment)
    }
    guard !arguments.isGiven(Self.server) else {
      throw UsageError("--connect needs --follow; otherwise events are read from --store")
    }
    let filter = try AuditFilter(arguments, areas.events)
    let limit = try arguments.integer(Self.limit, in: 1...Int.max) ?? Int.max
    let after = try arguments.integer(Self.after, in: 0...Int.max) ?? 0
    let store = try StoreOptions.openForReading(arguments)
    defer { store.close() }
    let output = environment.output
    let asJSON = arguments.has(.json)
    var shown = 0
    do {
      try store.forEachEvent(after: after, through: try store.head()) { event in
        guard filter.matches(event) else { return }
        output.line(asJSON ? json(event) : text(event, output))
        shown += 1
        if shown == limit { throw EndOfAudit() }
      }
    } catch is EndOfAudit {}
    if shown == 0, !asJSON { environment.errors.line("No event matches.") }
    return .success
  }

  private struct EndOfAudit: Error {}

  struct AuditFilter {
    let household: OwnerID?
    private let events: EventFilter
    let since: Timestamp?
    let until: Timestamp?

    init(_ arguments: Arguments, _ schema: EventSchema) throws {
      household = try arguments.value(ServerConnection.household).map { try StoreOptions.id($0, "a household") }
      events = EventFilter(
        stream: try arguments.value(EventsCommand.stream).map(Self.stream),
        round: try arguments.value(EventsCommand.round).map { try StoreOptions.id($0, "a round") },
        types: try arguments.value(EventsCommand.type).map { try Self.types($0, in: schema) })
      since = try arguments.value(EventsCommand.since).map(Self.time)
      until = try arguments.value(EventsCommand.until).map { try Self.endOfSecond(Self.time($0)) }
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

    private static func time(_ text: String) throws -> Timestamp {
      guard let time = Timestamp(text: text) else {
        throw UsageError("'\(text)' is not a time. Write it like 2026-02-14T20:00:00Z")
      }
      return time
    }

    /// Returns the last microsecond of the second if the time is in whole seconds, so `--until` includes all of it.
    private static func endOfSecond(_ time: Timestamp) -> Timestamp {
      time.microseconds % 1_000_000 == 0 ? Timestamp(microseconds: time.microseconds + 999_999) : time
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

  func text(_ event: RecordedEvent, _ output: Terminal) -> String {
    let position = String(event.position)
    let number = String(repeating: " ", count: max(0, 8 - position.count)) + position
    let isHidden = isSecret(event) || event.data == Array("null".utf8)
    let data = isHidden ? "(secret)" : printable(String(decoding: event.data, as: UTF8.self))
    return "\(output.styled(number, .faint))  \(event.recordedAt.text(.seconds))  "
      + "\(output.styled(event.type, .accent))  \(event.stream)@\(event.revision)  \(output.styled(data, .faint))"
  }
}
