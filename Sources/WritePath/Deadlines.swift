import EventStore
import MovieNightPrimitives

/// A heap of the times at which streams must be checked for deadlines.
///
/// Only the earliest time scheduled for a stream counts, because nothing is due before it. The caller that takes a
/// stream reschedules it after the check. So a vote, which postpones a deadline, costs one lookup and adds no entry.
struct Deadlines {
  struct Entry {
    let at: Timestamp
    let stream: StreamID
  }

  private(set) var heap: [Entry] = []
  private var scheduled: [StreamID: Timestamp] = [:]

  var next: Timestamp? { heap.first?.at }

  mutating func schedule(_ stream: StreamID, at time: Timestamp) {
    if let earlier = scheduled[stream], earlier <= time { return }
    scheduled[stream] = time
    heap.append(Entry(at: time, stream: stream))
    siftUp(heap.count - 1)
    removeStaleEntries()
  }

  mutating func cancel(_ stream: StreamID) {
    if scheduled.removeValue(forKey: stream) != nil { removeStaleEntries() }
  }

  /// Rebuilds the heap when most entries are stale, so that ended rounds do not take memory until their deadlines.
  private mutating func removeStaleEntries() {
    guard heap.count > 2 * scheduled.count + Self.minimumStaleEntries else { return }
    heap = scheduled.map { Entry(at: $1, stream: $0) }.sorted { $0.at < $1.at }
  }

  private static let minimumStaleEntries = 64

  /// Removes and returns at most `limit` streams whose times have been reached, in order of time.
  mutating func takeDue(at now: Timestamp, limit: Int = .max) -> [StreamID] {
    var due: [StreamID] = []
    while due.count < limit, let first = heap.first, first.at <= now {
      removeFirst()
      // Skips an entry that no longer counts, because its stream was cancelled or had an earlier entry.
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
