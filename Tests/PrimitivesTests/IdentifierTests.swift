import Foundation
import MovieNightPrimitives
import TestSupport
import Testing

@Suite struct IdentifierTests {
  private enum Kind {}
  private typealias ID = Identifier<Kind>

  @Test func identifierRoundTripsThroughTextAndBytes() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<1000 {
      let id = ID(high: random.next(), low: random.next())
      #expect(ID(id.description) == id)
      #expect(ID(id.description.uppercased()) == id)
      #expect(ID(bytes: id.bytes) == id)
      #expect(id.description == UUID(uuidString: id.description)?.uuidString.lowercased())
    }
  }

  @Test(arguments: [
    "", "0", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-0000000000000",
    "00000000000000000000000000000000", "00000000-0000-0000-0000-00000000000g", "0000000-00000-0000-0000-000000000000",
    "00000000_0000-0000-0000-000000000000", "{0000000-0000-0000-0000-0000000000}",
    " 0000000-0000-0000-0000-000000000000",
    "00000000-0000-0000-0000-0000000000é", "------------------------------------",
  ])
  func malformedTextIsRefused(_ text: String) {
    #expect(ID(text) == nil)
  }

  @Test func wrongByteCountIsRefused() {
    #expect(ID(bytes: [UInt8](repeating: 0, count: 15)) == nil)
    #expect(ID(bytes: [UInt8](repeating: 0, count: 17)) == nil)
  }

  @Test func identifiersSortLikeTheirText() {
    var random = SeededGenerator(seed: 4)
    let ids = (0..<500).map { _ in ID(high: random.next(), low: random.next()) }
    #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
    #expect(ID(high: 1, low: 0) > ID(high: 0, low: .max))
  }

  @Test func version7IdentifiersHoldTimeAndSortByIt() throws {
    var random = SeededGenerator(seed: 5)
    let start = try #require(Timestamp(text: "2026-02-14T20:00:00.123456Z"))
    var earlier = ID(version7At: start, using: &random)
    #expect(Int64(earlier.high >> 16) == start.microseconds / 1000)
    for millisecond in 1..<500 {
      let later = ID(
        version7At: Timestamp(microseconds: start.microseconds + Int64(millisecond) * 1000), using: &random)
      let text = Array(later.description)
      #expect(text[14] == "7")
      #expect("89ab".contains(text[19]))
      #expect(earlier < later)
      earlier = later
    }
    #expect(ID(version7At: Timestamp(microseconds: -1), using: &random).high >> 16 == 0)
  }
}
