import Testing

@testable import MovieNightKit

@Suite struct LineBufferTests {
  private func lines(_ pieces: [String], limit: Int = 100) throws -> [String] {
    var buffer = LineBuffer(maximumLineBytes: limit)
    var lines: [String] = []
    for piece in pieces {
      Array(piece.utf8).withUnsafeBytes { buffer.append($0) }
      while let line = try buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    return lines
  }

  @Test func linesDoNotDependOnChunking() throws {
    let text = "one\ntwo\r\n\n\r\nthree\nno end"
    let whole = try lines([text])
    #expect(whole == ["one", "two", "three"])
    for size in 1...text.utf8.count {
      let bytes = Array(text.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
      }
      #expect(try lines(pieces) == whole)
    }
  }

  @Test func lineOverLimitIsRefusedBeforeItsEnd() throws {
    #expect(try lines([String(repeating: "x", count: 100) + "\n"]).count == 1)
    #expect(throws: ClientError.self) { try lines([String(repeating: "x", count: 101)]) }
    #expect(throws: ClientError.self) { try lines([String(repeating: "x", count: 101) + "\n"]) }
  }
}
