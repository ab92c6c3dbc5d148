import Stores
import ClientCommands
import Console
import EventStore
import MovieNightKit

// The part of `movienight events` that asks a running server.
extension EventsCommand {
  /// Shows the events that the server has recorded, page by page. Returns the number of events shown.
  func read(
    _ server: ServerAccess, _ filter: AuditFilter, after: Position, limit: Int, _ arguments: Arguments,
    _ environment: Environment
  ) async throws -> Int {
    let client = try await connect(server, arguments, environment)
    var filter = filter
    try await filter.findNames(client, environment)
    var position = EventPosition(after)
    if let since = filter.since { position = try await self.position(before: since, after: position, filter, client) }
    var shown = 0
    while shown < limit {
      let page = try await client.rawResult(
        of: EventsRequests.read(
          after: position, limit: min(limit - shown, 100), stream: filter.events.stream?.description,
          round: filter.round, types: filter.types, until: filter.until.map(Moment.time), household: filter.householdID)
      ).value()
      for event in page.events {
        if shown < limit, try show(event, filter, arguments, environment) { shown += 1 }
      }
      if page.nextAfter == position { break }
      position = page.nextAfter
    }
    return shown
  }

  /// Returns a position after which all of the household's events from `since` on were recorded, and no others.
  private func position(
    before since: Timestamp, after first: EventPosition, _ filter: AuditFilter, _ client: MovieNightClient
  ) async throws -> EventPosition {
    // The times rise with the positions.
    var (low, high) = (first.rawValue, try await client.server.health().head.rawValue)
    while low < high {
      let middle = low + (high - low) / 2
      let request = EventsRequests.read(after: EventPosition(middle), limit: 1, household: filter.householdID)
      let page = try await client.rawResult(of: request).value()
      switch page.events.first {
      case let event? where event.recordedAt < since: low = event.position.rawValue
      case .some: high = middle
      case nil where page.nextAfter.rawValue > middle: low = page.nextAfter.rawValue
      case nil: high = middle
      }
    }
    return EventPosition(low)
  }

  /// Shows events as they are recorded, by `server` or, if that is nil, by the server that holds the store.
  func follow(
    _ server: ServerAccess?, _ filter: AuditFilter, after: Int?, limit: Int, _ arguments: Arguments,
    _ environment: Environment
  ) async throws -> ExitCode {
    let client =
      if let server {
        try await connect(server, arguments, environment)
      } else {
        try await connectToHolder(arguments, environment)
      }
    var filter = filter
    try await filter.findNames(client, environment)
    environment.endOnInterrupt(false)
    let feed = client.events(after: after.map { EventPosition($0) }, household: filter.householdID)
    var shown = 0
    while true {
      for event in try await feed.nextEvents(environment) {
        guard try show(event, filter, arguments, environment) else { continue }
        shown += 1
        if shown == limit { return .success }
      }
    }
  }

  /// Shows an event if it passes the filter. Returns whether it does.
  private func show(
    _ event: Event, _ filter: AuditFilter, _ arguments: Arguments, _ environment: Environment
  ) throws -> Bool {
    let recorded = try RecordedEvent(event, owner: filter.household)
    guard filter.matches(recorded) else { return false }
    environment.output.lines(arguments.has(.json) ? [event.line] : lines(recorded, environment.output))
    return true
  }

  private func connect(
    _ server: ServerAccess, _ arguments: Arguments, _ environment: Environment
  ) async throws -> MovieNightClient {
    if server.token == nil { try requireHousehold(arguments) }
    return try await ServerConnection.open(server, environment).client
  }

  private func connectToHolder(_ arguments: Arguments, _ environment: Environment) async throws -> MovieNightClient {
    try requireHousehold(arguments)
    let address = try StoreOptions.address(arguments)
    if case .postgres = address {
      throw CommandFailure(
        "\(address) can have several servers", hint: "Choose one with --connect.")
    }
    guard let socket = try StoreHolder.holder(of: address)?.administratorSocket else {
      throw CommandFailure(
        "No server runs on \(address)",
        hint: "Start one with: movienight serve. Or choose another server with --connect and --token.")
    }
    return try await AdministratorConnection.connect(socket, clock: environment.clock)
  }

  private func requireHousehold(_ arguments: Arguments) throws {
    guard arguments.value(ServerConnection.household) == nil else { return }
    throw UsageError(
      "--household is missing. Without a token you act as the administrator: name a household, or a store with --store")
  }
}

extension EventsCommand.AuditFilter {
  var householdID: HouseholdID? { household.map { HouseholdID(high: $0.high, low: $0.low) } }
  fileprivate var round: RoundID? { events.round.map { RoundID(high: $0.high, low: $0.low) } }
  fileprivate var types: [EventType]? { events.types.map { $0.sorted().map(EventType.init(rawValue:)) } }
}

extension EventFeed {
  /// Waits for the next events. While the server is unreachable, retries and reports this on standard error.
  fileprivate func nextEvents(_ environment: Environment) async throws -> [Event] {
    while true {
      do {
        let events = try await next(within: .seconds(3600))
        if !events.isEmpty { return events }
      } catch let error as ClientError {
        guard case .unreachable = error else { throw error }
        environment.errors.line(printable("\(error.message). Retrying."))
      }
    }
  }
}

extension RecordedEvent {
  /// Converts an event from a server. Such an event does not contain its household, which the request named.
  fileprivate init(_ wireEvent: Event, owner: OwnerID?) throws(JSONError) {
    guard let stream = StreamID(text: wireEvent.stream) else {
      throw JSONError(.wrongType(expected: "a stream's name"), field: "stream")
    }
    self.init(
      position: wireEvent.position.rawValue, stream: stream, owner: owner ?? OwnerID(high: 0, low: 0),
      revision: wireEvent.revision.rawValue,
      type: wireEvent.type, version: wireEvent.version,
      data: Array(wireEvent.data?.json.rawBytes ?? Array("null".utf8)[...]),
      metadata: EventMetadata(), recordedAt: wireEvent.recordedAt)
  }
}

extension Event {
  /// The event as JSON, with the members that `events.read` returns.
  fileprivate var line: String {
    let json = JSONWriter.object(reserving: 512) { json in
      json.field("position", position.rawValue)
      json.field("stream", stream)
      json.field("revision", revision.rawValue)
      json.field("type", type)
      json.field("version", version)
      json.field("recorded_at", recordedAt)
      json.key("data")
      if let data { json.raw(data.json.rawBytes) } else { json.null() }
      json.object("metadata") { json in
        json.field("actor", metadata.actor)
        json.field("acting_as", metadata.actingAs)
        json.field("command_id", metadata.commandID)
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
