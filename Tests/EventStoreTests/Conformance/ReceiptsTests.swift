import EventStore
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite("Every store: receipts")
struct ReceiptsTests {
  @Test(arguments: StoreKind.allCases)
  func receiptIsFoundByActorAndID(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let first = command(1, on: stream(1), count: 2, at: time(3))
    try fixture.store.record(first)
    let receipt = Receipt(
      key: ReceiptKey(actor: ann, command: id(1)), fingerprint: 7, position: 2, eventCount: 2, recordedAt: time(3))
    #expect(try fixture.store.receipt(of: first) == receipt)
    // The same id from another actor or an administrator is another command. A command without an id has no receipt.
    let others = try fixture.store.commit([
      command(1, actor: id(12), on: stream(2)), command(1, actor: nil, on: stream(3)), command(on: stream(4)),
      command(on: stream(4), expected: 0),
    ])
    #expect(others.compactMap(\.events).count == 4)
    // A receipt is found in any later state of the store.
    try fixture.store.flush([])
    #expect(try fixture.store.receipt(for: receipt.key) == receipt)
    #expect(try fixture.store.receipt(for: ReceiptKey(actor: nil, command: id(1)))?.position == 4)
    #expect(try fixture.store.head() == 6)
  }

  @Test(arguments: StoreKind.durable, [false, true])
  func receiptsSurviveCrashAndReopening(kind: StoreKind, flushed: Bool) throws {
    let fixture = try StoreFixture(kind)
    var twoStreams = command(1, fingerprint: .max, on: stream(1), count: 2)
    twoStreams.streams.append(
      StreamAppend(stream: stream(2), owner: alice, expectedRevision: noRevision, events: [event()]))
    var nothing = command(2, on: stream(1), at: time(4))
    nothing.streams[0].expectedRevision = 1
    nothing.streams[0].events = []
    #expect(try fixture.store.commit([twoStreams, nothing])[1] == .committed([]))
    let first = try fixture.store.receipt(for: ReceiptKey(actor: ann, command: id(1)))
    let second = try fixture.store.receipt(for: ReceiptKey(actor: ann, command: id(2)))
    #expect(first?.position == 3 && first?.eventCount == 3 && first?.fingerprint == .max)
    #expect(second?.position == 3 && second?.eventCount == 0 && second?.recordedAt == time(4))
    if flushed { try fixture.store.flush([]) }

    try fixture.afterCrash { store throws in
      #expect(try [twoStreams, nothing].map { try store.receipt(of: $0) } == [first, second])
    }
    try fixture.openAgain()
    #expect(try [twoStreams, nothing].map { try fixture.store.receipt(of: $0) } == [first, second])
  }

  @Test(arguments: StoreKind.allCases)
  func receiptsExpireAfterThirtyDays(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let month = Receipt.days * Timestamp.secondsPerDay
    try fixture.store.record(command(1, on: stream(1), at: time(0)))
    var nothing = command(2, on: stream(1), expected: 0, count: 0, at: time(0))
    nothing.streams = []
    try fixture.store.record(nothing)
    if kind != .memory { try fixture.store.flush([]) }
    let key = ReceiptKey(actor: ann, command: id(1))
    // A receipt is still valid after exactly thirty days.
    try fixture.store.record(command(on: stream(2), at: time(month)))
    #expect(try fixture.store.receipt(for: key) != nil)
    #expect(try fixture.store.commit([command(1, on: stream(3), at: time(month + 1))]).first?.events != nil)
    #expect(try fixture.store.receipt(for: key)?.position == 3)
    try fixture.store.flush([])
    #expect(try fixture.store.receipt(for: key)?.position == 3)
    #expect(try fixture.store.receipt(for: ReceiptKey(actor: ann, command: id(2))) == nil)
  }
}
