import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// Writes a household's events without the data that a reader may not see, for `events.read` and the pages of subscriptions.
struct EventReader {
  let store: any EventStore
  let readModels: ReadModels

  /// The maximum number of events read for one answer, so that a filter with few matches does not read the whole history.
  private static let scanLimit = 10_000
  private static let pageSize = 500

  func write(_ query: EventQuery, to json: inout JSONWriter) throws {
    guard let household = try readModels.household(query.id) else { throw Refusal.unknownHousehold }
    if let end = try readModels.end(before: query.after) {
      throw Refusal.aheadOfHistory.with("\(end)", data: .head(end))
    }
    var found = 0
    var scanned = 0
    var after = query.after
    var reachedEnd = false
    json.beginObject()
    json.key("events")
    json.beginArray()
    // Stop once the answer exceeds the limit, because it will be refused anyway.
    while found < query.limit, scanned < Self.scanLimit, !reachedEnd, json.bytes.count <= Service.answerLimit {
      let page = try store.readAll(after: after, limit: Self.pageSize, owner: OwnerID(household.id))
      for event in page {
        if query.ends(before: event) {
          reachedEnd = true
          break
        }
        if found == query.limit || json.bytes.count > Service.answerLimit { break }
        after = event.position
        scanned += 1
        guard query.filter.includes(event) else { continue }
        write(event, for: query.reader, in: household, to: &json)
        found += 1
      }
      if page.count < Self.pageSize, after == page.last?.position ?? after { reachedEnd = true }
    }
    json.endArray()
    json.field("next_after", after)
    json.endObject()
  }

  /// Writes one event, without the data that `reader` may not see. A nil reader is an administrator.
  func write(
    _ event: RecordedEvent, for reader: MemberID?, in household: HouseholdDetails, to json: inout JSONWriter
  ) {
    json.object { json in
      json.field("position", event.position)
      json.field("stream", event.stream.description)
      json.field("revision", event.revision)
      json.field("type", event.type)
      json.field("version", event.version)
      json.field("recorded_at", event.recordedAt)
      json.key("data")
      if mayRead(event, reader, in: household) { json.raw(event.data) } else { json.null() }
      json.key("metadata")
      write(event.metadata, for: reader, to: &json)
    }
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

  private func write(_ metadata: EventMetadata, for reader: MemberID?, to json: inout JSONWriter) {
    json.object { json in
      json.field("actor", metadata.actor)
      json.field("acting_as", metadata.actingAs)
      // Hide other members' command ids, because with such an id a member could request the answer to that command.
      let isOwn = reader != nil && metadata.actor == reader.map { ActorID($0) }
      json.field("command_id", isOwn ? metadata.command?.id : nil)
    }
  }
}

struct EventQuery: Query {
  var id: HouseholdID
  /// The reader, which decides what data is shown; nil for an administrator.
  var reader: MemberID?
  var after: Position
  var limit: Int
  var filter = EventFilter()
  /// The position or time of the last event to include.
  var until: Moment?

  func write(to json: inout JSONWriter, _ answering: AnswerContext) throws {
    try answering.requireStore()
    try EventReader(store: answering.store, readModels: answering.readModels).write(self, to: &json)
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
