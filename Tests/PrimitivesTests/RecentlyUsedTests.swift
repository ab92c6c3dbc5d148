import MovieNightPrimitives
import TestSupport
import Testing

@Suite struct RecentlyUsedTests {
  @Test func valuesAreKeptUntilAging() {
    var values = RecentlyUsed<Int, Int>(capacity: 2)
    for key in 0..<100 { values.set(key, for: key) }
    for key in 0..<100 { values.update(key) { $0 += 1000 } }
    for key in 0..<100 { #expect(values.peek(key) == key + 1000) }
  }

  @Test func usedValueSurvivesAgingButPeekedOneDoesNot() {
    var values = RecentlyUsed<Int, Int>(capacity: 2)
    for key in 1...4 { values.set(key * 10, for: key) }
    values.age()
    #expect(values.value(for: 1) == 10 && values.peek(2) == 20)
    values.update(3) { $0 += 1 }
    values.set(50, for: 5)
    values.age()
    #expect((1...5).map { values.peek($0) } == [10, nil, nil, nil, 50])
  }

  @Test func allValuesAreListedWithRecentOnesFirst() {
    var values = RecentlyUsed<Int, Int>(capacity: 2)
    for key in 1...2 { values.set(key, for: key) }
    values.age()
    values.set(3, for: 3)
    #expect(Array(values.values).first == 3 && Set(values.values) == [1, 2, 3])
  }

  @Test func removalCoversBothGenerations() {
    var values = RecentlyUsed<Int, Int>(capacity: 1)
    values.set(1, for: 1)
    values.age()
    values.set(2, for: 1)
    values.remove(1)
    #expect(values.value(for: 1) == nil)
    values.set(3, for: 1)
    values.removeAll()
    #expect(values.peek(1) == nil)
  }

  /// Compares random operations with a plain dictionary.
  @Test(arguments: 1...10)
  func mostRecentValuesAreKeptWithinBound(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let capacity = Int.random(in: 1...20, using: &random)
    var values = RecentlyUsed<Int, Int>(capacity: capacity)
    var expected: [Int: Int] = [:]
    var order: [Int] = []
    for number in 0..<2000 {
      let key = Int.random(in: 0..<60, using: &random)
      if Bool.random(using: &random) {
        values.set(number, for: key)
        expected[key] = number
        order.removeAll { $0 == key }
        order.append(key)
        values.age()
      } else if let value = values.value(for: key) {
        #expect(value == expected[key])
        order.removeAll { $0 == key }
        order.append(key)
      }
      for key in order.suffix(capacity) where order.count >= capacity {
        #expect(values.peek(key) == expected[key], "one of the last \(capacity)")
      }
      #expect((0..<60).count { values.peek($0) != nil } <= 2 * capacity + capacity)
    }
  }

  @Test func removedMatchesNoLongerCountTowardCapacity() {
    var values = RecentlyUsed<Int, Int>(capacity: 3)
    for key in 1...3 { values.set(key, for: key) }
    values.age()
    for key in 4...6 { values.set(key, for: key) }
    values.removeAll { key, value in key % 2 == 0 && value == key }
    #expect((1...6).filter { values.peek($0) != nil } == [1, 3, 5])
    // Removed values no longer count, so no other value is evicted to make room for them.
    values.age()
    for key in 7...9 { values.set(key, for: key) }
    values.age()
    #expect(values.peek(5) == 5)
  }
}
