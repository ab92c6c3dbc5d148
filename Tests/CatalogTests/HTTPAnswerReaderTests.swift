import Testing

@testable import Catalog

@Suite struct HTTPAnswerReaderTests {
  /// Feeds headers and body pieces to a reader until it refuses more.
  private func read(
    _ headers: [String] = [], body: [String] = [], bodyLimit: Int = 10, headerLimit: Int = 1000
  ) -> HTTPAnswerReader {
    var reader = HTTPAnswerReader(bodyLimit: bodyLimit, headerLimit: headerLimit)
    var goesOn = true
    for line in headers where goesOn { goesOn = Array(line.utf8).withUnsafeBytes { reader.takeHeader($0) } }
    for piece in body where goesOn { goesOn = Array(piece.utf8).withUnsafeBytes { reader.takeBody($0) } }
    #expect(goesOn == (reader.failure == nil))
    return reader
  }

  @Test func bodyOverTheLimitIsRefused() {
    let full = read(body: ["12345", "", "67890"])
    #expect(full.body == Array("1234567890".utf8) && full.failure == nil)
    let tooMuch = read(body: ["12345", "678901"])
    #expect(tooMuch.body.isEmpty && tooMuch.failure == .tooLarge)
  }

  @Test func headersOverTheTotalLimitAreRefused() {
    let headers = ["HTTP/1.1 200\r\n", "A: b\r\n"]
    #expect(read(headers, headerLimit: 20).failure == nil)
    #expect(read(headers + ["\n"], headerLimit: 20).failure == .tooLarge)
  }

  @Test(arguments: [
    ("Content-Encoding: gzip", true), ("content-encoding:GZIP\r\n", true), ("Content-Encoding: deflate\r\n", true),
    ("Content-Encoding: identity\r\n", true), ("Transfer-Encoding: chunked\r\n", true),
    ("Content-Encoding: br\r\n", false), ("Content-Encoding: zstd\r\n", false),
    ("Content-Encoding: gzip, zstd\r\n", false), ("Transfer-Encoding: zstd, chunked\r\n", false),
    ("X-Content-Encoding: zstd\r\n", true), ("zstd\r\n", true), (":\r\n", true), ("", true),
  ])
  func encodingNotOfferedIsRefused(_ line: String, _ goesOn: Bool) {
    #expect(read([line]).failure == (goesOn ? nil : .unreadable))
  }

  @Test(arguments: [
    (HTTPRequest(url: "https://example.org/3?a=%20b", headers: ["A: é"]), true),
    (HTTPRequest(url: "https://example.org/ HTTP/1.1"), false), (HTTPRequest(url: "https://example.org/\0"), false),
    (HTTPRequest(url: "https://example.org/é"), false),
    (HTTPRequest(url: "https://e.org", headers: ["A: b\nC: d"]), false),
    (HTTPRequest(url: "https://e.org", headers: ["A: b", "A: b\0"]), false),
  ])
  func requestWithUnsafeCharactersIsMalformed(_ request: HTTPRequest, _ isWellFormed: Bool) {
    #expect(request.isWellFormed == isWellFormed)
  }
}
