import Primitives
import Testing

@testable import EventStore

@Suite("Journal")
struct JournalTests {
  private let directory: TemporaryDirectory
  private var path: String { "\(directory.path)/journal" }
  private static let events = "journal/events.jsonl"

  init() throws { directory = try TemporaryDirectory() }

  private func open() throws -> JournalStore { try JournalStore(path, mode: .readWrite(administratorSocket: nil)) }

  /// Three groups; returns where each ends.
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

  @Test func aTornEndIsCutAtEveryByte() throws {
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
      // The store goes on where it was cut.
      if length % 97 == 0 {
        _ = try store.commit([command(99, on: stream(2))])
        #expect(try store.damage() == [])
      }
      store.close()
      #expect(try directory.bytes(Self.events).count >= (isWhole ? ends[2] : ends[1]))
    }
  }

  @Test func aChangedByteIsDamage() throws {
    let ends = try recordGroups()
    let whole = try directory.bytes(Self.events)
    for index in 0..<ends[1] {
      var bytes = whole
      bytes[index] ^= 0x04
      try directory.write(bytes, to: Self.events)
      do {
        // Reading is enough, and needs no syncs.
        _ = try JournalStore(path, mode: .readOnly)
        Issue.record("byte \(index) was changed, and nobody noticed")
      } catch {
        #expect(error.code == .damaged)
        let place = index < ends[0] ? "line 1 (byte 0)" : "line 4 (byte \(ends[0]))"
        #expect(error.message.contains(place) && error.message.contains("events.jsonl"))
      }
    }
    // A store that is to be written is refused as well, and nothing is cut.
    #expect(code { _ = try open() } == .damaged)
    #expect(try directory.bytes(Self.events).count == whole.count)
  }

  @Test func aMissingGroupIsDamage() throws {
    let ends = try recordGroups()
    let whole = try directory.bytes(Self.events)
    try directory.write(Array(whole[..<ends[0]] + whole[ends[1]...]), to: Self.events)
    #expect(code { _ = try open() } == .damaged)
  }

  @Test func findsDamageThatCameAfterOpening() throws {
    _ = try recordGroups()
    let store = try open()
    #expect(try store.damage() == [])
    var bytes = try directory.bytes(Self.events)
    bytes[bytes.count - 9] ^= 1
    try directory.write(bytes, to: Self.events)
    #expect(try store.damage().count == 1)
    store.close()
  }

  @Test func aReaderBesideLeavesAGroupThatIsBeingWritten() throws {
    let ends = try recordGroups()
    let whole = try directory.bytes(Self.events)
    try directory.write(Array(whole[..<(ends[2] - 5)]), to: Self.events)
    let reader = try JournalStore(path, mode: .readOnly)
    #expect(try reader.head() == 4)
    #expect(try directory.bytes(Self.events).count == ends[2] - 5)
    try directory.write(whole, to: Self.events)
    #expect(try reader.head() == 6)
  }

  @Test func aDeletionThatACrashInterruptedIsFinished() throws {
    var store = try open()
    try store.record(command(on: stream(1), texts: [.put(text(1, "Persephone")), .put(text(2, "Other"))]))
    let name = "journal/texts/\(alice).jsonl"
    let before = try directory.bytes(name)
    try store.record(command(on: stream(2), texts: [.delete(id(1), owner: alice)]))
    store.close()
    // As if the process had died between the group and the file of texts, and while it wrote that.
    try directory.write(before, to: name)
    try directory.write(before, to: name + ".tmp")
    store = try open()
    #expect(try store.texts([id(1), id(2)]).map(\.id) == [id(2)])
    #expect(store.takeNotices().count == 1)
    for bytes in try directory.files().values { #expect(!bytes.contains(text: "Persephone")) }
    store.close()
  }

  @Test func textsOfAGroupThatIsNotThereAreRemoved() throws {
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

  // MARK: A disk that fails

  @Test func aFullDiskChangesNothing() throws {
    let disk = FaultyDisk()
    let store = try JournalStore(path, mode: .readWrite(administratorSocket: nil), openFile: disk.open)
    try store.record(command(1, on: stream(1)))
    disk.fail(.write)
    let refused = command(2, on: stream(1), expected: 0, texts: [.put(text(1, "Persephone"))])
    #expect(code { _ = try store.commit([refused]) } == .unavailable)
    #expect(try store.head() == 1)
    for bytes in try directory.files().values { #expect(!bytes.contains(text: "Persephone")) }
    // There is space again: it goes on as if nothing had been.
    try store.record(refused)
    #expect(try store.damage() == [])
    store.close()
    let reopened = try open()
    #expect(try reopened.head() == 2)
    #expect(reopened.takeNotices().isEmpty)
    reopened.close()
  }

  @Test func aFailedSyncIsNotTriedAgain() throws {
    let disk = FaultyDisk()
    let store = try JournalStore(path, mode: .readWrite(administratorSocket: nil), openFile: disk.open)
    try store.record(command(1, on: stream(1)))
    disk.fail(.synchronize)
    let unknown = command(2, on: stream(1), expected: 0)
    #expect(code { _ = try store.commit([unknown]) } == .outcomeUnknown)
    // Not until the store was opened again, not even for another command.
    #expect(code { try store.record(command(3, on: stream(2))) } == .outcomeUnknown)
    #expect(disk.opened == 1)
    try store.reopen()
    #expect(disk.opened > 1)
    let outcome = try store.commit([unknown]).first
    #expect(outcome?.receipt != nil || outcome?.events != nil)
    #expect(try store.head() == 2)
    #expect(try store.damage() == [])
    store.close()
  }
}

/// A disk whose next write or sync fails once.
private final class FaultyDisk: Sendable {
  enum Fault { case write, synchronize }

  private let state = Locked<(fault: Fault?, opened: Int)>((nil, 0))

  var opened: Int { state.withLock { $0.opened } }
  func fail(_ fault: Fault) { state.withLock { $0.fault = fault } }

  func takes(_ fault: Fault) -> Bool {
    state.withLock { state in
      guard state.fault == fault else { return false }
      state.fault = nil
      return true
    }
  }

  var open: OpenJournalFile {
    { (path, flags) throws(StoreError) in
      self.state.withLock { $0.opened += 1 }
      return FaultyFile(file: try File(path, flags), disk: self)
    }
  }
}

private final class FaultyFile: JournalFile {
  private let file: File
  private let disk: FaultyDisk

  init(file: File, disk: FaultyDisk) {
    self.file = file
    self.disk = disk
  }

  func read(from offset: Int) throws(StoreError) -> [UInt8] { try file.read(from: offset) }

  func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    guard disk.takes(.write) else { return try file.write(bytes, at: offset) }
    // As a full disk does: some of it is written.
    try file.write(Array(bytes.prefix(bytes.count / 2)), at: offset)
    throw StoreError(.unavailable, "no space left on device")
  }

  func synchronize() throws(StoreError) {
    if disk.takes(.synchronize) { throw StoreError(.unavailable, "input/output error") }
    try file.synchronize()
  }

  func truncate(to size: Int) throws(StoreError) { try file.truncate(to: size) }
}
