import EventStore
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite struct ReceiptFilterTests {
  private func key(_ number: UInt64, actor: UInt64? = 1) -> ReceiptKey {
    ReceiptKey(actor: actor.map { ActorID(high: 0, low: $0) }, command: CommandID(high: 7, low: number))
  }

  @Test func notedKeyIsNeverRuledOut() {
    var filter = ReceiptFilter()
    // These are more keys than one part of the filter holds.
    for number in 0..<300_000 as Range<UInt64> { filter.note(key(number), at: time(0)) }
    #expect((0..<300_000 as Range<UInt64>).allSatisfy { filter.mayHold(key($0)) })
  }

  @Test func unknownKeysAreAlmostAlwaysRuledOut() {
    var filter = ReceiptFilter()
    for number in 0..<250_000 as Range<UInt64> { filter.note(key(number), at: time(0)) }
    let mistaken = (250_000..<350_000 as Range<UInt64>).count { filter.mayHold(key($0)) }
    #expect(mistaken < 10)
    #expect(!filter.mayHold(key(1, actor: 2)) && !filter.mayHold(key(1, actor: nil)))
  }

  @Test func emptyFilterRulesOutEveryKey() {
    #expect(!ReceiptFilter().mayHold(key(1)))
  }

  @Test func fullPartIsDroppedAfterItsReceiptsExpire() {
    var filter = ReceiptFilter()
    for number in 0..<(1 << 18) as Range<UInt64> { filter.note(key(number), at: time(0)) }
    let month = Receipt.days * Timestamp.secondsPerDay
    filter.note(key(1 << 18), at: time(month + 1))
    #expect(filter.mayHold(key(1 << 18)))
    #expect((0..<1000 as Range<UInt64>).count { filter.mayHold(key($0)) } < 10)
  }

  @Test func partsGrowUpToLargestSize() {
    var filter = ReceiptFilter(smallestPart: 64, largestPart: 1024)
    for number in 0..<4500 as Range<UInt64> { filter.note(key(number), at: time(0)) }
    #expect(filter.parts.map(\.capacity) == [64, 64, 128, 256, 512, 1024, 1024, 1024, 1024])
    #expect((0..<4500 as Range<UInt64>).allSatisfy { filter.mayHold(key($0)) })
    #expect((4500..<14_500 as Range<UInt64>).count { filter.mayHold(key($0)) } < 10)
    // Expired parts no longer count.
    let month = Receipt.days * Timestamp.secondsPerDay
    for number in 4500..<6000 as Range<UInt64> { filter.note(key(number), at: time(month + 1)) }
    #expect(filter.parts.map(\.capacity) == [1024, 1024])
  }
}
