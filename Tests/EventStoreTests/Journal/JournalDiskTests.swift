import EventStore
import Foundation
import MovieNightPrimitives
import Testing

@testable import Stores

/// A journal whose disk fails, or whose process dies, at each of its steps.
@Suite("Journal: disks that fail")
struct JournalDiskTests {
  private let directory: TemporaryDirectory
  private let disk = FaultyDisk()

  init() throws { directory = try TemporaryDirectory() }

  private func open(in directory: TemporaryDirectory? = nil) throws -> JournalStore {
    let path = "\((directory ?? self.directory).path)/journal"
    return try JournalStore(path, mode: .readWrite(administratorSocket: nil), on: disk)
  }

  // MARK: Texts that change with a group

  private static let before = [text(1, "Ann"), text(2, "Persephone"), note(7, "Hebe"), text(8, "Iris")]
  private static let after = [
    text(1, "Antigone"), text(3, "Cid"), text(4, owner: bob, "Dot"), note(7, "Kore"), note(8, "Leto"),
  ]

  private func recordBefore(in store: JournalStore) throws {
    try store.record(command(1, on: stream(1), texts: Self.before.map { .put($0) }))
  }

  /// Returns a command that replaces two texts, adds two (one is its owner's first), moves one to another file, and
  /// deletes one.
  private static func change() -> CommandAppend {
    command(
      2, on: stream(1), expected: 0, texts: after.map { .put($0) } + [.delete(id(2), owner: alice)])
  }

  /// Checks that the texts belong to the journal's head, and that no file contains the texts of the other state.
  private func expectTextsOfTheHead(_ store: JournalStore, in directory: TemporaryDirectory, _ place: String) throws {
    let isChanged = try store.head() == 2
    #expect(try store.allTexts(after: nil, limit: 9, owner: nil) == (isChanged ? Self.after : Self.before), "\(place)")
    for (name, bytes) in try directory.files() {
      let absent = isChanged ? ["Ann\"", "Persephone", "Hebe", "Iris"] : ["Antigone", "Cid", "Dot", "Kore", "Leto"]
      for text in absent { #expect(!bytes.contains(text: text), "\(place): \(text) in \(name)") }
    }
  }

  @Test func textsMatchRecordedGroupsAfterAnyCrash() throws {
    let copies = Locked<[TemporaryDirectory]>([])
    let store = try open()
    try recordBefore(in: store)
    disk.onEachStep { [directory] in
      let copy = try directory.copy()
      copies.withLock { $0.append(copy) }
    }
    try store.record(Self.change())
    disk.onEachStep {}
    store.close()
    let crashes = copies.withLock { $0 }
    #expect(crashes.count > 15)
    var heads: Set<Position> = []
    for (number, crash) in crashes.enumerated() {
      // A concurrent reader sees the same as the next process.
      let reader = try JournalStore("\(crash.path)/journal", mode: .readOnly)
      let seen = try reader.allTexts(after: nil, limit: 9, owner: nil)
      let found = try open(in: crash)
      try expectTextsOfTheHead(found, in: crash, "crash \(number)")
      #expect(try found.allTexts(after: nil, limit: 9, owner: nil) == seen)
      heads.insert(try found.head())
      // The next group reuses the number of the abandoned one.
      try found.record(command(3, on: stream(2), texts: [.put(text(5, "Eve"))]))
      #expect(try found.damage() == [])
      found.close()
      let again = try open(in: crash)
      #expect(try again.allTexts(after: nil, limit: 9, owner: nil).count == seen.count + 1)
      #expect(again.takeNotices().isEmpty)
      again.close()
    }
    #expect(heads == [1, 2])
  }

  @Test func textsMatchRecordedGroupsAfterAnyFailedStep() throws {
    let store = try open()
    try recordBefore(in: store)
    disk.onEachStep {}
    try store.record(Self.change())
    let steps = disk.steps
    store.close()
    #expect(steps > 10)
    for failing in 0..<steps {
      let directory = try TemporaryDirectory()
      let store = try open(in: directory)
      try recordBefore(in: store)
      disk.failOnce { number, _ in number == failing }
      let code = code { try store.record(Self.change()) }
      if code == .outcomeUnknown { try store.reopen() } else { #expect(code == .unavailable, "step \(failing)") }
      let isThere = try store.head() == 2
      #expect(code != .unavailable || !isThere, "step \(failing): unavailable says that nothing was changed")
      try expectTextsOfTheHead(store, in: directory, "step \(failing)")
      if isThere {
        #expect(try store.receipt(of: Self.change())?.position == 2)
      } else {
        #expect(try store.record(Self.change()).map(\.position) == [2])
      }
      try expectTextsOfTheHead(store, in: directory, "again after step \(failing)")
      #expect(try store.damage() == [])
      store.close()
    }
  }

  /// Older versions wrote neither groups nor checksums for texts, and kept all texts of an owner in one file.
  @Test func textsOfOlderVersionAreReadAndChanged() throws {
    let store = try open()
    try recordBefore(in: store)
    store.close()
    let name = "journal/texts/\(alice).jsonl"
    try FileManager.default.removeItem(atPath: "\(directory.path)/journal/texts/\(alice).\(ann).jsonl")
    let lines = Self.before.map { text in
      #"{"id":"\#(text.id)",\#(text.subject.map { #""subject":"\#($0)","# } ?? "")"value":\#(String(decoding: text.value, as: UTF8.self))}"#
    }
    try directory.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: name)
    let again = try open()
    #expect(try again.allTexts(after: nil, limit: 9, owner: nil) == Self.before)
    #expect(try !directory.bytes(name).contains(text: "Hebe"))
    try again.record(Self.change())
    again.close()
    let last = try open()
    try expectTextsOfTheHead(last, in: directory, "after a change")
    last.close()
  }

  /// A backup made as `docs/operations.md` describes copies the events first, then the texts, while the server runs.
  @Test func newerTextsSurviveRestoringOlderEvents() throws {
    let store = try open()
    try recordBefore(in: store)
    let events = try directory.bytes("journal/events.jsonl")
    try store.record(Self.change())
    store.close()
    try directory.write(events, to: "journal/events.jsonl")
    let restored = try open()
    #expect(try restored.texts([id(1)]) == [text(1, "Antigone")])
    restored.close()
  }

  /// A concurrent reader reads the groups, then the texts. Both change while it reads.
  @Test func readerSeesConsistentGroupsAndTexts() throws {
    let store = try open()
    try recordBefore(in: store)
    let reading = FaultyDisk()
    let reader = try JournalStore("\(directory.path)/journal", mode: .readOnly, on: reading)
    @Sendable func change(_ number: Int, _ texts: PersonalTextChange...) throws {
      try store.record(command(number, on: stream(number), texts: texts))
    }
    try change(2, .put(text(3, "Cid")))
    reading.onEachRead { number in
      switch number {
      // The first change is made after the groups are read, the second after the texts are read, too.
      case 1: try change(3, .delete(id(2), owner: alice))
      case 2: try change(4, .put(text(4, "Dot")))
      default: break
      }
    }
    let (head, texts) = try reader.withSnapshot { snapshot in
      (try snapshot.head(), try snapshot.allTexts(after: nil, limit: 9, owner: nil))
    }
    #expect(head == 4 && texts.map(\.id) == [id(1), id(3), id(4), id(7), id(8)])
    // If the files keep changing, the reader gives up with `unavailable`.
    let turns = Locked(0)
    try change(5, .put(text(5, "Eve")))
    reading.onEachRead { _ in
      let turn = turns.withLock { turns in
        turns += 1
        return turns
      }
      try change(100 + turn, .put(text(6, "Fay \(turn)")))
    }
    #expect {
      try reader.head()
    } throws: {
      ($0 as? StoreError)?.code == .unavailable
    }
    reading.onEachRead { _ in }
    #expect(try reader.texts([id(6)]) == store.texts([id(6)]) && reader.head() == store.head())
    for store in [store, reader] { store.close() }
  }

  /// A change rewrites only the texts of its subject, however many others the journal has.
  @Test(arguments: [false, true])
  func changeOfNoteCostsTheSameAmongManyTexts(isDeletion: Bool) throws {
    func cost(ofSubjects count: Int) throws -> (steps: Int, bytes: Int) {
      let directory = try TemporaryDirectory()
      let store = try open(in: directory)
      defer { store.close() }
      let texts = (0..<count).flatMap { subject in
        (0..<100).map { note(subject * 100 + $0, about: id(1000 + subject), "Note \(1000 + $0)") }
      }
      try store.record(command(1, on: stream(1), texts: texts.map { .put($0) }))
      let before = try directory.files()
      disk.onEachStep {}
      let change: PersonalTextChange =
        isDeletion ? .delete(id(7), owner: alice) : .put(note(7, about: id(1000), "Better"))
      try store.record(command(2, on: stream(1), expected: 0, texts: [change]))
      let changed = try directory.files().filter { $0.key.contains("texts/") && before[$0.key] != $0.value }
      return (disk.steps, changed.values.reduce(0) { $0 + $1.count })
    }
    let (one, many) = (try cost(ofSubjects: 1), try cost(ofSubjects: 100))
    #expect(many.steps == one.steps && many.bytes <= one.bytes * 2, "\(one), \(many)")
  }

  @Test func changedByteOfTextIsReportedAsDamage() throws {
    let store = try open()
    try recordBefore(in: store)
    let name = "journal/texts/\(alice).jsonl"
    var bytes = try directory.bytes(name)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "P")))
    bytes[place] = UInt8(ascii: "p")
    try directory.write(bytes, to: name)
    let findings = try store.damage()
    #expect(findings.count == 1 && findings.allSatisfy { $0.contains("\(alice).jsonl line 2") }, "\(findings)")
    store.close()
    #expect(code { _ = try open() } == .damaged)
  }

  // MARK: Events

  @Test func fullDiskChangesNothing() throws {
    let store = try open()
    try store.record(command(1, on: stream(1)))
    disk.failOnce { _, step in step == .write }
    let refused = command(2, on: stream(1), expected: 0)
    #expect(code { _ = try store.commit([refused]) } == .unavailable)
    #expect(try store.head() == 1)
    // Once the disk has space again, the store continues.
    try store.record(refused)
    #expect(try store.damage() == [])
    store.close()
    let reopened = try open()
    #expect(try reopened.head() == 2)
    #expect(reopened.takeNotices().isEmpty)
    reopened.close()
  }

  @Test func failedSyncIsNotRetriedBeforeReopening() throws {
    let store = try open()
    try store.record(command(1, on: stream(1)))
    disk.failOnce { _, step in step == .synchronize }
    let opened = disk.opened.count
    let unknown = command(2, on: stream(1), expected: 0)
    #expect(code { _ = try store.commit([unknown]) } == .outcomeUnknown)
    // Every command fails until the store is reopened.
    #expect(code { try store.record(command(3, on: stream(2))) } == .outcomeUnknown)
    #expect(disk.opened.count == opened)
    try store.reopen()
    #expect(disk.opened.count > opened)
    // After the failed sync, the group may have been only in memory, so it was cut off.
    #expect(try store.head() == 1)
    #expect(try store.record(unknown).map(\.position) == [2])
    #expect(try store.damage() == [])
    store.close()
  }

  @Test func directoryIsSyncedWhenOpeningExistingFile() throws {
    disk.failOnce { _, step in step == .synchronizeDirectory }
    #expect(code { _ = try open() } == .unavailable)
    #expect(try directory.files().keys.contains("journal/events.jsonl"))
    let store = try open()
    #expect(disk.synchronizedDirectories == ["\(directory.path)/journal"])
    store.close()
  }
}
