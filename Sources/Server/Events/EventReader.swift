import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// Reads a household's events and decides what a reader may see, for `events.read` and subscriptions.
struct EventReader {
  let store: any EventLog
  let readModels: ReadModels

  /// The maximum number of events read for one answer, so a filter with few matches does not read everything.
  private static let scanLimit = 10_000
  private static let pageSize = 500

  func page(_ query: EventQuery) throws -> EventQuery.Shown {
    guard let household = try readModels.household(query.id) else { throw Refusal.unknownHousehold }
    if let end = try readModels.end(before: query.after) {
      throw Refusal.aheadOfHistory.with("\(end)", data: .head(end))
    }
    var events: [ShownEvent] = []
    var bytes = 0
    var scanned = 0
    var after = query.after
    var reachedEnd = false
    // Stop once the answer exceeds the limit, because it will be refused anyway.
    while events.count < query.limit, scanned < Self.scanLimit, !reachedEnd, bytes <= Service.answerLimit {
      let page = try store.readAll(after: after, limit: Self.pageSize, owner: OwnerID(household.id))
      for event in page {
        if query.ends(before: event) {
          reachedEnd = true
          break
        }
        if events.count == query.limit || bytes > Service.answerLimit { break }
        after = event.position
        scanned += 1
        guard query.filter.includes(event) else { continue }
        let shown = shownEvent(event, for: query.reader, in: household)
        if shown.showsData { bytes += event.data.count }
        events.append(shown)
      }
      if page.count < Self.pageSize, after == page.last?.position ?? after { reachedEnd = true }
    }
    return EventQuery.Shown(events: events, nextAfter: after)
  }

  func shownEvent(_ event: RecordedEvent, for reader: MemberID?, in household: HouseholdDetails) -> ShownEvent {
    ShownEvent(event: event, reader: reader, showsData: mayRead(event, reader, in: household))
  }

  /// Whether the reader may see the event's data. No reader, not even an administrator, may see digests of secrets.
  private func mayRead(_ event: RecordedEvent, _ reader: MemberID?, in household: HouseholdDetails) -> Bool {
    switch readModels.schema.audience(ofType: event.type) {
    case .household: return true
    case .nobody: return false
    case .memberAndParent:
      guard let reader, let subject = (try? JSONDocument(stored: event.data).root)?["member_id"] else { return false }
      guard let member: MemberID = subject.identifier() else { return false }
      return reader.isAuthorized(for: member, parent: household.member(member)?.parentID)
    }
  }
}

struct EventQuery: ResultQuery {
  var id: HouseholdID
  /// The reader, which decides what data is shown; nil for an administrator.
  var reader: MemberID?
  var after: Position
  var limit: Int
  var filter = EventFilter()
  /// The position or time of the last event to include.
  var until: Moment?

  struct Shown {
    let events: [ShownEvent]
    let nextAfter: Position
  }

  static var result: ResultObject<Shown> { EventTypes.page }

  func shown(_ answering: AnswerContext) throws -> Shown {
    try answering.requireStore()
    return try EventReader(store: answering.store, readModels: answering.readModels).page(self)
  }
}

extension EventQuery {
  fileprivate func ends(before event: RecordedEvent) -> Bool {
    switch until {
    case .position(let position): event.position > position
    case .time(let time): event.recordedAt > time
    case nil: false
    }
  }
}
