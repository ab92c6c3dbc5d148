import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import ProtocolSchema

/// Folds the events of one stream as a server does, both into the state that commands are decided on and into rows.
private struct StreamCheck {
  private var state: any AggregateState
  private var rows: StreamRows
  private let schema: EventSchema
  private let descriptions: [String: EventDescription]
  /// The approximate size in bytes of the folded events.
  private(set) var byteCount = 1024

  /// Creates the check of a stream before its first event; nil if no area has streams of this category.
  init?(_ stream: StreamID, _ areas: ServerAreas, _ descriptions: [String: EventDescription]) {
    guard let state = areas.commands.state(of: stream) else { return nil }
    self.state = state
    rows = StreamRows(stream, areas: areas.readModels)
    schema = areas.events
    self.descriptions = descriptions
  }

  mutating func fold(_ recorded: RecordedEvent) throws(HistoryViolation) {
    guard recorded.recordedAt < Timestamp.plausible.upperBound else {
      throw HistoryViolation(recorded, .recordedAt(recorded.recordedAt))
    }
    let event: Event
    do throws(EventError) {
      event = try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data)
    } catch {
      throw HistoryViolation(recorded, .unreadable(error, value: error.value(in: recorded.data)))
    }
    if let validationError = validationError(inData: recorded) {
      throw HistoryViolation(recorded, .undeclared(validationError))
    }
    let area = type(of: event.domainEvent)
    guard area.category == recorded.stream.category else {
      let error = EventError(
        type: recorded.type, version: recorded.version, reason: .misplaced(category: recorded.stream.category))
      throw HistoryViolation(recorded, .unreadable(error, value: nil))
    }
    guard !area.isOnePerHousehold || recorded.stream.id == Identifier(recorded.owner) else {
      throw HistoryViolation(recorded, .foreignHousehold(recorded.owner))
    }
    do throws(FoldError) {
      try rows.fold(event, recorded)
    } catch {
      throw HistoryViolation(recorded, .unfoldable(error))
    }
    guard state.fold(event.domainEvent, recorded, checked: true) else { throw HistoryViolation(recorded, .outOfOrder) }
    byteCount += recorded.data.count + 256
  }

  /// Returns how the data differs from its type; nil if it matches or has an older version, which has no schema.
  private func validationError(inData recorded: RecordedEvent) -> ValidationError? {
    guard let description = descriptions[recorded.type], description.version == recorded.version,
      let json = try? JSONDocument(recorded.data).root
    else { return nil }
    return description.validationError(inData: json)
  }
}

extension EventError {
  /// Describes the value of the unreadable field; nil if the data has no such field.
  fileprivate func value(in data: [UInt8]) -> String? {
    guard case .unreadable(let error) = reason, let json = try? JSONDocument(data).root else { return nil }
    return json.shown(at: error.field).map { "it is \($0)" }
  }
}

/// Checks whether a server could serve a history. Folds every event as a server would, and reports the first that
/// fails. The store itself checks positions, revisions, owners and times (`EventStore.importEvents`, `findDamage`).
package struct HistoryCheck {
  private let store: any EventLog
  private let areas: ServerAreas
  private let descriptions: [String: EventDescription]
  /// The checks of streams, each with the events so far. Limited, because an aborted import leaves them in memory.
  private var streams = RecentlyUsed<StreamID, StreamCheck>(capacity: 64 << 20) { $0.byteCount }
  private var foundedHouseholds = RecentlyUsed<OwnerID, Position>(capacity: 50_000)
  /// The position of the last event taken; -1 if the last call of `take` threw an error.
  private var position: Position

  private static let pageSize = 1000

  /// Creates a check from the head of `store`, which must contain all events before those passed to `take`.
  package init(_ store: any EventLog, areas: ServerAreas) throws(StoreError) {
    self.store = store
    self.areas = areas
    descriptions = Dictionary(uniqueKeysWithValues: areas.events.descriptions.map { ($0.name, $0) })
    position = try store.head()
  }

  // MARK: Checking events to be appended

  /// Checks the events that are to be recorded next. The caller must record them before the next call. If they are not
  /// the store's last events by then, the next call reads the streams from the store again.
  package mutating func take(_ events: [RecordedEvent]) throws {
    let head = try store.head()
    if head != position {
      streams.removeAll()
      foundedHouseholds.removeAll()
    }
    // Evict only here, where all events taken earlier are recorded, so that an evicted stream can be read again.
    streams.age()
    foundedHouseholds.age()
    // If an event throws, the streams in memory are ahead of the store. Position -1 makes the next call drop them.
    position = -1
    for event in events { try take(event) }
    position = events.last?.position ?? head
  }

  private mutating func take(_ event: RecordedEvent) throws {
    if streams.value(for: event.stream) == nil {
      guard var stream = StreamCheck(event.stream, areas, descriptions) else {
        throw HistoryViolation(event, .unknownCategory)
      }
      try Self.forEachEvent(of: event.stream, in: store) { try stream.fold($0) }
      streams.set(stream, for: event.stream)
    }
    try requireHousehold(of: event)
    var result: Result<Void, HistoryViolation> = .success(())
    streams.update(event.stream) { stream in
      result = Result { () throws(HistoryViolation) in try stream.fold(event) }
    }
    try result.get()
  }

  /// Checks that the event's household was founded before it. The household's own first event founds it.
  private mutating func requireHousehold(of event: RecordedEvent) throws {
    let isOwn = event.stream == StreamID.household(HouseholdID(event.owner))
    if isOwn, event.revision == 0 { return foundedHouseholds.set(event.position, for: event.owner) }
    var founded = foundedHouseholds.value(for: event.owner)
    if founded == nil {
      founded = try store.read(.household(HouseholdID(event.owner)), from: 0, limit: 1).first?.position
      if let founded { foundedHouseholds.set(founded, for: event.owner) }
    }
    guard isOwn || founded.map({ $0 < event.position }) ?? false else {
      throw HistoryViolation(event, .unknownHousehold(event.owner))
    }
  }

  private static func forEachEvent(
    of stream: StreamID, in store: any EventLog, _ body: (RecordedEvent) throws -> Void
  ) throws {
    var revision = 0
    while true {
      let page = try store.read(stream, from: revision, limit: pageSize)
      for event in page { try body(event) }
      guard page.count == pageSize else { return }
      revision += page.count
    }
  }

  // MARK: Checking a whole store

  /// Returns the first violation of each stream that has one, ordered by position, and at most 100 of them. Folds one
  /// stream at a time, so that only one is in memory. Calls `progress` with the number of events folded so far.
  package static func violations(
    in store: any EventStore, areas: ServerAreas, progress: (Int) -> Void = { _ in }
  ) throws -> [HistoryViolation] {
    try store.withSnapshot { snapshot in
      var check = try HistoryCheck(snapshot, areas: areas)
      var violations: [HistoryViolation] = []
      var count = 0
      try snapshot.forEachStream { stream, _, _ in
        do {
          try check.foldAll(stream) {
            count += 1
            if count.isMultiple(of: pageSize) { progress(count) }
          }
        } catch let violation as HistoryViolation {
          if violations.count < mostViolations || violation.position < violations[violations.count - 1].position {
            violations.append(violation)
            violations.sort { $0.position < $1.position }
            if violations.count > mostViolations { violations.removeLast() }
          }
        }
      }
      return violations
    }
  }

  private static let mostViolations = 100

  private mutating func foldAll(_ stream: StreamID, _ folded: () -> Void) throws {
    foundedHouseholds.age()
    var check = StreamCheck(stream, areas, descriptions)
    var isFirst = true
    try Self.forEachEvent(of: stream, in: store) { event in
      if check == nil { throw HistoryViolation(event, .unknownCategory) }
      if isFirst { try requireHousehold(of: event) }
      isFirst = false
      try check?.fold(event)
      folded()
    }
  }
}
