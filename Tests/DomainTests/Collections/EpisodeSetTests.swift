import Domain
import MovieNightPrimitives
import Testing

@Suite struct EpisodeSetTests {
  /// Each subset of the numbers from 1 to 8.
  private static let subsets = (0..<256).map { bits in (1...8).filter { bits >> ($0 - 1) & 1 == 1 } }

  private static func set(_ numbers: some Sequence<Int>) -> EpisodeSet {
    numbers.reduce(into: EpisodeSet()) { $0.insert($1) }
  }

  private func expect(_ set: EpisodeSet, equals numbers: Set<Int>) throws {
    #expect(Array(set.numbers) == numbers.sorted())
    #expect(set.count == numbers.count && set.last == numbers.max())
    for range in [1...8, 3...6, 5...5] {
      #expect(set.count(in: range) == numbers.intersection(range).count)
      #expect(set.firstGap(in: range) == range.first { !numbers.contains($0) })
    }
    let json = JSONWriter.object { $0.field("watched", set) }
    #expect(try JSONDocument(json.bytes).root.value("watched") == set)
  }

  @Test func everySubsetEqualsModelAfterEachInsertionAndRemoval() throws {
    for subset in Self.subsets {
      let set = Self.set(subset)
      #expect(set == Self.set(subset.reversed()))
      for number in 1...8 {
        var (larger, smaller) = (set, set)
        larger.insert(number)
        try expect(larger, equals: Set(subset).union([number]))
        smaller.remove(number)
        try expect(smaller, equals: Set(subset).subtracting([number]))
      }
    }
  }

  @Test func rangesAreWrittenByFirstAndLast() {
    #expect(JSONWriter.object { $0.field("w", Self.set([12] + Array(1...10))) }.text == #"{"w":[1,10,12,12]}"#)
    #expect(JSONWriter.object { $0.field("w", EpisodeSet()) }.text == #"{"w":[]}"#)
  }

  @Test(arguments: ["[1]", "[2,1]", "[1,2,3,4]", "[5,6,1,2]", "[-1,2]", "[1,100000]", "[1,2,4]"])
  func rangesOutOfOrderOrBoundsAreRefused(_ text: String) throws {
    let json = try JSONDocument("{\"w\":\(text)}").root
    #expect(throws: JSONError.self) { let _: EpisodeSet = try json.value("w") }
  }
}
