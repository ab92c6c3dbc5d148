import Domain
import EventStore
import MovieNightPrimitives

@testable import CommandsSupport

extension Night {
  /// Returns the first difference between the recorded events and this night's log, or nil if they are equal.
  ///
  /// The comparison is by stream, because rounds that are due at the same time may expire in any order.
  func difference(from recorded: [RecordedEvent]) -> String? {
    let found = Dictionary(grouping: recorded, by: \.stream)
    for (stream, happened) in Dictionary(grouping: log, by: \.stream) {
      let lines = Self.lines((found[stream] ?? []).map { ($0.recordedAt, $0.data) }, of: stream)
      let expected = Self.lines(happened.map { ($0.time, $0.event.payload.data) }, of: stream)
      guard lines != expected else { continue }
      func shown(_ lines: [String]) -> String { lines.joined(separator: "\n    ") }
      return "\(stream) holds\n    \(shown(lines))\n  and not\n    \(shown(expected))"
    }
    return recorded.count == log.count ? nil : "\(recorded.count) events, not \(log.count)"
  }

  /// If two rounds are due, the one already in memory ends first, without waiting for the other to be loaded. So the
  /// events that they record in other streams can have any order. A round's expiry may also be recorded later than its
  /// due time, which the event contains.
  private static func lines(_ events: [(time: Timestamp, data: [UInt8])], of stream: StreamID) -> [String] {
    let texts = events.map { (time: $0.time, text: String(decoding: $0.data, as: UTF8.self)) }
    guard stream.category == RoundEvent.category else { return texts.map(\.text).sorted() }
    return texts.map { $0.text.contains("\"due_at\":\"") ? $0.text : "\($0.time.microseconds) \($0.text)" }
  }
}
