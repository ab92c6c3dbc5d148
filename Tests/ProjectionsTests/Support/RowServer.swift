import EventStore

@testable import Projections

/// A server, as far as rows are concerned.
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

  /// Hears of what others have recorded, where there are others.
  func lookForNews() throws {
    guard store.isShared else { return }
    let news = try store.news(after: position, limit: .max)
    inline.follow(news)
    try models.follow(news.readModels)
    if news.damaged.isEmpty { try models.apply(news.events) } else { models.forgetRows(through: news.head) }
    position = news.head
  }

  /// - Parameter stands: whether the group is recorded in the end.
  func commit(_ events: [RecordedEvent], stands: Bool = true) throws {
    try lookForNews()
    let rows = try inline.rows(changedBy: events)
    guard stands, let last = events.last else { return }
    try store.record(events, rows)
    position = last.position
    inline.recorded(through: position)
    try models.apply(events)
  }

  /// Records events and takes them in, in whatever way its store does.
  func record(_ events: [RecordedEvent]) throws {
    if store.isShared { return try commit(events) }
    store.record(events)
    try models.apply(events)
    position = models.position
  }
}
