import Primitives
import Testing

@testable import EventStore

/// What every store does with the entries beside it.
@Suite("Side entries")
struct SideEntriesTests {
  private static let hour: Int64 = 3600

  private func key(_ id: String, kind: String = "leaf", variant: String = "en-US") -> SideKey {
    SideKey(kind: kind, variant: variant, id: id)
  }

  /// The ids of all entries, by pages.
  private func ids(_ entries: any SideEntries, limit: Int = 100) throws -> [String] {
    var ids: [String] = []
    var cursor: String?
    while true {
      let page = try entries.page(after: cursor, limit: limit)
      guard let last = page.last else { return ids.sorted() }
      #expect(page.count <= limit)
      ids += page.map(\.key.id)
      cursor = last.key.text
    }
  }

  @Test(arguments: StoreKind.durable)
  func anEntryIsThereForTheNextProcess(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let entries = fixture.address.sideEntries(limit: 100)
    let odd = ["", "1396/1/2", "a/b//c", "Amélie 🎬", "line\nbreak", String(repeating: "long", count: 300), "%_'\\"]
    for (number, id) in odd.enumerated() {
      #expect(try entries.read(key(id), at: time(0)) == nil)
      try entries.write([UInt8(number), 0, 255], for: key(id), at: time(0))
    }
    try entries.write([], for: key("empty"), at: time(0))
    try fixture.openAgain()
    for entries in [entries, fixture.address.sideEntries(limit: 100)] {
      for (number, id) in odd.enumerated() {
        #expect(try entries.read(key(id), at: time(1)) == [UInt8(number), 0, 255])
      }
      #expect(try entries.read(key("empty"), at: time(1)) == [])
      #expect(try ids(entries) == (odd + ["empty"]).sorted())
    }
  }

  @Test(arguments: StoreKind.durable)
  func anEntryIsWrittenOver(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let entries = fixture.address.sideEntries(limit: 100)
    try entries.write(Array(repeating: 1, count: 500_000), for: key("a"), at: time(0))
    try entries.write([2], for: key("a"), at: time(1))
    #expect(try entries.read(key("a"), at: time(2)) == [2])
    #expect(try entries.size().entries == 1)
  }

  @Test(arguments: StoreKind.durable)
  func keysThatDifferInAnythingAreApart(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let entries = fixture.address.sideEntries(limit: 100)
    let keys = [
      key("1/2"), key("1/2/3"), key("1/2", kind: "branch"), key("1/2", variant: "de-DE"), key("2", variant: "1"),
    ]
    for (number, key) in keys.enumerated() { try entries.write([UInt8(number)], for: key, at: time(0)) }
    for (number, key) in keys.enumerated() { #expect(try entries.read(key, at: time(0)) == [UInt8(number)]) }
    #expect(try entries.remove(kind: "branch", id: "1/2") == 1)
    #expect(try keys.map { try entries.read($0, at: time(0)) != nil } == [true, true, false, true, true])
    #expect(try entries.remove(kind: nil, id: "1/2") == 2)
    #expect(try keys.map { try entries.read($0, at: time(0)) != nil } == [false, true, false, false, true])
    try entries.write([9], for: keys[2], at: time(0))
    #expect(try entries.remove(kind: "leaf", id: nil) == 2)
    #expect(try ids(entries) == ["1/2"])
    #expect(try entries.remove(kind: "lea", id: nil) == 0)
    #expect(try entries.remove(kind: nil, id: nil) == 1)
    #expect(try entries.size() == SideSize(entries: 0, bytes: 0))
  }

  @Test(arguments: StoreKind.durable)
  func entriesAreRemovedByTheirKeys(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let entries = fixture.address.sideEntries(limit: 10)
    // Nothing was ever kept.
    try entries.remove([key("1")])
    #expect(try entries.size().entries == 0)
    let odd = key("a/b%_'\\ \"{,}🎬")
    let others = [key("1", kind: "branch"), key("1", variant: "de-DE"), key("2")]
    for key in [key("1"), odd] + others { try entries.write([1], for: key, at: time(0)) }
    // Also those that are not there, those that no text can hold, and one twice.
    try entries.remove([key("none"), key("1"), key("a\0b"), odd, key("1")])
    for entries in [entries, fixture.address.sideEntries(limit: 10)] {
      #expect(try entries.size().entries == 3)
      #expect(try entries.read(key("1"), at: time(1)) == nil && entries.read(odd, at: time(1)) == nil)
      for key in others { #expect(try entries.read(key, at: time(1)) == [1]) }
    }
    // They count no more: there is room for as many as before.
    for number in 10..<17 { try entries.write([1], for: key("\(number)"), at: time(2)) }
    #expect(try entries.size().entries == 10)
    try entries.remove((10..<17).map { key("\($0)") })
    #expect(try ids(entries) == ["1", "1", "2"])
  }

  @Test(arguments: StoreKind.durable)
  func overTheLimitTheLongestUnusedGo(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    var entries = fixture.address.sideEntries(limit: 10)
    for number in 0..<10 { try entries.write([1], for: key("\(number)"), at: time(Int64(number))) }
    #expect(try ids(entries).count == 10)
    // Reading is use, and so is what was used in memory; but within the hour nobody writes that down.
    #expect(try entries.read(key("0"), at: time(Self.hour)) != nil)
    try entries.touch(key("1"), at: time(Self.hour + 1))
    try entries.touch(key("2"), at: time(Self.hour - 1))
    try entries.touch(key("none"), at: time(Self.hour))
    entries = fixture.address.sideEntries(limit: 10)
    for number in 10..<12 { try entries.write([1], for: key("\(number)"), at: time(Self.hour * 2)) }
    #expect(try ids(entries) == ["0", "1", "10", "11", "4", "5", "6", "7", "8", "9"])
    for number in 12..<200 { try entries.write([1], for: key("\(number)"), at: time(Self.hour * 2 + Int64(number))) }
    #expect(try entries.size().entries == 10)
    #expect(try ids(entries) == (190..<200).map(String.init))
    // Writing over is no new entry.
    for _ in 0..<30 { try entries.write([2], for: key("195"), at: time(Self.hour * 3)) }
    #expect(try ids(entries) == (190..<200).map(String.init))
  }

  @Test(arguments: StoreKind.durable, [1, 3, 25, 100])
  func pagesHaveEveryEntryOnce(kind: StoreKind, limit: Int) throws {
    let fixture = try StoreFixture(kind)
    let entries = fixture.address.sideEntries(limit: 100)
    for number in 0..<25 { try entries.write([UInt8(number)], for: key("\(number)"), at: time(0)) }
    #expect(try ids(entries, limit: limit) == (0..<25).map(String.init).sorted())
    let first = try entries.page(after: nil, limit: 1)
    #expect(first.map(\.bytes) == first.compactMap { UInt8($0.key.id) }.map { [$0] })
    // The entry that a page ended with may be gone.
    let cursor = try #require(first.first?.key)
    _ = try entries.remove(kind: cursor.kind, id: cursor.id)
    #expect(try entries.page(after: cursor.text, limit: 100).count == 24)
  }

  @Test(arguments: StoreKind.durable)
  func itsSizeIsThatOfAllEntries(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let entries = fixture.address.sideEntries(limit: 100)
    #expect(try entries.size() == SideSize(entries: 0, bytes: 0))
    for number in 0..<3 { try entries.write(Array(repeating: 1, count: 1000), for: key("\(number)"), at: time(0)) }
    let size = try entries.size()
    #expect(size.entries == 3)
    // A file has its key too.
    #expect((3000..<3300).contains(size.bytes))
  }

  @Test(arguments: StoreKind.durable)
  func manyThreadsUseItAtOnce(kind: StoreKind) async throws {
    let fixture = try StoreFixture(kind)
    let entries = fixture.address.sideEntries(limit: 10)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<50 {
            let key = SideKey(kind: "leaf", variant: "", id: "\((thread + round) % 20)")
            try entries.write(Array(key.id.utf8), for: key, at: time(Int64(round)))
            let found = try entries.read(key, at: time(Int64(round)))
            #expect(found.map { $0 == Array(key.id.utf8) } ?? true)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try entries.size().entries <= 10)
  }

  @Test(arguments: StoreKind.durable)
  func eventsAndEntriesKnowNothingOfEachOther(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let entries = fixture.address.sideEntries(limit: 10)
    try fixture.store.record(command(on: stream(1)))
    try entries.write(Array("something".utf8), for: key("a"), at: time(0))
    #expect(try fixture.store.damage() == [])
    try fixture.openAgain()
    #expect(try fixture.store.all().count == 1)
    let holding = try fixture.directory.files().filter { $0.value.contains(text: "something") }.keys
    #expect(holding.allSatisfy { $0.contains("/catalog") })
    #expect(kind.isInFiles == !holding.isEmpty)
  }

  @Test func besideAStoreInMemoryNothingIsKept() throws {
    let entries = StoreAddress.memory.sideEntries(limit: 10)
    try entries.write([1], for: key("a"), at: time(0))
    #expect(try entries.read(key("a"), at: time(0)) == nil && entries.size().entries == 0)
  }
}

extension StoreKind {
  fileprivate var isInFiles: Bool { Self.inFiles.contains(self) }
}
