import MovieNightPrimitives
import Testing

@testable import Server

@Suite struct JSONSplitterTests {
  /// Returns the elements as `path:line:json`.
  private func elements(_ bytes: [UInt8]) throws(ImportError) -> [String] {
    var splitter = JSONSplitter()
    let elements = try splitter.take(bytes[...])
    _ = try splitter.finish()
    return elements.map { "\($0.path):\($0.line):\(String(decoding: $0.json.encoded, as: UTF8.self))" }
  }

  private func elements(_ text: String) throws(ImportError) -> [String] { try elements(Array(text.utf8)) }

  @Test func elementsOfAnArrayHaveTheirLines() throws {
    #expect(try elements(" [1,\n{\"a\":\"],}\\\"\"} ,\n\n[2] ]\n") == [":1:1", ":2:{\"a\":\"],}\\\"\"}", ":4:[2]"])
    #expect(try elements("\u{FEFF}[]") == [])
  }

  @Test func elementsOfAnObjectsArraysHaveTheirPaths() throws {
    #expect(
      try elements("{\"v\" : {\"x\":[1]},\"a\":[1,2],\n\"b\\u0063\":[ \"z\" ],\"c\":[]}") == [
        "a:1:1", "a:1:2", "bc:2:\"z\"",
      ])
    #expect(try elements("{}") == [])
  }

  @Test(arguments: [
    "", "x", "[", "[1", "[1,]", "[,1]", "[1}", "[1] 2", "[tru]", "[{]}]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
    "{\"a\":1]", "{a:1}", "{\"a\":[1] 2}", "{\"a\":[1}", "[\"a\nb\"]",
  ])
  func malformedTextIsRefused(_ text: String) {
    let error = #expect(throws: ImportError.self) { try elements(text) }
    #expect(error?.refusal == .badJSON)
  }

  @Test func endHasTheDocumentWithoutElements() throws {
    var splitter = JSONSplitter()
    _ = try splitter.take(Array("{\"a\":[1,2],\"b\":{\"c\":[3]}}".utf8)[...])
    let rest = try splitter.finish().encoded
    #expect(String(decoding: rest, as: UTF8.self) == "{\"a\":[],\"b\":{\"c\":[3]}}")
  }

  @Test func errorHasTheLineOfItsElement() {
    #expect(throws: ImportError(.badJSON, line: 3)) { try elements("[1,\n2,\n tru]") }
    #expect(throws: ImportError(.badEncoding, line: 2)) {
      try elements(Array("[1,\n\"".utf8) + [0xFF] + Array("\"]".utf8))
    }
  }

  @Test func longAndDeepElementsAreRefused() {
    let long = "[\"" + String(repeating: "x", count: JSONSplitter.longestElement) + "\"]"
    #expect(throws: ImportError(.tooLong, line: 1)) { try elements(long) }
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    #expect(throws: ImportError(.badJSON, line: 1)) { try elements(deep) }
  }
}
