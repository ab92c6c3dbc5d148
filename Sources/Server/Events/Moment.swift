import Primitives
import Projections

extension Parameters {
  /// A position, or a time in whole seconds, which means all of its second.
  func moment(_ name: StaticString) throws(WireError) -> Moment? {
    guard let value = value(name) else { return nil }
    if let position = value.integer, position >= 0 { return .position(position) }
    if let time = value.timestamp { return .time(Timestamp(microseconds: time.microseconds + 999_999)) }
    throw .badParameter("\(name)", "must be a position or a time (2026-02-14T20:00:00Z)")
  }
}
