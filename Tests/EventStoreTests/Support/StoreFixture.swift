import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Stores

/// A kind of store. Each must pass the conformance suites.
enum StoreKind: CaseIterable, CustomTestStringConvertible, Sendable {
  case memory, journal
  #if SQLite
    case sqlite
  #endif
  #if Postgres
    case postgres
  #endif

  var testDescription: String { "\(self)" }
  static var durable: [StoreKind] { allCases.filter { $0 != .memory } }
  /// The stores in files that one process opens exclusively.
  static var inFiles: [StoreKind] {
    #if Postgres
      durable.filter { $0 != .postgres }
    #else
      durable
    #endif
  }
}

/// A new store, in a folder or database of its own.
final class StoreFixture {
  let kind: StoreKind
  let directory: TemporaryDirectory
  let address: StoreAddress
  private(set) var store: any EventStore

  init(_ kind: StoreKind) throws {
    self.kind = kind
    directory = try TemporaryDirectory()
    address = try Self.address(kind, directory)
    store = try openStore(address, mode: .readWrite(administratorSocket: nil))
  }

  deinit {
    store.close()
    #if Postgres
      if case .postgres(let uri) = address, let database = uri.description.split(separator: "/").last {
        do { try PostgresServer.shared().drop(String(database)) } catch { Issue.record(error) }
      }
    #endif
  }

  static func address(_ kind: StoreKind, _ directory: TemporaryDirectory) throws -> StoreAddress {
    switch kind {
    case .memory: .memory
    case .journal: .journal(directory: "\(directory.path)/journal")
    #if SQLite
      case .sqlite: .sqlite(path: "\(directory.path)/data/store.db")
    #endif
    #if Postgres
      case .postgres:
        try StoreAddress(PostgresServer.shared().address(of: PostgresServer.shared().newDatabase()))
    #endif
    }
  }

  /// Closes the store and opens it as the next process would.
  func openAgain() throws {
    store.close()
    store = try openStore(address, mode: .readWrite(administratorSocket: nil))
  }

  /// Runs `body` with a store in the state that a crash would leave now. `body` must change nothing, because a database
  /// is not copied.
  func afterCrash<Result>(_ body: (any EventStore) throws -> Result) throws -> Result {
    var address = address
    let copy = try directory.copy()
    if StoreKind.inFiles.contains(kind) { address = try Self.address(kind, copy) }
    let store = try openStore(address, mode: .readWrite(administratorSocket: nil))
    defer { store.close() }
    return try body(store)
  }

  func openReadOnly() throws -> any EventStore { try openStore(address, mode: .readOnly) }
}

// MARK: - Ids, times and commands

func id<Kind>(_ number: Int, of kind: Kind.Type = Kind.self) -> Identifier<Kind> {
  Identifier(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number))
}

func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: 1_771_000_000_000_000 + seconds * 1_000_000) }

let alice: OwnerID = id(1)
let bob: OwnerID = id(2)
let ann: ActorID = id(11)

func stream(_ number: Int, _ category: String = "thing") -> StreamID {
  StreamID(category: category, id: id(number, of: StreamKind.self))
}

func event(_ number: Int = 0, type: String = "ThingHappened") -> NewEvent {
  NewEvent(type: type, version: 1, data: Array(#"{"number":\#(number)}"#.utf8))
}

/// Returns a command that appends `count` events to one stream.
func command(
  _ number: Int? = nil, actor: ActorID? = ann, fingerprint: UInt64 = 7, on stream: StreamID, owner: OwnerID = alice,
  expected: Revision = noRevision, count: Int = 1, texts: [PersonalTextChange] = [], at time: Timestamp = time(0)
) -> CommandAppend {
  CommandAppend(
    metadata: EventMetadata(
      actor: actor, command: number.map { CommandMark(id: id($0), fingerprint: fingerprint) }),
    streams: [
      StreamAppend(stream: stream, owner: owner, expectedRevision: expected, events: (0..<count).map { event($0) })
    ],
    texts: texts, time: time)
}

func text(_ number: Int, owner: OwnerID = alice, _ value: String) -> PersonalText {
  PersonalText(id: id(number), owner: owner, subject: number % 2 == 0 ? nil : ann, value: Array("\"\(value)\"".utf8))
}

/// Returns a text that stores keep by its subject.
func note(_ number: Int, owner: OwnerID = alice, about subject: ActorID = ann, _ value: String) -> PersonalText {
  PersonalText(
    id: id(number), owner: owner, subject: subject, value: Array(#"{"kind":"note","text":"\#(value)"}"#.utf8))
}

extension EventStore {
  /// Commits a group without read-model rows.
  func commit(_ group: [CommandAppend]) throws(StoreError) -> [CommitOutcome] { try commit(group) { _ in [] } }

  /// Commits one command, which must succeed.
  @discardableResult
  func record(_ command: CommandAppend) throws -> [RecordedEvent] {
    guard case .committed(let events)? = try commit([command]).first else {
      throw StoreError(.misuse, "the command was not carried out")
    }
    return events
  }

  func receipt(of command: CommandAppend) throws -> Receipt? {
    try command.metadata.receiptKey.flatMap { try receipt(for: $0) }
  }

  func all() throws -> [RecordedEvent] { try readAll(after: 0, limit: .max, owner: nil) }

  func streams() throws -> [StreamID: Revision] {
    var streams: [StreamID: Revision] = [:]
    try forEachStream { streams[$0] = $2 }
    return streams
  }

  func damage() throws -> [String] { try findDamage { _ in } }
}

extension CommitOutcome {
  var events: [RecordedEvent]? { if case .committed(let events) = self { events } else { nil } }
}

/// Returns the code of the error that `body` throws; nil if it throws none.
func code(_ body: () throws -> Void) -> StoreError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? StoreError)?.code
  }
}
