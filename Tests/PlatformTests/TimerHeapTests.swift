import TestSupport
import Testing

@testable import Platform

/// Compares a timer heap with a sorted list.
@Suite struct TimerHeapTests {
  @Test(arguments: 0..<20) func randomOperationsMatchSortedList(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var heap = TimerHeap<UInt64>()
    var list: [(due: Duration, number: UInt64)] = []
    for number in UInt64(1)...500 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let due = Duration.milliseconds(Int.random(in: 0..<50, using: &random))
        heap.add(number, number, due: due)
        list.append((due, number))
      case 2:
        let other = UInt64.random(in: 1...number, using: &random)
        let isThere = list.contains { $0.number == other }
        #expect(heap.remove(other) == (isThere ? other : nil), "seed \(seed)")
        list.removeAll { $0.number == other }
      default:
        let now = Duration.milliseconds(Int.random(in: 0..<50, using: &random))
        let first = list.min { $0 < $1 }.flatMap { $0.due <= now ? $0.number : nil }
        #expect(heap.takeDue(by: now) == first, "seed \(seed)")
        list.removeAll { $0.number == first }
      }
      #expect(heap.count == list.count && heap.next == list.map(\.due).min(), "seed \(seed)")
    }
  }
}
