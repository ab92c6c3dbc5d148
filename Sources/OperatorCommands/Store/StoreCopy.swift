import Console
import EventStore
import MovieNightPrimitives
import Projections
import Server

/// Copies the events and personal texts of one store into another, and updates the other's read models. Each step is
/// durable and continues from the target's data, so another run can complete an interrupted copy. From the first copied
/// event until the last copied text, the target is marked as an unfinished copy (`UnfinishedCopy`).
struct StoreCopy {
  let source: any EventLog
  let target: any EventStore
  /// The position of the source's last event when the copy began. Later events are not copied.
  let end: Position
  private let areas: ServerAreas

  private static let eventsAtOnce = 1024
  private static let textsAtOnce = 4096

  init(from source: any EventLog, to target: any EventStore, areas: ServerAreas) throws {
    self.areas = areas
    self.source = source
    self.target = target
    end = try source.head()
  }

  // MARK: Copying events

  /// Copies the events that the target lacks, and returns their number. Throws a `CommandFailure`, before anything is
  /// written, if the target's events are not the beginning of the source's history.
  func copyEvents(progress: (Position) -> Void) throws -> Int {
    let begin = try requireCommonHistory()
    let rows = InlineRows(store: target, schema: areas.events, areas: areas.readModels)
    if target.isShared, begin < end {
      // In a shared store, rows must always include the last event. So rows of an older fold are rebuilt first.
      try readModels.open()
      rows.follow(try target.storeChanges(after: .max, limit: 0))
    }
    var position = begin
    while position < end {
      let events = try source.readAll(
        after: position, limit: min(Self.eventsAtOnce, end - position), owner: nil)
      guard let last = events.last else {
        throw StoreError(.damaged, "the source has no event at position \(position + 1), but has later ones")
      }
      try record(events, position == begin ? [UnfinishedCopy.mark] : [], rows)
      position = last.position
      progress(position)
    }
    return end - begin
  }

  /// Throws unless the target's events are the beginning of the source's history. Returns the position of the last one.
  /// All events are compared, because an older backup and its source may differ after a common beginning.
  private func requireCommonHistory() throws -> Position {
    let head = try target.head()
    var pairs = EventPairs(source, through: min(head, end), target, through: head)
    while let pair = try pairs.next() {
      guard let difference = pair.difference else { continue }
      throw CommandFailure(
        "The target's history differs from the source's: \(difference)",
        hint: "Copy into an empty store, or into an earlier copy of this source.")
    }
    return head
  }

  private func record(_ events: [RecordedEvent], _ texts: [PersonalText], _ rows: InlineRows) throws {
    do throws(StoreError) {
      try target.importEvents(events, texts: texts) { events throws(StoreError) in try rows.rows(changedBy: events) }
    } catch {
      throw error.code == .misuse ? Self.concurrentWriteFailure(error.message) : error
    }
    if let last = events.last { rows.recorded(through: last.position) }
  }

  private static func concurrentWriteFailure(_ reason: String) -> CommandFailure {
    CommandFailure(
      "Another process writes to the target: \(reason)",
      hint: "Stop all servers that use the target, then copy into an empty store.")
  }

  // MARK: Copying personal texts

  /// Makes the target's texts equal to the source's, including erasures. The last commit removes the copy's mark.
  func copyTexts(from source: any TextStore) throws -> (written: Int, deleted: Int) {
    var pairs = TextPairs(source, target)
    var changes: [PersonalTextChange] = []
    var counts = (written: 0, deleted: 0)
    while let pair = try pairs.next() {
      guard pair.target?.id != UnfinishedCopy.mark.id else { continue }
      if let text = pair.source {
        guard text != pair.target else { continue }
        changes.append(.put(text))
        counts.written += 1
      } else if let text = pair.target {
        changes.append(.delete(text.id, owner: text.owner))
        counts.deleted += 1
      }
      if changes.count == Self.textsAtOnce {
        try record(changes)
        changes.removeAll(keepingCapacity: true)
      }
    }
    if try UnfinishedCopy.isMarked(target) {
      changes.append(.delete(UnfinishedCopy.mark.id, owner: UnfinishedCopy.mark.owner))
    }
    if !changes.isEmpty { try record(changes) }
    return counts
  }

  /// Records changes of texts as a command that has no events and leaves no receipt.
  private func record(_ changes: [PersonalTextChange]) throws {
    if target.isShared {
      let head = try target.beginGroup(after: end, limit: 1).head
      guard head == end else {
        target.endGroup()
        throw Self.concurrentWriteFailure("it has \(head) events instead of \(end)")
      }
    }
    let change = CommandAppend(
      metadata: EventMetadata(), streams: [], texts: changes, time: Timestamp(microseconds: 0))
    _ = try target.commit([change]) { _ in [] }
  }

  // MARK: Updating read models

  private var readModels: ReadModels {
    ReadModels(store: target, schema: areas.events, areas: areas.readModels)
  }

  /// Updates the target's rows up to its last event: existing ones by a replay, missing rows by a rebuild.
  func refreshReadModels(progress: (Position) -> Void) throws {
    let models = readModels
    try models.open { progress($0.position) }
    try models.flush()
  }
}
