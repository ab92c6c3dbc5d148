import EventStore
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite("Journal")
struct JournalTests {
  private let directory: TemporaryDirectory
  private var path: String { "\(directory.path)/journal" }
  private static let events = "journal/events.jsonl"

  init() throws { directory = try TemporaryDirectory() }

  private func open() throws -> JournalStore { try JournalStore(path, mode: .readWrite(administratorSocket: nil)) }

  /// Records three groups and returns the byte offset at which each ends.
  private func recordGroups() throws -> [Int] {
    let store = try open()
    defer { store.close() }
    return try (0..<3).map { number in
      _ = try store.commit([
        command(number * 2, on: stream(1), expected: number * 2 - 1),
        command(number * 2 + 1, on: stream(1), expected: number * 2),
      ])
      return try directory.bytes(Self.events).count
    }
  }

  @Test func tornLastGroupIsCutAtEveryLength() throws {
    let ends = try recordGroups()
    let whole = try directory.bytes(Self.events)
    for length in ends[1]...ends[2] {
      try directory.write(Array(whole[..<length]), to: Self.events)
      let store = try open()
      let isWhole = length == ends[2]
      #expect(try store.head() == (isWhole ? 6 : 4))
      let notices = store.takeNotices()
      #expect(notices.count == (isWhole || length == ends[1] ? 0 : 1))
      #expect(notices.allSatisfy { $0.contains("byte \(ends[1])") })
      #expect(store.takeNotices().isEmpty)
      // The store continues where it was cut. It is enough to check this for every 97th length.
      if (length - ends[1]) % 97 == 0 {
        #expect(try store.record(command(99, on: stream(2))).map(\.position) == [isWhole ? 7 : 5])
        #expect(try store.damage() == [])
        #expect(try JournalStore(path, mode: .readOnly).all() == store.all())
      }
      store.close()
      #expect(try directory.bytes(Self.events).count >= (isWhole ? ends[2] : ends[1]))
    }
  }

  @Test func changedByteIsReportedAsDamage() throws {
    let ends = try recordGroups()
    let whole = try directory.bytes(Self.events)
    for index in 0..<ends[1] {
      var bytes = whole
      bytes[index] ^= 0x04
      try directory.write(bytes, to: Self.events)
      do {
        // Opening for reading is enough to find the damage.
        _ = try JournalStore(path, mode: .readOnly)
        Issue.record("byte \(index) was changed, and nobody noticed")
      } catch {
        #expect(error.code == .damaged)
        let place = index < ends[0] ? "line 1 (byte 0)" : "line 4 (byte \(ends[0]))"
        #expect(error.message.contains(place) && error.message.contains("events.jsonl"))
      }
    }
    // Opening for writing is refused as well, and cuts nothing.
    #expect(code { _ = try open() } == .damaged)
    #expect(try directory.bytes(Self.events).count == whole.count)
  }

  @Test func missingGroupIsReportedAsDamage() throws {
    let ends = try recordGroups()
    let whole = try directory.bytes(Self.events)
    try directory.write(Array(whole[..<ends[0]] + whole[ends[1]...]), to: Self.events)
    #expect(code { _ = try open() } == .damaged)
  }

  @Test func damageAfterOpeningIsFound() throws {
    _ = try recordGroups()
    let store = try open()
    #expect(try store.damage() == [])
    var bytes = try directory.bytes(Self.events)
    bytes[bytes.count - 9] ^= 1
    try directory.write(bytes, to: Self.events)
    #expect(try store.damage().count == 1)
    store.close()
  }

  @Test func readerIgnoresUnfinishedGroup() throws {
    let ends = try recordGroups()
    let whole = try directory.bytes(Self.events)
    try directory.write(Array(whole[..<(ends[2] - 5)]), to: Self.events)
    let reader = try JournalStore(path, mode: .readOnly)
    #expect(try reader.head() == 4)
    #expect(try directory.bytes(Self.events).count == ends[2] - 5)
    try directory.write(whole, to: Self.events)
    #expect(try reader.head() == 6)
  }

  @Test func deletionInterruptedByCrashIsFinished() throws {
    var store = try open()
    try store.record(command(on: stream(1), texts: [.put(text(1, "Persephone")), .put(text(2, "Other"))]))
    let name = "journal/texts/\(alice).jsonl"
    let before = try directory.bytes(name)
    try store.record(command(on: stream(2), texts: [.delete(id(1), owner: alice)]))
    store.close()
    // Restore the files as if the process had died between writing the group and replacing the file of texts.
    try directory.write(before, to: name)
    try directory.write(before, to: name + ".tmp")
    store = try open()
    #expect(try store.texts([id(1), id(2)]).map(\.id) == [id(2)])
    #expect(store.takeNotices().count == 1)
    for bytes in try directory.files().values { #expect(!bytes.contains(text: "Persephone")) }
    store.close()
  }

  @Test func textsOfMissingGroupAreRemoved() throws {
    let ends = try recordGroups()
    var store = try open()
    try store.record(command(on: stream(2), texts: [.put(text(1, "Persephone"))]))
    store.close()
    try directory.write(Array(try directory.bytes(Self.events)[..<ends[2]]), to: Self.events)
    store = try open()
    #expect(try store.texts([id(1)]).isEmpty)
    #expect(try directory.files().keys.allSatisfy { !$0.hasPrefix("journal/texts") })
    store.close()
  }
}
