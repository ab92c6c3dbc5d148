import MovieNightPrimitives
import Testing

@testable import Catalog

/// The limits on a body, checked before any of it is read.
@Suite struct CleaningLimitTests {
  private func error(_ bytes: [UInt8]) -> UnexpectedBody? {
    do throws(UnexpectedBody) {
      _ = try CleanedBody(bytes, answering: .movie(550)).facts()
      return nil
    } catch {
      return error
    }
  }

  private func movieBody(_ value: String) -> [UInt8] { Array(#"{"id": 550, "title": "A", "x": \#(value)}"#.utf8) }

  @Test func bodyOverEightMebibytesIsRefused() {
    let body = movieBody("0")
    let padding = [UInt8](repeating: 32, count: CleanedBody.maximumBytes - body.count)
    #expect(error(body + padding) == nil)
    #expect(error(body + padding + [32]) == .tooLarge)
  }

  @Test func bodyOverHalfAMillionValuesIsRefused() {
    // Besides the zeros there are seven values: the body, three names, two values, and the list itself.
    let zeros = Array(repeating: "0", count: CleanedBody.maximumValues - 7).joined(separator: ",")
    #expect(error(movieBody("[\(zeros)]")) == nil)
    #expect(error(movieBody("[0,\(zeros)]")) == .tooManyValues)
    #expect(error(Array(repeating: UInt8(ascii: "["), count: 600_000)) == .tooManyValues)
    #expect(error(movieBody(#"["\\",0,\#(zeros)]"#)) == .tooManyValues)
    // Characters inside strings are not counted, even after an escaped quote.
    #expect(error(movieBody(#""\"\#(String(repeating: "[", count: 600_000))""#)) == nil)
    #expect(error(movieBody(#""\#(String(repeating: #"[{,:\""#, count: 200_000))""#)) == nil)
  }

  @Test func bodyDeeperThan32LevelsIsRefused() {
    func nested(_ levels: Int) -> [UInt8] {
      movieBody(String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1))
    }
    #expect(error(nested(32)) == nil)
    guard case .notJSON(let deep) = error(nested(33)) else {
      Issue.record("33 levels were read")
      return
    }
    #expect(deep.reason == .tooDeep)
  }

  @Test func malformedJSONIsRefused() {
    for body in [[], Array("<html>".utf8), Array(#"{"id": 550"#.utf8), Array(#""\"#.utf8), [0xFF], [0x22, 0xC3, 0x22]] {
      guard case .notJSON = error(body) else {
        Issue.record("\(body)")
        continue
      }
    }
  }

  @Test func errorDescribesFaultWithoutBodyContent() {
    #expect(UnexpectedBody.other("id").description == #""id" is not the requested one"#)
    #expect(UnexpectedBody.without("title").description == #""title" is missing or invalid"#)
    #expect(UnexpectedBody.tooLarge.description == "more than 8388608 bytes")
    #expect(UnexpectedBody.tooManyValues.description == "more than 500000 values")
    #expect(error(Array("secret".utf8))?.description.contains("secret") == false)
  }
}
