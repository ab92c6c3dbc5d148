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
  private let categories: [(name: String, tables: [any ProjectionTable])]

  /// - Parameters:
  ///   - names: The projections that take part; all when nil.
  ///   - isWhole: Whether memory holds every row there is.
  init(names: Set<String>? = nil, isWhole: Bool) {
    households = Table(isWhole: isWhole)
    libraries = Table(isWhole: isWhole)
    rounds = Table(isWhole: isWhole)
    sessions = Table(isWhole: isWhole)
    ratings = Table(isWhole: isWhole)
    let tables: [any ProjectionTable] = [households, libraries, rounds, sessions, ratings]
    let all = names.map { names in tables.filter { names.contains($0.name) } } ?? tables
    self.all = all
    // The frequent category first: it is searched once an event.
    categories = ["round", "household", "library"].map { category in
      (category, all.filter { $0.category == category })
    }
  }

  /// Takes in events from `next` on, and moves `next` behind the last one that is in.
  /// - Returns: a row that must be installed before it can go on; nil when all are in.
  func fold(_ events: [DecodedEvent], from next: inout Int) -> MissingRow? {
    while next < events.count {
      for table in tables(of: events[next].envelope.stream.category) {
        if let key = table.fold(events[next]) {
          return MissingRow(table: table.name, key: key, nextEvent: events[next].envelope.position)
        }
      }
      next += 1
    }
    return nil
  }

  func install(_ row: Row?, for missing: MissingRow) {
    table(missing.table)?.install(row, for: missing.key, nextEvent: missing.nextEvent)
  }

  func table(_ name: String) -> (any ProjectionTable)? {
    all.first { $0.name == name }
  }

  private func tables(of category: String) -> [any ProjectionTable] {
    for entry in categories where entry.name == category { return entry.tables }
    return []
  }
}

/// A row that a fold needs and memory does not hold.
struct MissingRow: Sendable {
  let table: String
  let key: RowKey
  /// The event that waits for it.
  let nextEvent: Position
}
