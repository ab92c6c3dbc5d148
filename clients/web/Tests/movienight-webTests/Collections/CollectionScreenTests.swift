import MovieNightKit
import Testing

@testable import movienight_web

/// The pure parts of a collection's pages.
@Suite struct CollectionScreenTests {
  @Test(arguments: [
    (2, true, [2, 1, 3]), (2, false, [1, 3, 2]), (1, true, nil), (3, false, nil), (4, true, nil),
  ])
  func anElementMovesByOnePlace(element: Int, isUp: Bool, moved: [Int]?) {
    #expect([1, 2, 3].moving(element, up: isUp) == moved)
  }

  @Test func theLookOfAnotherClientStaysAChoice() {
    let look = ListLook(icon: "sf.symbol", color: "#123456")
    #expect(look.icons.filter(\.isChosen).map(\.value) == ["sf.symbol"])
    #expect(look.colors.filter(\.isChosen).map(\.value) == ["#123456"])
    let none = ListLook(icon: nil, color: nil)
    #expect(none.icons.filter(\.isChosen).map(\.label) == ["No icon"])
    #expect(none.colors.filter(\.isChosen).map(\.label) == ["No colour"])
    #expect(ListLook(icon: "star", color: "#d32f2f").colors.filter(\.isChosen).map(\.label) == ["Red"])
  }

  @Test(arguments: [
    ((1...1000).map { "🍿,\($0)\r\n" }.joined(), false), (String(repeating: "é", count: 200_000), true),
    ("a" + String(repeating: "🍿", count: 100_000), true), ("", false),
  ])
  func piecesOfAFileAreBoundedAndEndBetweenCharacters(text: String, isJSON: Bool) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let next = Array(rest.prefix(ImportPieces.maximumBytes))
      let piece = next.prefix(ImportPieces.length(of: next, isJSON: isJSON))
      #expect(!piece.isEmpty && String(validating: piece, as: UTF8.self) != nil)
      #expect(piece.count { $0 == UInt8(ascii: "\n") } <= 151)
      rest = rest.dropFirst(piece.count)
    }
  }

  @Test func aPendingImportIsUsedOnceAndForAQuarterOfAnHour() {
    let (imports, now) = (PendingImports(), ContinuousClock.Instant.now)
    let pending = PendingImport(format: .imdb, files: [])
    imports.keep(pending, for: "a", at: now)
    let (other, first, second) = (imports.take("b", at: now), imports.take("a", at: now), imports.take("a", at: now))
    #expect(other == nil && first?.format == .imdb && second == nil)
    imports.keep(pending, for: "a", at: now)
    let late = imports.take("a", at: now + .seconds(901))
    #expect(late == nil)
  }

  @Test func theReportNamesOnlyWhatChangesAndTheFirstUnmatchedLines() throws {
    let unresolved = (1...25).map {
      """
      {"file":"watched.csv","line":\($0),"name":"Film","year":null,"uri":null,"imdb_id":null,"media_type":null,
      "reason":"ambiguous","candidates":[]}
      """
    }
    let json = """
      {"format":"letterboxd","dry_run":true,"lines":30,"titles_added":1,"titles_changed":0,"plays_added":2,
      "ratings_set":0,"lists_created":0,"list_items_added":0,"notes_added":0,"unchanged":2,
      "ignored":[{"file":"deleted/x.csv","what":"deleted","count":3}],"unresolved_count":25,
      "unresolved":[\(unresolved.joined(separator: ","))]}
      """
    let report = ReportModel(try RawResult<ImportCounts>(json: JSONDocument(json).root).value())
    #expect(report.changes == ["1 new title", "2 plays"])
    #expect(report.unchanged == "2 lines change nothing.")
    #expect(report.unresolved.count == 21)
    #expect(report.unresolved.first == "\u{2068}watched.csv\u{2069} line 1: \u{2068}Film\u{2069}, several titles match")
    #expect(report.unresolved.last == "and 5 more")
    #expect(report.heading == "What the import would change")
  }
}
