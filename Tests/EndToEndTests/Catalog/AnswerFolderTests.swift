import Catalog
import Foundation
import Glibc
import MovieNightPrimitives
import Testing

@testable import Server

/// The folder that caches the catalog's answers, with one file for each answer.
@Suite struct AnswerFolderTests {
  private static let hour: Int64 = 3600
  private let folder: TemporaryFolder
  private let directory: String
  private let answers: AnswerFolder

  init() throws {
    folder = try TemporaryFolder()
    directory = "\(folder.path)/deep/catalog"
    answers = AnswerFolder(directory, limit: 100)
  }

  private func key(_ id: String, kind: String = "leaf", language: String = "en-US") -> CatalogStoreKey {
    CatalogStoreKey(kind: kind, language: language, id: id)
  }

  private func file(_ key: CatalogStoreKey) -> String { "deep/catalog/\(AnswerFileName(key).text)" }

  private func time(_ seconds: Int64) -> Timestamp {
    Timestamp(microseconds: 1_771_000_000_000_000 + seconds * 1_000_000)
  }

  /// Returns the ids of all answers, which are read page by page.
  private func ids(_ answers: AnswerFolder, limit: Int = 100) throws -> [String] {
    var ids: [String] = []
    var cursor: String?
    while true {
      let page = try answers.page(after: cursor, limit: limit)
      guard let last = page.last else { return ids.sorted() }
      #expect(page.count <= limit)
      ids += page.map(\.key.id)
      cursor = last.key.text
    }
  }

  private func expectFailure<Result>(_ sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result) {
    #expect(throws: CatalogStoreError.self, sourceLocation: sourceLocation) { _ = try body() }
  }

  // MARK: Reading and writing answers

  @Test func answersSurviveRestart() throws {
    let odd = ["", "1396/1/2", "a/b//c", "Amélie 🎬", "line\nbreak", String(repeating: "long", count: 300), "%_'\\"]
    for (number, id) in odd.enumerated() {
      #expect(try answers.read(key(id), at: time(0)) == nil)
      try answers.write([UInt8(number), 0, 255], for: key(id), at: time(0))
    }
    try answers.write([], for: key("empty"), at: time(0))
    for answers in [answers, AnswerFolder(directory, limit: 100)] {
      for (number, id) in odd.enumerated() {
        #expect(try answers.read(key(id), at: time(1)) == [UInt8(number), 0, 255])
      }
      #expect(try answers.read(key("empty"), at: time(1)) == [])
      #expect(try ids(answers) == (odd + ["empty"]).sorted())
    }
  }

  @Test func serversSharingFolderSeeEachOthersChanges() throws {
    let other = AnswerFolder(directory, limit: 100)
    #expect(try other.size().entries == 0)
    try answers.write([1], for: key("a"), at: time(0))
    #expect(try other.read(key("a"), at: time(0)) == [1])
    #expect(try other.remove(kind: nil, id: nil) == 1)
    #expect(try answers.read(key("a"), at: time(0)) == nil)
  }

  @Test func rewrittenAnswerReplacesOldOne() throws {
    try answers.write(Array(repeating: 1, count: 500_000), for: key("a"), at: time(0))
    try answers.write([2], for: key("a"), at: time(1))
    #expect(try answers.read(key("a"), at: time(2)) == [2])
    #expect(try answers.size().entries == 1)
  }

  @Test func keysDifferingInAnyPartAreSeparate() throws {
    let keys = [
      key("1/2"), key("1/2/3"), key("1/2", kind: "branch"), key("1/2", language: "de-DE"), key("2", language: "1"),
    ]
    for (number, key) in keys.enumerated() { try answers.write([UInt8(number)], for: key, at: time(0)) }
    for (number, key) in keys.enumerated() { #expect(try answers.read(key, at: time(0)) == [UInt8(number)]) }
    #expect(try answers.remove(kind: "branch", id: "1/2") == 1)
    #expect(try keys.map { try answers.read($0, at: time(0)) != nil } == [true, true, false, true, true])
    #expect(try answers.remove(kind: nil, id: "1/2") == 2)
    #expect(try keys.map { try answers.read($0, at: time(0)) != nil } == [false, true, false, false, true])
    try answers.write([9], for: keys[2], at: time(0))
    #expect(try answers.remove(kind: "leaf", id: nil) == 2)
    #expect(try ids(answers) == ["1/2"])
    #expect(try answers.remove(kind: "lea", id: nil) == 0)
    #expect(try answers.remove(kind: nil, id: nil) == 1)
    #expect(try answers.size() == CatalogStoreSize(entries: 0, bytes: 0))
  }

  @Test func removalByKeysLeavesOtherAnswers() throws {
    let answers = AnswerFolder(directory, limit: 10)
    // Removing an answer from an empty folder is not an error.
    try answers.remove([key("1")])
    let odd = key("a/b%_'\\ \"{,}🎬")
    let others = [key("1", kind: "branch"), key("1", language: "de-DE"), key("2")]
    for key in [key("1"), odd] + others { try answers.write([1], for: key, at: time(0)) }
    // Some of these keys were never written, and one is a duplicate.
    try answers.remove([key("none"), key("1"), key("a\0b"), odd, key("1")])
    for answers in [answers, AnswerFolder(directory, limit: 10)] {
      #expect(try answers.size().entries == 3)
      #expect(try answers.read(key("1"), at: time(1)) == nil && answers.read(odd, at: time(1)) == nil)
      for key in others { #expect(try answers.read(key, at: time(1)) == [1]) }
    }
    // Removed answers no longer count toward the limit.
    for number in 10..<17 { try answers.write([1], for: key("\(number)"), at: time(2)) }
    #expect(try answers.size().entries == 10)
  }

  @Test func folderOverLimitEvictsLeastRecentlyUsed() throws {
    var answers = AnswerFolder(directory, limit: 10)
    for number in 0..<10 { try answers.write([1], for: key("\(number)"), at: time(Int64(number))) }
    #expect(try ids(answers).count == 10)
    // Reading and touching an answer both count as use. The time of a use is not written to disk if the last recorded
    // use was less than an hour before.
    #expect(try answers.read(key("0"), at: time(Self.hour)) != nil)
    try answers.touch(key("1"), at: time(Self.hour + 1))
    try answers.touch(key("2"), at: time(Self.hour - 1))
    try answers.touch(key("none"), at: time(Self.hour))
    answers = AnswerFolder(directory, limit: 10)
    for number in 10..<12 { try answers.write([1], for: key("\(number)"), at: time(Self.hour * 2)) }
    #expect(try ids(answers) == ["0", "1", "10", "11", "4", "5", "6", "7", "8", "9"])
    for number in 12..<200 { try answers.write([1], for: key("\(number)"), at: time(Self.hour * 2 + Int64(number))) }
    #expect(try ids(answers) == (190..<200).map(String.init))
    // Overwriting an answer does not add an entry, so no other answer is evicted.
    for _ in 0..<30 { try answers.write([2], for: key("195"), at: time(Self.hour * 3)) }
    #expect(try ids(answers) == (190..<200).map(String.init))
  }

  @Test(arguments: [1, 3, 25, 100]) func pagesListEveryAnswerOnce(limit: Int) throws {
    for number in 0..<25 { try answers.write([UInt8(number)], for: key("\(number)"), at: time(0)) }
    #expect(try ids(answers, limit: limit) == (0..<25).map(String.init).sorted())
    let first = try answers.page(after: nil, limit: 1)
    #expect(first.map(\.bytes) == first.compactMap { UInt8($0.key.id) }.map { [$0] })
    // A cursor stays valid if the answer at which its page ended is removed.
    let cursor = try #require(first.first?.key)
    _ = try answers.remove(kind: cursor.kind, id: cursor.id)
    #expect(try answers.page(after: cursor.text, limit: 100).count == 24)
  }

  @Test func sizeCountsAllAnswers() throws {
    #expect(try answers.size() == CatalogStoreSize(entries: 0, bytes: 0))
    for number in 0..<3 { try answers.write(Array(repeating: 1, count: 1000), for: key("\(number)"), at: time(0)) }
    let size = try answers.size()
    #expect(size.entries == 3)
    // The size includes the keys, which the files contain, too.
    #expect((3000..<3300).contains(size.bytes))
  }

  // MARK: Missing, damaged and unexpected files

  @Test func deletedFolderReadsAsEmptyAndIsRecreated() throws {
    for _ in 0..<2 {
      try answers.write([1], for: key("550"), at: time(0))
      #expect(try answers.read(key("550"), at: time(0)) == [1])
      try FileManager.default.removeItem(atPath: directory)
      #expect(try answers.read(key("550"), at: time(0)) == nil)
      #expect(try answers.size().entries == 0 && answers.page(after: nil, limit: 9).isEmpty)
    }
    try answers.write([1], for: key("550"), at: time(0))
    try FileManager.default.removeItem(atPath: directory)
    #expect(try answers.remove(kind: nil, id: nil) == 0)
  }

  @Test func damagedFileIsDiscarded() throws {
    let whole = CatalogStoreEntry(key: key("550"), bytes: Array("something".utf8)).file
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 1
      #expect(CatalogStoreEntry(file: bytes) == nil)
      #expect(CatalogStoreEntry(file: Array(whole[..<index])) == nil)
    }
    try answers.write(Array("something".utf8), for: key("550"), at: time(0))
    #expect(try folder.bytes(file(key("550"))) == whole)
    try folder.write(whole.dropLast(), to: file(key("550")))
    #expect(try answers.read(key("550"), at: time(0)) == nil)
    #expect(try answers.size().entries == 0)
  }

  /// Pages must omit the file, too, because they are ordered by file name.
  @Test func fileUnderWrongNameIsIgnored() throws {
    try answers.write([1], for: key("550"), at: time(0))
    try folder.write(CatalogStoreEntry(key: key("551"), bytes: [2]).file, to: file(key("550")))
    #expect(try ids(answers) == [])
    #expect(try answers.read(key("550"), at: time(0)) == nil)
  }

  @Test func unreadableFilesDoNotHideOtherAnswers() throws {
    for id in ["1", "2", "3", "4"] { try answers.write([1], for: key(id), at: time(0)) }
    let places = ["1", "2", "3"].map { "\(folder.path)/\(file(key($0)))" }
    for place in places { try FileManager.default.removeItem(atPath: place) }
    try FileManager.default.createSymbolicLink(atPath: places[0], withDestinationPath: "\(folder.path)/elsewhere")
    try FileManager.default.createDirectory(atPath: places[1], withIntermediateDirectories: false)
    #expect(mkfifo(places[2], 0o600) == 0)
    #expect(try ids(answers) == ["4"])
    for id in ["1", "2", "3"] { #expect(try answers.read(key(id), at: time(0)) == nil) }
    #expect(try AnswerFolder(directory, limit: 10).size().entries == 1)
    // Writes replace the link and the pipe. The directory under the name of answer 2 remains.
    try answers.write([5], for: key("1"), at: time(1))
    try answers.write([5], for: key("3"), at: time(1))
    #expect(try ids(answers) == ["1", "3", "4"])
  }

  @Test func foreignFilesAreKept() throws {
    try answers.write([1], for: key("550"), at: time(0))
    try folder.write([1], to: "deep/catalog/notes.txt")
    let again = AnswerFolder(directory, limit: 10)
    #expect(try again.size().entries == 1 && again.remove(kind: nil, id: nil) == 1)
    #expect(try folder.bytes("deep/catalog/notes.txt") == [1])
  }

  @Test func unfinishedFilesAreRemovedAfterOneHour() throws {
    try answers.write([1], for: key("550"), at: time(0))
    let names = ["old", "new"].map { "deep/catalog/\(AnswerFolder.unfinishedPrefix)\($0)" }
    for name in names { try folder.write([1], to: name) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3700)], ofItemAtPath: "\(folder.path)/\(names[0])")
    #expect(try answers.size().entries == 1)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(names[0])"))
    #expect(try folder.bytes(names[1]) == [1])
  }

  @Test func filesAreAccessibleOnlyToOwner() throws {
    try answers.write([1], for: key("550"), at: time(0))
    for (path, mode) in [(directory, 0o700), ("\(folder.path)/\(file(key("550")))", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
  }

  @Test func writeReplacesSymbolicLinkInsteadOfFollowingIt() throws {
    try answers.write([1], for: key("550"), at: time(0))
    try folder.write([7], to: "target")
    let place = "\(folder.path)/\(file(key("550")))"
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "\(folder.path)/target")
    #expect(try answers.read(key("550"), at: time(0)) == nil)
    try answers.write([2], for: key("550"), at: time(Self.hour * 2))
    #expect(try folder.bytes("target") == [7])
    #expect(try folder.bytes(file(key("550"))).suffix(1) == [2])
  }

  /// A file in place of the folder must not look like an empty cache.
  @Test func fileInPlaceOfFolderIsReportedAsError() throws {
    try answers.write([1], for: key("550"), at: time(0))
    try FileManager.default.removeItem(atPath: directory)
    try folder.write([], to: "deep/catalog")
    for answers in [answers, AnswerFolder(directory, limit: 10)] {
      expectFailure { try answers.page(after: nil, limit: 9) }
      expectFailure { try answers.page(after: key("550").text, limit: 9) }
      expectFailure { try answers.size() }
      expectFailure { try answers.remove(kind: nil, id: nil) }
      expectFailure { try answers.read(key("550"), at: time(0)) }
      expectFailure { try answers.write([1], for: key("550"), at: time(0)) }
    }
    try FileManager.default.removeItem(atPath: directory)
    try answers.write([1], for: key("550"), at: time(0))
    #expect(try answers.read(key("550"), at: time(0)) == [1])
  }
}
