import EventStore
import MovieNightPrimitives

/// When the clock has to look at which stream: a heap by time.
///
/// Of each stream one time counts, the earliest that was given. Something may be due then, and nothing is due before.
/// Whoever takes the stream out looks at it, and puts it back with the time that stands there now. So a vote, which moves
/// a deadline further away, costs one look-up and no entry.
struct Deadlines {
  struct Entry {
    let at: Timestamp
    let stream: StreamID
  }

  private var heap: [Entry] = []
  private var scheduled: [StreamID: Timestamp] = [:]

  /// The earliest time that something may be due.
  var next: Timestamp? { heap.first?.at }

  mutating func schedule(_ stream: StreamID, at time: Timestamp) {
    if let earlier = scheduled[stream], earlier <= time { return }
    scheduled[stream] = time
    heap.append(Entry(at: time, stream: stream))
    siftUp(heap.count - 1)
    removeStaleEntries()
  }

  /// Removes a stream that the clock need not look at any more.
  mutating func cancel(_ stream: StreamID) {
    if scheduled.removeValue(forKey: stream) != nil { removeStaleEntries() }
  }

  /// Makes the heap anew when most of its entries no longer count, so that rounds that have ended take no memory until
  /// their time would have come.
  private mutating func removeStaleEntries() {
    guard heap.count > 2 * scheduled.count + Self.staleEntriesAtLeast else { return }
    heap = scheduled.map { Entry(at: $1, stream: $0) }.sorted { $0.at < $1.at }
  }

  private static let staleEntriesAtLeast = 64
  /// How many entries there are, also those that no longer count.
  var entryCount: Int { heap.count }

  /// Takes out the streams whose time has come, the earliest ones, at most `limit` of them.
  mutating func takeDue(at now: Timestamp, limit: Int = .max) -> [StreamID] {
    var due: [StreamID] = []
    while due.count < limit, let first = heap.first, first.at <= now {
      removeFirst()
      // Another entry of the stream was earlier, and counted instead of this one.
      guard scheduled[first.stream] == first.at else { continue }
      scheduled[first.stream] = nil
      due.append(first.stream)
    }
    return due
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].at < heap[least].at {
        least = child
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0, heap[child].at < heap[(child - 1) / 2].at {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }
}
