import EventStore
import Primitives

/// A place in the order of all events: a position, or whatever had been recorded by a time.
enum Moment: Hashable, Sendable {
  case position(Position)
  case time(Timestamp)

  /// The last position that counts. Reads the store, a few events of it.
  func position(in store: any EventStore, head: Position) throws(StoreError) -> Position {
    guard case .time(let time) = self else {
      guard case .position(let position) = self else { return head }
      return position
    }
    // Times never go back, so those up to `time` come first.
    var (low, high) = (0, head)
    while low < high {
      let middle = low + (high - low + 1) / 2
      let event = try store.readAll(after: middle - 1, limit: 1, owner: nil).first
      if let event, event.recordedAt <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

extension Parameters {
  /// A position, or a time in whole seconds, which means all of its second.
  func moment(_ name: StaticString) throws(WireError) -> Moment? {
    guard let value = value(name) else { return nil }
    if let position = value.integer, position >= 0 { return .position(position) }
    if let time = value.timestamp { return .time(Timestamp(microseconds: time.microseconds + 999_999)) }
    throw .badParameter("\(name)", "must be a position or a time (2026-02-14T20:00:00Z)")
  }
}
