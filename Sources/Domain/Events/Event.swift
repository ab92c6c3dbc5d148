import Primitives

/// A fact of any area.
public enum Event: Equatable, Sendable {
  case household(HouseholdEvent)
  case round(RoundEvent)
  case library(LibraryEvent)

  public var payload: any EventPayload {
    switch self {
    case .household(let event): event.payload
    case .round(let event): event.payload
    case .library(let event): event.payload
    }
  }

  /// When it happened, where that can be earlier than when it was recorded: what the clock did happened when it was due.
  /// Nil for all other events.
  public var dueAt: Timestamp? {
    switch self {
    case .round(.watched(let event)): event.dueAt
    case .round(.rated(let event)): event.dueAt
    case .round(.expired(let event)): event.dueAt
    case .library(.movieWatched(let event)): event.dueAt
    case .round, .household, .library: nil
    }
  }

  /// Reads data of the version that is written today.
  ///
  /// - Throws: `JSONError` when the data is not that type's, `EventError` when no area knows the type.
  public init(type: String, json: JSONValue) throws {
    if let event = try RoundEvent(type: type, json: json) {
      self = .round(event)
    } else if let event = try HouseholdEvent(type: type, json: json) {
      self = .household(event)
    } else if let event = try LibraryEvent(type: type, json: json) {
      self = .library(event)
    } else {
      throw EventError(type: type, version: 1, reason: .unknownType)
    }
  }
}
