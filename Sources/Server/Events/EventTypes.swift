import Commands
import Domain
import EventStore
import MovieNightPrimitives
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
    "events", .object(EventTypes.exported.type, EventLine.event), atMost: importLimit,
    "the events in order, as exported")

  static func texts(_ kinds: PersonalTextKinds) -> Parameter<[PersonalText]> {
    .list(
      "texts", .object(EventTypes.text.type) { json throws(ValidationError) in try EventLine.text(json, kinds) },
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

/// An event as a reader sees it. A nil reader is an administrator.
struct ShownEvent {
  let event: RecordedEvent
  let reader: MemberID?
  /// Whether the reader may see the event's data.
  let showsData: Bool

  /// The id of the event's command; nil if the reader did not send it. With another member's command id, a member could
  /// request the answer to that command.
  fileprivate var ownCommandID: CommandID? {
    reader != nil && event.metadata.actor == reader.map { ActorID($0) } ? event.metadata.command?.id : nil
  }
}

enum EventTypes {
  private static let place = ResultMembers<ShownEvent>([
    .field("position", "its position among all events, from 1") { $0.event.position },
    .field(
      "stream", as: .text(.stream),
      "its stream: `round-`, `household-`, `library-`, `collection-` or `guide-`, and an id"
    ) { $0.event.stream.description },
  ])

  private static let recorded = ResultMembers<ShownEvent>([
    .field("revision", "its number in its stream, from 0") { $0.event.revision },
    .field("type", "its type, such as `VoteCast`") { $0.event.type },
    .field("version", "the version of its `data`") { $0.event.version },
  ])

  private static let metadata = ResultObject<ShownEvent>(
    "EventMetadata", "The origin of an event.",
    [
      .field("actor", "the sender of the command; null for the clock and administrators") { $0.event.metadata.actor },
      .field("acting_as", "the managed member that the sender acted for; null if none") {
        $0.event.metadata.actingAs
      },
      .field("command_id", "the command's id, shown only to its sender; else null") { $0.ownCommandID },
    ])

  static let event = ResultObject<ShownEvent>(
    "Event", "A recorded event.", identityKey: "position",
    [
      place, recorded,
      .field("recorded_at", "the time of recording") { $0.event.recordedAt },
      .field("data", "its content, by type (`x-events` of `rpc.discover`); null if you may not read it") {
        $0.showsData ? WrittenObject(json: $0.event.data) : nil
      },
      .object("metadata", metadata, "its origin") { $0 },
    ])

  static let page = ResultObject<EventQuery.Shown>(
    "EventPage", "A page of events.",
    [
      .list("events", of: event, "the events in order; may be empty") { $0.events },
      .field("next_after", "the `after` for the next page; at the end, the request's own `after`") { $0.nextAfter },
    ])

  /// An event as `movienight export` writes it.
  static let exported = ResultObject<ShownEvent>(
    "ExportedEvent", "An event of another store.",
    [
      place,
      .field("household_id", "the event's household") { $0.event.owner },
      recorded,
      .written("recorded_at", .time, "the time of recording, to the microsecond") { shown, json in
        json.timestamp(shown.event.recordedAt, .microseconds)
      },
      .field("data", "its content") { WrittenObject(json: $0.event.data) },
      .field("metadata", "its origin") { WrittenObject(json: $0.event.metadata.json) },
    ])

  static let text = ResultObject<PersonalText>(
    "ExportedText", "A name or a label of another store.",
    [
      .field("text_id", "the text's id") { $0.id },
      .field("household_id", "the text's household") { $0.owner },
      // Imports accept texts without this member.
      ResultMembers([
        WireField(
          "member_id", .id(of: "member"), isRequired: false, isNullable: true,
          "the member it belongs to; null for a household's text")
      ]) { text, json in json.field("member_id", text.subject) },
      .field("value", "the text") { WrittenObject(json: $0.value) },
    ])

  static let imported = ResultObject<Position>(
    "ImportedEvents", "The result of an import.", [.field("position", "the position of the store's last event") { $0 }])

  // MARK: Subscriptions

  static let subscription = ResultObject<(id: SubscriptionID, position: Position)>(
    "EventSubscription", "A subscription to events.",
    [
      .field("subscription_id", "the id for `events.unsubscribe`") { $0.id },
      .field("position", "the subscription starts after this position") { $0.position },
    ])

  /// The notification of a page's events, which are JSON already, separated by commas.
  static let appended = ResultNotification(
    name: "events.appended", summary: "Events of a subscription, in order, each once.",
    parameters: ResultObject<(id: SubscriptionID, events: ArraySlice<UInt8>, position: Position)>(
      "EventsAppended", "Events of a subscription.",
      [
        .field("subscription_id", "the subscription's id") { $0.id },
        .written(
          "events", .list(of: .object(event.type)), "as in `events.read`; empty only if the filter excluded all"
        ) { page, json in
          json.beginArray()
          json.raw(page.events)
          json.endArray()
        },
        .field("position", "the last position covered; send it as `after` to resume") { $0.position },
      ]))

  static let closed = ResultNotification(
    name: "events.closed", summary: "The end of a subscription.",
    parameters: ResultObject<(id: SubscriptionID, position: Position, reason: SubscriptionRegistry.EndReason)>(
      "EventsClosed", "The end of a subscription.",
      [
        .field("subscription_id", "the subscription's id") { $0.id },
        .field("position", "the last position covered") { $0.position },
        .field(
          "reason",
          "`stopping`: the server is stopping, and may still answer earlier requests; `access_ended`: the token was revoked, the member left or was removed, or the household was closed; `identity_changed`: the connection authenticated with another identity"
        ) { $0.reason },
      ]))
}
