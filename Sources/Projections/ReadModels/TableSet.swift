import EventStore
import Primitives

/// The tables of all projections, and the order in which they take events in.
///
/// Not thread-safe: it lives behind a lock.
final class TableSet {
  let households: Table<HouseholdDetails>
  let libraries: Table<LibraryDetails>
  let rounds: Table<RoundDetails>
  let sessions: Table<SessionSummary>
  let ratings: Table<RoundRatings>

  /// Those that take part.
  let all: [any ProjectionTable]

  /// - Parameters:
  ///   - names: The projections that take part; all when nil.
  ///   - isWhole: Whether memory holds every row there is.
  init(names: Set<String>? = nil, isWhole: Bool) {
    func table<Model>() -> Table<Model> {
      Table(isWhole: isWhole, takesPart: names?.contains(Model.name) ?? true)
    }
    households = table()
    libraries = table()
    rounds = table()
    sessions = table()
    ratings = table()
    let tables: [any ProjectionTable] = [households, libraries, rounds, sessions, ratings]
    all = tables.filter(\.takesPart)
  }

  /// Takes in events from `next` on, and moves `next` behind the last one that is in.
  /// - Parameter isMirror: whether the store's rows have these events already.
  /// - Returns: a row that must be installed before it can go on; nil when all are in.
  func fold(_ events: [DecodedEvent], from next: inout Int, isMirror: Bool = false) -> MissingRow? {
    while next < events.count {
      if let missing = fold(events[next], isMirror) { return missing }
      next += 1
    }
    return nil
  }

  // Table by table, not in a loop over `all`: only so is each fold compiled for its own model, which is three times
  // as fast.
  private func fold(_ event: DecodedEvent, _ isMirror: Bool) -> MissingRow? {
    switch event.envelope.stream.category {
    case RoundDetails.category:
      fold(event, rounds, isMirror) ?? fold(event, sessions, isMirror) ?? fold(event, ratings, isMirror)
    case HouseholdDetails.category: fold(event, households, isMirror)
    case LibraryDetails.category: fold(event, libraries, isMirror)
    default: nil
    }
  }

  @inline(__always)
  private func fold<Model>(_ event: DecodedEvent, _ table: Table<Model>, _ isMirror: Bool) -> MissingRow? {
    guard table.takesPart, let key = table.fold(event, isMirror: isMirror) else { return nil }
    return MissingRow(table: table.name, key: key, nextEvent: event.envelope.position)
  }

  /// Whether a row of the stream is in memory.
  func holds(_ stream: StreamID) -> Bool {
    let key = RowKey(stream.id)
    return switch stream.category {
    case RoundDetails.category: rounds.holds(key) || sessions.holds(key) || ratings.holds(key)
    case HouseholdDetails.category: households.holds(key)
    case LibraryDetails.category: libraries.holds(key)
    default: false
    }
  }

  /// Forgets the stream's rows; the store has them.
  func drop(_ stream: StreamID) {
    let key = RowKey(stream.id)
    switch stream.category {
    case RoundDetails.category:
      rounds.drop(key)
      sessions.drop(key)
      ratings.drop(key)
    case HouseholdDetails.category: households.drop(key)
    case LibraryDetails.category: libraries.drop(key)
    default: break
    }
  }

  func install(_ row: Row?, for missing: MissingRow) {
    table(missing.table)?.install(row, for: missing.key, nextEvent: missing.nextEvent)
  }

  func table(_ name: String) -> (any ProjectionTable)? {
    all.first { $0.name == name }
  }
}

/// A row that a fold needs and memory does not hold.
struct MissingRow: Sendable {
  let table: String
  let key: RowKey
  /// The event that waits for it.
  let nextEvent: Position
}
