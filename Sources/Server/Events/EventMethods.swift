import Commands
import Domain
import EventStore
import ProtocolSchema

extension Method {
  /// The methods of `docs/protocol/events.md`.
  static func ofEvents(_ events: EventSchema, _ textKinds: PersonalTextKinds) -> [Method] {
    let filter = EventFilterParameters(events)
    let texts = EventParameters.texts(textKinds)
    return [
      .query(
        "events.read", "Reads the household's events in their order: an audit, and a feed to poll.",
        takes: [EventParameters.after, EventParameters.limit] + filter.all
          + [EventParameters.until, HouseholdParameters.household],
        gives: ObjectType(
          "EventPage", "Some events.",
          [
            .field("events", .list(of: .object(EventTypes.event)), "in their order; also none"),
            .field(
              "next_after", .integer(), "to be sent as `after` for the next page; the same as was sent at the end"),
          ]),
        refuses: [.aheadOfHistory]
      ) { (parameters, caller) throws(Refusal) in
        let household = try caller.household(parameters)
        return EventQuery(
          id: household, reader: caller.memberID,
          after: try parameters[EventParameters.after] ?? 0, limit: try parameters[EventParameters.limit],
          filter: try filter.filter(parameters), until: try parameters[EventParameters.until])
      },
      .control(
        "events.subscribe", "Has the connection told what happens in the household from then on.", .authenticated,
        takes: [EventParameters.subscribedAfter] + filter.all + [HouseholdParameters.household],
        gives: ObjectType(
          "EventSubscription", "What a connection is told from now on.",
          [
            .field("subscription_id", .id(of: "subscription"), "to end it by"),
            .field("position", .integer(), "the position that it begins behind"),
          ]),
        refuses: [.aheadOfHistory, .tooManySubscriptions], notifies: [EventTypes.appended, EventTypes.closed],
        preparation: .onWorker
      ) { (parameters, caller) throws(Refusal) in
        let household = try caller.household(parameters)
        let after = try parameters[EventParameters.subscribedAfter]
        let filter = try filter.filter(parameters)
        try caller.requireHousehold(household)
        if let after { try caller.requireHistory(through: after) }
        return .subscribe(household, filter, after: after)
      },
      .control(
        "events.unsubscribe", "Ends a subscription of this connection.", .authenticated,
        takes: [EventParameters.subscription], gives: ObjectType(nil, "Nothing.", []), refuses: [.unknownSubscription]
      ) { (parameters, _) throws(Refusal) in .unsubscribe(try parameters[EventParameters.subscription]) },
      .control(
        "events.import", "Records events of another store exactly as they are, behind those that are there.",
        .administrator, takes: [EventParameters.events, texts, EventParameters.more],
        gives: ObjectType(
          "ImportedEvents", "How far the store goes.", [.field("position", .integer(), "of the last event")]),
        refuses: [.cannotImport, .outcomeUnknown]
      ) { (parameters, _) throws(Refusal) in
        .importEvents(
          try parameters[EventParameters.events], try parameters[texts],
          more: try parameters[EventParameters.more])
      },
    ]
  }
}

extension Caller {
  /// Checks that the household exists. May read the store.
  fileprivate func requireHousehold(_ id: HouseholdID) throws(Refusal) {
    guard try reading({ try readModels.household(id) }) != nil else { throw .unknownHousehold }
  }

  /// Checks that the history reaches `position`. May read the store.
  fileprivate func requireHistory(through position: Position) throws(Refusal) {
    if let end = try reading({ try readModels.end(before: position) }) {
      throw .aheadOfHistory.with("\(end)", data: .head(end))
    }
  }
}
