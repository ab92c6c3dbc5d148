import Foundation
import Primitives
import Testing

@testable import EventStore

@Suite("Side entries of the journal")
struct JournalSideEntriesTests {
  private let directory: TemporaryDirectory
  private let entries: any SideEntries
  private let key = SideKey(kind: "leaf", variant: "en-US", id: "550")
  private var file: String { "journal/catalog/\(SideFileName(key).text)" }

  init() throws {
    directory = try TemporaryDirectory()
    entries = StoreAddress.journal(directory: "\(directory.path)/journal").sideEntries(limit: 10)
  }

  @Test func theFolderMayBeDeletedAtAnyTime() throws {
    for _ in 0..<2 {
      try entries.write([1], for: key, at: time(0))
      #expect(try entries.read(key, at: time(0)) == [1])
      try FileManager.default.removeItem(atPath: "\(directory.path)/journal/catalog")
      #expect(try entries.read(key, at: time(0)) == nil)
      #expect(try entries.size().entries == 0 && entries.page(after: nil, limit: 9).isEmpty)
    }
    try entries.write([1], for: key, at: time(0))
    try FileManager.default.removeItem(atPath: "\(directory.path)/journal/catalog")
    #expect(try entries.remove(kind: nil, id: nil) == 0)
  }

  @Test func aDamagedFileIsThrownAway() throws {
    let whole = SideFileContent(key: key, bytes: Array("something".utf8)).encoded
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 1
      #expect(SideFileContent(bytes) == nil)
      #expect(SideFileContent(Array(whole[..<index])) == nil)
    }
    try entries.write(Array("something".utf8), for: key, at: time(0))
    #expect(try directory.bytes(file) == whole)
    try directory.write(whole.dropLast(), to: file)
    #expect(try entries.read(key, at: time(0)) == nil)
    #expect(try entries.size().entries == 0)
  }

  @Test func aFileUnderAnothersNameAnswersNobody() throws {
    let other = SideKey(kind: "leaf", variant: "en-US", id: "551")
    try entries.write([1], for: key, at: time(0))
    try directory.write(SideFileContent(key: other, bytes: [2]).encoded, to: file)
    #expect(try entries.read(key, at: time(0)) == nil)
  }

  @Test func whatIsNotAnEntryIsLeftAlone() throws {
    try entries.write([1], for: key, at: time(0))
    try directory.write([1], to: "journal/catalog/notes.txt")
    try directory.write([2], to: "journal/catalog/unfinished")
    try entries.write([1], for: key, at: time(0))
    let again = StoreAddress.journal(directory: "\(directory.path)/journal").sideEntries(limit: 10)
    #expect(try again.size().entries == 1 && again.remove(kind: nil, id: nil) == 1)
    #expect(try directory.bytes("journal/catalog/notes.txt") == [1])
    #expect(try directory.bytes("journal/catalog/unfinished") == [2])
  }

  /// Neither does it look as if there were nothing.
  @Test func whatCannotBeReadIsAnError() throws {
    try entries.write([1], for: key, at: time(0))
    try FileManager.default.removeItem(atPath: "\(directory.path)/journal/catalog")
    try directory.write([], to: "journal/catalog")
    let next = StoreAddress.journal(directory: "\(directory.path)/journal").sideEntries(limit: 10)
    for entries in [entries, next] {
      #expect(code { _ = try entries.page(after: nil, limit: 9) } == .cannotOpen)
      #expect(code { _ = try entries.page(after: key.text, limit: 9) } == .cannotOpen)
      #expect(code { _ = try entries.size() } == .cannotOpen)
      #expect(code { _ = try entries.remove(kind: nil, id: nil) } == .cannotOpen)
      #expect(code { _ = try entries.read(key, at: time(0)) } == .cannotOpen)
    }
  }

  @Test func whatCannotBeWrittenIsAnErrorAndHealsByItself() throws {
    try FileManager.default.createDirectory(atPath: "\(directory.path)/journal", withIntermediateDirectories: true)
    try directory.write([], to: "journal/catalog")
    #expect(code { try entries.write([1], for: key, at: time(0)) } == .cannotOpen)
    try FileManager.default.removeItem(atPath: "\(directory.path)/journal/catalog")
    try entries.write([1], for: key, at: time(0))
    #expect(try entries.read(key, at: time(0)) == [1])
  }
}
