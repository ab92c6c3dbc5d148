import Domain
import EventStore

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

  package init() {}

  /// One event alone.
  package init(_ event: Event, in stream: StreamID) { appends = [Append(stream: stream, events: [event])] }

  /// Adds an event behind those that the stream gets already.
  package mutating func record(_ event: Event, in stream: StreamID) {
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
