import MovieNightPrimitives
import Testing

@testable import ClientCommands

@Suite struct ImportPiecesTests {
  private func pieces(_ text: String) -> [String] {
    ImportPieces.of(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns how often each piece contains the byte.
  private func counts(of byte: Unicode.Scalar, in pieces: [String]) -> [Int] {
    pieces.map { $0.utf8.count { $0 == UInt8(ascii: byte) } }
  }

  @Test func rowsAreCutAfterLineBreaks() {
    let text = "id,name\r\n" + String(repeating: "1,\"a\n\"\"b\"\"\",x\r\n", count: 250)
    let pieces = pieces(text)
    #expect(pieces.joined() == text)
    #expect(counts(of: "\n", in: pieces) == [150, 150, 150, 51])
  }

  @Test(arguments: ["[%]", "\u{FEFF} {\"version\":\"1\",\"titles\":[%]}"])
  func elementsAreCutAfterBraces(_ form: String) {
    let element = #"{"title":"}\"{ \\","plays":[{"a":{}},{"b":[{}]}],"x":{"id":1}}"#
    let text = form.replacing("%", with: Array(repeating: element, count: 201).joined(separator: ","))
    let pieces = pieces(text)
    // An element has seven braces, of which one is in a text.
    #expect(pieces.joined() == text && pieces.count == 10)
    #expect(counts(of: "}", in: pieces).dropLast().allSatisfy { $0 == 150 })
  }

  @Test func longRecordIsCutBetweenCharacters() {
    let text = "name\n\"" + String(repeating: "é😀", count: 200_000) + "\"\n"
    let pieces = pieces(text)
    #expect(pieces.joined() == text && pieces.count > 2)
    #expect(pieces.allSatisfy { $0.utf8.count <= ImportPieces.maximumBytes && !$0.contains("\u{FFFD}") })
  }

  /// Quotes and control characters take more bytes in a request than in the file.
  @Test func pieceFitsIntoRequest() {
    for text in [String(repeating: "\"", count: 900_000), String(repeating: "\u{1}", count: 300_000)] {
      let pieces = pieces(text)
      #expect(pieces.joined() == text)
      for piece in pieces {
        var json = JSONWriter()
        json.string(piece)
        #expect(json.bytes.count <= 1_000_000)
      }
    }
  }

  @Test func emptyFileHasOnePiece() { #expect(pieces("") == [""]) }
}
