import MovieNightPrimitives
import TestSupport
import Testing

@Suite struct QueueTests {
  @Test func randomOperationsMatchArray() {
    var generator = SeededGenerator(seed: 7)
    var queue = Queue<Int>()
    var expected: [Int] = []
    for number in 0..<5000 {
      switch UInt8.random(in: 0...9, using: &generator) {
      case 0...4:
        queue.append(number)
        expected.append(number)
      case 5:
        queue.append(contentsOf: [number, -number])
        expected += [number, -number]
      case 6 where number % 50 == 0:
        #expect(queue.takeAll() == expected)
        expected = []
      default:
        #expect(queue.first == expected.first)
        #expect(queue.popFirst() == (expected.isEmpty ? nil : expected.removeFirst()))
      }
      #expect(queue.isEmpty == expected.isEmpty)
    }
  }

  @Test func emptiedQueueReleasesItsElements() {
    final class Element {}
    var queue = Queue<Element>()
    queue.append(contentsOf: [Element(), Element(), Element()])
    weak let first = queue.first
    #expect(first != nil)
    for _ in 0..<3 { _ = queue.popFirst() }
    #expect(first == nil && queue.isEmpty)
  }
}
