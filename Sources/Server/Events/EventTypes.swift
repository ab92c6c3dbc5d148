import Commands
import Domain
import EventStore
import Projections
import ProtocolSchema

enum EventParameters {
  static let after = Parameter<Int?>.optional(
    "after", .integer(0...Int.max),
    "a position: only events behind it; from the first event where it is missing")
  static let subscribedAfter = Parameter<Int?>.optional(
    "after", .integer(0...Int.max),
    "a position: what has happened behind it comes first; only what happens from now on where it is missing")
  static let limit = Parameter<Int>.optional("limit", .integer(1...1000), or: 100, "how many come at most")
  static let until = Parameter<Moment?>.optional(
    "until", .moment, "a position or a time: the last that counts; up to now where it is missing")
  static let subscription = Parameter<SubscriptionID>.required(
    "subscription_id", .id("subscription"), "as `events.subscribe` gave it")
  static let events = Parameter<[RecordedEvent]>.list(
    "events", .object(EventTypes.exported, EventLine.event), atMost: importLimit,
    "events in their order, as an export has them")

  static func texts(_ kinds: PersonalTextKinds) -> Parameter<[PersonalText]> {
    .list(
      "texts", .object(EventTypes.text) { json throws(ValidationError) in try EventLine.text(json, kinds) },
      atMost: importLimit,
      "the names and labels that they point to")
  }

  static let more = Parameter<Bool>.bool(
    "more",
    "`true` while more events follow: no round expires until the last request, or until a minute after one that was not followed"
  )

  // The line length bounds them: more than this does not fit into a line.
  private static let importLimit = 100_000
}

extension EventSchema {
  var descriptions: [EventDescription] {
    payloads.map { payload in
      EventDescription(
        payload.type, version: payload.version, audience: payload.audience.described, payload.members,
        lateFields: lateMembers(ofType: payload.type))
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
    .field("position", .integer(), "its place among all events, from 1 on"),
    .field(
      "stream", .text(.stream),
      "what it belongs to, and the id of that: `round-`, `household-` or `library-` and a UUID"),
    .field("revision", .integer(), "its place in its stream, from 0 on"),
    .field("type", .text(), "what happened: `VoteCast`"),
    .field("version", .integer(), "the version of its `data`"),
  ]

  static let event = ObjectType(
    "Event", "What happened.", identityKey: "position",
    recorded + [
      .field("recorded_at", .time, "when it was recorded"),
      .nullable(
        "data", .document,
        "what it says, by its type (`x-events` of `rpc.discover`); null where it is not yours to read"),
      .field(
        "metadata",
        .object(
          ObjectType(
            "EventMetadata", "Who did it.",
            [
              .nullable("actor", .id(of: "member"), "who sent the command; null for the clock and the administrator"),
              .nullable(
                "acting_as", .id(of: "member"), "for which managed member they sent it; null where for themself"),
              .nullable("command_id", .id(of: "command"), "the command's; shown to its own sender only, else null"),
            ])), "who did it"),
    ])

  /// An event as `movienight export` writes it.
  static let exported = ObjectType(
    "ExportedEvent", "An event of another store.",
    recorded + [
      .field("household_id", .id(of: "household"), "whose it is"),
      .field("recorded_at", .time, "when it was recorded, to the microsecond"),
      .field("data", .document, "what is told of it"),
      .field("metadata", .document, "who did it"),
    ])

  static let text = ObjectType(
    "ExportedText", "A name or a label of another store.",
    [
      .field("text_id", .id(of: "text"), "which it is"),
      .field("household_id", .id(of: "household"), "whose it is"),
      WireField("member_id", .id(of: "member"), isRequired: false, isNullable: true, "of whom; null of a household"),
      .field("value", .document, "what it says"),
    ])

  // MARK: Notifications

  private static let subscription = WireField.field("subscription_id", .id(of: "subscription"), "which subscription")

  static let appended = NotificationDescription(
    "events.appended", "Events of a subscription, in their order, each once.",
    ObjectType(
      "EventsAppended", "Events of a subscription.",
      [
        subscription,
        .field(
          "events", .list(of: .object(event)),
          "as `events.read` has them; none only where a filter has let none through"),
        .field("position", .integer(), "everything was sent up to there: send it as `after` to go on"),
      ]))

  static let closed = NotificationDescription(
    "events.closed", "The end of a subscription.",
    ObjectType(
      "EventsClosed", "The end of a subscription.",
      [
        subscription, .field("position", .integer(), "everything was sent up to there"),
        .field(
          "reason", .enumeration(EnumType("SubscriptionEnd", of: SubscriptionRegistry.EndReason.self)), "why it ends"),
      ]))
}
