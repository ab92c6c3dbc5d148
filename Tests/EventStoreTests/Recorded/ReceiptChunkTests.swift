import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Stores

@Suite struct ReceiptChunkTests {
  /// Returns a random receipt. There are so few different ids that some keys share their command or are equal.
  private func receipt(_ random: inout SeededGenerator) -> Receipt {
    let actor: ActorID? = Bool.random(using: &random) ? nil : id(Int.random(in: 0..<3, using: &random))
    return Receipt(
      key: ReceiptKey(actor: actor, command: id(Int.random(in: 0..<900, using: &random))),
      fingerprint: random.next(), position: Int.random(in: 1...(.max), using: &random),
      eventCount: Int.random(in: 1..<9, using: &random),
      recordedAt: Timestamp(microseconds: Int64.random(in: 0...(.max), using: &random)))
  }

  private func receipts(_ count: Int, _ random: inout SeededGenerator) -> [Receipt] {
    var receipts = (0..<count).map { _ in receipt(&random) }
    receipts.keepNewestInOrder()
    return receipts
  }

  private func newest(of receipts: some Sequence<Receipt>) -> [ReceiptKey: Receipt] {
    Dictionary(receipts.map { ($0.key, $0) }) { $0.recordedAt > $1.recordedAt ? $0 : $1 }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func writtenReceiptsAreFound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let receipts = receipts(1 + Int(seed) * 13, &random)
    let known = newest(of: receipts)
    try ReceiptChunk.encoded(receipts).withUnsafeBytes { bytes in
      let chunk = try #require(ReceiptChunk(bytes))
      #expect(bytes.count == receipts.count * ReceiptChunk.bytesPerRecord)
      #expect(chunk.receipts == receipts)
      for number in 0..<900 {
        for actor in [nil, id(0), id(1), id(2)] as [ActorID?] {
          let key = ReceiptKey(actor: actor, command: id(number))
          #expect(chunk.receipt(for: key) == known[key])
        }
      }
    }
  }

  @Test func keysAreOrderedByTheirBytes() {
    var random = SeededGenerator(seed: 1)
    let keys = receipts(500, &random).map(\.key)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 && !($1 < $0) })
    #if SQLite
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    #endif
  }

  @Test func bytesThatAreNotWholeReceiptsAreRefused() {
    for count in [0, 1, 63, 65] {
      #expect([UInt8](repeating: 1, count: count).withUnsafeBytes { ReceiptChunk($0) } == nil)
    }
  }

  /// Runs are cut into chunks at random, and the merge is interrupted and restarted at random.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func mergeKeepsNewestReceiptOfEachKey(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let runs = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      receipts(Int.random(in: 0..<200, using: &random), &random)
    }
    var merged: [Receipt] = []
    repeat {
      let before = merged.count
      // The next attempt reads a partly used chunk again.
      var left = runs.map { $0[...] }
      var merge = ReceiptMerge(sources: runs.count, after: merged.last?.key)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        while !merge.sourcesToFeed.isEmpty {
          for source in merge.sourcesToFeed {
            let chunk = left[source].prefix(Int.random(in: 1...50, using: &random))
            left[source] = left[source].dropFirst(chunk.count)
            merge.feed(chunk.isEmpty ? nil : Array(chunk), to: source)
          }
        }
        merged += merge.next()
      }
      if merged.count == before { break }
    } while true
    let expected = newest(of: runs.joined())
    #expect(merged == expected.values.sorted { $0.key < $1.key }, "seed \(seed)")
  }
}
