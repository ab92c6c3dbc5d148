import MovieNightPrimitives
import Testing

@testable import Console

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("千と千尋", 8), ("한글", 4), ("🎬", 2), ("👨‍👩‍👧", 2), ("❤️", 2), ("♥", 1),
    ("🇩🇪", 2), ("ｆｕｌｌ", 8), ("★ …", 3),
  ])
  func displayWidthIsCountedInColumns(_ text: String, _ columns: Int) {
    #expect(displayColumns(text) == columns)
  }

  @Test func truncationCountsColumnsNotCharacters() {
    #expect(truncated("Fight Club", to: 10) == "Fight Club")
    #expect(truncated("Fight Club", to: 9) == "Fight Cl…")
    #expect(truncated("千と千尋の神隠し", to: 8) == "千と千…")
    #expect(truncated("千と千尋の神隠し", to: 7) == "千と千…")
    #expect(truncated("ab", to: 1) == "…")
    #expect(truncated("ab", to: 0) == "")
  }

  @Test func compactJSONEscapesUnsafeCharacters() throws {
    let text = "Tim\u{9B}\u{202E}\u{2028}\u{7F}é\u{0}"
    var writer = JSONWriter()
    writer.object { $0.field("name", text) }
    let compact = try JSONDocument(writer.bytes).root.compactText
    #expect(compact == #"{"name":"Tim\u009b\u202e\u2028\u007fé\u0000"}"#)
    #expect(try JSONDocument(compact).root.string("name") == text)
  }

  @Test func itemsWrapAtSeparator() {
    #expect(wrapped(["Tim", "Sarah", "Max"], separator: ", ", columns: 11) == ["Tim, Sarah,", "Max"])
    #expect(wrapped(["Tim", "Sarah", "Max"], separator: ", ", columns: 10) == ["Tim,", "Sarah, Max"])
    #expect(wrapped([], columns: 10) == [])
  }

  @Test func shellWordIsQuotedWhenNeeded() {
    #expect(shellWord("unix:./data/movienight.db.sock") == "unix:./data/movienight.db.sock")
    #expect(shellWord("[::1]:6684") == "'[::1]:6684'")
    #expect(shellWord("unix:/Tim's films/$x") == #"'unix:/Tim'\''s films/$x'"#)
  }
}
