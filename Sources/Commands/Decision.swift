import Domain
import EventStore

/// The result of deciding a command: events for one or more streams, and personal texts. It may be empty.
public struct Decision: Equatable, Sendable {
  /// One append for each stream that receives events.
  public var appends: [Append] = []
  public var texts: [PersonalTextChange] = []

  /// The events to append to a stream, in order.
  public struct Append: Equatable, Sendable {
    public var stream: StreamID
    public var events: [Event]
  }

  package init() {}

  package init(_ event: Event, in stream: StreamID) { appends = [Append(stream: stream, events: [event])] }

  package mutating func record(_ event: Event, in stream: StreamID) {
    if let index = appends.firstIndex(where: { $0.stream == stream }) {
      appends[index].events.append(event)
    } else {
      appends.append(Append(stream: stream, events: [event]))
    }
  }

  mutating func add(_ other: Decision) {
    for append in other.appends {
      for event in append.events { record(event, in: append.stream) }
    }
    texts += other.texts
  }
}

/// The sender of a command.
public enum Sender: Equatable, Sendable {
  /// A member, acting for themselves or for a managed member.
  case member(MemberID, actingAs: MemberID?)
  /// Someone who may administer the server.
  case administrator
  /// Someone without a token, who founds a household or accepts an invite.
  case unauthenticated
}
