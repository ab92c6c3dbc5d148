import Stores
import ClientCommands
import Console
import EventStore
import MovieNightKit

// The part of `movienight events` for `--follow`, which prints events from a running server.
extension EventsCommand {
  func follow(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let filter = try AuditFilter(arguments, areas.events)
    let limit = try arguments.integer(Self.limit, in: 1...Int.max) ?? Int.max
    let after = try arguments.integer(Self.after, in: 0...Int.max)
    let client = try await connect(arguments, environment)
    environment.endOnInterrupt(false)
    let household = filter.household.map { HouseholdID(high: $0.high, low: $0.low) }
    let feed = client.events(after: after.map { EventPosition($0) }, household: household)
    var shown = 0
    while true {
      for wireEvent in try await feed.nextEvents(environment) {
        let event = try RecordedEvent(wireEvent, owner: filter.household)
        guard filter.matches(event) else { continue }
        environment.output.line(arguments.has(.json) ? wireEvent.line : text(event, environment.output))
        shown += 1
        if shown == limit { return .success }
      }
    }
  }

  /// Connects to the server that the options name or, if they name none, to the one that holds the store.
  private func connect(_ arguments: Arguments, _ environment: Environment) async throws -> MovieNightClient {
    if arguments.value(.token) != nil || arguments.value(Self.server) != nil {
      let access = try ServerConnection.access(arguments, environment)
      if access.token == nil { try requireHousehold(arguments) }
      return try await ServerConnection.open(access, environment).client
    }
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
    throw UsageError("--household is missing: without a token, you follow a household as the administrator")
  }
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
        environment.errors.line(printable("\(error). Retrying."))
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
