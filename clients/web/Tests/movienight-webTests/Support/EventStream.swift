/// The event stream of an open page.
struct EventStream: Sendable {
  private let connection: RawConnection

  init(_ browser: Browser, after position: String? = nil, isReading: Bool = true) async throws {
    connection = try await RawConnection(to: browser.port, isReading: isReading)
    let last = position.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    let headers = browser.headers.map { "\($0)\r\n" }.joined()
    let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    try await connection.send(
      "GET /events/page HTTP/1.1\r\nHost: \(browser.host)\r\nCookie: \(cookies)\r\n\(headers)\(last)\r\n")
  }

  /// Returns what arrives until it is enough, or the stream ends.
  func next(until isEnough: (String) -> Bool) async -> String { await connection.read(until: isEnough) }

  /// Waits for the end of the stream, and returns what arrived before.
  func end() async -> String { await connection.read { $0.hasSuffix("\r\n0\r\n\r\n") || $0 == "0\r\n\r\n" } }

  func close() { connection.close() }
}
