import EventStore

@testable import Projections

/// The part of a server that maintains rows.
final class RowServer {
  let store: RowStore
  let inline: InlineRows
  let models: ReadModels
  private(set) var position: Position

  init(_ store: RowStore, rowMemory: Int = 64 << 20) throws {
    self.store = store
    inline = InlineRows(store: store, schema: .current, areas: .current, rowMemory: rowMemory)
    models = try openModels(store, rowMemory: rowMemory)
    position = try store.head()
  }

  /// Applies the events that other servers have recorded, if the store is shared.
  func checkForChanges() throws {
    guard store.isShared else { return }
    let storeChanges = try store.storeChanges(after: position, limit: .max)
    inline.follow(storeChanges)
    try models.follow(storeChanges.readModels)
    if storeChanges.damaged.isEmpty {
      try models.apply(storeChanges.events)
    } else {
      models.forgetRows(through: storeChanges.head)
    }
    position = storeChanges.head
  }

  /// Commits a group as a server of a shared store does. Unless `isRecorded`, the group is rolled back.
  func commit(_ events: [RecordedEvent], isRecorded: Bool = true) throws {
    try checkForChanges()
    let rows = try inline.rows(changedBy: events)
    guard isRecorded, let last = events.last else { return }
    try store.record(events, rows)
    position = last.position
    inline.recorded(through: position)
    try models.apply(events)
  }

  /// Records and applies events, as a server of a shared or an unshared store does.
  func record(_ events: [RecordedEvent]) throws {
    if store.isShared { return try commit(events) }
    store.record(events)
    try models.apply(events)
    position = models.position
  }
}
