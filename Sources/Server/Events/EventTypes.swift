import Commands
import Domain
import EventStore
import Projections
import ProtocolSchema

enum EventParameters {
  static let after = Parameter<Int?>.optional(
    "after", .integer(0...Int.max),
    "only events after this position; default: from the first event")
  static let subscribedAfter = Parameter<Int?>.optional(
    "after", .integer(0...Int.max),
    "a position: also sends the events recorded after it; default: only new events")
  static let limit = Parameter<Int>.optional("limit", .integer(1...1000), or: 100, "the maximum number of events")
  static let until = Parameter<Moment?>.optional(
    "until", .moment, "the last position or time to include; default: now")
  static let subscription = Parameter<SubscriptionID>.required(
    "subscription_id", .id("subscription"), "the id from `events.subscribe`")
  static let events = Parameter<[RecordedEvent]>.list(
    "events", .object(EventTypes.exported, EventLine.event), atMost: importLimit,
    "the events in order, as exported")

  static func texts(_ kinds: PersonalTextKinds) -> Parameter<[PersonalText]> {
    .list(
      "texts", .object(EventTypes.text) { json throws(ValidationError) in try EventLine.text(json, kinds) },
      atMost: importLimit,
      "the names and labels that the events refer to")
  }

  static let more = Parameter<Bool>.bool(
    "more",
    "`true` if another request follows: no round expires before it, for at most a minute"
  )

  // More items than fit into a line, so that only the maximum line length limits these lists.
  private static let importLimit = 100_000
}

extension EventSchema {
  var descriptions: [EventDescription] {
    payloads.map { payload in
      EventDescription(
        payload.type, version: payload.version, audience: payload.audience.described, payload.members,
        lateFields: lateFields(ofType: payload.type))
    }
  }
}

extension Audience {
  fileprivate var described: EventDescription.Audience {
    switch self {
    case .household: .household
    case .memberAndParent: .memberAndParent
    case .nobody: .nobody
    }
  }
}

enum EventTypes {
  private static let recorded: [WireField] = [
    .field("position", .integer(), "its position among all events, from 1"),
    .field(
      "stream", .text(.stream),
      "its stream: `round-`, `household-` or `library-`, and an id"),
    .field("revision", .integer(), "its number in its stream, from 0"),
    .field("type", .text(), "its type, such as `VoteCast`"),
    .field("version", .integer(), "the version of its `data`"),
  ]

  static let event = ObjectType(
    "Event", "A recorded event.", identityKey: "position",
    recorded + [
      .field("recorded_at", .time, "the time of recording"),
      .nullable(
        "data", .document,
        "its content, by type (`x-events` of `rpc.discover`); null if you may not read it"),
      .field(
        "metadata",
        .object(
          ObjectType(
            "EventMetadata", "The origin of an event.",
            [
              .nullable("actor", .id(of: "member"), "the sender of the command; null for the clock and administrators"),
              .nullable(
                "acting_as", .id(of: "member"), "the managed member that the sender acted for; null if none"),
              .nullable("command_id", .id(of: "command"), "the command's id, shown only to its sender; else null"),
            ])), "its origin"),
    ])

  /// An event as `movienight export` writes it.
  static let exported = ObjectType(
    "ExportedEvent", "An event of another store.",
    recorded + [
      .field("household_id", .id(of: "household"), "the event's household"),
      .field("recorded_at", .time, "the time of recording, to the microsecond"),
      .field("data", .document, "its content"),
      .field("metadata", .document, "its origin"),
    ])

  static let text = ObjectType(
    "ExportedText", "A name or a label of another store.",
    [
      .field("text_id", .id(of: "text"), "the text's id"),
      .field("household_id", .id(of: "household"), "the text's household"),
      WireField(
        "member_id", .id(of: "member"), isRequired: false, isNullable: true,
        "the member it belongs to; null for a household's text"),
      .field("value", .document, "the text"),
    ])

  // MARK: Notifications

  private static let subscription = WireField.field("subscription_id", .id(of: "subscription"), "the subscription's id")

  static let appended = NotificationDescription(
    "events.appended", "Events of a subscription, in order, each once.",
    ObjectType(
      "EventsAppended", "Events of a subscription.",
      [
        subscription,
        .field(
          "events", .list(of: .object(event)),
          "as in `events.read`; empty only if the filter excluded all"),
        .field("position", .integer(), "the last position covered; send it as `after` to resume"),
      ]))

  static let closed = NotificationDescription(
    "events.closed", "The end of a subscription.",
    ObjectType(
      "EventsClosed", "The end of a subscription.",
      [
        subscription, .field("position", .integer(), "the last position covered"),
        .field(
          "reason", .enumeration(EnumType("SubscriptionEnd", of: SubscriptionRegistry.EndReason.self)),
          "`stopping`: the server is stopping, and may still answer earlier requests; `access_ended`: the token was revoked, the member left or was removed, or the household was closed; `identity_changed`: the connection authenticated with another identity"
        ),
      ]))
}
