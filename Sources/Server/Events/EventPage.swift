import EventStore
import MovieNightPrimitives

/// A page of a household's events, encoded once for each view of its subscribers.
struct EventPage: Sendable {
  /// The positions of the page's events, in ascending order.
  let positions: [Position]
  let isLast: Bool
  private var texts: [EventView: Text] = [:]

  /// The events that a view's filter admits, as JSON separated by commas.
  private struct Text {
    var bytes: [UInt8] = []
    /// The position of each event, and the offset in `bytes` at which its JSON starts.
    var starts: [(position: Position, start: Int)] = []
  }

  var extent: PageExtent {
    var extent = PageExtent(last: positions.last, isLast: isLast, count: positions.count)
    for (view, text) in texts { extent.lastMatches[view.filter] = text.starts.last?.position }
    return extent
  }

  /// The maximum number of events in a page. With `bytes`, it limits the output buffered for one that does not read.
  static let events = 100
  /// The approximate maximum size of a page in bytes.
  private static let bytes = 32 << 10

  /// Reads a page. May wait for the store.
  init(_ request: PageRequest, _ reader: EventReader) throws {
    guard let household = try reader.readModels.household(request.household) else { throw Refusal.unknownHousehold }
    let found = try reader.store.readAll(after: request.after, limit: Self.events, owner: OwnerID(household.id))
    // Leave out events after `head`. One may end a reader's access, and the event loop has not handled it yet.
    let known = found.prefix { $0.position <= request.head }
    let events = known.prefix(Self.countWithinLimit(known))
    positions = events.map(\.position)
    isLast = events.count < Self.events && events.count == known.count
    for view in request.views {
      var text = Text()
      for event in events where view.filter.includes(event) {
        var json = JSONWriter(reserving: 512)
        EventTypes.event.write(reader.shownEvent(event, for: view.reader, in: household), to: &json)
        if !text.bytes.isEmpty { text.bytes.append(UInt8(ascii: ",")) }
        text.starts.append((event.position, text.bytes.count))
        text.bytes += json.bytes
      }
      texts[view] = text
    }
  }

  private static func countWithinLimit(_ events: ArraySlice<RecordedEvent>) -> Int {
    var size = 0
    for (index, event) in events.enumerated() {
      size += event.data.count + 256
      if size >= bytes { return index + 1 }
    }
    return events.count
  }

  /// Returns the notification of the events that a subscriber has not received yet. Its list is empty if the
  /// subscriber's filter admits none of them. Returns nil if the page has no events.
  func notification(_ delivery: Subscriptions.Delivery) -> [UInt8]? {
    guard let last = positions.last, let text = texts[delivery.view] else { return nil }
    let events = text.bytes[(text.starts.first { $0.position > delivery.after }?.start ?? text.bytes.count)...]
    return EventTypes.appended.bytes(
      of: (id: delivery.subscription, events: events, position: last), reserving: events.count + 192)
  }
}
