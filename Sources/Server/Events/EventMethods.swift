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
        "events.read", "Reads the household's events in order, for audits and polling.",
        takes: [EventParameters.after, EventParameters.limit] + filter.all
          + [EventParameters.until, HouseholdParameters.household],
        refuses: [.aheadOfHistory]
      ) { (parameters, caller) throws(Refusal) -> EventQuery in
        let household = try caller.household(parameters)
        return EventQuery(
          id: household, reader: caller.memberID,
          after: try parameters[EventParameters.after] ?? 0, limit: try parameters[EventParameters.limit],
          filter: try filter.filter(parameters), until: try parameters[EventParameters.until])
      },
      .control(
        "events.subscribe", "Sends the household's events to this connection as they are recorded.", .authenticated,
        takes: [EventParameters.subscribedAfter] + filter.all + [HouseholdParameters.household],
        gives: EventTypes.subscription.type, refuses: [.aheadOfHistory, .tooManySubscriptions],
        notifies: [EventTypes.appended.description, EventTypes.closed.description], preparation: .onWorker
      ) { (parameters, caller) throws(Refusal) in
        let household = try caller.household(parameters)
        let after = try parameters[EventParameters.subscribedAfter]
        let filter = try filter.filter(parameters)
        try caller.requireHousehold(household)
        if let after { try caller.requireHistory(through: after) }
        return .subscribe(household, filter, after: after)
      },
      .control(
        "events.unsubscribe", "Ends a subscription of this connection: no further notifications follow.",
        .authenticated,
        takes: [EventParameters.subscription], gives: ObjectType(nil, "Nothing.", []), refuses: [.unknownSubscription]
      ) { (parameters, _) throws(Refusal) in .unsubscribe(try parameters[EventParameters.subscription]) },
      .control(
        "events.import", "Appends events of another store unchanged.",
        .administrator, takes: [EventParameters.events, texts, EventParameters.more],
        gives: EventTypes.imported.type, refuses: [.cannotImport, .outcomeUnknown]
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
    guard try readRows({ try readModels.household(id) }) != nil else { throw .unknownHousehold }
  }

  /// Checks that the history reaches `position`. May read the store.
  fileprivate func requireHistory(through position: Position) throws(Refusal) {
    if let end = try readRows({ try readModels.end(before: position) }) {
      throw .aheadOfHistory.with("\(end)", data: .head(end))
    }
  }
}
