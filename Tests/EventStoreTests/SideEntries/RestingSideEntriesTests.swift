import Primitives
import Testing

@testable import EventStore

@Suite("Side entries that rest")
struct RestingSideEntriesTests {
  /// Entries that take their time, and then fail where they are told to.
  private final class Slow: SideEntries {
    let clock = Locked<Int64>(0)
    let calls = Locked(0)
    let fails = Locked(true)
    let takes = Locked<Int64>(500_000)

    private func work() throws(StoreError) {
      calls.withLock { $0 += 1 }
      let time = takes.withLock { $0 }
      clock.withLock { $0 += time }
      if fails.withLock({ $0 }) { throw StoreError(.unavailable, "locked") }
    }

    func read(_ key: SideKey, at now: Timestamp) throws(StoreError) -> [UInt8]? {
      try work()
      return [1]
    }
    func write(_ bytes: [UInt8], for key: SideKey, at now: Timestamp) throws(StoreError) { try work() }
    func touch(_ key: SideKey, at now: Timestamp) throws(StoreError) { try work() }
    func remove(kind: String?, id: String?) throws(StoreError) -> Int {
      try work()
      return 1
    }
    func remove(_ keys: [SideKey]) throws(StoreError) { try work() }
    func page(after cursor: String?, limit: Int) throws(StoreError) -> [SideEntry] {
      try work()
      return []
    }
    func size() throws(StoreError) -> SideSize {
      try work()
      return SideSize(entries: 1, bytes: 1)
    }
  }

  private let slow = Slow()
  private let entries: RestingSideEntries
  private let key = SideKey(kind: "leaf", variant: "", id: "1")
  private var calls: Int { slow.calls.withLock { $0 } }

  init() { entries = RestingSideEntries(slow) { [slow] in slow.clock.withLock { $0 } } }

  @Test func afterALongWaitInVainAllFailAtOnceForAMoment() throws {
    #expect(code { _ = try entries.read(key, at: time(0)) } == .unavailable)
    #expect(code { _ = try entries.read(key, at: time(0)) } == .unavailable)
    #expect(code { try entries.write([1], for: key, at: time(0)) } == .unavailable)
    #expect(code { try entries.touch(key, at: time(0)) } == .unavailable)
    #expect(code { _ = try entries.remove(kind: nil, id: nil) } == .unavailable)
    #expect(code { try entries.remove([key]) } == .unavailable)
    #expect(code { _ = try entries.page(after: nil, limit: 1) } == .unavailable)
    #expect(code { _ = try entries.size() } == .unavailable)
    #expect(calls == 1)
    slow.clock.withLock { $0 += RestingSideEntries.duration - 1 }
    #expect(code { _ = try entries.size() } == .unavailable && calls == 1)
    // Then one tries, and all are well again.
    slow.clock.withLock { $0 += 1 }
    slow.fails.withLock { $0 = false }
    #expect(try entries.size().entries == 1 && entries.read(key, at: time(0)) == [1])
    #expect(calls == 3)
  }

  @Test func whatFailsAtOnceIsTriedAgainWithTheNextCall() throws {
    slow.takes.withLock { $0 = RestingSideEntries.longWait - 1 }
    for _ in 1...3 { #expect(code { _ = try entries.size() } == .unavailable) }
    #expect(calls == 3)
  }

  @Test func whatTakesLongAndSucceedsIsNoReasonToRest() throws {
    slow.fails.withLock { $0 = false }
    for _ in 1...3 { _ = try entries.size() }
    #expect(calls == 3)
  }
}
