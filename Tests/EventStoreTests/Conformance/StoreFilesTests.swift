import EventStore
import Foundation
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite("Every store in files: missing, replaced and restored files")
struct StoreFilesTests {
  /// Returns a store with a text, and the paths of its files.
  private static func store(_ kind: StoreKind) throws -> (StoreFixture, paths: [String]) {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(1, on: stream(1), texts: [.put(text(1, "Ann"))]))
    try fixture.store.checkFiles()
    let place = fixture.directory.path
    return kind == .journal
      ? (fixture, ["\(place)/journal/events.jsonl", "\(place)/journal/texts"])
      : (fixture, ["", "-wal", "-shm"].map { "\(place)/data/store.db\($0)" })
  }

  // MARK: While the store is open

  @Test(arguments: StoreKind.inFiles)
  func missingOrReplacedFileStopsRecording(kind: StoreKind) throws {
    let files = FileManager.default
    for isReplaced in [false, true] {
      let (fixture, paths) = try Self.store(kind)
      for (number, path) in paths.enumerated() {
        let next = command(number + 2, on: stream(1), expected: number)
        try files.moveItem(atPath: path, toPath: "\(path).away")
        if isReplaced { try files.copyItem(atPath: "\(path).away", toPath: path) }
        #expect(code { try fixture.store.reopen() } == .unavailable, "it looks for itself")
        do {
          try fixture.store.checkFiles()
          Issue.record("\(path) is gone, and nobody noticed")
        } catch {
          #expect(error.code == .unavailable && error.message.contains(path))
        }
        #expect(code { try fixture.store.record(next) } == .unavailable)
        #expect(code { try fixture.store.writeHighWaterMark() } == .unavailable)
        // Reads of a journal succeed, because they come from memory.
        if kind == .sqlite { #expect(code { _ = try fixture.store.texts([id(1)]) } == .unavailable) }
        if isReplaced { try files.removeItem(atPath: path) }
        try files.moveItem(atPath: "\(path).away", toPath: path)
        try fixture.store.checkFiles()
        try fixture.store.record(next)
      }
      try fixture.openAgain()
      #expect(try fixture.store.head() == paths.count + 1)
      #expect(try fixture.store.damage() == [])
    }
  }

  // MARK: At the next start

  private static func openAccepting(_ address: StoreAddress) throws -> any EventStore {
    try openStore(address, mode: .readWrite(administratorSocket: nil, acceptsRestored: true))
  }

  /// Closes `backup` and copies its event files over those of `fixture`, which is closed.
  private static func restore(_ backup: StoreFixture, to fixture: StoreFixture) throws {
    backup.store.close()
    let names = fixture.kind == .journal ? ["journal/events.jsonl"] : ["data/store.db"]
    for name in names { try fixture.directory.write(try backup.directory.bytes(name), to: name) }
  }

  @Test(arguments: StoreKind.inFiles)
  func storeMissingRecordedEventsIsRefused(kind: StoreKind) throws {
    let (fixture, _) = try Self.store(kind)
    let backup = try StoreFixture(kind)
    try backup.store.record(command(1, on: stream(1), texts: [.put(text(1, "Ann"))]))
    for number in 0..<3 { try fixture.store.record(command(number + 2, on: stream(1), expected: number)) }
    try fixture.store.writeHighWaterMark()
    fixture.store.close()
    try Self.restore(backup, to: fixture)
    // Append a torn write, as a crash leaves it. Opening for writing would remove it, but it may be part of the missing
    // data.
    let torn = kind == .journal ? "journal/events.jsonl" : "data/store.db-wal"
    try fixture.directory.write((kind == .journal ? fixture.directory.bytes(torn) : []) + Array("{".utf8), to: torn)
    let files = try fixture.directory.files()
    do {
      try fixture.openAgain()
      Issue.record("it lacks three events, and was opened")
    } catch let error as StoreError {
      #expect(error.code == .otherHistory && error.message.contains("2 to 4 are missing"), "\(error)")
      #expect(error.hint?.contains("--accept-restored") == true)
    }
    let unchanged = try fixture.directory.files()
    for (name, bytes) in files where !name.hasSuffix("lock") && !name.hasSuffix("-shm") {
      #expect(unchanged[name] == bytes, "\(name) was changed")
    }
    let findings = try fixture.openReadOnly().damage()
    #expect(findings.count == 1 && findings[0].contains("2 to 4 are missing"), "\(findings)")

    let accepted = try Self.openAccepting(fixture.address)
    #expect(accepted.takeNotices().contains { $0.contains("2 to 4 are missing") })
    try accepted.writeHighWaterMark()
    accepted.close()
    try fixture.openAgain()
    #expect(try fixture.store.head() == 1)
    #expect(try fixture.store.damage() == [])
  }

  @Test(arguments: StoreKind.inFiles)
  func storeWithOtherHistoryIsRefused(kind: StoreKind) throws {
    let (fixture, _) = try Self.store(kind)
    let other = try StoreFixture(kind)
    for number in 0..<3 { try other.store.record(command(number + 7, on: stream(7), expected: number - 1)) }
    try fixture.store.writeHighWaterMark()
    fixture.store.close()
    try Self.restore(other, to: fixture)
    #expect(code { try fixture.openAgain() } == .otherHistory)
    try Self.openAccepting(fixture.address).close()
  }

  #if SQLite
    /// SQLite would delete the log, and with it all commits that were not checkpointed.
    @Test func logWithoutDatabaseIsKept() throws {
      let fixture = try StoreFixture(.sqlite)
      for number in 0..<2 { try fixture.store.record(command(number + 1, on: stream(1), expected: number - 1)) }
      let files = try fixture.directory.files()
      fixture.store.close()
      let (database, log) = (try #require(files["data/store.db"]), try #require(files["data/store.db-wal"]))
      try fixture.directory.write(log, to: "data/store.db-wal")
      try FileManager.default.removeItem(atPath: "\(fixture.directory.path)/data/store.db")
      for _ in 0..<2 { #expect(code { try fixture.openAgain() } == .otherHistory) }
      #expect(try fixture.directory.bytes("data/store.db-wal") == log)
      try fixture.directory.write(database, to: "data/store.db")
      try fixture.openAgain()
      #expect(try fixture.store.head() == 2)
    }
  #endif

  @Test(arguments: StoreKind.inFiles)
  func storeAheadOfHighWaterMarkIsOpened(kind: StoreKind) throws {
    let (fixture, _) = try Self.store(kind)
    try fixture.store.writeHighWaterMark()
    // The process dies before it writes the next high-water mark.
    try fixture.store.record(command(2, on: stream(1), expected: 0))
    try fixture.openAgain()
    #expect(try fixture.store.head() == 2)
    #expect(try fixture.store.damage() == [])
  }

  @Test(arguments: StoreKind.inFiles)
  func unreadableHighWaterMarkIsIgnored(kind: StoreKind) throws {
    let (fixture, _) = try Self.store(kind)
    try fixture.store.writeHighWaterMark()
    fixture.store.close()
    try fixture.directory.write([], to: kind == .journal ? "journal/.witness" : "data/store.db.witness")
    try fixture.openAgain()
    #expect(try fixture.store.head() == 1)
  }
}
