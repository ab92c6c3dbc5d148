import EventStore
import Foundation
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite("Every store: events")
struct EventsTests {
  @Test(arguments: StoreKind.allCases)
  func eventsAreRecordedInOrder(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let store = fixture.store
    let early = command(on: stream(9), expected: 3)
    #expect(try store.commit([early]) == [.conflict(stream: stream(9), expected: 3, actual: noRevision)])
    #expect(try store.head() == 0)
    let outcomes = try store.commit([
      command(1, on: stream(1), count: 2, at: time(5)), command(2, on: stream(2), owner: bob, at: time(6)),
      command(3, on: stream(1), expected: 1, at: time(7)),
    ])
    #expect(outcomes.compactMap(\.events).map { $0.map(\.position) } == [[1, 2], [3], [4]])
    #expect(try store.head() == 4)

    let events = try store.all()
    #expect(events == outcomes.flatMap { $0.events ?? [] })
    #expect(events.map(\.revision) == [0, 1, 0, 2])
    #expect(events.map(\.recordedAt) == [time(5), time(5), time(6), time(7)])
    #expect(events[0].data == event(0).data && events[0].type == "ThingHappened" && events[0].version == 1)
    #expect(events[0].metadata == EventMetadata(actor: ann, command: CommandMark(id: id(1), fingerprint: 7)))
  }

  @Test(arguments: StoreKind.allCases)
  func partsOfStreamsAndOwnersAreRead(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    for number in 0..<30 {
      let last = (number / 3) - 1
      try fixture.store.record(
        command(on: stream(number % 3), owner: number % 3 == 2 ? bob : alice, expected: last))
      // Flush at two points, so that only the index of the last events is still in memory.
      if number == 7 || number == 18 { try fixture.store.flush([]) }
    }
    for _ in 0..<2 {
      let store = fixture.store
      for from in [-1, 0, 1, 2, 3, 5, 6, 9, 10] {
        for limit in [0, 1, 4, 100] {
          let expected = Array(max(0, from)..<max(10, from)).filter { $0 < 10 }.prefix(limit)
          #expect(try store.read(stream(1), from: from, limit: limit).map(\.revision) == Array(expected))
        }
      }
      #expect(try store.read(stream(9), from: 0, limit: 10).isEmpty)
      let bobs = (1...30).filter { $0 % 3 == 0 }
      for after in [0, 1, 8, 9, 18, 19, 20, 29, 30] {
        let found = try store.readAll(after: after, limit: 4, owner: bob).map(\.position)
        #expect(found == Array(bobs.filter { $0 > after }.prefix(4)))
      }
      #expect(try store.readAll(after: 0, limit: 9, owner: id(77)).isEmpty)
      #expect(try store.readAll(after: 27, limit: 9, owner: nil).map(\.position) == [28, 29, 30])
      var seen: [Position] = []
      try store.forEachEvent(after: 3, through: 6) { seen.append($0.position) }
      #expect(seen == [4, 5, 6])
      var streams: [StreamID] = []
      try store.forEachStream { stream, _, _ in streams.append(stream) }
      #expect(streams == [stream(0), stream(1), stream(2)])
      #expect(try store.streams() == [stream(0): 9, stream(1): 9, stream(2): 9])
      #expect(try store.damage() == [])
      if kind == .memory { return }
      try fixture.openAgain()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func commandWithWrongRevisionIsRefused(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let store = fixture.store
    let outcomes = try store.commit([
      command(1, on: stream(1)), command(2, on: stream(1)), command(3, on: stream(1), expected: 5),
      command(4, on: stream(1), expected: 0), command(5, on: stream(2), expected: 0),
    ])
    #expect(outcomes[1] == .conflict(stream: stream(1), expected: -1, actual: 0))
    #expect(outcomes[2] == .conflict(stream: stream(1), expected: 5, actual: 0))
    #expect(outcomes[3].events?.map(\.position) == [2])
    #expect(outcomes[4] == .conflict(stream: stream(2), expected: 0, actual: -1))
    #expect(try store.head() == 2)
    #expect(try store.receipt(for: ReceiptKey(actor: ann, command: id(2))) == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func commandIsRecordedWhollyOrNotAtAll(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let store = fixture.store
    try store.record(command(on: stream(1)))
    var both = command(8, on: stream(2), texts: [.put(text(1, "Nobody"))])
    both.streams.append(StreamAppend(stream: stream(1), owner: alice, expectedRevision: 4, events: [event()]))
    // The revision of a stream that was only read is checked as well.
    var read = command(9, on: stream(3))
    read.streams.append(StreamAppend(stream: stream(1), owner: alice, expectedRevision: 7, events: []))
    let outcomes = try store.commit([both, read, command(on: stream(1), expected: 0)])
    #expect(outcomes[0] == .conflict(stream: stream(1), expected: 4, actual: 0))
    #expect(outcomes[1] == .conflict(stream: stream(1), expected: 7, actual: 0))
    #expect(outcomes[2].events?.count == 1)
    #expect(try store.read(stream(2), from: 0, limit: 9).isEmpty)
    #expect(try store.texts([id(1)]).isEmpty)
    both.streams[1].expectedRevision = 1
    #expect(try store.record(both).map(\.position) == [3, 4])
  }

  @Test(arguments: StoreKind.allCases)
  func appendByOtherOwnerIsRefused(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let mine = command(on: stream(1))
    let theirs = command(on: stream(1), owner: bob, expected: 0)
    let outcomes = try fixture.store.commit([mine, theirs])
    #expect(outcomes[1] == .conflict(stream: stream(1), expected: 0, actual: 0))
    try fixture.store.flush([])
    #expect(try fixture.store.commit([theirs]) == [outcomes[1]])
  }

  @Test(arguments: StoreKind.allCases)
  func recordedTimeNeverGoesBack(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(on: stream(1), at: time(100)))
    let outcomes = try fixture.store.commit([
      command(on: stream(2), at: time(50)), command(on: stream(3), at: time(101)),
      command(on: stream(4), at: time(60)),
    ])
    #expect(outcomes.compactMap { $0.events?.first?.recordedAt } == [time(100), time(101), time(101)])
    if kind != .memory {
      try fixture.openAgain()
      #expect(try fixture.store.record(command(on: stream(5), at: time(0))).first?.recordedAt == time(101))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func snapshotIsUnaffectedByLaterCommits(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(1, on: stream(1), count: 3, texts: [.put(text(1, "Before"))]))
    try fixture.store.flush([])
    try fixture.store.record(command(2, on: stream(1), expected: 2))
    try fixture.store.withSnapshot { snapshot in
      try fixture.store.record(command(3, on: stream(1), expected: 3, texts: [.put(text(2, "After"))]))
      try fixture.store.flush([])
      try fixture.store.record(command(on: stream(2)))
      #expect(try snapshot.head() == 4)
      #expect(try snapshot.all().count == 4)
      #expect(try snapshot.read(stream(1), from: 0, limit: 99).count == 4)
      #expect(try snapshot.streams() == [stream(1): 3])
      #expect(try snapshot.allTexts(after: nil, limit: 9, owner: nil).map(\.id) == [id(1)])
      #expect(try snapshot.receipt(for: ReceiptKey(actor: ann, command: id(2)))?.position == 4)
      #expect(try snapshot.receipt(for: ReceiptKey(actor: ann, command: id(3))) == nil)
      var nested = 0
      try snapshot.forEachEvent(after: 0, through: 2) { _ in
        try snapshot.forEachEvent(after: 0, through: .max) { _ in nested += 1 }
      }
      #expect(nested == 8)
      #expect(code { _ = try snapshot.commit([]) } == .misuse)
    }
    #expect(try fixture.store.head() == 6)
  }

  @Test(arguments: StoreKind.allCases)
  func onlyValidConsecutiveEventsAreImported(kind: StoreKind) throws {
    let sourceFixture = try StoreFixture(.memory)
    let source = sourceFixture.store
    try source.record(command(1, on: stream(1), count: 3, texts: [.put(text(1, "Name"))]))
    try source.record(command(2, on: stream(2), owner: bob, at: time(9)))
    let events = try source.all()
    let fixture = try StoreFixture(kind)
    #expect(code { try fixture.store.importEvents(Array(events[1...]), texts: []) } == .misuse)
    var wrong = events
    wrong[2].revision = 7
    #expect(code { try fixture.store.importEvents(wrong, texts: []) } == .misuse)
    wrong = events
    wrong[1].owner = bob
    #expect(code { try fixture.store.importEvents(wrong, texts: []) } == .misuse)
    for version in [0, -1, Int(Int32.max) + 1, .max] {
      wrong = events
      wrong[0].version = version
      #expect(code { try fixture.store.importEvents(wrong, texts: []) } == .misuse)
    }
    #expect(try fixture.store.head() == 0)

    try fixture.store.importEvents(Array(events[..<2]), texts: [])
    try fixture.store.importEvents(Array(events[2...]), texts: [text(1, "Name")])
    for _ in 0..<2 {
      #expect(try fixture.store.all() == events)
      #expect(try fixture.store.texts([id(1)]) == [text(1, "Name")])
      #expect(try fixture.store.receipt(of: command(2, on: stream(2), owner: bob))?.position == 4)
      #expect(try fixture.store.damage() == [])
      if kind == .memory { return }
      try fixture.openAgain()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func concurrentReadersSeeNoGaps(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let store = fixture.store
    let done = Locked(false)
    let problems = Locked<[String]>([])
    // Use threads instead of tasks, because store calls block and the pool for tasks has few threads.
    let readers = DispatchGroup()
    for _ in 0..<3 {
      DispatchQueue.global().async(group: readers) {
        while !done.withLock({ $0 }) {
          do {
            if let problem = try gap(in: store) { problems.withLock { $0.append(problem) } }
          } catch {
            problems.withLock { $0.append("\(error)") }
          }
        }
      }
    }
    defer {
      done.withLock { $0 = true }
      readers.wait()
      #expect(problems.withLock { $0 } == [])
    }
    for number in 0..<60 {
      _ = try store.commit((0..<4).map { command(on: stream(1), expected: number * 4 + $0 - 1) })
      if number % 7 == 0 { try store.flush([]) }
    }
    #expect(try store.head() == 240)
  }
}

/// Returns a description of the first gap that a reader sees, or nil if it sees a prefix without gaps.
private func gap(in store: any EventStore) throws -> String? {
  let head = try store.head()
  let all = try store.all().map(\.position)
  if all.count < head || all != Array(0..<all.count).map({ $0 + 1 }) { return "all, head \(head): \(all)" }
  let revisions = try store.read(stream(1), from: 0, limit: .max).map(\.revision)
  if revisions.count < all.count || revisions != Array(0..<revisions.count) { return "stream: \(revisions)" }
  let owned = try store.readAll(after: 0, limit: .max, owner: alice).map(\.position)
  if owned.count < revisions.count || owned != Array(0..<owned.count).map({ $0 + 1 }) { return "owner: \(owned)" }
  return nil
}
