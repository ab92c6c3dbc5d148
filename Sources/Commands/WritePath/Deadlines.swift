import Domain
import Primitives

/// When the clock has to look at which round: a heap by time.
///
/// A round stands in it at most once, with a time at which something may be due, never later than it is. Who takes
/// it out looks at the round itself and puts it back with the time it finds then. So a vote, which moves a deadline
/// away, costs one look-up and no entry.
struct Deadlines {
  struct Entry {
    let at: Timestamp
    let round: RoundID
  }

  private var heap: [Entry] = []
  private var scheduled: [RoundID: Timestamp] = [:]

  /// The earliest time that something may be due.
  var next: Timestamp? { heap.first?.at }

  mutating func schedule(_ round: RoundID, at time: Timestamp) {
    if let earlier = scheduled[round], earlier <= time { return }
    scheduled[round] = time
    heap.append(Entry(at: time, round: round))
    siftUp(heap.count - 1)
  }

  /// Takes out the rounds whose time has come, the earliest ones, at most `limit` of them.
  mutating func takeDue(at now: Timestamp, limit: Int = .max) -> [RoundID] {
    var due: [RoundID] = []
    while due.count < limit, let first = heap.first, first.at <= now {
      removeFirst()
      // An entry that an earlier one of the same round has replaced says nothing any more.
      guard scheduled[first.round] == first.at else { continue }
      scheduled[first.round] = nil
      due.append(first.round)
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
