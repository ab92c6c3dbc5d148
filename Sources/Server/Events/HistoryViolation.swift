import Domain
import EventStore
import MovieNightPrimitives
import Projections
import ProtocolSchema

/// The first reason why an event cannot be part of a history.
package struct HistoryViolation: Error, Sendable {
  package let position: Position
  package let stream: StreamID
  package let type: String
  package let problem: Problem

  package enum Problem: Sendable {
    /// The event's data cannot be read. `value` is the unreadable field's value, as far as a message may show it.
    case unreadable(EventError, value: String?)
    /// The event's data does not match its declared type. Decoding ignores the difference, but clients would see it.
    case undeclared(ValidationError)
    /// The event's time is outside the range in which events are recorded.
    case recordedAt(Timestamp)
    /// No area has streams of the event's category.
    case unknownCategory
    /// The event belongs to a different household than its stream.
    case foreignHousehold(OwnerID)
    /// The event's household was not founded before the event.
    case unknownHousehold(OwnerID)
    /// The event cannot follow the earlier events of its stream.
    case outOfOrder
    case unfoldable(FoldError)
  }

  init(_ event: RecordedEvent, _ problem: Problem) {
    position = event.position
    stream = event.stream
    type = event.type
    self.problem = problem
  }
}

extension HistoryViolation: CustomStringConvertible {
  /// A message for operators. It contains numbers and ids of an event, but none of its texts.
  package var description: String { "position \(position), \(type) in \(stream): \(sentence)" }

  private var sentence: String {
    switch problem {
    case .unreadable(let error, let value):
      if case .unreadable(let error) = error.reason {
        "\(error)\(value.map { ", but \($0)" } ?? "")"
      } else {
        "\(error)"
      }
    case .undeclared(let validationError): "\(validationError.path.dropFirst()) \(validationError.message)"
    case .recordedAt(let time): "recorded_at is \(time), which is after 2200"
    case .unknownCategory: "stream has a kind that this program does not know"
    case .foreignHousehold(let owner): "household_id is \(owner), not the stream's household"
    case .unknownHousehold(let owner): "household_id is \(owner), which was not founded before this event"
    case .outOfOrder: "it cannot follow the events before it in its stream"
    case .unfoldable(let error): "\(error)"
    }
  }
}

extension JSONValue {
  /// Describes the value at a path such as `movies[2].year` for a message; nil if there is no value at the path. Shows
  /// only numbers and literals. For other values it gives just the kind, because texts can identify a person.
  func shown(at path: String) -> String? {
    var value = self
    for step in path.split(whereSeparator: { ".[]".contains($0) }) {
      let next =
        if let index = Int(step), value.kind == .array {
          value.elements.enumerated().first { $0.offset == index }?.element
        } else {
          value.members.first { $0.name.utf8.elementsEqual(step.utf8) }?.value
        }
      guard let next else { return nil }
      value = next
    }
    switch value.kind {
    case .number, .bool, .null: return String(decoding: value.rawBytes.prefix(40), as: UTF8.self)
    case .string: return "a string of \(value.string?.utf8.count ?? 0) bytes"
    case .array: return "a list of \(value.elements.count { _ in true })"
    case .object: return "an object"
    }
  }
}
