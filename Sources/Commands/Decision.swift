import Domain
import EventStore
import Primitives

/// What a command leads to: events for one or more streams, and personal texts. Nothing at all is a fine decision.
public struct Decision: Equatable, Sendable {
  /// One for each stream that gets events.
  public var appends: [Append] = []
  public var texts: [PersonalTextChange] = []

  /// What goes behind the events that a stream has, in order.
  public struct Append: Equatable, Sendable {
    public var stream: StreamID
    public var events: [Event]
  }

  init() {}

  /// Adds an event behind those that the stream gets already.
  mutating func record(_ event: Event, in stream: StreamID) {
    if let index = appends.firstIndex(where: { $0.stream == stream }) {
      appends[index].events.append(event)
    } else {
      appends.append(Append(stream: stream, events: [event]))
    }
  }

  /// Adds another decision behind this one.
  mutating func add(_ other: Decision) {
    for append in other.appends {
      for event in append.events { record(event, in: append.stream) }
    }
    texts += other.texts
  }

  mutating func record(_ event: HouseholdEvent, in id: HouseholdID) { record(.household(event), in: .household(id)) }
  mutating func record(_ event: RoundEvent, in id: RoundID) { record(.round(event), in: .round(id)) }
  mutating func record(_ event: LibraryEvent, in id: HouseholdID) { record(.library(event), in: .library(id)) }
}

extension StreamID {
  /// `household-<id>`: members, tokens, invites and settings, and which rounds are not over.
  public static func household(_ id: HouseholdID) -> StreamID { StreamID(category: HouseholdEvent.category, id: id) }
  /// `round-<id>`: one movie night, from draft to its end.
  public static func round(_ id: RoundID) -> StreamID { StreamID(category: RoundEvent.category, id: id) }
  /// `library-<id>`: watchlist and watched list, under the id of their household.
  public static func library(_ id: HouseholdID) -> StreamID { StreamID(category: LibraryEvent.category, id: id) }
}

/// Who sends a command.
public enum Sender: Equatable, Sendable {
  /// A member, for themself or for a managed member.
  case member(MemberID, actingAs: MemberID?)
  /// Whoever may administer the server.
  case administrator
  /// Someone without a token, where the server lets such found households.
  case stranger
}

/// A command of any area, with the ids of what it makes.
public enum Command: Equatable, Sendable {
  case household(HouseholdID, HouseholdCommand)
  case round(RoundID, household: HouseholdID, RoundCommand)
  case library(HouseholdID, LibraryCommand)
  /// Of the administrator alone.
  indirect case importRound(RoundID, household: HouseholdID, RoundImported)

  var household: HouseholdID {
    switch self {
    case .household(let id, _), .library(let id, _), .round(_, let id, _), .importRound(_, let id, _): id
    }
  }

  /// The round that it is about; nil where it is about none.
  var round: RoundID? {
    switch self {
    case .household, .library: nil
    case .round(let id, _, _), .importRound(let id, _, _): id
    }
  }
}
