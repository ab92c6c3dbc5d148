import Domain
import EventStore
import MovieNightPrimitives

@testable import CommandsSupport

extension Night {
  /// Where what was recorded is not what this one says; nil where it is the same.
  ///
  /// Stream by stream: in which order the clock takes rounds that are due at once does not matter.
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

  /// Of two rounds that are due the one that is in memory ends first, and nobody waits until the other is loaded. So what
  /// they say elsewhere comes in any order, and what is recorded of the other one has a later time than its due moment,
  /// which stands in the event.
  private static func lines(_ events: [(time: Timestamp, data: [UInt8])], of stream: StreamID) -> [String] {
    let texts = events.map { (time: $0.time, text: String(decoding: $0.data, as: UTF8.self)) }
    guard stream.category == RoundEvent.category else { return texts.map(\.text).sorted() }
    return texts.map { $0.text.contains("\"due_at\":\"") ? $0.text : "\($0.time.microseconds) \($0.text)" }
  }
}
