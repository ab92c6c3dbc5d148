import Synchronization

/// A metric that only increases. Safe to use from any thread.
package final class Counter: Sendable {
  private let count = Atomic(0)

  package var value: Int { count.load(ordering: .relaxed) }

  package func add(_ amount: Int = 1) { count.wrappingAdd(amount, ordering: .relaxed) }
}

/// A metric that can increase and decrease. Safe to use from any thread.
package final class Gauge: Sendable {
  private let current = Atomic(0)

  var value: Int { current.load(ordering: .relaxed) }

  package func set(_ value: Int) { current.store(value, ordering: .relaxed) }
  package func add(_ amount: Int) { current.wrappingAdd(amount, ordering: .relaxed) }
}

/// A metric that counts how many observed values are in each of several fixed ranges. Safe to use from any thread.
package final class Histogram: Sendable {
  package enum Unit: Sendable {
    /// A number of items, such as the size of a group.
    case count
    /// A duration in nanoseconds, which is rendered in seconds.
    case nanoseconds
  }

  let unit: Unit
  /// The largest value of each range, in ascending order. One more range holds the values above the last bound.
  let bounds: [Int]
  private let counts: [Counter]
  private let total = Counter()

  init(unit: Unit, bounds: [Int]) {
    precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "The bounds of a histogram ascend.")
    self.unit = unit
    self.bounds = bounds
    counts = (0...bounds.count).map { _ in Counter() }
  }

  /// The default bounds for latencies, from 50 µs to 10 s, in nanoseconds.
  static let latencyBounds = [
    50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
    100_000_000, 250_000_000, 1_000_000_000, 10_000_000_000,
  ]

  package func observe(_ value: Int) {
    // With about a dozen bounds, a linear search is faster than a binary search.
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count].add()
    total.add(value)
  }

  var sum: Int { total.value }
  /// The number of values in each range, including the one above the last bound.
  var rangeCounts: [Int] { counts.map(\.value) }
}
